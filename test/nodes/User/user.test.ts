import type { INodeParameters } from 'n8n-workflow';
import { requestsAtOnce } from '../../../src/http/limits/concurrencyLimit';
import { picked } from '../../cases/operationCase';
import { standardReading } from '../../sandbox';
import { keepGoing, nodeUnderTest, sourcesOf, untilUnderWay } from '../nodeUnderTest';

const setup = nodeUnderTest('User', { resource: 'user' });
const { choices, run, search, users } = setup;

const person = { emailAddress: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };

test.each([
	['={{ " " }}', 'email-address-required', 'The email address is missing'],
	['={{ null }}', 'email-address-required', 'The email address is missing'],
	['nobody', 'invalid-email-address', 'Email Address "nobody" is not an email address'],
])(
	'%j is refused as the address of a user before a request',
	async (address, errorCode, message) => {
		for (const operation of ['checkAvailability', 'create', 'upsert']) {
			const refused = await run({ operation, ...person, emailAddress: address });
			setup.expectRefused(refused, message, errorCode);
		}
	},
);

describe('Create', () => {
	test('reports a person who existed and was added', async () => {
		const [elsewhere] = setup.sandbox.state.peopleElsewhere;
		const emailAddress = String(elsewhere?.emailAddress);
		const { items } = await run({ operation: 'create', emailAddress });
		expect(items[0]?.json).toMatchObject({ created: false });
	});

	test('sends other fields unchanged, even if they look like a picker', async () => {
		const additionalBody = '={{ { mode: "fast", value: 1, firstName: "Grace" } }}';
		await run({ operation: 'create', ...person, additionalFields: { additionalBody } });
		expect(setup.lastBody()).toEqual({ ...person, firstName: 'Grace', mode: 'fast', value: 1 });
	});
});

test.each<[message: string, INodeParameters]>([
	['There is nothing to send', { lastName: '={{ $json.missing }}' }],
	['There is nothing to send', { tenantIds: '={{ [$json.missing] }}' }],
	['There is nothing to send', { groupIds: '={{ [null] }}', groupNames: '={{ [$json.missing] }}' }],
	['There is nothing to send', { additionalBody: '={{ { note: $json.missing } }}' }],
	["'Email Address' is empty", { emailAddress: '' }],
])('Update is refused before a request: %s', async (message, updateFields) => {
	const userId = picked(String(setup.sandbox.samples.userId));
	setup.expectRefused(await run({ operation: 'update', userId, updateFields }), message);
});

test('Update clears a text and lists with empty text', async () => {
	const userId = picked(String(setup.sandbox.samples.userId));
	const updateFields = { lastName: '', tenantIds: '={{ "" }}', groupNames: '' };
	await run({ operation: 'update', userId, updateFields });
	expect(setup.lastBody()).toEqual({ lastName: '', tenantIds: [], groupIds: [] });
});

describe('Send Invitation', () => {
	const invite = (): INodeParameters => ({
		operation: 'sendInvitation',
		userId: picked(String(setup.sandbox.samples.userId)),
	});

	const signedIn = (oauthTokenData: object) => ({
		credentials: {
			integrationServiceUserOAuth2Api: {
				...setup.sandbox.userCredential,
				grantType: 'pkce',
				authentication: 'body',
				oauthTokenData,
			},
		},
	});

	test.each<[string, INodeParameters, boolean]>([
		['without a sign-in', {}, false],
		['with a sign-in that is not chosen', { authentication: 'clientCredentials' }, true],
	])('refuses an API client %s, before a request', async (_title, chosen, hasSignIn) => {
		const credentials = hasSignIn ? signedIn({ access_token: 'a-token' }) : {};
		const { error } = await run({ ...invite(), ...chosen }, credentials);
		expect(error).toMatchObject({ errorCode: 'api-client-must-be-a-user' });
		expect(error?.description).toMatch(
			/'Authentication' to 'Signed-In User'.* 'Integration Service Sign-In OAuth2 API'/,
		);
		expect(setup.sandbox.requests).toHaveLength(0);
	});

	test('asks to connect again when the sign-in cannot be renewed', async () => {
		const { error } = await run(
			{ ...invite(), authentication: 'user' },
			signedIn({ access_token: 'a-token-of-long-ago' }),
		);
		expect(error).toMatchObject({ errorCode: 'invalid_grant' });
		expect(error?.description).toContain('connect again');
	});

	test('renews the sign-in once at a time, and sends rejected tokens no more', async () => {
		const credentials = signedIn({ ...setup.sandbox.issueUserTokenAnswer() });
		setup.fault('token', { delayMs: 50 });
		const items = users().map(({ userId }) => ({ userId }));
		const form = { ...invite(), authentication: 'user', userId: picked('={{ $json.userId }}') };
		// The second time, with the refresh token of the first renewal.
		for (const renewals of [1, 2]) {
			setup.sandbox.expireTokens();
			const { items: output, error } = await run(form, { ...credentials, items });
			expect(error).toBeUndefined();
			expect(output.map(({ json }) => json.success)).toEqual(items.map(() => true));
			expect(setup.sandbox.tokenRequests).toHaveLength(renewals);
			const rejected = setup.sandbox.requests.filter(({ status }) => status === 401);
			expect(rejected.length).toBeLessThan(2 * requestsAtOnce.initial * renewals);
		}
		expect(items.length).toBeGreaterThan(2 * requestsAtOnce.initial);
	});
});

