import type { FastifyReply } from 'fastify';

/** What goes out for a request that is not streamed. */
export interface Payload {
	status: number;
	contentType?: string;
	headers?: Record<string, string>;
	body: string | Uint8Array;
}

/** A refusal by the simulated service. */
export class ServiceError extends Error {
	/**
	 * @param code one of the spec's codes, or one of the sandbox's own (`unauthorized`,
	 *   `insufficient-scope`, `malformed-request`, `not-found`, `conflict`) if the spec has none
	 */
	constructor(
		readonly status: number,
		readonly code: string,
		text: string,
		readonly headers: Record<string, string> = {},
	) {
		super(text);
	}

	get payload(): Payload {
		const { status, code, message, headers } = this;
		return jsonPayload(status, { code, message }, headers);
	}
}

/** Any error as the service answers it: a broken request is 4xx, a fault of its own 500. */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	const { statusCode = 500, message = String(error) } = error as {
		statusCode?: number;
		message?: string;
	};
	const code = statusCode < 500 ? 'malformed-request' : 'internal-error';
	return new ServiceError(statusCode, code, message);
}

/** A response with a JSON body, or with none. */
export function jsonPayload(
	status: number,
	body: unknown,
	headers?: Record<string, string>,
): Payload {
	if (body === undefined) return { status, headers, body: '' };
	const contentType = 'application/json; charset=utf-8';
	return { status, headers, contentType, body: JSON.stringify(body) };
}

/** Sends a response. */
export async function sendPayload(reply: FastifyReply, payload: Payload): Promise<FastifyReply> {
	const headers = { ...payload.headers };
	if (payload.contentType) headers['content-type'] = payload.contentType;
	// A buffer goes out as it is, while fastify would look into a text.
	const body = Buffer.from(payload.body);
	const sent = body.length > 0 ? body : undefined;
	return await reply.code(payload.status).headers(headers).send(sent);
}

/** Cuts the connection without a response. */
export function cutConnection(reply: FastifyReply): FastifyReply {
	reply.hijack();
	reply.raw.socket?.resetAndDestroy();
	return reply;
}
