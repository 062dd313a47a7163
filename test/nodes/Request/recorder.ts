import Fastify from 'fastify';
import { request } from 'undici';

/** A request as it arrived, with its access token. */
export interface RecordedRequest {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	/** By their names in lower case. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** The bytes of the body, one character for each. */
	readonly body: string;
}

/** An address in front of a service that records requests. */
export interface Recorder {
	readonly baseUrl: string;
	readonly requests: RecordedRequest[];
	close(): Promise<void>;
}

/**
 * Starts a server that records every request and passes it on.
 *
 * @param target the base address of the service
 */
export async function startRecorder(target: string): Promise<Recorder> {
	const requests: RecordedRequest[] = [];
	const server = Fastify({ forceCloseConnections: true });
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
		done(null, body),
	);
	server.all('*', async ({ method, url, headers, body: sent }, reply) => {
		const body = Buffer.isBuffer(sent) ? sent : undefined;
		requests.push({ method, url, headers: { ...headers }, body: body?.toString('latin1') ?? '' });
		const { accept, authorization, 'content-type': contentType } = headers;
		const response = await request(target + url, {
			method: method as 'GET',
			headers: {
				accept,
				authorization,
				...(body === undefined ? {} : { 'content-type': contentType }),
			},
			body,
		});
		const received = await response.body.arrayBuffer();
		const type = response.headers['content-type'];
		if (type !== undefined) reply.header('content-type', type);
		await reply.code(response.statusCode).send(Buffer.from(received));
	});
	const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
	return { baseUrl, requests, close: async () => await server.close() };
}
