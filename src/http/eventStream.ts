import type { OwnErrorCode } from '../api/errorCodes';
import { type ErrorDetails, ServiceError } from '../api/errors';
import { formatMinutes } from '../values/scalars';
import { createParser, type EventSourceMessage } from './eventSourceParser';
import { cancelledFailure } from './networkError';
import type { HttpResponse } from './request';

/** In bytes. */
export const megabyte = 1_048_576;

/** One event of a stream, as it arrived. */
export type StreamEvent = EventSourceMessage;

/** Events that arrived at once. */
export interface EventBatch {
	readonly events: readonly StreamEvent[];
	/** The stream ended within an event or a line. That part is no event. */
	readonly isCutOff: boolean;
}

type LimitName = 'idleTimeout' | 'maxBytes' | 'maxDuration' | 'maxEvents';

/** How a stream is read, and what to do if it isn't read to its end, in the words of the caller. */
export interface StreamLimits {
	/** What the stream is to the user. */
	readonly subject: string;
	readonly ifLost: string;
	readonly ifExceeded: (limit: LimitName) => string;
	/** Milliseconds without a byte after which the stream is closed. */
	readonly idleTimeout: number;
	/** Milliseconds after which the stream is closed even if bytes arrive. */
	readonly maxDuration: number;
	/** When the stream is closed in any case, by `performance.now()`. */
	readonly closesAt?: () => number | undefined;
	readonly maxEvents: number;
	/** Also limits the memory for one event. */
	readonly maxBytes: number;
}

/** Why a stream wasn't read to its end. */
function incomplete(
	{ subject, ifLost, ifExceeded }: StreamLimits,
	message: string,
	errorCode: OwnErrorCode,
	exceeded?: LimitName,
): ErrorDetails {
	const remedy = exceeded ? `${ifExceeded(exceeded)} ` : '';
	const description = `The ${subject} is incomplete. The error contains the part that arrived. ${remedy}${ifLost}`;
	return { message, description, errorCode };
}

function tooLarge(limits: StreamLimits, exceeded: 'maxBytes' | 'maxEvents'): ErrorDetails {
	const { subject, maxBytes, maxEvents } = limits;
	const limit = exceeded === 'maxBytes' ? `${maxBytes / megabyte} MB` : `${maxEvents} events`;
	const message = `The ${subject} has more than ${limit}`;
	return incomplete(limits, message, 'answer-too-large', exceeded);
}

function tooSlow(limits: StreamLimits, isTooLong: boolean): ErrorDetails {
	const { subject, idleTimeout, maxDuration } = limits;
	const message = isTooLong
		? `The ${subject} took longer than ${formatMinutes(maxDuration)}`
		: `No further part of the ${subject} arrived within ${idleTimeout} ms`;
	return incomplete(limits, message, 'timeout', isTooLong ? 'maxDuration' : 'idleTimeout');
}

/** Turns bytes into events by the standard of Server-Sent Events, and counts both. */
class EventReader {
	/** Set if more arrived than is allowed. */
	failure?: ErrorDetails;
	private ready: StreamEvent[] = [];
	private eventsLeft: number;
	private bytesLeft: number;
	private readonly decoder = new TextDecoder();
	private lastCharacter = '\n';
	private readonly parser = createParser({
		onEvent: (event) => {
			this.ready.push(event);
		},
	});

	constructor(private readonly limits: StreamLimits) {
		this.eventsLeft = limits.maxEvents;
		this.bytesLeft = limits.maxBytes;
	}

	/** @returns the events that the bytes complete, up to the limits */
	read(chunk: Uint8Array): EventBatch {
		const text = this.decoder.decode(chunk.subarray(0, this.bytesLeft), { stream: true });
		this.bytesLeft -= chunk.length;
		this.parser.feed(text);
		this.lastCharacter = text.at(-1) ?? this.lastCharacter;
		return { events: this.take(), isCutOff: false };
	}

	/** @returns the last event, if its blank line is there */
	end(): EventBatch {
		// A line feed could have followed the last carriage return.
		if (this.lastCharacter === '\r') this.parser.feed('\n');
		const events = this.take();
		this.parser.feed('\n\n');
		const isCutOff = this.ready.length > 0 || !'\r\n'.includes(this.lastCharacter);
		this.ready = [];
		return { events, isCutOff };
	}

	private take(): readonly StreamEvent[] {
		const events = this.ready.slice(0, this.eventsLeft);
		if (this.ready.length > events.length) this.failure = tooLarge(this.limits, 'maxEvents');
		else if (this.bytesLeft < 0) this.failure = tooLarge(this.limits, 'maxBytes');
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
 * @param deadline by `performance.now()`, read again at each check
 * @returns a function that ends the watch
 */
function watchDeadline(deadline: () => number, callback: () => void): () => void {
	let isEnded = false;
	const check = () => {
		if (isEnded) return;
		const left = Math.ceil(deadline() - performance.now());
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
): AsyncGenerator<EventBatch, void> {
	const { subject, idleTimeout, maxDuration } = limits;
	const reader = new EventReader(limits);
	let failure: ErrorDetails | undefined;
	const endsAt = performance.now() + maxDuration;
	let idleUntil = performance.now() + idleTimeout;
	const stopWatch = watchDeadline(
		() => Math.min(idleUntil, endsAt, limits.closesAt?.() ?? Infinity),
		() => {
			failure = tooSlow(limits, performance.now() >= endsAt);
			response.close();
		},
	);
	try {
		try {
			for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
				idleUntil = Infinity;
				yield reader.read(chunk);
				if (reader.failure) break;
				idleUntil = performance.now() + idleTimeout;
			}
		} catch {
			const message = `The connection was lost in the middle of the ${subject}`;
			failure ??= incomplete(limits, message, 'network');
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
