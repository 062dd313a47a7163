import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import getPort from 'get-port';
import { Provider, errors } from 'oidc-provider';

/** Where the service's specification has the token endpoint, and ours the other. */
const routes = { token: '/connect/token', authorization: '/connect/authorize' };

/**
 * What it was asked for at its token endpoint, and the code with which it refused.
 *
 * @typedef {{ fields: Record<string, string>, error?: string }} TokenRequest
 */

/**
 * A token that it has issued.
 *
 * @typedef {object} AccessToken
 * @property {string} scope
 * @property {string} [person] who signed in
 * @property {number} endsAt in milliseconds since 1970
 */

/** @param {string} id */
const newClient = (id) => ({ id, secret: randomBytes(24).toString('base64url') });

/**
 * Starts oidc-provider, as strict as it can be: PKCE for everybody, every refresh token good for
 * once, a tenant in every request.
 *
 * @param {object} options
 * @param {readonly string[]} options.scopes all that it knows
 * @param {string} options.tenantId the one tenant that it knows
 * @param {string} options.redirectUri to which it sends somebody who has signed in
 */
export async function startAuthorizationServer({ scopes, tenantId, redirectUri }) {
	const port = await getPort({ host: '127.0.0.1' });
	const url = `http://127.0.0.1:${port}`;
	const [workflows, person] = [newClient('workflows'), newClient('person')];
	/** @type {TokenRequest[]} */
	const tokenRequests = [];
	/** @type {Map<string, AccessToken>} */
	const accessTokens = new Map();
	/** @type {Set<string>} */
	const refreshTokens = new Set();
	/** @type {URLSearchParams[]} */
	const signIns = [];
	const state = { lifetime: 3600 };

	/** @param {unknown} tenant */
	const checkTenant = (tenant) => {
		if (tenant !== tenantId) throw new errors.InvalidRequest('unknown tenant_id');
	};

	const provider = new Provider(url, {
		routes,
		scopes: [...scopes, 'offline_access'],
		clients: [
			{
				client_id: workflows.id,
				client_secret: workflows.secret,
				grant_types: ['client_credentials'],
				response_types: [],
				redirect_uris: [],
				token_endpoint_auth_method: 'client_secret_post',
				scope: scopes.join(' '),
			},
			{
				client_id: person.id,
				client_secret: person.secret,
				grant_types: ['authorization_code', 'refresh_token'],
				response_types: ['code'],
				redirect_uris: [redirectUri],
				token_endpoint_auth_method: 'client_secret_post',
			},
		],
		features: { clientCredentials: { enabled: true }, resourceIndicators: { enabled: false } },
		pkce: { required: () => true },
		rotateRefreshToken: true,
		extraParams: { tenant_id: (_context, value) => checkTenant(value) },
		extraTokenClaims: (context, token) => {
			if (token.kind === 'ClientCredentials') checkTenant(context.oidc.body?.tenant_id);
			return undefined;
		},
		findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
		ttl: {
			AccessToken: () => state.lifetime,
			ClientCredentials: () => state.lifetime,
			AuthorizationCode: 60,
			Grant: 3600,
			Interaction: 600,
			RefreshToken: 3600,
			Session: 3600,
		},
		cookies: { keys: [randomBytes(24).toString('base64url')] },
		jwks: { keys: [newKey()] },
	});
	/** @param {{ oidc: { body?: object } }} context */
	const fieldsOf = (context) => /** @type {Record<string, string>} */ ({ ...context.oidc.body });
	provider.on('grant.success', (context) => tokenRequests.push({ fields: fieldsOf(context) }));
	provider.on('grant.error', (context, error) =>
		tokenRequests.push({ fields: fieldsOf(context), error: error.error }),
	);
	provider.on('client_credentials.saved', ({ jti, scope = '', expiration }) => {
		accessTokens.set(jti, { scope, endsAt: Date.now() + expiration * 1000 });
	});
	provider.on('access_token.saved', ({ jti, scope = '', expiration, accountId }) => {
		const endsAt = Date.now() + expiration * 1000;
		accessTokens.set(jti, { scope, endsAt, person: accountId });
	});
	provider.on('refresh_token.saved', ({ jti }) => refreshTokens.add(jti));

	const handle = provider.callback();
	const server = createServer((request, response) => {
		const asked = new URL(request.url ?? '/', url);
		if (asked.pathname === routes.authorization) signIns.push(asked.searchParams);
		void handle(request, response);
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');

	return Object.assign(state, {
		url,
		routes,
		/** May use client credentials. */
		workflows,
		/** Signs somebody in. */
		person,
		tokenRequests,
		/** What its sign-in page was asked for. */
		signIns,
		accessTokens,
		refreshTokens,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	});
}

function newKey() {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	return { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig' };
}

/**
 * Signs somebody in at the pages of oidc-provider, as a browser does: with cookies, from page to
 * page, with a name and the consent.
 *
 * @param {string} signInPage
 * @param {string} redirectUri at which it ends
 * @returns {Promise<string>} the address to which it sends the browser back, with the code
 */
export async function signInAt(signInPage, redirectUri) {
	/** @type {Map<string, string>} */
	const cookies = new Map();
	/** @param {string} address @param {Record<string, string>} [form] */
	const visit = async (address, form) => {
		const response = await fetch(address, {
			method: form ? 'POST' : 'GET',
			redirect: 'manual',
			headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
			...(form && { body: new URLSearchParams(form) }),
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (value === '') cookies.delete(name);
			else cookies.set(name, value);
		}
		return response;
	};

	let address = signInPage;
	let response = await visit(address);
	for (let step = 0; step < 10; step += 1) {
		const location = response.headers.get('location');
		if (location) {
			address = new URL(location, address).href;
			if (address.startsWith(redirectUri)) return address;
			response = await visit(address);
			continue;
		}
		const page = await response.text();
		const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
		if (!prompt) throw new Error(`The sign-in stopped at ${response.status}: ${page}`);
		const form = { prompt, ...(prompt === 'login' && { login: 'anna', password: 'any' }) };
		response = await visit(address, form);
	}
	throw new Error('The sign-in does not come to an end.');
}
