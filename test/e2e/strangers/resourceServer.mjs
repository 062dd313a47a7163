import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import { operationIds, operationRow, scopeOf } from '../catalogue.mjs';

/** @typedef {import('../../../src/api/operations.js').OperationId} OperationId */

/**
 * A request as it was let through or refused.
 *
 * @typedef {object} JudgedRequest
 * @property {OperationId} operation
 * @property {string | undefined} scope that of its token; undefined where it has no valid one
 * @property {string | undefined} person who signed in, where the token is that of a person
 * @property {401 | 403 | undefined} refused
 */

/**
 * The sandbox as a resource server of another authorization server: asks that server about each
 * token, checks its scope and tenant, and passes the request on with a token of the sandbox's own.
 *
 * @param {import('../../sandbox/index.js').Sandbox} sandbox
 * @param {import('./authorizationServer.mjs').AuthorizationServer} authorizationServer
 * @returns {Promise<{ url: string, requests: JudgedRequest[], stop: () => Promise<void> }>}
 */
export async function startResourceServer(sandbox, authorizationServer) {
	/** @type {JudgedRequest[]} */
	const requests = [];
	const server = createServer((request, response) => {
		void answer(request, response).catch(() => response.destroy());
	});

	/**
	 * @param {string} token
	 * @returns {Promise<{ active: boolean, scope?: string, sub?: string, tenant_id?: string }>}
	 */
	const introspect = async (token) => {
		const { url, routes, service } = authorizationServer;
		const response = await fetch(url + routes.introspection, {
			method: 'POST',
			headers: {
				authorization: `Basic ${Buffer.from(`${service.id}:${service.secret}`).toString('base64')}`,
			},
			body: new URLSearchParams({ token }),
		});
		return /** @type {any} */ (await response.json());
	};

	/**
	 * @param {import('node:http').IncomingMessage} request
	 * @param {import('node:http').ServerResponse} response
	 */
	const answer = async (request, response) => {
		const operation = operationOf(request);
		if (!operation) return void response.writeHead(404).end();
		const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
		const found = await introspect(token);
		const wanted = scopeOf(sandbox, operation);
		const isPerson = found.sub !== undefined;
		// A client's token carries exactly the scope of the operation; a person may have agreed to more.
		const carries = isPerson
			? String(found.scope).split(' ').includes(wanted)
			: found.scope === wanted && found.tenant_id === authorizationServer.tenantId;
		const refused = !found.active ? 401 : carries ? undefined : 403;
		requests.push({ operation, scope: found.scope, person: found.sub, refused });
		if (refused) {
			const reason = refused === 401 ? 'invalid_token' : 'insufficient_scope';
			response.writeHead(refused, { 'www-authenticate': `Bearer error="${reason}"` }).end();
			return;
		}
		const own = isPerson ? sandbox.issueUserToken() : sandbox.issueToken(operation);
		const passedOn = sendRequest(
			sandbox.baseUrl + request.url,
			{
				method: request.method,
				headers: { ...request.headers, authorization: `Bearer ${own}`, connection: 'close' },
			},
			(answered) => {
				response.writeHead(answered.statusCode ?? 502, answered.headers);
				answered.pipe(response);
				answered.once('error', () => response.destroy());
			},
		);
		passedOn.once('error', () => response.destroy());
		response.once('close', () => passedOn.destroy());
		request.pipe(passedOn);
	};

	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

/** @param {import('node:http').IncomingMessage} request */
function operationOf({ method, url = '' }) {
	const path = url.split('?', 1)[0] ?? '';
	return operationIds.find((id) => {
		const row = operationRow(id);
		const pattern = new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
		return row.method === method && pattern.test(path);
	});
}
