import { type ErrorDetails, ServiceError } from '../api/errors';
import { createParser } from './eventSourceParser';
import { watchDeadline } from './idleTimeout';
import { cancelledFailure } from './networkError';
import type { HttpResponse } from './request';

/** What a stream of events is to the user. */
export type StreamSubject = 'answer' | 'stream';

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
	/** For messages; by default, an answer of the agent. */
	readonly subject?: StreamSubject;
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

function describePart(subject: StreamSubject): string {
	return `The ${subject} is incomplete. The error contains the part that arrived.`;
}

function brokenFailure(subject: StreamSubject): ErrorDetails {
	const outcome =
		subject === 'answer'
			? 'The agent may have finished anyway. Check Message > Get Many.'
			: 'The service may have finished anyway.';
	return {
		message: `The connection was lost in the middle of the ${subject}`,
		description: `${describePart(subject)} ${outcome}`,
		errorCode: 'network',
	};
}

function stalledFailure(subject: StreamSubject, milliseconds: number): ErrorDetails {
	const sender = subject === 'answer' ? 'agent' : 'service';
	return {
		message: `No further part of the ${subject} arrived within ${milliseconds} ms`,
		description: `${describePart(subject)} If the ${sender} needs longer pauses, raise 'Idle Timeout' in the options.`,
		errorCode: 'timeout',
	};
}

function limitFailure(subject: StreamSubject, what: string, option: string): ErrorDetails {
	return {
		message: `The ${subject} has more than ${what}`,
		description: `${describePart(subject)} To receive longer ${subject}s, raise '${option}' in the options.`,
		errorCode: 'answer-too-large',
	};
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
	const { subject = 'answer', idleTimeout, maxBytes, maxEvents } = limits;
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
			failure ??= limitFailure(subject, `${maxEvents} events`, 'Max Events');
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
				if (bytesLeft < 0) failure ??= limitFailure(subject, `${maxBytes} bytes`, 'Max Bytes');
				if (failure) break;
				idleUntil = Date.now() + idleTimeout;
			}
		} catch {
			failure = brokenFailure(subject);
		}
		if (signal?.aborted) throw new ServiceError(cancelledFailure);
		if (isStalled) failure = stalledFailure(subject, idleTimeout);
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
