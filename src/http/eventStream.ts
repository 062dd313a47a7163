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

function failureOf(
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
	return failureOf(words, message, words.ifLost, 'network');
}

function stalledFailure(words: StreamWords, milliseconds: number): ErrorDetails {
	const message = `No further part of the ${words.subject} arrived within ${milliseconds} ms`;
	return failureOf(words, message, words.ifStalled, 'timeout');
}

function limitFailure(words: StreamWords, what: string, remedy: string): ErrorDetails {
	const message = `The ${words.subject} has more than ${what}`;
	return failureOf(words, message, remedy, 'answer-too-large');
}

/** As {@link readEventBatches}, event by event. */
export async function* readEvents(
	...stream: Parameters<typeof readEventBatches>
): AsyncGenerator<StreamEvent, void> {
	for await (const batch of readEventBatches(...stream)) for (const event of batch) yield event;
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
	const { words, idleTimeout, maxBytes, maxEvents } = limits;
	let ready: StreamEvent[] = [];
	let unfinished = false;
	let eventsLeft = maxEvents;
	let bytesLeft = maxBytes;
	let failure: ErrorDetails | undefined;
	const parser = createParser({
		// To spread the event would take as long as to parse it.
		onEvent: ({ event, id, data }) => ready.push({ event, id, data, unfinished }),
	});

	/** The events that are ready, up to the limit. */
	const takeReady = (): readonly StreamEvent[] => {
		const events = ready.length > eventsLeft ? ready.slice(0, eventsLeft) : ready;
		if (ready.length > eventsLeft) {
			failure ??= limitFailure(words, `${maxEvents} events`, words.ifTooManyEvents);
		}
		eventsLeft -= events.length;
		ready = [];
		return events;
	};

	let isStalled = false;
	let idleUntil = Date.now() + idleTimeout;
	const stopWatch = watchDeadline(
		() => Math.min(idleUntil, limits.closesAt?.() ?? Infinity),
		() => {
			isStalled = true;
			response.close();
		},
	);
	const decoder = new TextDecoder();
	let tail = '';
	try {
		try {
			for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
				idleUntil = Infinity;
				const text = decoder.decode(chunk.subarray(0, bytesLeft), { stream: true });
				bytesLeft -= chunk.length;
				parser.feed(text);
				tail = `${tail}${text.slice(-tailCharacters)}`.slice(-tailCharacters);
				if (ready.length > 0) yield takeReady();
				if (bytesLeft < 0)
					failure ??= limitFailure(words, `${maxBytes / megabyte} MB`, words.ifTooManyBytes);
				if (failure) break;
				idleUntil = Date.now() + idleTimeout;
			}
		} catch {
			failure = brokenFailure(words);
		}
		if (signal?.aborted) throw new ServiceError(cancelledFailure);
		if (isStalled) failure = stalledFailure(words, idleTimeout);
		// A line feed could have followed the last carriage return.
		if (tail.endsWith('\r')) parser.feed('\n');
		const [, type] = tail.replace(/\r\n?/g, '\n').match(typeAlone) ?? [];
		if (type !== undefined) limits.onTypeAlone?.(type.trim());
		unfinished = true;
		// Completes an event whose line end is missing.
		parser.feed('\n\n');
		yield takeReady();
		if (failure) throw new ServiceError(failure);
	} finally {
		stopWatch();
		response.close();
	}
}
