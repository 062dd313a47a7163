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
