import { createHash, randomBytes } from 'node:crypto';
import { request } from 'undici';
import { tokenPath } from '../../src/api/authorizationServer';
import type { Sandbox } from './index';
import { startSandbox } from './index';
import { send } from './client';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});

beforeEach(() => sandbox.reset());

afterAll(async () => await sandbox.close());

interface TokenResult {
	status: number;
	json: Record<string, unknown>;
}

async function askForToken(
	fields: Record<string, string> | Array<[string, string]> | string,
	headers: Record<string, string> = {},
): Promise<TokenResult> {
	const response = await request(sandbox.authServerUrl + tokenPath, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
		body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
	});
	return {
		status: response.statusCode,
		json: (await response.body.json()) as Record<string, unknown>,
	};
}

function clientFields(changes: Record<string, string> = {}): Record<string, string> {
	const { clientId, clientSecret, tenantId } = sandbox.credential;
	return {
		grant_type: 'client_credentials',
		scope: 'svc:user:read',
		client_id: clientId,
		client_secret: clientSecret,
		tenant_id: tenantId,
		...changes,
	};
}

function without(name: string): Record<string, string> {
	return Object.fromEntries(Object.entries(clientFields()).filter(([each]) => each !== name));
}

describe('client credentials', () => {
	it('gives a token for one scope that the service takes', async () => {
		const { status, json } = await askForToken(clientFields());
		expect(status).toBe(200);
		expect(json).toEqual({
			access_token: expect.stringMatching(/^\S{20,}$/),
			token_type: 'Bearer',
			expires_in: 3600,
			scope: 'svc:user:read',
		});
		const answer = await send(sandbox, 'user.getAll', { token: String(json.access_token) });
		expect(answer.status).toBe(200);
	});

	it.each([
		['an unknown client', { client_id: 'somebody' }, 401, 'invalid_client'],
		['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
		['an unknown scope', { scope: 'svc:country:read' }, 400, 'invalid_scope'],
		['a scope without its prefix', { scope: 'user:read' }, 400, 'invalid_scope'],
		['two scopes', { scope: 'svc:user:read svc:agent' }, 400, 'invalid_scope'],
		['an empty scope', { scope: '' }, 400, 'invalid_scope'],
		['an unknown tenant', { tenant_id: 'other' }, 400, 'invalid_request'],
		['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
		['a field that is not expected', { audience: 'api' }, 400, 'invalid_request'],
	])('refuses %s', async (_what, changes, status, error) => {
		const answer = await askForToken(clientFields(changes));
		expect(answer).toEqual({ status, json: { error, error_description: expect.any(String) } });
		expect(sandbox.tokenRequests).toMatchObject([{ status, error }]);
	});

	it.each([
		['grant_type', 'invalid_request'],
		['scope', 'invalid_scope'],
		['client_id', 'invalid_request'],
		['client_secret', 'invalid_request'],
		['tenant_id', 'invalid_request'],
	])('refuses a request without %s', async (name, error) => {
		expect(await askForToken(without(name))).toMatchObject({ status: 400, json: { error } });
	});

	it('refuses a field given twice', async () => {
		const fields: Array<[string, string]> = [...Object.entries(clientFields()), ['scope', 'x']];
		expect(await askForToken(fields)).toMatchObject({
			status: 400,
			json: { error: 'invalid_request' },
		});
	});

	it('refuses credentials in a header', async () => {
		const authorization = `Basic ${Buffer.from('a:b').toString('base64')}`;
		expect(await askForToken(clientFields(), { authorization })).toMatchObject({ status: 400 });
	});

	it('refuses a body that is no form', async () => {
		const answer = await askForToken(JSON.stringify(clientFields()), {
			'content-type': 'application/json',
		});
		expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
	});

	it('keeps the secret out of its log', async () => {
		await askForToken(clientFields());
		await askForToken(clientFields({ client_secret: 'a-wrong-one' }));
		const log = JSON.stringify(sandbox.tokenRequests);
		expect(log).toContain(sandbox.credential.clientId);
		expect(log).not.toContain(sandbox.credential.clientSecret);
		expect(log).not.toContain('a-wrong-one');
	});

	it('makes up another secret at each start', async () => {
		const other = await startSandbox();
		expect(other.credential.clientSecret).not.toBe(sandbox.credential.clientSecret);
		expect(other.credential.tenantId).toBe(sandbox.credential.tenantId);
		await other.close();
	});
});

describe('the life of a token', () => {
	it('ends after expires_in', async () => {
		sandbox.tokenLifetimeSeconds = 2;
		const { json } = await askForToken(clientFields());
		expect(json.expires_in).toBe(2);
		const token = String(json.access_token);
		const asked = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(asked + 1900);
		expect((await send(sandbox, 'user.getAll', { token })).status).toBe(200);
		clock.mockReturnValue(asked + 2001);
		const answer = await send(sandbox, 'user.getAll', { token });
		clock.mockRestore();
		expect(answer.status).toBe(401);
		expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
	});

	it('ends at will', async () => {
		const token = sandbox.issueToken('user.getAll');
		sandbox.expireTokens();
		expect((await send(sandbox, 'user.getAll', { token })).status).toBe(401);
		expect((await send(sandbox, 'user.getAll')).status).toBe(200);
	});

	it('outlasts a reset', async () => {
		const token = sandbox.issueToken('user.getAll');
		sandbox.reset();
		expect((await send(sandbox, 'user.getAll', { token })).status).toBe(200);
	});
});

describe('a person who signs in', () => {
	const redirectUri = 'http://localhost:5678/rest/oauth2-credential/callback';
	const verifier = randomBytes(32).toString('base64url');
	const challenge = createHash('sha256').update(verifier).digest('base64url');

	async function signIn(changes: Record<string, string> = {}) {
		const { authUrl, clientId } = sandbox.userCredential;
		const query = new URLSearchParams({
			response_type: 'code',
			client_id: clientId,
			redirect_uri: redirectUri,
			scope: 'svc:user:create svc:agent',
			state: 'the state',
			code_challenge: challenge,
			code_challenge_method: 'S256',
			...changes,
		});
		const response = await request(`${authUrl}?${query.toString()}`);
		await response.body.dump();
		const location = response.headers.location;
		return {
			status: response.statusCode,
			location: typeof location === 'string' ? new URL(location) : undefined,
		};
	}

	function codeFields(code: string, changes: Record<string, string> = {}) {
		const { clientId, clientSecret } = sandbox.userCredential;
		return {
			grant_type: 'authorization_code',
			code,
			redirect_uri: redirectUri,
			code_verifier: verifier,
			client_id: clientId,
			client_secret: clientSecret,
			...changes,
		};
	}

	async function freshCode(): Promise<string> {
		return String((await signIn()).location?.searchParams.get('code'));
	}

	it('is sent back with a code, which gives a token and a refresh token', async () => {
		const { status, location } = await signIn();
		expect(status).toBe(302);
		expect(location?.href.startsWith(redirectUri)).toBe(true);
		expect(location?.searchParams.get('state')).toBe('the state');

		const tokens = await askForToken(codeFields(String(location?.searchParams.get('code'))));
		expect(tokens).toMatchObject({
			status: 200,
			json: { scope: 'svc:user:create svc:agent', token_type: 'Bearer', expires_in: 3600 },
		});
		const { userId = '' } = sandbox.samples;
		const invitation = { path: { userId }, token: String(tokens.json.access_token) };
		expect((await send(sandbox, 'user.sendInvitation', invitation)).status).toBe(204);

		const { clientId, clientSecret } = sandbox.userCredential;
		const renewed = await askForToken({
			grant_type: 'refresh_token',
			refresh_token: String(tokens.json.refresh_token),
			client_id: clientId,
			client_secret: clientSecret,
		});
		expect(renewed.status).toBe(200);
		expect(renewed.json.access_token).not.toBe(tokens.json.access_token);
		const again = { path: { userId }, token: String(renewed.json.access_token) };
		expect((await send(sandbox, 'user.sendInvitation', again)).status).toBe(204);
	});

	it('may have the client authenticate in a header', async () => {
		const { clientId, clientSecret } = sandbox.userCredential;
		const fields = {
			grant_type: 'authorization_code',
			code: await freshCode(),
			redirect_uri: redirectUri,
			code_verifier: verifier,
		};
		const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
		expect((await askForToken(fields, { authorization })).status).toBe(200);
	});

	it('cannot use a code twice', async () => {
		const code = await freshCode();
		expect((await askForToken(codeFields(code))).status).toBe(200);
		expect(await askForToken(codeFields(code))).toMatchObject({
			status: 400,
			json: { error: 'invalid_grant' },
		});
	});

	it.each([
		['another verifier', { code_verifier: 'another' }, 400, 'invalid_grant'],
		['another redirect_uri', { redirect_uri: 'http://localhost/x' }, 400, 'invalid_grant'],
		['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
	])('gets no token for %s', async (_what, changes, status, error) => {
		const answer = await askForToken(codeFields(await freshCode(), changes));
		expect(answer).toMatchObject({ status, json: { error } });
	});

	it('gets no token for an unknown refresh token', async () => {
		const { clientId, clientSecret } = sandbox.userCredential;
		const answer = await askForToken({
			grant_type: 'refresh_token',
			refresh_token: 'made-up',
			client_id: clientId,
			client_secret: clientSecret,
		});
		expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
	});

	it.each([
		['no PKCE', { code_challenge: '' }, 'invalid_request'],
		['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
		['another response type', { response_type: 'token' }, 'unsupported_response_type'],
		['an unknown scope', { scope: 'svc:everything' }, 'invalid_scope'],
		['another tenant', { tenant_id: 'other' }, 'invalid_request'],
	])('is sent back with an error for %s', async (_what, changes, error) => {
		const { location } = await signIn(changes);
		expect(location?.searchParams.get('error')).toBe(error);
		expect(location?.searchParams.get('code')).toBeNull();
	});

	it('is not sent anywhere for an unknown client or address', async () => {
		expect(await signIn({ client_id: 'somebody' })).toEqual({ status: 400, location: undefined });
		expect(await signIn({ redirect_uri: 'no address' })).toEqual({
			status: 400,
			location: undefined,
		});
	});

	it('can be handed a token without signing in', async () => {
		const { access_token, refresh_token } = sandbox.issueUserTokenAnswer('svc:agent');
		expect((await send(sandbox, 'thread.getAll', { token: access_token })).status).toBe(200);
		expect(refresh_token).toEqual(expect.any(String));
	});
});
