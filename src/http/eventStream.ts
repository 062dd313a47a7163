import type { OwnErrorCode } from '../api/errorCodes';
import { type ErrorDetails, ServiceError } from '../api/errors';
import { createParser, type EventSourceMessage } from './eventSourceParser';
import { cancelledFailure } from './networkError';
import type { HttpResponse } from './request';

/** In bytes. */
export const megabyte = 1_048_576;

/** One event of a stream, as it arrived. */
export interface StreamEvent extends EventSourceMessage {
	/** The stream ended within this event, so it may be incomplete. */
	readonly unfinished: boolean;
}

/** How a stream is read, and what to do if it isn't read to its end, in the words of the caller. */
export interface StreamLimits {
	/** What the stream is to the user. */
	readonly subject: string;
	readonly ifLost: string;
	readonly ifStalled: string;
	readonly ifTooManyEvents: string;
	readonly ifTooManyBytes: string;
	/** Milliseconds without a byte after which the stream is closed. */
	readonly idleTimeout: number;
	/** When the stream is closed even if bytes arrive, in milliseconds since 1970. */
	readonly closesAt?: () => number | undefined;
	readonly maxEvents: number;
	/** Also limits the memory for one event. */
	readonly maxBytes: number;
}

/** Characters at the end of a stream that are searched for a type without data. */
const tailCharacters = 200;

