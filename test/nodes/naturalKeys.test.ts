/** Users and user groups that are named by email address or name instead of an ID. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';
import type { Reading } from '../sandbox';
import { packageUnderTest, records, untilUnderWay } from './nodeUnderTest';
import type { NodeOperationId } from './runCase';

const setup = packageUnderTest();
const { runOperation: run, sent, users, groups, user, group } = setup;

const picked = (mode: string, value: unknown) => ({ __rl: true, mode, value }) as INodeParameters;

/** The ID in the path of each request for an operation. */
const sentIds = (operation: OperationId) =>
	sent(operation).map(({ path }) => path.split('/').at(-1));

/** A new first name in a form. */
const firstName = (value: string) => ({ updateFields: { firstName: value } });

/** Replaces what the service's search finds, but not the whole list. */
const searchFinds = (found: () => object[]) => {
	for (const operation of ['user.getAll', 'userGroup.getAll'] as const) {
		const match = ({ query }: { query: object }) => Object.hasOwn(query, 'keywords');
		setup.fault(operation, { match, replaceBody: found });
	}
};

type Found = ReturnType<typeof user> | ReturnType<typeof group>;

test.each<[OperationId, () => Found, INodeParameters?]>([
	['user.get', user],
	['user.update', () => user(3), firstName('Ada')],
	['user.delete', () => user(-1)],
	['user.sendInvitation', () => user(5), { authentication: 'user' }],
	['userGroup.get', group],
	['userGroup.delete', () => group(-1)],
	['member.getAll', () => group(1)],
])('%s finds its record by key', async (operation, record, form = {}) => {
	if (operation === 'userGroup.delete') for (const each of users()) each.groupIds = [];
	const found = record();
	const [name, id, key] =
		'userId' in found
			? ['userId', found.userId, picked('email', ` ${found.emailAddress.toUpperCase()}\n`)]
			: ['groupId', found.groupId, picked('name', found.groupName)];
	Object.assign(user(), { active: false });
	const { error } = await run(operation, { ...form, [name]: key } as INodeParameters);
	expect(error).toBeUndefined();
	const [search, request, ...others] = setup.sandbox.requests;
	expect(search?.query).toMatchObject({ active: 'ALL', page: '1', pageSize: '100' });
	expect(request).toMatchObject({ operation });
	expect(request?.path).toContain(`/${id}`);
	expect(others).toEqual([]);
});

test.each([400, 422])(
	'a search that the service refuses with %i leaves the list',
	async (status) => {
		const match = ({ query }: { query: object }) => Object.hasOwn(query, 'keywords');
		setup.fault('userGroup.getAll', { match, status });
		const result = await run('userGroup.get', { groupId: picked('name', group(2).groupName) });
		expect(records(result)).toMatchObject([{ groupId: group(2).groupId }]);
	},
);

test('an address can be any in a list of addresses', async () => {
	const asValues = (...values: unknown[]) => values.map((value) => ({ value }));
	for (const operation of ['user.getAll', 'user.get'] as const) {
		setup.sandbox.faults.change(operation, ({ userId, emailAddress }) => ({
			emailAddress: undefined,
			emails: asValues('all@example.org', `${userId}@example.org`, emailAddress),
		}));
	}
	const named = setup.named({ 'user.emailAddress': 'emails.value' });
	const find = async (address: string) =>
		await run('user.get', { userId: picked('email', address) }, named);
	const { userId, emailAddress } = user(3);
	await find(emailAddress.toUpperCase());
	await find(`${userId}@example.org`);
	expect(sentIds('user.get')).toEqual([userId, userId]);
	const count = users().length;
	expect((await find('all@example.org')).error?.message).toContain(`${count} users have the`);
	const person = { emailAddress, firstName: 'Ada', lastName: 'King' };
	const { items } = await run('user.upsert', person, named);
	expect(items[0]?.json).toMatchObject({ ...person, action: 'updated', verified: true });
	expect(sent('user.create')).toEqual([]);
	expect(sent('user.update')[0]?.body).toEqual({ firstName: 'Ada', lastName: 'King' });
});

