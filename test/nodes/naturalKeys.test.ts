/** Users and user groups that are named by email address or name instead of an ID. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';
import { credentialsFor } from './runCase';
import { packageUnderTest, records } from './nodeUnderTest';

const setup = packageUnderTest();

const users = () => [...setup.sandbox.state.users.values()];
const groups = () => [...setup.sandbox.state.groups.values()];
const user = (position = 0) => users().at(position) as ReturnType<typeof users>[number];
const group = (position = 0) => groups().at(position) as ReturnType<typeof groups>[number];
const picked = (mode: string, value: unknown) => ({ __rl: true, mode, value }) as INodeParameters;

const run = async (
	operation: OperationId,
	parameters: INodeParameters,
	more: { items?: IDataObject[]; onError?: 'continueRegularOutput' } = {},
) => {
	const [resource = '', name = ''] = operation.split('.');
	const type = resource === 'user' ? 'integrationServiceUser' : 'integrationServiceUserGroup';
	return await setup.engine.runNode({
		type,
		parameters: { resource, operation: name, ...parameters },
		credentials: credentialsFor(setup.sandbox),
		...more,
	});
};

/** A new first name in a form. */
const firstName = (value: string) => ({ updateFields: { firstName: value } });

const sent = (operation: OperationId) =>
	setup.sandbox.requests.filter((each) => each.operation === operation);

test.each<[OperationId, () => INodeParameters, () => string | number]>([
	['user.get', () => ({ userId: picked('email', user().emailAddress) }), () => user().userId],
	[
		'user.update',
		() => ({
			userId: picked('email', ` ${user(3).emailAddress.toUpperCase()}\n`),
			...firstName('Ada'),
		}),
		() => user(3).userId,
	],
	[
		'user.delete',
		() => ({ userId: picked('email', user(-1).emailAddress) }),
		() => user(-1).userId,
	],
	[
		'user.sendInvitation',
		() => ({ authentication: 'user', userId: picked('email', user(5).emailAddress) }),
		() => user(5).userId,
	],
	['userGroup.get', () => ({ groupId: picked('name', group().groupName) }), () => group().groupId],
	[
		'userGroup.delete',
		() => ({ groupId: picked('name', group(-1).groupName) }),
		() => group(-1).groupId,
	],
	[
		'member.getAll',
		() => ({ groupId: picked('name', group(1).groupName) }),
		() => group(1).groupId,
	],
])('%s finds its record by key', async (operation, parameters, id) => {
	if (operation === 'userGroup.delete') for (const each of users()) each.groupIds = [];
	const [given, expected] = [parameters(), id()];
	Object.assign(user(), { active: false });
	const { error } = await run(operation, given);
	expect(error).toBeUndefined();
	const [search, request, ...others] = setup.sandbox.requests;
	expect(search?.query).toMatchObject({ active: 'ALL', page: '1', pageSize: '100' });
	expect(request).toMatchObject({ operation });
	expect(request?.path).toContain(`/${expected}`);
	expect(others).toEqual([]);
});

test('a name can be searched for with all its words and over all pages', async () => {
	const { state } = setup.sandbox;
	for (let groupId = 1; groupId <= 150; groupId++) {
		const groupName = `Stores & more: 100 % ${groupId === 150 ? '' : groupId}`.trim();
		state.groups.set(groupId, { ...group(), groupId, groupName });
	}
	const { items } = await run('userGroup.get', {
		groupId: picked('name', '={{ "Stores & more: 100 % " }}'),
	});
	expect(items[0]?.json).toMatchObject({ groupId: 150 });
});

