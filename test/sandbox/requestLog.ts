import type { OperationId } from '../../src/api/operations';

/** A request as the sandbox saw it; never a token or a secret. */
export interface LoggedRequest {
	/** Position in the order of arrival, from 1. */
	number: number;
	method: string;
	/** Path without the query. */
	path: string;
	/** Undefined if no operation has this method and path. */
	operation?: OperationId;
	query: Record<string, unknown>;
	body?: unknown;
	accept?: string;
	/** The tenant of the token. */
	tenantId?: string;
	/** HTTP status; undefined without a response. */
	status?: number;
	/** Milliseconds since 1970. */
	startedAt: number;
	endedAt?: number;
}

/** A request for a token; never the client secret, a code or a token. */
export interface LoggedTokenRequest {
	scope: string | null;
}

/** All requests, with totals. */
export class RequestLog {
	readonly requests: LoggedRequest[] = [];

	readonly tokenRequests: LoggedTokenRequest[] = [];

	/** How often each operation was asked for. */
	counts: Partial<Record<OperationId, number>> = {};

	total = 0;

	inFlight = 0;

	/** The most service requests that were open at the same time. */
	peakInFlight = 0;

	begin(request: Omit<LoggedRequest, 'number' | 'startedAt'>): LoggedRequest {
		const entry = { number: ++this.total, ...request, startedAt: Date.now() };
		this.requests.push(entry);
		const { operation } = entry;
		if (operation) this.counts[operation] = (this.counts[operation] ?? 0) + 1;
		this.inFlight += 1;
		this.peakInFlight = Math.max(this.peakInFlight, this.inFlight);
		return entry;
	}

	/** Marks a request as over. */
	end(entry: LoggedRequest, status?: number): void {
		entry.endedAt = Date.now();
		entry.status = status;
		this.inFlight -= 1;
	}

	/** Forgets everything but the requests that are still open. */
	clear(): void {
		this.requests.length = 0;
		this.tokenRequests.length = 0;
		this.counts = {};
		this.total = 0;
		this.peakInFlight = this.inFlight;
	}
}
