import type { FastifyReply } from 'fastify';
import type { Payload } from './errorAnswers';

/**
 * Sends an answer.
 *
 * @param cut promises the whole body and cuts the connection after half of it
 */
export async function sendPayload(
	reply: FastifyReply,
	payload: Payload,
	cut = false,
): Promise<FastifyReply> {
	const headers = { ...payload.headers };
	if (payload.contentType) headers['content-type'] = payload.contentType;
	if (!cut) {
		// A buffer goes out as it is, where fastify would look into a text.
		const body = payload.body === '' ? undefined : Buffer.from(payload.body);
		return await reply.code(payload.status).headers(headers).send(body);
	}
	reply.hijack();
	const body = Buffer.from(payload.body);
	reply.raw.writeHead(payload.status, { ...headers, 'content-length': Math.max(body.length, 2) });
	reply.raw.flushHeaders();
	reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy());
	return reply;
}

/** Cuts the connection without an answer. */
export function cutConnection(reply: FastifyReply): FastifyReply {
	reply.hijack();
	reply.raw.socket?.resetAndDestroy();
	return reply;
}
