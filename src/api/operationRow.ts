/** What the catalogue states about an operation, and how requests are sent for it. */
import type { ErrorCode } from './errorCodes';

export type HttpMethod = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';

export interface Paging {
	/** In numbered pages (spec 4.2 and 4.3), or after the ID of the last record (spec 4.4 and 4.5). */
	readonly by: 'page' | 'cursor';
	/** For a list by cursor: the largest `limit`, if the operation accepts one. */
	readonly maximum?: number;
}

/** An operation, as requests are sent for it. */
export interface OperationRow {
	readonly method: HttpMethod;
	/** Appended to the base URL. `{name}` is a path parameter. */
	readonly path: string;
	/** Required scope, without the prefix that the credential adds. */
	readonly scope: string;
	/** The successes that the spec shows; undefined if it shows none. Any other 2xx is accepted, too. */
	readonly success?: readonly number[];
	readonly errorCodes: readonly ErrorCode[];
	/** Without paging, a list is returned whole. */
	readonly paging?: Paging;
	/** A 2xx response may have no body, whatever its status. */
	readonly bodiless?: true;
	/** Changes nothing although it isn't a GET, so it can be retried. */
	readonly reads?: true;
	/** What to do at a status, if the operation knows better than the text for all. */
	readonly remedies?: Readonly<Record<number, string>>;
	/** The response is a stream of Server-Sent Events (spec 6). */
	readonly streams?: true;
	/** Accepts only the token of an interactive user (spec 5, rule 4). */
	readonly interactiveUser?: true;
}

/**
 * A function for rows with a method.
 *
 * @param usual what rows have unless they state otherwise, in addition to 200 as the only success
 */
function rowsOf(method: HttpMethod, usual: Partial<OperationRow> = {}) {
	return (path: string, scope: string, details: Partial<OperationRow> = {}): OperationRow => ({
		success: [200],
		errorCodes: [],
		...usual,
		...details,
		method,
		path,
		scope,
	});
}

export const get = rowsOf('GET');
export const post = rowsOf('POST');
export const put = rowsOf('PUT');
export const patch = rowsOf('PATCH');
export const remove = rowsOf('DELETE', { bodiless: true });
