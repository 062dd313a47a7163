import type { OperationId } from '../../src/api/operations';
import type { Payload } from './errorAnswers';
import { SeededRandom } from './random';

/** What a fault can look at to decide whether it concerns a request. */
export interface FaultSubject {
	operation: OperationId | 'token';
	method: string;
	path: string;
	query: Record<string, unknown>;
	body: unknown;
}

export interface Fault {
	/** Operation concerned, or the token endpoint; without it, every operation of the service. */
	operation?: OperationId | 'token';
	/** Concerns only requests for which this is true. */
	match?: (request: FaultSubject) => boolean;
	/** Concerns only requests whose path contains this text. */
	pathIncludes?: string;
	/** Concerns only requests whose body, as JSON, contains this text. */
	bodyIncludes?: string;
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
	/** Milliseconds to wait before anything else. */
	delayMs?: number;
	/** Cuts the connection with no answer, or in the middle of one. */
	reset?: 'beforeResponse' | 'midBody';
	/** Replaces the body of the answer, whether it is an error or a success. */
	bodyMode?: BodyMode;
	/** Replaces the record or list of a success before it is written. */
	replaceBody?: (body: unknown) => unknown;
	/** Response headers to add. */
	headers?: Record<string, string>;
	/** Does what was asked first and fails then, as when an answer is lost on its way. */
	afterProcessing?: boolean;
	/** Shown in the request log. */
	name?: string;
}

/** `truncated` cuts the JSON in half; the others put something else in its place. */
export const bodyModes = ['truncated', 'html', 'empty', 'text', 'bareString', 'null'] as const;

export type BodyMode = (typeof bodyModes)[number];

/** A fault in place. */
export interface InjectedFault {
	readonly fault: Fault;
	/** How often it was injected. */
	hits: number;
	remove(): void;
}

interface Injection extends InjectedFault {
	skipped: number;
	label: string;
}

/** The faults in place; the first that matches a request is injected. */
export class Faults {
	private injected: Injection[] = [];

	private random = new SeededRandom(1);

	private added = 0;

	/** Puts a fault in place, after those already there. */
	add(fault: Fault): InjectedFault {
		this.added += 1;
		const injected: Injection = {
			fault,
			hits: 0,
			skipped: 0,
			label: fault.name ?? `fault ${this.added}`,
			remove: () => {
				this.injected = this.injected.filter((other) => other !== injected);
			},
		};
		this.injected.push(injected);
		return injected;
	}

	/** Takes all faults away and starts the seeded chances anew. */
	clear(): void {
		this.injected = [];
		this.added = 0;
		this.random = new SeededRandom(1);
	}

	/** The faults in place, for a summary. */
	list(): Array<{ name: string; hits: number; operation?: string }> {
		return this.injected.map(({ label, hits, fault }) => ({
			name: label,
			hits,
			operation: fault.operation,
		}));
	}

	/** The fault that matches this request, if any, counted as a hit. */
	match(subject: FaultSubject): { fault: Fault; label: string } | undefined {
		for (const injected of this.injected) {
			if (!concerns(injected.fault, subject)) continue;
			if (injected.hits >= (injected.fault.times ?? Number.POSITIVE_INFINITY)) continue;
			if (injected.skipped < (injected.fault.skip ?? 0)) {
				injected.skipped += 1;
				continue;
			}
			const { probability } = injected.fault;
			if (probability !== undefined && !this.random.chance(probability)) continue;
			injected.hits += 1;
			return injected;
		}
		return undefined;
	}
}

function concerns(fault: Fault, subject: FaultSubject): boolean {
	if (fault.operation ? fault.operation !== subject.operation : subject.operation === 'token') {
		return false;
	}
	if (fault.pathIncludes && !subject.path.includes(fault.pathIncludes)) return false;
	if (fault.bodyIncludes && !JSON.stringify(subject.body ?? null).includes(fault.bodyIncludes)) {
		return false;
	}
	return fault.match?.(subject) ?? true;
}

/** Whether a fault answers in place of the operation. */
export function answersInstead(fault: Fault): boolean {
	return (
		fault.status !== undefined ||
		fault.errorCode !== undefined ||
		fault.retryAfter !== undefined ||
		fault.reset === 'beforeResponse'
	);
}

/** An answer with the fault's body and headers in it. */
export function corrupt(payload: Payload, fault: Fault): Payload {
	const headers = { ...payload.headers, ...fault.headers };
	if (fault.retryAfter !== undefined) headers['retry-after'] = String(fault.retryAfter);
	return { ...payload, headers, ...corruptBody(payload, fault.bodyMode) };
}

function corruptBody(payload: Payload, mode: BodyMode | undefined): Partial<Payload> {
	switch (mode) {
		case undefined:
			return {};
		case 'truncated':
			return { body: payload.body.slice(0, Math.floor(payload.body.length / 2)) };
		case 'html':
			return {
				contentType: 'text/html; charset=utf-8',
				body: `<!doctype html><html><head><title>${payload.status}</title></head><body><h1>Gateway message</h1></body></html>`,
			};
		case 'empty':
			return { contentType: undefined, body: '' };
		case 'text':
			return { contentType: 'text/plain; charset=utf-8', body: 'upstream connect error' };
		case 'bareString':
			return { body: JSON.stringify('upstream connect error') };
		case 'null':
			return { body: 'null' };
	}
}
