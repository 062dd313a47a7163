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
	const reader = new EventReader(response, limits, signal);
	const stopWatch = watchDeadline(
		() => reader.deadline,
		() => reader.stop(),
	);
	try {
		yield* reader.read();
	} finally {
		stopWatch();
		response.close();
	}
}

class EventReader {
	private readonly decoder = new TextDecoder();
	private ready: StreamEvent[] = [];
	private unfinished = false;
	private eventCount = 0;
	private byteCount = 0;
	private endsInReturn = false;
	private tail = '';
	private tooMany?: ErrorDetails;
	private isStalled = false;
	private idleUntil: number;

	private readonly parser = createParser({
		// To spread the event would take as long as to parse it.
		onEvent: ({ event, id, data }) =>
			this.ready.push({ event, id, data, unfinished: this.unfinished }),
	});

	constructor(
		private readonly response: HttpResponse,
		private readonly limits: StreamLimits,
		private readonly signal?: AbortSignal,
	) {
		this.idleUntil = Date.now() + limits.idleTimeout;
	}

	/** Milliseconds since 1970. */
	get deadline(): number {
		return Math.min(this.idleUntil, this.limits.closesAt?.() ?? Infinity);
	}

	/** Ends the stream at the deadline. */
	stop(): void {
		this.isStalled = true;
		this.response.close();
	}

	private get subject(): StreamSubject {
		return this.limits.subject ?? 'answer';
	}

	async *read(): AsyncGenerator<readonly StreamEvent[], void> {
		const failure = yield* this.readChunks();
		if (failure === cancelledFailure) throw new ServiceError(failure);
		this.endOfStream();
		yield this.take();
		const reason = failure ?? this.tooMany;
		if (reason) throw new ServiceError(reason);
	}

	/** Yields the events of each chunk; returns why the stream ended, if not by itself. */
	private async *readChunks(): AsyncGenerator<readonly StreamEvent[], ErrorDetails | undefined> {
		const { maxBytes } = this.limits;
		try {
			for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
				this.idleUntil = Infinity;
				const left = maxBytes - this.byteCount;
				this.byteCount += chunk.length;
				this.feed(this.decoder.decode(chunk.subarray(0, left), { stream: true }));
				if (this.ready.length > 0) yield this.take();
				if (this.tooMany) return this.tooMany;
				if (chunk.length > left) {
					return limitFailure(this.subject, `${maxBytes} bytes`, 'Max Bytes');
				}
				this.idleUntil = Date.now() + this.limits.idleTimeout;
			}
		} catch {
			return this.ending() ?? brokenFailure(this.subject);
		}
		return this.ending();
	}

	private ending(): ErrorDetails | undefined {
		if (this.signal?.aborted) return cancelledFailure;
		return this.isStalled ? stalledFailure(this.subject, this.limits.idleTimeout) : undefined;
	}

	/** The events that are ready, up to the limit. */
	private take(): readonly StreamEvent[] {
		const { maxEvents } = this.limits;
		const left = maxEvents - this.eventCount;
		const events = this.ready.length > left ? this.ready.slice(0, left) : this.ready;
		if (this.ready.length > left) {
			this.tooMany = limitFailure(this.subject, `${maxEvents} events`, 'Max Events');
		}
		this.eventCount += events.length;
		this.ready = [];
		return events;
	}

	private feed(text: string): void {
		if (text === '') return;
		this.parser.feed(text);
		this.endsInReturn = text.endsWith('\r');
		this.tail = `${this.tail}${text.slice(-tailCharacters)}`.slice(-tailCharacters);
	}

	/** Completes an event whose line end is missing at the end of the stream. */
	private endOfStream(): void {
		// A line feed could have followed the last carriage return.
		if (this.endsInReturn) this.parser.feed('\n');
		const [, type] = this.tail.replace(/\r\n?/g, '\n').match(typeAlone) ?? [];
		if (type !== undefined) this.limits.onTypeAlone?.(type.trim());
		this.unfinished = true;
		this.parser.feed('\n\n');
	}
}