describe('the key is compared with', () => {
	const key = 'anna@example.com';
	const found = async (...list: IDataObject[]) => {
		setup.sandbox.faults.add({ operation: 'user.getAll', replaceBody: () => list });
		const { error } = await run('user.get', { userId: picked('email', key) });
		return sent('user.get')[0]?.path.split('/').at(-1) ?? error?.message;
	};
	const [one, two] = ['1', '2'].map((digit) => `8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f1${digit}`);
	const none = expect.stringContaining('There is no user with the email address') as unknown;

	test.each<[string, IDataObject[], unknown]>([
		[
			'the exact text',
			[
				{ userId: two, emailAddress: `x${key}` },
				{ userId: one, emailAddress: key },
			],
			one,
		],
		[
			'a field of any name',
			[
				{ userId: two, mail: `x${key}` },
				{ userId: one, mail: key },
			],
			one,
		],
		['a nested text', [{ userId: one, emails: [{ value: 'ANNA@example.com ' }] }], one],
		[
			'one record that is there twice',
			[
				{ id: one, mail: key },
				{ id: one, mail: key },
			],
			one,
		],
		[
			'an address before other texts',
			[{ userId: two, emailAddress: 'b@x.com', createdBy: key }],
			none,
		],
		['no part of a text', [{ userId: one, emailAddress: `${key}.au` }], none],
		['no name of a field', [{ userId: one, [key]: 'x' }], none],
		['no record', [], none],
		[
			'several records',
			[
				{ userId: one, mail: key },
				{ userId: two, mail: key },
			],
			'2 users have the email address "anna@example.com" [item 0]',
		],
		['a record without an ID', [{ mail: key }], expect.stringContaining('without a known ID')],
	])('%s', async (_what, list, expected) => {
		expect(await found(...list)).toEqual(expected);
		expect(sent('user.getAll')).toHaveLength(expected === none ? 2 : 1);
	});

	test('the exact name, and the message has similar names', async () => {
		Object.assign(group(), { groupName: 'Stores North' });
		const { error } = await run('userGroup.delete', { groupId: picked('name', 'stores north') });
		expect(error).toMatchObject({ errorCode: 'user-group-not-found', httpStatus: null });
		expect(error?.message).toContain('There is no user group with the name "stores north"');
		expect(error?.description).toContain(
			`None of the ${groups().length} user groups that the node can read, active and inactive, has this name. Similar: "Stores North".`,
		);
		expect(sent('userGroup.delete')).toEqual([]);
	});
});

/** Replaces what the service's search finds, but not the whole list. */
const searchFinds = (found: () => object[]) => {
	for (const operation of ['user.getAll', 'userGroup.getAll'] as const) {
		const match = ({ query }: { query: object }) => Object.hasOwn(query, 'keywords');
		setup.sandbox.faults.add({ operation, match, replaceBody: found });
	}
};

test.each([
	['nothing', () => []],
	['another record', () => [{ userId: user().userId, emailAddress: 'other@example.com' }]],
] as const)('a search that finds %s is followed by one reading of the list', async (_, found) => {
	searchFinds(found);
	const items = users()
		.slice(0, 40)
		.map(({ emailAddress }) => ({ emailAddress }));
	const parameters = {
		userId: picked('email', '={{ $json.emailAddress }}'),
		options: { concurrency: 1 },
	};
	const { items: output, error } = await run('user.get', parameters, { items });
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json.emailAddress)).toEqual(
		items.map(({ emailAddress }) => emailAddress),
	);
	const pages = Math.ceil(users().length / 100);
	expect(sent('user.getAll')).toHaveLength(1 + pages);
});

test('an address or a name in By ID is found like a key', async () => {
	const { userId, emailAddress } = user();
	const { groupId, groupName } = group();
	await run('user.get', { userId: picked('id', ` ${emailAddress.toUpperCase()} `) });
	await run('userGroup.get', { groupId: picked('id', groupName) });
	await run('userGroup.get', { groupId: `={{ ${JSON.stringify(groupName)} }}` });
	const paths = setup.sandbox.requests.map(({ path }) => path.split('/').at(-1));
	expect(paths).toEqual([
		'users',
		userId,
		...['user-groups', String(groupId)],
		...['user-groups', String(groupId)],
	]);
});

test.each<[OperationId, INodeParameters]>([
	['user.get', { userId: picked('id', '={{ "anna" }}') }],
	['userGroup.get', { groupId: picked('id', '={{ "-1" }}') }],
	['userGroup.get', { groupId: picked('id', '={{ "1.5" }}') }],
	['userGroup.get', { groupId: picked('id', '={{ "12345678901" }}') }],
])('%s with a wrong ID is refused before a request', async (operation, parameters) => {
	const { error } = await run(operation, parameters);
	expect(error?.errorCode).toBe('invalid-input');
	expect(setup.sandbox.requests).toEqual([]);
});

