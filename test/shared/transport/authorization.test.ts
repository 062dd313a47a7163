/** How long the refreshed token of a signed-in person is kept (spec 5). */
import type { RequestContext } from '../../../nodes/shared/transport/send';

type Authorization = typeof import('../../../nodes/shared/transport/authorization');

const begin = 1_700_000_000_000;

/** An execution of a person whose saved token the service no longer takes. */
function executions(refreshed: object) {
	jest.useFakeTimers({ now: begin });
	let authorization: Authorization | undefined;
	jest.isolateModules(() => {
		authorization = jest.requireActual<Authorization>(
			'../../../nodes/shared/transport/authorization',
		);
	});
	let refreshes = 0;
	const context = {
		helpers: {
			refreshOAuth2Token: async () => await Promise.resolve({ ...refreshed, count: ++refreshes }),
		},
	} as unknown as RequestContext;
	return {
		/** The token that an execution gets after the service has refused the saved one. */
		renewed: async (saved: string) => {
			const credential = { oauthTokenData: { access_token: saved } };
			const person = authorization?.userAuthorization(context, credential, 'userCredential');
			return await person?.token('user:read', saved);
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
])('a refreshed token serves all executions for the life %s', async (_name, said, seconds) => {
	const { renewed, refreshes } = executions({ access_token: 'fresh', ...said });
	await renewed('saved');
	jest.setSystemTime(begin + seconds * 800);
	expect(await renewed('saved')).toMatchObject({ accessToken: 'fresh' });
	expect(refreshes()).toBe(1);
	jest.setSystemTime(begin + seconds * 1000);
	await renewed('saved');
	expect(refreshes()).toBe(2);
});

test('what n8n hands out for one saved token is no token for another', async () => {
	const { renewed, refreshes } = executions({ access_token: 'fresh', expires_in: 3600 });
	await renewed('saved');
	await renewed("another person's");
	expect(refreshes()).toBe(2);
});

test.each([{}, { access_token: 5 }, null])(
	'a refresh that gives no token: %j',
	async (refreshed) => {
		const { renewed } = executions({ ...refreshed });
		expect(await renewed('saved')).toMatchObject({ errorCode: 'invalid_grant', httpStatus: 401 });
	},
);
