/** Tokens of the API client: which are shared, how long they last, and their messages. */
import { ServiceError } from '../../../src/api/errors';
import { clientAuthorization } from '../../../src/http/auth/clientAuthorization';
import { ExecutionTokens } from '../../../src/http/auth/executionTokens';
import { fakeHost } from '../fakeHost';

const registered = { tenantId: 'tenant-1', clientId: 'client-1', clientSecret: 'the secret' };

let server = 0;

/** A client of an authorization server that answers so; each test has a server of its own. */
function clientOf(
	answer: (count: number) => {
		statusCode?: number;
		headers?: Record<string, string>;
		body: object | string;
	},
	more: { signal?: AbortSignal } = {},
) {
	const authServerUrl = `https://login${++server}.example.org`;
	const { context, requests } = fakeHost((count) => {
		const { body, ...given } = answer(count);
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		return { statusCode: 200, ...given, body: text };
	}, more.signal);
	const connect = (changed: object = {}) =>
		clientAuthorization(context, { authServerUrl, ...registered, ...changed });
	return { connect, requests };
}

/** Why there is no token. */
async function failureOf(token: Promise<unknown>): Promise<ServiceError> {
	return (await token.then(fail, (error: unknown) => error)) as ServiceError;
}

function fail(): never {
	throw new Error('There is a token');
}

const numbered = (count: number) => ({ body: { access_token: `t${count}`, expires_in: 3600 } });

test('keeps one token for each tenant, client, secret and scope', async () => {
	const { connect, requests } = clientOf(numbered);
	const tokenOf = async (changed: object, scope = 'user:read') =>
		Object(await connect(changed).token(scope)).accessToken as string;
	expect(await tokenOf({})).toBe('t1');
	expect(await tokenOf({ tenantId: 'tenant-2' })).toBe('t2');
	expect(await tokenOf({ clientId: 'client-2' })).toBe('t3');
	expect(await tokenOf({ clientSecret: 'another' })).toBe('t4');
	expect(await tokenOf({ scopePrefix: 'other:' })).toBe('t5');
	expect(await tokenOf({}, 'user:create')).toBe('t6');
	expect(await tokenOf({}, 'svc:user:read')).toBe('t1');
	expect(requests).toHaveLength(6);
});

test('sends exactly the fields that the specification shows', async () => {
	const { connect, requests } = clientOf(numbered);
	await connect({ clientSecret: 'a&b=c' }).token('user:read');
	expect(requests[0]).toMatchObject({
		method: 'POST',
		headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
	});
	expect(String(requests[0]?.url)).toMatch(/^https:\/\/login\d+\.example\.org\/connect\/token$/);
	expect([...new URLSearchParams(String(requests[0]?.body))]).toEqual([
		['grant_type', 'client_credentials'],
		['scope', 'svc:user:read'],
		['client_id', 'client-1'],
		['client_secret', 'a&b=c'],
		['tenant_id', 'tenant-1'],
	]);
});

test.each([
	[403, 'Access denied', /allow your n8n instance.+comes from a proxy/],
	[407, '<html>Access denied</html>', /HTTP_PROXY.+comes from a proxy/],
	[404, '<html>', /^Check 'Authorization Server URL' in the credential, or try again/],
])(
	'explains a web page with status %i instead of a token: %s',
	async (statusCode, body, expected) => {
		const headers = { 'content-type': 'text/html' };
		const { connect } = clientOf(() => ({ statusCode, headers, body }));
		const failure = await failureOf(connect().token('user:read'));
		expect(failure).toMatchObject({ errorCode: `http-${statusCode}`, httpStatus: statusCode });
		expect(failure.description).toMatch(expected);
		expect(JSON.stringify(failure)).not.toContain('Access denied');
	},
);

test('reports how long the authorization server asks to wait', async () => {
	const headers = { 'retry-after': '10800' };
	const { connect, requests } = clientOf(() => ({ statusCode: 429, headers, body: {} }));
	const failure = await failureOf(connect().token('user:read'));
	expect(requests).toHaveLength(1);
	expect(failure).toMatchObject({
		message: 'The authorization server receives too many token requests (HTTP 429)',
		description: expect.stringMatching(/Wait 3 hours before the next request\.$/),
		errorCode: 'rate-limited',
		httpStatus: 429,
	});
});

test('reports only the status of any other response', async () => {
	const { connect } = clientOf(() => ({ statusCode: 403, body: 'No' }));
	const { details } = await failureOf(connect().token('user:read'));
	expect(details).toEqual({
		message: 'The authorization server returned no access token (HTTP 403)',
		description: "Check 'Authorization Server URL' in the credential, or try again later.",
		errorCode: 'http-403',
		httpStatus: 403,
	});
});