/** The first data that shows whether the server writes a space after the colon. JSON without one doesn't. */
const tellingData = /^data:( |[^\s[{])/m;

/** A last event with a type and no data, which the standard ignores, but which may tell of the end. */
const typeAlone = /(?:^|\n)event: ?([^\n]+)\n(?:id:[^\n]*\n)?\n*$/;

/** Why a stream wasn't read to its end. */
function incomplete(subject: string, message: string, remedy: string, errorCode: OwnErrorCode) {
	const part = `The ${subject} is incomplete. The error contains the part that arrived.`;
	return { message, description: `${part} ${remedy}`, errorCode };
}

function tooLarge(subject: string, limit: string, remedy: string): ErrorDetails {
	const message = `The ${subject} has more than ${limit}`;
	return incomplete(subject, message, remedy, 'answer-too-large');
}

/** Turns bytes into events, and counts both. */
class EventReader {
	/** Set if more arrived than is allowed. */
	failure?: ErrorDetails;
	private ready: StreamEvent[] = [];
	private eventsLeft: number;
	private bytesLeft: number;
	private readonly decoder = new TextDecoder();
	private isEnding = false;
	private tail = '';
	/** What follows the colon of the first data that shows whether the server writes a space there. */
	private afterColon: string | undefined;
	/** The beginning of a line whose end has not arrived. */
	private lineBegun = '';
	private readonly parser = createParser({
		// To spread the event would take as long as to parse it.
		onEvent: ({ event, id, data }) => {
			this.ready.push({ event, id, data, unfinished: this.isEnding });
		},
	});

	constructor(private readonly limits: StreamLimits) {
		this.eventsLeft = limits.maxEvents;
		this.bytesLeft = limits.maxBytes;
	}

	/** @returns the events that the bytes complete, up to the limits */
	read(chunk: Uint8Array): readonly StreamEvent[] {
		const text = this.decoder.decode(chunk.subarray(0, this.bytesLeft), { stream: true });
		this.bytesLeft -= chunk.length;
		this.feed(text);
		this.tail = `${this.tail}${text.slice(-tailCharacters)}`.slice(-tailCharacters);
		return this.take();
	}

	/** @returns the last event, if its line end or its data is missing */
	end(): readonly StreamEvent[] {
		// A line feed could have followed the last carriage return.
		this.feedLines(this.tail.endsWith('\r') ? '\n' : '');
		this.isEnding = true;
		const event = typeAlone.exec(this.tail.replace(/\r\n?/g, '\n'))?.[1]?.trim();
		if (event) this.ready.push({ event, data: '', unfinished: true });
		this.parser.feed('\n\n');
		return this.take();
	}

	/** Keeps the beginning of a line until its end, unless the server is known to write a space. */
	private feed(text: string): void {
		// The servers that write no space write no carriage return either.
		this.afterColon ??= text.includes('\r') ? ' ' : undefined;
		const end = this.afterColon === ' ' ? text.length : text.lastIndexOf('\n') + 1;
		if (end > 0) this.feedLines(text.slice(0, end));
		this.lineBegun += text.slice(end);
	}

	/**
	 * By the standard, a space after a colon is none of the data. But a server that writes none there, such
	 * as Spring, sends that of the text: `data:Sales`, `data: rose`. Some put one before each text instead.
	 */
	private feedLines(text: string): void {
		const lines = this.lineBegun + text;
		this.lineBegun = '';
		this.afterColon ??= tellingData.exec(lines)?.[1];
		const isOfText = (this.afterColon ?? ' ') !== ' ';
		this.parser.feed(isOfText ? lines.replace(/^data: /gm, 'data:  ') : lines);
	}

	private take(): readonly StreamEvent[] {
		const { subject, maxEvents, maxBytes, ifTooManyEvents, ifTooManyBytes } = this.limits;
		const events = this.ready.slice(0, this.eventsLeft);
		if (this.ready.length > events.length) {
			this.failure = tooLarge(subject, `${maxEvents} events`, ifTooManyEvents);
		} else if (this.bytesLeft < 0) {
			this.failure = tooLarge(subject, `${maxBytes / megabyte} MB`, ifTooManyBytes);
		}
		this.eventsLeft -= events.length;
		this.ready = [];
		return events;
	}
}

/** The longest time between two checks, so an earlier deadline takes effect soon. */
const checkMilliseconds = 1000;

/**
 * Calls back once when a deadline has passed.
 *
 * @param deadline milliseconds since 1970, read again at each check
 * @returns a function that ends the watch
 */
function watchDeadline(deadline: () => number, callback: () => void): () => void {
	let isEnded = false;
	const check = () => {
		if (isEnded) return;
		const left = deadline() - Date.now();
		if (left <= 0) callback();
		else AbortSignal.timeout(Math.min(left, checkMilliseconds)).addEventListener('abort', check);
	};
	check();
	return () => {
		isEnded = true;
	};
}

/**
 * Reads a stream of Server-Sent Events while it arrives. Yields the events of each chunk at once and
 * keeps none. A caller that stops early closes the connection.
 *
 * @param signal n8n's cancel signal
 * @throws ServiceError if the stream is interrupted, stalls, exceeds a limit or is cancelled, after
 *   everything that arrived was yielded
 */
export async function* readEventBatches(
	response: HttpResponse,
	limits: StreamLimits,
	signal?: AbortSignal,
): AsyncGenerator<readonly StreamEvent[], void> {
	const { subject, idleTimeout, ifLost, ifStalled } = limits;
	const reader = new EventReader(limits);
	let failure: ErrorDetails | undefined;
	let idleUntil = Date.now() + idleTimeout;
	const stopWatch = watchDeadline(
		() => Math.min(idleUntil, limits.closesAt?.() ?? Infinity),
		() => {
			const message = `No further part of the ${subject} arrived within ${idleTimeout} ms`;
			failure = incomplete(subject, message, ifStalled, 'timeout');
			response.close();
		},
	);
	try {
		try {
			for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
				idleUntil = Infinity;
				yield reader.read(chunk);
				if (reader.failure) break;
				idleUntil = Date.now() + idleTimeout;
			}
		} catch {
			const message = `The connection was lost in the middle of the ${subject}`;
			failure ??= incomplete(subject, message, ifLost, 'network');
		}
		if (signal?.aborted) throw new ServiceError(cancelledFailure);
		yield reader.end();
		const reason = failure ?? reader.failure;
		if (reason) throw new ServiceError(reason);
	} finally {
		stopWatch();
		response.close();
	}
}
