import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';
import { pause } from './eventStreams';
import { SeededRandom } from './random';
import type { Payload } from './responses';

/** What a fault can compare to match a request. */
export interface FaultSubject {
	operation: OperationId | 'token';
	path: string;
	query: Record<string, unknown>;
	body: unknown;
}

export interface Fault {
	/** Operation concerned, or the token endpoint; without it, every operation of the service. */
	operation?: OperationId | 'token';
	/** Concerns only requests for which this is true. */
	match?: (request: FaultSubject) => boolean;
	/** Concerns only requests whose path or body, as JSON, contains this text. */
	includes?: string;
	/** Leaves this many matching requests alone first. */
	skip?: number;
	/** How often it is injected; without it, until removed. */
	times?: number;
	/** Injected into each matching request with this probability, 0 to 1, the same at every start. */
	probability?: number;
	/** HTTP status to answer with; with `errorCode` alone, the usual status of that code. */
	status?: number;
	errorCode?: string;
	/** `Retry-After`: seconds, or a text sent as it is, such as an HTTP date. */
	retryAfter?: number | string;
	/** Does not take the latency of the service, as a gateway that rejects a request. */
	atOnce?: boolean;
	/** Milliseconds to wait before anything else. */
	delayMs?: number;
	/** Waited for before anything else. */
	until?: () => Promise<void>;
	/** Cuts the connection with no answer. */
	reset?: 'beforeResponse';
	/** Replaces the body of the answer, whether it is an error or a success. */
	bodyMode?: keyof typeof bodies;
	/** Replaces the record or list of a success before it is written. */
	replaceBody?: (body: unknown) => unknown;
	/** Response headers to add. */
	headers?: Record<string, string>;
	/** Does what was asked first and fails then, as when an answer is lost on its way. */
	afterProcessing?: boolean;
}

/** A fault in place. */
export interface InjectedFault {
	readonly fault: Fault;
	/** How often it was injected. */
	hits: number;
	remove(): void;
}

const gatewayPage =
	'<!doctype html><html><head><title>Gateway</title></head><body><h1>Message</h1></body></html>';

const gzipHeader = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];

const gzip = ({ headers }: Payload, ...rest: number[]) => ({
	headers: { ...headers, 'content-encoding': 'gzip' },
	body: Uint8Array.from([...gzipHeader, ...rest]),
});

/** Bodies to send in place of the right one. */
const bodies = {
	truncated: ({ body }: Payload) => ({ body: body.slice(0, Math.floor(body.length / 2)) }),
	html: () => ({ contentType: 'text/html; charset=utf-8', body: gatewayPage }),
	empty: () => ({ contentType: undefined, body: '' }),
	text: () => ({ contentType: 'text/plain; charset=utf-8', body: 'upstream connect error' }),
	null: () => ({ body: 'null' }),
	cutGzip: (payload) => gzip(payload),
	gzipOfNothing: (payload) => gzip(payload, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0),
} satisfies Record<string, (payload: Payload) => Partial<Payload>>;

/** The faults in place; the first that matches a request is injected. */
export class Faults {
	private injected: Array<InjectedFault & { skipped: number }> = [];

	private random = new SeededRandom(1);

	/** Puts a fault in place, after those already there. */
	add(fault: Fault): InjectedFault {
		const injected = {
			fault,
			hits: 0,
			skipped: 0,
			remove: () => {
				this.injected = this.injected.filter((other) => other !== injected);
			},
		};
		this.injected.push(injected);
		return injected;
	}

	/**
	 * Shows a record, or each record of a list, with other fields.
	 *
	 * @param fields those that replace others, or a function of the record; undefined leaves one out
	 * @param times how often; without it, until removed
	 */
	change(
		operation: OperationId,
		fields: object | ((record: IDataObject) => object),
		times?: number,
	): InjectedFault {
		const fieldsOf = typeof fields === 'function' ? fields : () => fields;
		const show = (record: unknown) =>
			({ ...Object(record), ...fieldsOf(record as IDataObject) }) as object;
		const replaceBody = (body: unknown) => (Array.isArray(body) ? body.map(show) : show(body));
		return this.add({ operation, replaceBody, times });
	}

	/** Takes all faults away and starts the seeded chances anew. */
	clear(): void {
		this.injected = [];
		this.random = new SeededRandom(1);
	}

	/** The fault that matches this request, counted as a hit; one that does nothing if none does. */
	match(subject: FaultSubject): Fault {
		for (const injected of this.injected) {
			const { skip = 0, times = Infinity, probability = 1 } = injected.fault;
			if (!concerns(injected.fault, subject) || injected.hits >= times) continue;
			if (injected.skipped < skip) {
				injected.skipped += 1;
				continue;
			}
			if (probability < 1 && !this.random.chance(probability)) continue;
			injected.hits += 1;
			return injected.fault;
		}
		return {};
	}
}

function concerns(fault: Fault, subject: FaultSubject): boolean {
	if (fault.operation ? fault.operation !== subject.operation : subject.operation === 'token') {
		return false;
	}
	const { includes = '' } = fault;
	const isIn = (text: string) => text.includes(includes);
	if (![subject.path, JSON.stringify(subject.body ?? null)].some(isIn)) return false;
	return fault.match?.(subject) ?? true;
}

/**
 * The answer to a request under a fault.
 *
 * @param perform does what was asked
 * @param fail makes the answer of a fault that answers in its place
 * @returns undefined if the connection has to be cut without an answer
 */
export async function underFault<T>(
	fault: Fault,
	closing: AbortSignal,
	perform: () => T,
	fail: () => T,
): Promise<T | undefined> {
	if (fault.delayMs) await pause(fault.delayMs, closing);
	await fault.until?.();
	if (closing.aborted) return undefined;
	const { status, errorCode, retryAfter, reset, afterProcessing } = fault;
	const cuts = reset === 'beforeResponse';
	const fails = cuts || (status ?? errorCode ?? retryAfter) !== undefined;
	const performed = fails && !afterProcessing ? undefined : perform();
	if (cuts) return undefined;
	return fails ? fail() : performed;
}

/** An answer with the fault's body and headers in it. */
export function corrupt(payload: Payload, { headers, retryAfter, bodyMode }: Fault): Payload {
	return {
		...payload,
		headers: {
			...payload.headers,
			...headers,
			...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
		},
		...(bodyMode && bodies[bodyMode](payload)),
	};
}