test.each([
	[9, undefined],
	[10, '2 user groups have the name "Stock" [item 0]'],
])('a search that finds %i records may have more', async (count, message) => {
	const [first, second] = [group(), group(1)];
	for (const each of [first, second]) each.groupName = 'Stock';
	const others = Array.from({ length: count - 1 }, (_, nr) => ({ groupName: `Stock ${nr}` }));
	searchFinds(() => [first, ...others]);
	const { error } = await run('userGroup.get', { groupId: picked('name', 'Stock') });
	expect(error?.message).toBe(message);
	expect(sentIds('userGroup.get')).toEqual(message ? [] : [String(first.groupId)]);
});

test('a name can be searched for with all its words and over all pages', async () => {
	const { state } = setup.sandbox;
	for (let groupId = 1; groupId <= 150; groupId++) {
		const groupName = `Stores & more: 100 % ${groupId === 150 ? '' : groupId}`.trim();
		state.groups.set(groupId, { ...group(), groupId, groupName });
	}
	const groupId = picked('name', '={{ "Stores & more: 100 % " }}');
	const { items } = await run('userGroup.get', { groupId });
	expect(items[0]?.json).toMatchObject({ groupId: 150 });
});

describe('the key is compared with', () => {
	const key = 'anna@example.com';
	const [first = '', second = ''] = ['1', '2'].map(
		(digit) => `8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f1${digit}`,
	);
	const containing = (text: string) => expect.stringContaining(text) as unknown;
	const none = containing('There is no user with the email address');
	const unknown = containing('have no known field for the email address');
	const another = containing(
		`${second} shows the email address "${key}" as "email", other users as`,
	);
	const other = { emailAddress: 'b@x.com' };
	const twice = { id: first, userName: key };

	test.each<[string, IDataObject[], unknown]>([
		['the whole text', [{ emailAddress: `x${key}` }, { emailAddress: key }], second],
		[
			'an assumed field in any case',
			[{ email: `${key}.au` }, { email: 'ANNA@example.com' }],
			second,
		],
		['one record that is there twice', [twice, twice], first],
		['no other field', [{ ...other, createdBy: key }], none],
		['no other assumed field beside the first', [other, { email: key }], another],
		[
			'no other assumed field of a record with the first',
			[other, { ...other, userName: key }],
			none,
		],
		['no other field beside null', [{ emailAddress: null, contact: key }], unknown],
		['no other assumed field beside null', [{ emailAddress: null, email: key }], unknown],
		['no field of another name', [{ mail: key }], unknown],
		['no field of another name beside names', [{ name: 'Anna', mail: key }], unknown],
		['no nested text', [{ emails: [{ value: key }] }], unknown],
		['no list of texts', [{ emailAddress: [key] }], unknown],
		['no name of a field', [{ [key]: 'x' }], unknown],
		['no part of a text', [{ emailAddress: `${key}.au` }], none],
		['no record', [], none],
		[
			'several records',
			[{ email: key }, { email: key }],
			`2 users have the email address "${key}" [item 0]`,
		],
		[
			'a record without an ID',
			[{ id: undefined, emailAddress: key }],
			containing('without a known ID'),
		],
	])('%s', async (_what, list, expected) => {
		const replaceBody = () =>
			list.map((record, index) => ({ id: [first, second][index], ...record }));
		setup.fault('user.getAll', { replaceBody });
		const { error } = await run('user.get', { userId: picked('email', key) });
		expect(sentIds('user.get')[0] ?? error?.message).toEqual(expected);
		expect(sent('user.getAll')).toHaveLength(
			// The search, and the whole list with a page that has nothing new. A search alone counts only
			// if it shows the likeliest name.
			list.length === 0 ? 2 : list.some((each) => each.emailAddress === key) ? 1 : 3,
		);
	});

	test.each(['stores north', 'Stores  Nroth', 'Stores'])(
		'no name but the exact one: %s',
		async (name) => {
			Object.assign(group(), { groupName: 'Stores North' });
			const { error } = await run('userGroup.delete', { groupId: picked('name', name) });
			expect(error).toMatchObject({ errorCode: 'user-group-not-found', httpStatus: null });
			expect(error?.message).toContain(`There is no user group with the name "${name}"`);
			expect(error?.description).toContain(
				`None of the ${groups().length} user groups that the node can read, active and inactive, has this name. Similar: "Stores North".`,
			);
			expect(sent('userGroup.delete')).toEqual([]);
		},
	);
});

