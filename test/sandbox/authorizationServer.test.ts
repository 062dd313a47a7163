import { createHash, randomBytes } from 'node:crypto';
import { request } from 'undici';
import { tokenPath } from '../../src/api/authorizationServer';
import { send } from './client';
import { startSandbox } from './index';
import { sandboxUnderTest } from './sandboxUnderTest';

const service = sandboxUnderTest();

async function requestToken(
	fields: Record<string, string> | Array<[string, string]>,
	headers: Record<string, string> = {},
) {
	const response = await request(service().authServerUrl + tokenPath, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
		body: new URLSearchParams(fields).toString(),
	});
	const json = (await response.body.json()) as Record<string, unknown>;
	return { status: response.statusCode, json };
}

function clientFields(changes: Record<string, string> = {}): Record<string, string> {
	const { clientId, clientSecret, tenantId } = service().credential;
	return {
		grant_type: 'client_credentials',
		scope: 'svc:user:read',
		client_id: clientId,
		client_secret: clientSecret,
		tenant_id: tenantId,
		...changes,
	};
}

describe('client credentials', () => {
	test.each([
		['an unknown client', { client_id: 'somebody' }, 401, 'invalid_client'],
		['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
		['an unknown scope', { scope: 'svc:country:read' }, 400, 'invalid_scope'],
		['a scope without its prefix', { scope: 'user:read' }, 400, 'invalid_scope'],
		['two scopes', { scope: 'svc:user:read svc:agent' }, 400, 'invalid_scope'],
		['no scope', { scope: '' }, 400, 'invalid_scope'],
		['an unknown tenant', { tenant_id: 'other' }, 400, 'invalid_request'],
		['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
		['an unknown field', { audience: 'api' }, 400, 'invalid_request'],
	])('get no token with %s', async (_what, changes, status, error) => {
		expect(await requestToken(clientFields(changes))).toMatchObject({ status, json: { error } });
		expect(service().tokenRequests).toMatchObject([{ status, error }]);
	});

	test('get no token with a repeated field or a header', async () => {
		const twice: Array<[string, string]> = [...Object.entries(clientFields()), ['scope', 'x']];
		expect((await requestToken(twice)).status).toBe(400);
		const authorization = `Basic ${Buffer.from('a:b').toString('base64')}`;
		expect((await requestToken(clientFields(), { authorization })).status).toBe(400);
	});

	test('stay out of the log and have a new secret at each start', async () => {
		await requestToken(clientFields());
		await requestToken(clientFields({ client_secret: 'a-wrong-one' }));
		const log = JSON.stringify(service().tokenRequests);
		expect(log).toContain(service().credential.clientId);
		expect(log).not.toContain(service().credential.clientSecret);
		expect(log).not.toContain('a-wrong-one');
		const other = await startSandbox();
		expect(other.credential.clientSecret).not.toBe(service().credential.clientSecret);
		await other.close();
	});
});

test('a token expires after expires_in or on request', async () => {
	service().tokenLifetimeSeconds = 2;
	const token = String((await requestToken(clientFields())).json.access_token);
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 1900);
	expect((await send(service(), 'user.getAll', { token })).status).toBe(200);
	clock.mockReturnValue(now + 2001);
	const late = await send(service(), 'user.getAll', { token });
	clock.mockRestore();
	expect(late.status).toBe(401);
	expect(late.headers['www-authenticate']).toContain('error="invalid_token"');
	const other = service().issueToken('user.getAll');
	service().expireTokens();
	expect((await send(service(), 'user.getAll', { token: other })).status).toBe(401);
});

describe('a person who signs in', () => {
	const redirectUri = 'http://localhost:5678/rest/oauth2-credential/callback';
	const verifier = randomBytes(32).toString('base64url');

	async function signIn() {
		const { authUrl, clientId } = service().userCredential;
		const query = new URLSearchParams({
			response_type: 'code',
			client_id: clientId,
			redirect_uri: redirectUri,
			scope: 'svc:user:create svc:agent',
			state: 'the state',
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
		});
		const { statusCode, headers, body } = await request(`${authUrl}?${query.toString()}`);
		await body.dump();
		const location = headers.location ? new URL(String(headers.location)) : undefined;
		return { statusCode, location };
	}

	test('exchanges a code once and refreshes the token', async () => {
		const { location } = await signIn();
		expect(location?.searchParams.get('state')).toBe('the state');
		const { clientId, clientSecret } = service().userCredential;
		const client = { client_id: clientId, client_secret: clientSecret };
		const fields = {
			...client,
			grant_type: 'authorization_code',
			code: String(location?.searchParams.get('code')),
			redirect_uri: redirectUri,
			code_verifier: verifier,
		};
		const first = await requestToken(fields);
		expect(await requestToken(fields)).toMatchObject({ json: { error: 'invalid_grant' } });
		const second = await requestToken({
			grant_type: 'refresh_token',
			refresh_token: String(first.json.refresh_token),
			...client,
		});
		expect(second.json.access_token).not.toBe(first.json.access_token);
		const path = { userId: service().samples.userId ?? '' };
		for (const { json } of [first, second]) {
			const token = String(json.access_token);
			expect((await send(service(), 'user.sendInvitation', { path, token })).status).toBe(204);
		}
	});
});
