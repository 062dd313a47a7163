/** How long the refreshed token of a signed-in person is kept (spec 5). */
import * as workflow from 'n8n-workflow';
import type { RequestContext } from '../../../src/http/request';
import { aNode } from '../../aNode';

type Authorization = typeof import('../../../src/http/auth/userAuthorization');

const begin = 1_700_000_000_000;

// Each test has a store of tokens of its own, for which n8n's part need not be loaded again.
jest.doMock('n8n-workflow', () => workflow);

/** Lets the service reject the current token of a person. */
async function reject(person?: ReturnType<Authorization['userAuthorization']>): Promise<void> {
	Object.assign((await person?.token('user:read')) ?? {}, { isRejected: true });
}

/** Executions of a person; a refresh returns or throws this. */
function executions(refreshed: object) {
	jest.useFakeTimers({ now: begin });
	let authorization: Authorization | undefined;
	jest.isolateModules(() => {
		authorization = jest.requireActual<Authorization>('../../../src/http/auth/userAuthorization');
	});
	let refreshes = 0;
	const context = {
		getNode: () => aNode,
		helpers: {
			refreshOAuth2Token: async () => {
				refreshes += 1;
				if (refreshed instanceof Error) throw refreshed;
				return await Promise.resolve({ ...refreshed, count: refreshes });
			},
		},
	} as unknown as RequestContext;
	/** The authorization of an execution. */
	const start = (oauthTokenData: object) =>
		authorization?.userAuthorization(context, {
			accessTokenUrl: 'https://login.example.org/connect/token',
			oauthTokenData: { access_token: 'saved', ...oauthTokenData },
		});
	return {
		start,
		/** The token that an execution gets after the service has refused the saved one. */
		renewed: async (saved: string) => {
			const person = start({ access_token: saved });
			await reject(person);
			return await person?.token('user:read');
		},
		refreshes: () => refreshes,
	};
}

afterEach(() => {
	jest.useRealTimers();
});

test.each([
	['that it says', { expires_in: 200 }, 200],
	['that it says in words', { expires_in: '900' }, 900],
	['of the documented exchange where it says none', {}, 3600],
])('shares a refreshed token for the lifetime %s', async (_name, lifetime, seconds) => {
	const { renewed, refreshes } = executions({ access_token: 'fresh', ...lifetime });
	await renewed('saved');
	jest.advanceTimersByTime(begin + seconds * 800 - Date.now());
	expect(await renewed('saved')).toMatchObject({ accessToken: 'fresh' });
	expect(refreshes()).toBe(1);
	jest.advanceTimersByTime(begin + seconds * 1000 - Date.now());
	await renewed('saved');
	expect(refreshes()).toBe(2);
});

test('never uses the token of another sign-in', async () => {
	const { renewed, refreshes } = executions({ access_token: 'fresh', expires_in: 3600 });
	await renewed('saved');
	await renewed('another');
	expect(refreshes()).toBe(2);
});

test.each([{}, { access_token: 5 }, { access_token: 'new\nsecret' }, null])(
	'explains a refresh that returned no token: %j',
	async (refreshed) => {
		const { renewed } = executions({ ...refreshed });
		const error = { errorCode: 'invalid_grant', httpStatus: 401 };
		await expect(renewed('saved')).rejects.toMatchObject(error);
	},
);

test.each([' ', 'old\nsecret'])('asks for a sign-in in place of the token %j', (access_token) => {
	expect(() => executions({}).start({ access_token })).toThrow('Nobody has signed in');
});

/** What n8n keeps of a sign-in for an hour, made at the beginning. */
const expiry = { expires_in: 3600, n8n_expires_at: String(begin + 3_600_000) };
const signedIn = { refresh_token: 'refresh', ...expiry };