describe('nothing is sent if the records show no key', () => {
	const address = 'boss@example.com';
	const byAddress = { userId: picked('email', address) };
	const person = { emailAddress: address, firstName: 'Ada', lastName: 'Byron' };

	test.each<[NodeOperationId, INodeParameters, () => unknown]>([
		['user.upsert', person, () => [{ userId: user().userId, name: 'Anna', mail: address }]],
		['userGroup.upsert', { groupName: 'Admins' }, () => [{ groupId: 1001, groupName: null }]],
	])('%s %j', async (operation, parameters, listed) => {
		for (const list of ['user.getAll', 'userGroup.getAll'] as const) {
			setup.fault(list, { replaceBody: listed });
		}
		const { error } = await run(operation, parameters);
		expect(error?.errorCode).toMatch(/^invalid-input$|-not-found$/);
		expect(setup.writes()).toEqual([]);
	});

	test('no other record is deleted if only the search shows its key', async () => {
		searchFinds(() => [{ userId: user().userId, userName: address }]);
		const { error } = await run('user.delete', byAddress);
		expect(error?.errorCode).toBe('user-not-found');
		expect(sent('user.delete')).toEqual([]);
	});

	test('the message has the names of the fields, and what to do', async () => {
		const list = () => [{ userId: user().userId, mail: address, name: 'Anna' }];
		setup.fault('user.getAll', { replaceBody: list });
		const { error } = await run('user.delete', byAddress);
		expect(error?.message).toBe(
			'The users that the service lists have no known field for the email address [item 0]',
		);
		expect(error?.description).toBe(
			`Set "user.emailAddress" in 'Field Names (JSON)' of the credential to the field with the email address. To find it, use Integration Service Check. Available fields: userId, mail, name.`,
		);
	});

	test.each([
		['a user', '8c2f9a3e', '8c2f9a3e'],
		['a user without an ID', undefined, 'without a known ID'],
	])('the message about %s has the other name of the field', async (_user, userId, shown) => {
		const other = { userId: user(1).userId, emailAddress: 'anna@example.com' };
		const list = () => [other, { userId, email: address }];
		setup.fault('user.getAll', { replaceBody: list });
		const { error } = await run('user.upsert' as OperationId, person);
		expect(error?.message).toBe(
			`The user ${shown} shows the email address "${address}" as "email", other users as "emailAddress" [item 0]`,
		);
		expect(error?.description).toBe(
			`Set "user.emailAddress" in 'Field Names (JSON)' of the credential to the field with the email address of all users, or use the ID of this user.`,
		);
	});

	test('only the field in Field Names is the key', async () => {
		const other = { userId: user(1).userId, emailAddress: address };
		const list = () => [other, { userId: user().userId, contact: { mail: address } }];
		setup.fault('user.getAll', { replaceBody: list });
		const runWith = async (path: string) =>
			await run('user.get', byAddress, setup.named({ 'user.emailAddress': path }));
		await runWith('contact.mail');
		expect(sentIds('user.get')).toEqual([user().userId]);
		const { error } = await runWith('contact.phone');
		expect(error?.description).toContain('Available fields: userId, emailAddress, contact.');
	});
});

