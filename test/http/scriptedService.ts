import fastify from 'fastify';
import { type INodeParameters, sleep } from 'n8n-workflow';
import { Engine, type NodeRunRequest } from '../engine/engine';

/** A request as it arrived. */
export interface ScriptedRequest {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	readonly authorization: string;
	readonly headers: object;
	readonly body: string;
}

/** What a script answers. */
export interface ScriptedResponse {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	/** Text as it is; anything else as JSON. */
	readonly body?: unknown;
	readonly delayMs?: number;
	/** What the response waits for. */
	readonly after?: Promise<unknown>;
}

/** A service and authorization server that answers whatever a test wants. */
export interface ScriptedService {
	readonly credential: Record<string, string>;
	readonly requests: ScriptedRequest[];
	readonly tokenRequests: ScriptedRequest[];
	/** Replaced by a test. */
	respond: (request: ScriptedRequest, count: number) => ScriptedResponse;
	respondToken: (request: ScriptedRequest, count: number) => ScriptedResponse;
	close(): Promise<void>;
}

/** Starts a scripted service on a free port. */
async function startScriptedService(): Promise<ScriptedService> {
	const requests: ScriptedRequest[] = [];
	const tokenRequests: ScriptedRequest[] = [];
	const server = fastify({ forceCloseConnections: true });
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
		done(null, body),
	);
	server.all('/*', async ({ method, url, headers, body: sent }, reply) => {
		const authorization = headers.authorization ?? '';
		const request = { method, url, authorization, headers, body: String(sent ?? '') };
		const isToken = url.endsWith('/connect/token');
		const log = isToken ? tokenRequests : requests;
		log.push(request);
		const script = isToken ? service.respondToken : service.respond;
		const { status = 200, headers: own, body, delayMs = 0, after } = script(request, log.length);
		await sleep(delayMs);
		await after;
		const isText = typeof body === 'string';
		await reply
			.code(status)
			.headers({ 'content-type': isText ? 'text/plain' : 'application/json', ...own })
			.send(body === undefined || isText ? body : JSON.stringify(body));
	});
	const address = await server.listen({ port: 0, host: '127.0.0.1' });
	const service: ScriptedService = {
		credential: {
			baseUrl: address,
			authServerUrl: address,
			tenantId: 'tenant-1',
			clientId: 'client-1',
			clientSecret: 'the-secret-of-the-client',
			scopePrefix: 'svc:',
		},
		requests,
		tokenRequests,
		respond: () => ({ body: {} }),
		respondToken: (_request, count) => ({
			body: { access_token: `token-${count}`, expires_in: 3600, token_type: 'Bearer' },
		}),
		close: async () => await server.close(),
	};
	return service;
}

/** The package in n8n's engine with a scripted service for each test, so none finds another's token. */
export function scriptedNodes() {
	let engine: Engine;
	let service: ScriptedService;
	beforeAll(async () => {
		engine = await Engine.load();
	});
	beforeEach(async () => {
		service = await startScriptedService();
	});
	afterEach(async () => await service.close());
	return {
		service: () => service,
		/** Runs the node of this name, such as `User`. */
		run: async (name: string, parameters: INodeParameters, more: Partial<NodeRunRequest> = {}) =>
			await engine.runNode({
				type: `integrationService${name}`,
				parameters,
				credentials: { integrationServiceOAuth2Api: service.credential },
				...more,
			}),
	};
}