test('renews a saved token before it expires, and the new one too', async () => {
	const { start, refreshes } = executions({ access_token: 'fresh', expires_in: 100 });
	const person = start(signedIn);
	jest.advanceTimersByTime(begin + 3_539_000 - Date.now());
	expect(await person?.token('user:read')).toMatchObject({ accessToken: 'saved' });
	jest.advanceTimersByTime(begin + 3_541_000 - Date.now());
	expect(await person?.token('user:read')).toMatchObject({ accessToken: 'fresh' });
	jest.advanceTimersByTime(begin + 3_541_000 + 89_000 - Date.now());
	await person?.token('user:read');
	expect(refreshes()).toBe(1);
	jest.advanceTimersByTime(begin + 3_541_000 + 91_000 - Date.now());
	await person?.token('user:read');
	expect(refreshes()).toBe(2);
});

test.each([
	['the life', { expires_in: undefined }],
	['the end, as in older versions of n8n', { n8n_expires_at: undefined }],
	['a refresh token', { refresh_token: undefined }],
])('uses a saved token without %s until the service rejects it', async (_name, without) => {
	const { start, refreshes } = executions({ access_token: 'fresh', expires_in: 3600 });
	const person = start({ ...signedIn, ...without });
	jest.advanceTimersByTime(begin + 4_000_000 - Date.now());
	expect(await person?.token('user:read')).toMatchObject({ accessToken: 'saved' });
	expect(refreshes()).toBe(0);
});

test('uses a token that cannot be renewed until the service rejects it', async () => {
	const { start, refreshes } = executions(new Error('no'));
	const person = start(signedIn);
	jest.advanceTimersByTime(begin + 3_590_000 - Date.now());
	expect(await person?.token('user:read')).toMatchObject({ accessToken: 'saved' });
	expect(await person?.token('user:read')).toMatchObject({ accessToken: 'saved' });
	expect(refreshes()).toBe(1);
	await reject(person);
	await expect(person?.token('user:read')).rejects.toMatchObject({ errorCode: 'invalid_grant' });
});

test('identifies a person by the sign-in, not by a tenant', () => {
	const { start } = executions({});
	const person = start({});
	expect(person).toMatchObject({ tenant: 'user', secrets: ['saved', ''] });
	expect(person?.scopeRemedy('user:read')).toBe(
		`This operation needs the scope "svc:user:read". Add it to 'Scope' in the credential, and connect the credential again.`,
	);
});

const axiosError = { isAxiosError: true, name: 'AxiosError' };

test.each<[string, object, object]>([
	[
		'an authorization server that is down',
		{ ...axiosError, code: 'ECONNREFUSED', syscall: 'connect' },
		{ errorCode: 'network', message: 'login.example.org does not accept connections' },
	],
	[
		'one that is overloaded',
		{ ...axiosError, code: 'ERR_BAD_RESPONSE', response: { status: 503, data: '<html>' } },
		{
			errorCode: 'http-503',
			description: expect.stringMatching(/^Try again later.*from a proxy.*'Access Token URL'/),
		},
	],
	[
		'a proxy in between',
		{ code: 'ESTATUS', status: 403, body: '<html>Denied</html>' },
		{ errorCode: 'http-403', description: expect.stringContaining('comes from a proxy') },
	],
	[
		'the protection of n8n',
		{ name: 'SsrfBlockedIpError' },
		{ errorCode: 'blocked', description: expect.stringContaining('N8N_SSRF_ALLOWED_HOSTNAMES') },
	],
	[
		'a client secret that has been changed',
		{ code: 'EAUTH', body: { error: 'invalid_client' } },
		{ errorCode: 'invalid_client', description: expect.stringContaining('developer portal') },
	],
	[
		'a sign-in that is over',
		{ code: 'EAUTH', body: { error: 'invalid_grant' } },
		{
			errorCode: 'invalid_grant',
			message: "The authorization server doesn't accept the sign-in",
			description: expect.stringContaining('connect again'),
		},
	],
])('explains the cause of a failed refresh: %s', async (_name, thrown, expected) => {
	const { renewed } = executions(Object.assign(new Error('refresh_token=that-of-anna'), thrown));
	const failure = await renewed('saved').catch((error: unknown) => error);
	expect(failure).toMatchObject(expected);
	expect(JSON.stringify(failure)).not.toContain('that-of-anna');
});