describe('another spelling', () => {
	test.each(['Malmo\u0308', ' Malm\u00F6', 'Malm\u00F6 '])(
		'%j gives way to exactly the same name',
		async (other) => {
			group(0).groupName = 'Malm\u00F6';
			group(1).groupName = other;
			for (const position of [0, 1]) {
				await run('userGroup.get', { groupId: picked('name', group(position).groupName) });
			}
			const ids = [0, 1].map((position) => String(group(position).groupId));
			expect(sentIds('userGroup.get')).toEqual(ids);
		},
	);

	test('is not taken for the key of an earlier item', async () => {
		const names = ['Stock', ' Stock'];
		for (const [position, name] of names.entries()) group(position).groupName = name;
		const finds = ({ groupName }: ReturnType<typeof group>) => groupName === names[0];
		searchFinds(() => groups().filter(finds));
		const groupId = picked('name', '={{ $json.name }}');
		const items = names.map((name) => ({ name }));
		const { items: found } = await run('userGroup.get', { groupId }, { items });
		expect(found.map(({ json }) => json.groupName)).toEqual(names);
	});

	test('of several records is refused with their IDs', async () => {
		group(0).groupName = 'Malm\u00F6 ';
		group(1).groupName = 'Malmo\u0308';
		const { error } = await run('userGroup.delete', { groupId: picked('name', 'Malm\u00F6') });
		expect(error?.message).toContain('2 user groups have the name "Malm\u00F6"');
		expect(error?.description).toContain(`${group(0).groupId}, ${group(1).groupId}`);
		expect(sent('userGroup.delete')).toEqual([]);
	});

	test('as a number is found', async () => {
		setup.sandbox.faults.change('userGroup.getAll', { groupName: 2000 });
		setup.sandbox.state.groups = new Map([[7, { ...group(), groupId: 7 }]]);
		const { error } = await run('userGroup.get', { groupId: picked('name', '2000') });
		expect(error).toBeUndefined();
		expect(sent('userGroup.get')[0]?.path).toContain('/7');
	});

	test('of the same new name creates one group', async () => {
		const items = ['Malm\u00F6', 'Malmo\u0308', ' Malm\u00F6'].map((name) => ({ name }));
		const count = groups().length;
		for (const options of [{}, { concurrency: 5 }]) {
			const parameters = { groupName: '={{ $json.name }}', options };
			await run('userGroup.upsert', parameters, { items });
		}
		expect(groups()).toHaveLength(count + 1);
	});
});

describe('an address is sent without what was copied with it', () => {
	const bare = 'maja.lind@example.org';
	const copied = `"Lind, Maja" <mailto:\u200B${bare}>,`;
	const person = { firstName: 'Maja', lastName: 'Lind' };
	const forms: Array<[NodeOperationId, (address: string) => INodeParameters]> = [
		['user.create', (emailAddress) => ({ ...person, emailAddress })],
		['user.upsert', (emailAddress) => ({ ...person, emailAddress })],
		['user.checkAvailability', (emailAddress) => ({ emailAddress })],
		[
			'user.update',
			(emailAddress) => ({ userId: picked('id', user().userId), updateFields: { emailAddress } }),
		],
	];

	test.each(forms)('by %s', async (operation, form) => {
		const { error } = await run(operation, form(copied));
		expect(error).toBeUndefined();
		const bodies = setup.sandbox.requests.flatMap(({ body }) => body ?? []);
		expect(bodies).toMatchObject([{ emailAddress: bare }]);
	});

	test('by By Email', async () => {
		user(2).emailAddress = bare;
		await run('user.get', { userId: picked('email', copied) });
		expect(sentIds('user.get')).toEqual([user(2).userId]);
	});
});

test('a text of more than 1,000 characters is not a name', async () => {
	const { error } = await run('userGroup.get', { groupId: picked('name', 'a'.repeat(1001)) });
	expect(error?.message).toMatch(/^User Group "a{100}…" is not a valid name/);
	expect(setup.sandbox.requests).toEqual([]);
});

