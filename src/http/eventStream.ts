import type { OwnErrorCode } from '../api/errorCodes';
import { type ErrorDetails, ServiceError } from '../api/errors';
import { createParser } from './eventSourceParser';
import { watchDeadline } from './idleTimeout';
import { cancelledFailure } from './networkError';
import type { HttpResponse } from './request';

/** In bytes. */
export const megabyte = 1_048_576;

/** What a stream is to the user, and what to do if it isn't read to its end. */
export interface StreamWords {
	readonly subject: string;
	readonly ifLost: string;
	readonly ifStalled: string;
	readonly ifTooManyEvents: string;
	readonly ifTooManyBytes: string;
}

/** One event of a stream, as it arrived. */
export interface StreamEvent {
	/** Its type. */
	readonly event?: string;
	readonly id?: string;
	/** Its lines of data, joined. */
	readonly data: string;
	/** The stream ended within this event, so it may be incomplete. */
	readonly unfinished: boolean;
}

export interface StreamLimits {
	/** For messages. */
	readonly words: StreamWords;
	/** Milliseconds without a byte after which the stream is closed. */
	readonly idleTimeout: number;
	/** When the stream is closed even if bytes arrive, in milliseconds since 1970. */
	readonly closesAt?: () => number | undefined;
	/** Called at the end with the type of a last event without data, which the standard ignores. */
	readonly onTypeAlone?: (type: string) => void;
	readonly maxEvents: number;
	/** Also limits the memory for one event. */
	readonly maxBytes: number;
}

/** Characters at the end of a stream that are searched for a type without data. */
const tailCharacters = 200;

/** A last event with a type and no data. */
const typeAlone = /(?:^|\n)event: ?([^\n]+)\n(?:id:[^\n]*\n)?\n*$/;

function incompleteStream(
	{ subject }: StreamWords,
	message: string,
	remedy: string,
	errorCode: OwnErrorCode,
): ErrorDetails {
	const part = `The ${subject} is incomplete. The error contains the part that arrived.`;
	return { message, description: `${part} ${remedy}`, errorCode };
}

function brokenFailure(words: StreamWords): ErrorDetails {
	const message = `The connection was lost in the middle of the ${words.subject}`;
	return incompleteStream(words, message, words.ifLost, 'network');
}

function stalledFailure(words: StreamWords, milliseconds: number): ErrorDetails {
	const message = `No further part of the ${words.subject} arrived within ${milliseconds} ms`;
	return incompleteStream(words, message, words.ifStalled, 'timeout');
}

function limitFailure(words: StreamWords, what: string, remedy: string): ErrorDetails {
	const message = `The ${words.subject} has more than ${what}`;
	return incompleteStream(words, message, remedy, 'answer-too-large');
}

/** As {@link readEventBatches}, event by event. */
export async function* readStreamEvents(
	...stream: Parameters<typeof readEventBatches>
): AsyncGenerator<StreamEvent, void> {
	for await (const batch of readEventBatches(...stream)) for (const event of batch) yield event;
}

/** Turns text into events, and counts them. */
class EventReader {
	/** Set if more events arrived than are allowed. */
	failure?: ErrorDetails;
	private ready: StreamEvent[] = [];
	private eventsLeft: number;
	private isEnding = false;
	private tail = '';
	private readonly parser = createParser({
		// To spread the event would take as long as to parse it.
		onEvent: ({ event, id, data }) => {
			this.ready.push({ event, id, data, unfinished: this.isEnding });
		},
	});

	constructor(private readonly limits: StreamLimits) {
		this.eventsLeft = limits.maxEvents;
	}

	/** @returns the events that the text completes, up to the limit */
	read(text: string): readonly StreamEvent[] {
		this.parser.feed(text);
		this.tail = `${this.tail}${text.slice(-tailCharacters)}`.slice(-tailCharacters);
		return this.take();
	}

	/** @returns the last event, if its line end is missing */
	end(): readonly StreamEvent[] {
		// A line feed could have followed the last carriage return.
		if (this.tail.endsWith('\r')) this.parser.feed('\n');
		const [, type] = this.tail.replace(/\r\n?/g, '\n').match(typeAlone) ?? [];
		if (type !== undefined) this.limits.onTypeAlone?.(type.trim());
		this.isEnding = true;
		this.parser.feed('\n\n');
		return this.take();
	}

	private take(): readonly StreamEvent[] {
		const { words, maxEvents } = this.limits;
		const events = this.ready.slice(0, this.eventsLeft);
		if (this.ready.length > events.length) {
			this.failure = limitFailure(words, `${maxEvents} events`, words.ifTooManyEvents);
		}
		this.eventsLeft -= events.length;
		this.ready = [];
		return events;
	}
}

/** @throws ServiceError if the stream has more bytes than allowed, after the text of those allowed */
async function* decodeChunks(
	{ body }: HttpResponse,
	{ words, maxBytes }: StreamLimits,
): AsyncGenerator<string, void> {
	const decoder = new TextDecoder();
	let bytesLeft = maxBytes;
	for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
		yield decoder.decode(chunk.subarray(0, bytesLeft), { stream: true });
		bytesLeft -= chunk.length;
		if (bytesLeft >= 0) continue;
		throw new ServiceError(limitFailure(words, `${maxBytes / megabyte} MB`, words.ifTooManyBytes));
	}
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
	const { words, idleTimeout } = limits;
	const reader = new EventReader(limits);
	let failure: ErrorDetails | undefined;
	let idleUntil = Date.now() + idleTimeout;
	const stopWatch = watchDeadline(
		() => Math.min(idleUntil, limits.closesAt?.() ?? Infinity),
		() => {
			failure = stalledFailure(words, idleTimeout);
			response.close();
		},
	);
	try {
		try {
			for await (const text of decodeChunks(response, limits)) {
				idleUntil = Infinity;
				yield reader.read(text);
				if (reader.failure) break;
				idleUntil = Date.now() + idleTimeout;
			}
		} catch (error) {
			failure ??= error instanceof ServiceError ? error.details : brokenFailure(words);
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
