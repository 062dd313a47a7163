import type { ErrorCode } from '../../nodes/shared/service/errorCodes';
import { isErrorCode, errorCodes } from '../../nodes/shared/service/errorCodes';

/** The HTTP status of each error code; the spec does not show them, so the believable ones. */
export const errorStatuses: Readonly<Record<ErrorCode, number>> = {
	'date-range-too-large': 400,
	'invalid-page': 400,
	'invalid-page-size': 400,
	'group-name-is-unavailable': 409,
	'cannot-delete-referenced-entity': 409,
	'user-group-not-found': 404,
	'group-already-have-access-to-report': 409,
	'group-already-have-access-to-role': 409,
	'email-address-required': 400,
	'invalid-email-address': 400,
	'administrators-cannot-be-assigned-connected-tenants': 400,
	'group-not-found': 404,
	'invalid-name': 400,
	'name-required': 400,
	'only-normal-users-can-be-assigned-user-groups': 400,
	'tenant-not-found': 404,
	'user-already-in-tenant': 409,
	'user-already-has-group': 409,
	'user-not-found': 404,
	'api-client-must-be-a-user': 403,
	'invalid-request': 400,
	'assignment-not-found': 404,
	'no-active-run': 409,
	'run-already-active': 409,
	'usage-limit-exceeded': 403,
	'run-not-found': 404,
	'run-not-active': 409,
	'search-after-id-not-found': 404,
	'question-too-long': 400,
	'stream-unacceptable': 406,
	'thread-not-found': 404,
	'duplicate-property-value': 400,
	'invalid-property-key-name': 400,
	'language-not-found': 400,
	'property-key-name-already-exists': 409,
	'property-key-not-found': 404,
	'conversation-not-found': 404,
	'ticket-is-not-assigned': 409,
	'web-pages.retrieve-page.draft-not-found': 404,
	'web-pages.retrieve-page.layout-not-found': 404,
	'web-pages.retrieve-page.page-not-found': 404,
};

/** The ways in which a service may write an error; the spec shows none. */
export const errorShapes = [
	'code',
	'errorCode',
	'nested',
	'list',
	'problem',
	'problemTitle',
	'bareString',
	'text',
] as const;

export type ErrorShape = (typeof errorShapes)[number];

/** What goes out for a request that is not streamed. */
export interface Payload {
	status: number;
	contentType?: string;
	headers?: Record<string, string>;
	body: string;
}

/** A refusal by the simulated service. */
export class ServiceError extends Error {
	/**
	 * @param status HTTP status
	 * @param code one of the spec's codes, or one of the sandbox's own (`unauthorized`,
	 *   `insufficient-scope`, `malformed-request`, `not-found`, `conflict`) where the spec has none
	 * @param text what happened, for a person
	 * @param headers response headers to add
	 */
	constructor(
		readonly status: number,
		readonly code: string,
		text: string,
		readonly headers: Record<string, string> = {},
	) {
		super(text);
	}
}

/** The error for one of the spec's codes. */
export function codedError(code: ErrorCode, text?: string): ServiceError {
	return new ServiceError(errorStatuses[code], code, text ?? errorCodes[code].message);
}

/** Any error as the service would answer it: a broken request is 4xx, a fault of its own 500. */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	const { statusCode = 500, message = String(error) } = error as {
		statusCode?: number;
		message?: string;
	};
	const code = statusCode < 500 ? 'malformed-request' : 'internal-error';
	return new ServiceError(statusCode, code, message);
}

/**
 * The HTTP status that goes with a code, or the fallback where the code is not one of the spec's.
 */
export function statusOf(code: string | undefined, fallback: number): number {
	return code !== undefined && isErrorCode(code) ? errorStatuses[code] : fallback;
}

/** An error as the chosen shape writes it. */
export function errorPayload(error: ServiceError, shape: ErrorShape): Payload {
	const { status, code, message, headers } = error;
	const json = (body: unknown, contentType = 'application/json; charset=utf-8') => ({
		status,
		headers,
		contentType,
		body: JSON.stringify(body),
	});
	switch (shape) {
		case 'code':
			return json({ code, message });
		case 'errorCode':
			return json({ errorCode: code, message });
		case 'nested':
			return json({ error: { code, message } });
		case 'list':
			return json({ errors: [{ code, message }] });
		case 'problem':
			return json({ type: code, title: message, status }, 'application/problem+json');
		case 'problemTitle':
			return json(
				{ type: 'about:blank', title: code, status, detail: message },
				'application/problem+json',
			);
		case 'bareString':
			return json(code);
		case 'text':
			return { status, headers, contentType: 'text/plain; charset=utf-8', body: code };
	}
}