test.each([
	['nothing', () => []],
	['another record', () => [{ userId: user().userId, emailAddress: 'other@example.com' }]],
] as const)('a search that finds %s is followed by one reading of the list', async (_, found) => {
	searchFinds(found);
	const items = users()
		.slice(0, 40)
		.map(({ emailAddress }) => ({ emailAddress }));
	const userId = picked('email', '={{ $json.emailAddress }}');
	const result = await run('user.get', { userId, options: { concurrency: 1 } }, { items });
	expect(result.error).toBeUndefined();
	expect(records(result)).toMatchObject(items);
	const pages = Math.ceil(users().length / 100);
	// The search, and the whole list with at most two pages after its end.
	expect(sent('user.getAll').length).toBeLessThanOrEqual(1 + pages + 2);
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

test.each<[OperationId, string, INodeParameters]>([
	['user.get', "'User' is empty", { userId: picked('email', '={{ "  " }}') }],
	['user.get', 'User "a" is not a valid email address', { userId: picked('email', '={{ "a" }}') }],
	['user.get', 'User "{}" is not text', { userId: picked('email', '={{ {} }}') }],
	['userGroup.get', "'User Group' is empty", { groupId: picked('name', '={{ null }}') }],
])('%s is refused before a request: %s', async (operation, message, parameters) => {
	setup.expectRefused(await run(operation, parameters), message);
});

test('a failed search names its purpose, and nothing is changed', async () => {
	setup.fault('user.getAll', { status: 403 });
	const { error } = await run('user.delete', { userId: picked('email', user().emailAddress) });
	expect(error).toMatchObject({ httpStatus: 403 });
	expect(error?.description).toContain('svc:user:read');
	expect(error?.description).toContain('to find the user by email address');
	expect(sent('user.delete')).toEqual([]);
});

test('changes of one record keep the item order, by any identifier', async () => {
	const { userId, emailAddress } = user();
	const writings = [
		picked('email', emailAddress),
		...[userId, userId.toUpperCase(), ` ${userId} `].map((id) => picked('id', id)),
	];
	setup.fault('user.getAll', { delayMs: 50 });
	const update = { operation: 'user.update', until: untilUnderWay(setup.sandbox, 2) } as const;
	setup.sandbox.faults.add(update);
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
	expect(setup.sandbox.log.peakInFlight).toBe(2);
});

test.each([{}, { concurrency: 5 }])(
	'changes by two addresses of one user keep the item order: %j',
	async (options) => {
		const { emailAddress } = user();
		setup.sandbox.faults.change('user.getAll', (record) => ({
			emails: [record.emailAddress, `${String(record.emailAddress)}.org`],
		}));
		// The first change is slow.
		setup.fault('user.get', { delayMs: 200, times: 1 });
		const items = [emailAddress, `${emailAddress}.org`].map((key, index) => ({ key, index }));
		const form = {
			emailAddress: '={{ $json.key }}',
			firstName: '=Name {{ $json.index }}',
			options,
		};
		await run('user.upsert', form, { items, ...setup.named({ 'user.emailAddress': 'emails' }) });
		expect(sent('user.update').map(({ body }) => body)).toEqual([
			{ firstName: 'Name 0' },
			{ firstName: 'Name 1' },
		]);
	},
);

test('each tenant is searched separately', async () => {
	const items = setup.sandbox.state.tenants.slice(0, 2).map(({ tenantId }) => ({ tenantId }));
	const parameters = {
		userId: picked('email', user().emailAddress),
		options: { tenantId: '={{ $json.tenantId }}' },
	};
	await run('user.get', parameters, { items });
	expect(sent('user.getAll').map(({ tenantId }) => ({ tenantId }))).toEqual(items);
});

test.each<[NodeOperationId, string, Reading['keywords'], boolean]>([
	['user.get', 'one user', 'anywhere', false],
	['user.get', 'every user', 'anywhere', true],
	['user.get', 'no user', 'nothing', false],
	['user.upsert', 'no user', 'nothing', false],
])('%s searches each key once if that finds %s', async (operation, _found, keywords, isShared) => {
	Object.assign(setup.sandbox.reading, { keywords });
	const [model, keys] = [user(), Array.from({ length: 30 }, (_, each) => `u${each}@example.org`)];
	setup.sandbox.state.users.clear();
	for (let each = 0; each < 400; each++) {
		const userId = `8c2f9a3e-1b7d-4e5f-9a60-${String(each).padStart(12, '0')}`;
		const lastName = isShared ? keys.join(' ') : 'Ek';
		const record = { ...model, userId, lastName, emailAddress: `u${each}@example.org` };
		setup.sandbox.state.users.set(userId, record);
	}
	const items = keys.map((key) => ({ key }));
	const key = '={{ $json.key }}';
	await run(operation, { userId: picked('email', key), emailAddress: key }, { items });
	expect(sent('user.get')).toHaveLength(keys.length);
	const pagesOfList = 400 / 100 + 8;
	expect(sent('user.getAll').length).toBeLessThanOrEqual(keys.length + pagesOfList);
});