describe('items', () => {
	/** The IDs of the first users. */
	const userIds = (count: number) => [...setup.sandbox.state.users.keys()].slice(0, count);
	const missing = '00000000-0000-4000-8000-000000000000';
	const mixed = () => {
		const ids = userIds(6);
		ids[1] = missing;
		ids[4] = 'no-uuid';
		return ids.map((id) => ({ id, kept: `input of ${id}` }));
	};
	const getEach = { operation: 'get', userId: picked('={{ $json.id }}') };

	test('stop at the first failed item and name it', async () => {
		const oneByOne = { ...getEach, options: { concurrency: 1 } };
		const { error, items } = await run(oneByOne, { items: mixed() });
		expect(items).toHaveLength(0);
		expect(error).toMatchObject({
			message: 'There is no user with this ID [item 1]',
			errorCode: 'user-not-found',
			httpStatus: 404,
			context: { itemIndex: 1 },
		});
		// An earlier test has expired the token.
		const statuses = setup.sandbox.requests.map(({ status }) => status);
		expect(statuses.filter((status) => status !== 401)).toEqual([200, 404]);
	});

	test('continue after a failure, each in its place', async () => {
		const { items } = await run(getEach, { items: mixed(), ...keepGoing });
		expect(sourcesOf(items)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(items[1]?.json).toEqual({
			error: {
				message: 'There is no user with this ID [item 1]',
				errorCode: 'user-not-found',
				description: expect.stringContaining('Check the ID with User > Get Many'),
				httpStatus: 404,
			},
		});
		expect(items[4]?.json).toEqual({
			error: {
				message: 'User "no-uuid" is not a UUID [item 4]',
				errorCode: 'invalid-input',
				description: expect.any(String),
				httpStatus: null,
			},
		});
		expect(items[5]?.json).toMatchObject({ userId: users()[5]?.userId });
	});

	test('go to the error output with their input', async () => {
		const onError = 'continueErrorOutput';
		const { items, errorItems } = await run(getEach, { items: mixed(), onError });
		expect(items).toHaveLength(4);
		expect(errorItems.map(({ json }) => json)).toEqual([
			{
				id: missing,
				kept: `input of ${missing}`,
				error: expect.objectContaining({ httpStatus: 404 }),
			},
			{ id: 'no-uuid', kept: 'input of no-uuid', error: expect.any(Object) },
		]);
	});

	test('run with a fixed concurrency, also beyond the automatic one', async () => {
		const concurrency = requestsAtOnce.initial * 2;
		setup.sandbox.faults.add({ until: untilUnderWay(setup.sandbox, concurrency) });
		const items = userIds(20).map((id) => ({ id }));
		// No other test has a limit of this tenant.
		const { tenantId = '' } = setup.sandbox.state.tenants.at(-1) ?? {};
		const options = { concurrency, tenantId, maxRetries: 0 };
		const { error } = await run({ ...getEach, options }, { items });
		expect(error).toBeUndefined();
		expect(setup.sandbox.log.peakInFlight).toBe(concurrency);
	});

	test('need no request when there are none', async () => {
		const { items, credentialReads } = await run(getEach, { items: [] });
		expect(items).toEqual([]);
		expect(credentialReads).toBe(0);
	});
});

describe('pickers', () => {
	test.each(['full', 'short'] as const)('reach all users in %s pages', async (pages) => {
		setup.sandbox.reading = { ...standardReading, pages };
		const found: unknown[] = [];
		for (let page: string | undefined = '1'; page !== undefined;) {
			const { results, paginationToken } = await search('searchUsers', undefined, { page });
			found.push(...results.map(({ value }) => value));
			page = paginationToken as string | undefined;
		}
		expect(found).toEqual(users().map(({ userId }) => userId));
	});

	test('reach all user groups in short pages', async () => {
		setup.sandbox.reading = { ...standardReading, pages: 'short' };
		const { groups } = setup.sandbox.state;
		const model = setup.group();
		for (let groupId = 5000; groups.size < 400; groupId++) {
			groups.set(groupId, { ...model, groupId, groupName: `Group ${groupId}` });
		}
		expect(await choices('getUserGroups')).toHaveLength(400);
	});

	test('include and mark inactive users', async () => {
		const inactive = users().find(({ active }) => !active);
		const { results } = await search('searchUsers', inactive?.emailAddress);
		expect(results).toEqual([
			{ name: expect.stringMatching(/\(inactive\)$/) as unknown, value: inactive?.userId },
		]);
		const [group] = setup.sandbox.state.groups.values();
		Object.assign(group ?? {}, { active: false });
		expect(await choices('getUserGroups')).toContainEqual({
			name: `${group?.groupName} (inactive)`,
			value: group?.groupId,
		});
	});
});