test.each([
	['an empty token', { body: { access_token: '' } }, 'http-200'],
	[
		'a token of another type',
		{ body: { access_token: 't', token_type: 'mac' } },
		'invalid-response',
	],
	[
		'a token without the scope',
		{ body: { access_token: 't', scope: 'svc:user:list svc:user' } },
		'invalid_scope',
	],
	['a blank token', { body: { access_token: ' \t' } }, 'http-200'],
	['a token with a line break', { body: { access_token: 'secret\n' } }, 'http-200'],
	['a token with another character', { body: { access_token: 'secret\u00e5' } }, 'http-200'],
	[
		'a token whose list of scopes lacks the scope',
		{ body: { access_token: 't', scope: ['svc:user:list', 'svc:user'] } },
		'invalid_scope',
	],
	['an answer without a token', { body: { access_token: 5 } }, 'http-200'],
	['a code that is no text', { statusCode: 400, body: { error: ['invalid_client'] } }, 'http-400'],
	[
		'an error with a secret in its text',
		{ statusCode: 400, body: { error: 'invalid_scope', error_description: 'not "the secret"' } },
		'invalid_scope',
	],
])('rejects %s as a token', async (_what, answer, errorCode) => {
	const { connect } = clientOf(() => answer);
	const failure = await failureOf(connect().token('user:read'));
	const httpStatus: unknown = Object(answer).statusCode ?? 200;
	expect(failure).toMatchObject({ errorCode, httpStatus });
	expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('secret');
});

test.each([
	{ statusCode: 201, body: { access_token: 't1' } },
	{ body: { access_token: 't1', token_type: 'bearer' } },
	{ body: { access_token: 't1', token_type: 'BEARER', scope: 'svc:user:read' } },
	{ body: { access_token: 't1', token_type: 'Bearer', scope: 'other svc:user:read' } },
	{ body: { access_token: 't1', scope: ['other', 'svc:user:read'] } },
	{ body: { access_token: 't1', scope: ['other svc:user:read'] } },
	{ body: { access_token: 't1', scope: [] } },
	{ body: { access_token: 't1', scope: null } },
])('accepts the token of %j', async (answer) => {
	const { connect } = clientOf(() => answer);
	expect(await connect().token('user:read')).toMatchObject({ accessToken: 't1' });
});

test('explains a token without the scope that was requested', async () => {
	const { connect } = clientOf(() => ({ body: { access_token: 't', scope: 'svc:user:list' } }));
	expect((await failureOf(connect().token('user:read'))).description).toContain(
		'This operation needs the scope "svc:user:read".',
	);
});

test('names the scope when the client lacks it, and only then', async () => {
	const refused = async (error: string) => {
		const { connect } = clientOf(() => ({ statusCode: 400, body: { error } }));
		return await failureOf(connect({ scopePrefix: ' own: ' }).token('user:read'));
	};
	expect(await refused('invalid_scope')).toMatchObject({
		errorCode: 'invalid_scope',
		description: `This operation needs the scope "own:user:read". Request this scope in the developer portal, or ask your administrator. Check 'Scope Prefix' in the credential, and 'Scope' if the node has this field, too.`,
	});
	expect((await refused('invalid_client')).description).not.toContain('scope');
	for (const error of ['invalid_request', 'invalid_grant']) {
		expect((await refused(error)).description).toContain("'Tenant ID'");
	}
});

test('accepts a tenant ID as a number', () => {
	expect(clientOf(numbered).connect({ tenantId: 4711 }).tenant).toBe('4711');
});

test.each([
	['soon', 1],
	[undefined, 1],
	['60', 1],
	[0, 2],
	[-5, 2],
])('requests a token with the lifetime %j for two uses: %i', async (expires_in, count) => {
	const grant = (each: number) => ({ body: { access_token: `t${each}`, expires_in } });
	const { connect, requests } = clientOf(grant);
	await connect().token('user:read');
	expect(await connect().token('user:read')).toMatchObject({ accessToken: `t${count}` });
	expect(requests).toHaveLength(count);
});

test('retries when the authorization server is busy', async () => {
	const { connect, requests } = clientOf((count) =>
		count === 1 ? { statusCode: 503, body: {} } : numbered(count),
	);
	expect(await connect().token('user:read')).toMatchObject({ accessToken: 't2' });
	expect(requests).toHaveLength(2);
});

test('continues a token request when one of its executions is canceled', async () => {
	const controller = new AbortController();
	const { connect, requests } = clientOf(numbered, controller);
	await connect().token('user:read');
	controller.abort();
	expect(Object(requests[0]?.abortSignal).aborted).toBe(false);
});

test('renews no token within a minute after it replaced a rejected one', async () => {
	jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
	const { connect, requests } = clientOf(numbered);
	const tokens = new ExecutionTokens(connect());
	const details = { message: 'No', description: '', errorCode: 'http-401' } as const;
	const reject = async (token: () => Promise<string>) => {
		await token();
		throw new ServiceError({ ...details, httpStatus: 401 });
	};
	const send = async () => (await failureOf(tokens.use('user:read', reject))).httpStatus;
	expect([await send(), await send(), await send()]).toEqual([401, 401, 401]);
	jest.advanceTimersByTime(59_999);
	expect(await send()).toBe(401);
	expect(requests).toHaveLength(2);
	jest.advanceTimersByTime(1);
	expect(await send()).toBe(401);
	expect(requests).toHaveLength(3);
	jest.useRealTimers();
});