test('a list that cannot be read names its purpose', async () => {
	searchFinds(() => []);
	setup.sandbox.faults.add({ operation: 'user.getAll', status: 403 });
	const { error } = await run('user.delete', { userId: picked('email', user().emailAddress) });
	expect(error?.description).toContain('to find the user by email address');
	expect(sent('user.delete')).toEqual([]);
});

test('several records are refused with their IDs', async () => {
	for (const each of [group(0), group(1)]) each.groupName = 'Stores';
	const { error } = await run('userGroup.delete', { groupId: picked('name', 'Stores') });
	expect(error?.description).toContain(`${group(0).groupId}, ${group(1).groupId}`);
	expect(sent('userGroup.delete')).toEqual([]);
});

test.each<[OperationId, string, INodeParameters]>([
	['user.get', "'User' is empty", { userId: picked('email', '={{ "  " }}') }],
	['user.get', 'User "anna" is not an email address', { userId: picked('email', '={{ "anna" }}') }],
	['user.get', 'User "{}" is not text', { userId: picked('email', '={{ {} }}') }],
	['userGroup.get', "'User Group' is empty", { groupId: picked('name', '={{ null }}') }],
])('%s is refused before a request: %s', async (operation, message, parameters) => {
	const { error } = await run(operation, parameters);
	expect(error?.message).toBe(`${message} [item 0]`);
	expect(setup.sandbox.requests).toEqual([]);
});

test('a failed search names its purpose, and nothing is changed', async () => {
	setup.sandbox.faults.add({ operation: 'user.getAll', status: 403 });
	const { error } = await run('user.delete', { userId: picked('email', user().emailAddress) });
	expect(error).toMatchObject({ httpStatus: 403 });
	expect(error?.description).toContain('svc:user:read');
	expect(error?.description).toContain('to find the user by email address');
	expect(sent('user.delete')).toEqual([]);
});

test('items with the same key share one search', async () => {
	const key = user().emailAddress;
	const items = Array.from({ length: 40 }, (_, index) => ({
		key: index % 2 === 0 ? key : key.toUpperCase(),
	}));
	const parameters = { userId: picked('email', '={{ $json.key }}') };
	const { items: output } = await run('user.get', parameters, { items });
	expect(output).toHaveLength(40);
	expect(sent('user.getAll')).toHaveLength(1);
});

test('changes of one record keep the item order, by any identifier', async () => {
	const { userId, emailAddress } = user();
	const writings = [
		picked('email', emailAddress),
		...[userId, userId.toUpperCase(), ` ${userId} `].map((id) => picked('id', id)),
	];
	setup.sandbox.faults.add({ operation: 'user.getAll', delayMs: 100 });
	setup.sandbox.faults.add({ operation: 'user.update', delayMs: 100 });
	// Every other change is of another user, and waits for none of this one.
	const items = Array.from({ length: 16 }, (_, index) => ({
		userId: index % 2 === 0 ? writings[(index / 2) % 4] : picked('id', user(1).userId),
		name: `Name ${index}`,
	}));
	const { error } = await run(
		'user.update',
		{ userId: '={{ $json.userId }}', ...firstName('={{ $json.name }}') },
		{ items },
	);
	expect(error).toBeUndefined();
	const changes = sent('user.update').filter(({ path }) => path.toLowerCase().includes(userId));
	expect(changes.map(({ body }) => Object(body).firstName)).toEqual(
		items.filter((_, index) => index % 2 === 0).map(({ name }) => name),
	);
	expect(setup.sandbox.summary().peakInFlight).toBe(2);
});

test('an item that is not found keeps its place among the others', async () => {
	const items = [user(0), { emailAddress: 'nobody@example.com' }, user(1)].map(
		({ emailAddress }) => ({ emailAddress }),
	);
	const result = await run(
		'user.delete',
		{ userId: picked('email', '={{ $json.emailAddress }}') },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(records(result)).toMatchObject([
		{ deleted: true },
		{ error: { errorCode: 'user-not-found' } },
		{ deleted: true },
	]);
});

test('each tenant is searched separately', async () => {
	const items = setup.sandbox.state.tenants.slice(0, 2).map(({ tenantId }) => ({ tenantId }));
	const parameters = {
		userId: picked('email', user().emailAddress),
		options: { tenantId: '={{ $json.tenantId }}' },
	};
	await run('user.get', parameters, { items });
	expect(sent('user.getAll').map(({ tenantId }) => ({ tenantId }))).toEqual(items);
});
