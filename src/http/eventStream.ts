import { type ErrorDetails, ServiceError } from '../api/errors';
import { createParser } from './eventSourceParser';
import { IdleWatch } from './idleTimeout';
import { cancelledFailure } from './networkError';
import type { HttpResponse } from './request';

/** What a stream of events is to the user. */
export type StreamSubject = 'answer' | 'stream';

/** One event of a stream, as it arrived. */
export interface StreamEvent {
	/** Its kind, where it has one. */
	readonly event?: string;
	readonly id?: string;
	/** Its lines of data, joined. */
	readonly data: string;
	/** The stream ended within this event, so that it may be cut. */
	readonly unfinished: boolean;
}

export interface StreamLimits {
	/** What the stream is to the user, for messages; an answer of the agent where left out. */
	readonly subject?: StreamSubject;
	/** Milliseconds without a byte after which the stream is given up; may change on the way. */
	readonly idleTimeout: () => number;
	/** When the stream is given up even while bytes come, in milliseconds since 1970. */
	readonly closesAt?: () => number | undefined;
	/** Called at the end with the kind of a last event without data, which by the standard is none. */
	readonly onKindAlone?: (kind: string) => void;
	readonly maxEvents: number;
	/** Bytes as they arrive; it also bounds the memory that one event can take. */
	readonly maxBytes: number;
}

/** Characters at the end of a stream in which a kind without data is looked for. */
const tailCharacters = 200;

/** A last event with a kind and no data. */
const kindAlone = /(?:^|\n)event: ?([^\n]+)\n(?:id:[^\n]*\n)?\n*$/;

function brokenFailure(subject: StreamSubject): ErrorDetails {
	const goesOn =
		subject === 'answer'
			? 'The agent may have finished anyway. Check Message > Get Many.'
			: 'The service may have finished anyway.';
	return {
		message: `The connection broke off in the middle of the ${subject}`,
		description: `The ${subject} is incomplete; what had arrived is kept. ${goesOn}`,
		errorCode: 'network',
	};
}

function stalledFailure(subject: StreamSubject, milliseconds: number): ErrorDetails {
	const who = subject === 'answer' ? 'agent' : 'service';
	return {
		message: `Nothing more of the ${subject} arrived within ${milliseconds} ms`,
		description: `The ${subject} is incomplete; what had arrived is kept. Raise Idle Timeout in the options if the ${who} needs longer pauses.`,
		errorCode: 'timeout',
	};
}

function limitFailure(subject: StreamSubject, what: string, option: string): ErrorDetails {
	return {
		message: `The ${subject} has more than ${what}`,
		description: `The ${subject} is incomplete; what had arrived is kept. Raise ${option} in the options to receive longer ${subject}s.`,
		errorCode: 'answer-too-large',
	};
}

/**
 * Reads a stream of Server-Sent Events as it arrives, however it is cut into chunks: no event is
 * held back, and none is kept. Whoever leaves early closes the connection.
 *
 * @see readEventBatches for its parameters and errors
 */
export async function* readEvents(
	...stream: Parameters<typeof readEventBatches>
): AsyncGenerator<StreamEvent, void> {
	for await (const batch of readEventBatches(...stream)) for (const event of batch) yield event;
}

/**
 * The same with the events that arrived together, which costs less where there are very many.
 *
 * @param limits when to give up
 * @param signal n8n's cancel signal
 * @throws ServiceError where the stream breaks off, stalls, exceeds a limit or is cancelled;
 *   whatever had arrived was yielded before
 */
export async function* readEventBatches(
	response: HttpResponse,
	limits: StreamLimits,
	signal?: AbortSignal,
): AsyncGenerator<readonly StreamEvent[], void> {
	const watch = new IdleWatch(limits.idleTimeout, response.close, limits.closesAt);
	try {
		watch.resume();
		yield* new EventReader(response, limits, watch, signal).read();
	} finally {
		watch.stop();
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

	private readonly parser = createParser({
		onEvent: (event) => this.ready.push({ ...event, unfinished: this.unfinished }),
	});

	constructor(
		private readonly response: HttpResponse,
		private readonly limits: StreamLimits,
		private readonly watch: IdleWatch,
		private readonly signal?: AbortSignal,
	) {}

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
				this.watch.pause();
				const left = maxBytes - this.byteCount;
				this.byteCount += chunk.length;
				this.feed(this.decoder.decode(chunk.subarray(0, left), { stream: true }));
				if (this.ready.length > 0) yield this.take();
				if (this.tooMany) return this.tooMany;
				if (chunk.length > left) {
					return limitFailure(this.subject, `${maxBytes} bytes`, 'Max Bytes');
				}
				this.watch.resume();
			}
		} catch {
			return this.ending() ?? brokenFailure(this.subject);
		}
		return this.ending();
	}

	private ending(): ErrorDetails | undefined {
		if (this.signal?.aborted) return cancelledFailure;
		return this.watch.expired ? stalledFailure(this.subject, this.limits.idleTimeout()) : undefined;
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

	/** Makes ready the events that wait for a line end which the stream did not send. */
	private endOfStream(): void {
		// A carriage return at the very end is a whole line end, but may have been half of one so far.
		if (this.endsInReturn) this.parser.feed('\n');
		const [, kind] = this.tail.replace(/\r\n?/g, '\n').match(kindAlone) ?? [];
		if (kind !== undefined) this.limits.onKindAlone?.(kind.trim());
		this.unfinished = true;
		this.parser.feed('\n\n');
	}
}
