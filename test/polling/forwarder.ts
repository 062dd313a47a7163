import Fastify from 'fastify';
import { request } from 'undici';

/** A further address of a service, as another tenant's production may have. */
export interface Forwarder {
	readonly baseUrl: string;
	close(): Promise<void>;
}

/**
 * Starts a server that passes on what is read from it.
 *
 * @param target the base address of the service
 */
export async function startForwarder(target: string): Promise<Forwarder> {
	const server = Fastify({ forceCloseConnections: true });
	server.get('*', async ({ url, headers: { authorization, accept } }, reply) => {
		const headers = { authorization, accept };
		const response = await request(target + url, { headers }).catch(() => undefined);
		const body = await response?.body.text().catch(() => undefined);
		if (response === undefined || body === undefined) {
			reply.hijack().raw.destroy();
			return;
		}
		for (const [name, value] of Object.entries(response.headers)) {
			if (value !== undefined && !/^(connection|content-length|transfer-)/.test(name)) {
				reply.header(name, value);
			}
		}
		await reply.code(response.statusCode).send(body);
	});
	const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
	return { baseUrl, close: async () => await server.close() };
}
