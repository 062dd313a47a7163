/** One credential for several tenants: each item is sent to its own tenant, or not at all. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';
import type { FaultSubject } from '../sandbox/faults';
import { until } from '../until';
import { keepGoing, nodeUnderTest, records, registeringReturns, sourcesOf } from './nodeUnderTest';

const node = nodeUnderTest('OrderManagement', registeringReturns('={{ $json.tenant }}'));

const tenantIds = () => node.sandbox.state.tenants.map(({ tenantId }) => tenantId);

/** The tenants that requests were sent to, with the note of the return that they carried. */
const sent = () =>
	node.sandbox.requests.map(({ body, tenantId }) => [tenantId, Object(body).note] as const).sort();

const itemsOf = (order: string) =>
	[...order].map((letter) => ({ tenant: tenantIds()['ABC'.indexOf(letter)] }));

describe.each([
	['in the options', { options: { tenantId: '={{ $json.tenant }}' } }, {}],
	['in the credential', {}, { tenantId: '={{ $json.tenant }}' }],
])('a tenant %s', (_where, form, stored) => {
	const send = async (items: IDataObject[]) =>
		await node.run(form, { items, ...keepGoing, ...node.credentialsWith(stored) });

	test.each(['ABC', 'ABA', 'AAB', 'BAA'])('gets the items %s that are its own', async (order) => {
		const items = itemsOf(order);
		const run = await send(items);
		expect(sent()).toEqual(items.map(({ tenant }) => [tenant, tenant]).sort());
		for (const record of records(run)) expect(record).toHaveProperty('returnId');
	});

	test('that is empty is refused, and never sent', async () => {
		const run = await send([...itemsOf('A'), { tenant: '' }, ...itemsOf('B')]);
		expect(records(run)[1]).toMatchObject({
			error: { message: expect.stringContaining('Tenant ID'), errorCode: 'invalid-input' },
		});
		expect(sent().map(([tenantId]) => tenantId)).toEqual(tenantIds().slice(0, 2).sort());
	});
});

test.each(['baseUrl', 'clientId'] as const)('%s can be an expression', async (field) => {
	const value = node.sandbox.credential[field];
	const items = [{ value }, { value: field === 'baseUrl' ? 'http://127.0.0.1:9' : 'nobody' }];
	const credentials = node.credentialsWith({ [field]: '={{ $json.value }}' });
	const options = { maxRetries: 0 };
	const run = await node.run({ options }, { items, ...keepGoing, ...credentials });
	const [first, second] = records(run);
	expect(first).toHaveProperty('returnId');
	expect(second).toHaveProperty('error');
	expect(node.sandbox.requests).toHaveLength(1);
});

test('an expression of the credential that fails for an item fails no other', async () => {
	const credentials = node.credentialsWith({
		tenantId: "={{ $json.tenant ?? $('Merged').item.json.tenant }}",
	});
	const run = await node.run({}, { items: [{}, ...itemsOf('AB')], ...keepGoing, ...credentials });
	expect(records(run)).toMatchObject([{ error: { errorCode: 'expression' } }, {}, {}]);
	expect(sent().map(([tenantId]) => tenantId)).toEqual(tenantIds().slice(0, 2).sort());
});

test('an item keeps its place in the output when its tenant is slower', async () => {
	const items = itemsOf('ABA');
	const slow = tenantIds()[1];
	node.sandbox.faults.add({ includes: slow, delayMs: 100 });
	const run = await node.run({ options: { tenantId: '={{ $json.tenant }}' } }, { items });
	expect(sourcesOf(run.items)).toEqual([0, 1, 2]);
	expect(run.credentialReads).toBe(1);
});

test('rows of one key keep their order if another tenant has no record', async () => {
	const { faults, state } = node.sandbox;
	const [found, other] = [...state.users.values()];
	const [there, elsewhere] = tenantIds();
	const address = found?.emailAddress ?? '';
	const spelled = address.toUpperCase();
	const isElsewhere = ({ query: { keywords = spelled } }: FaultSubject) => keywords === spelled;
	faults.add({ operation: 'user.getAll', match: isElsewhere, replaceBody: () => [] });
	// Further rows begin when it is known that the record is new elsewhere.
	const isKnown = async () => await until(() => node.sent('user.create').length > 0);
	faults.add({ operation: 'user.get', includes: other?.userId, until: isKnown });
	const areRead = async () => await until(() => node.sent('user.get').length > 100);
	faults.add({ operation: 'user.update', includes: 'First', until: areRead });
	const row = { tenant: there, address };
	const filler = { tenant: there, address: other?.emailAddress, name: other?.firstName };
	const items = [
		{ ...row, name: 'First' },
		{ tenant: elsewhere, address: spelled, name: 'Elsewhere' },
		...Array.from({ length: 100 }, () => filler),
		{ ...row, name: 'Last' },
	];
	const form = {
		emailAddress: '={{ $json.address }}',
		firstName: '={{ $json.name }}',
		options: { tenantId: '={{ $json.tenant }}' },
	};
	const run = await node.runOperation('user.upsert', form, { items, ...keepGoing });
	expect(records(run).at(-1)?.summary).toContain('First Name changes from "First" to "Last"');
});

test('listed records have the tenant they were asked for, tenants their own', async () => {
	const shown = [{ id: 'B', name: 'Berlin' }, { tenantId: 'C' }];
	node.sandbox.faults.add({ replaceBody: () => shown });
	const tenantId = tenantIds()[1] as string;
	const form = { options: { tenantId } };
	const list = async (id: OperationId) => records(await node.runOperation(id, form));
	expect(await list('userGroup.getAll')).toEqual([{ tenantId, ...shown[0] }, shown[1]]);
	expect(await list('connectedTenant.getAll')).toEqual(shown);
});

test('a person acts only in the tenant of the sign-in', async () => {
	const form = { authentication: 'user', options: { tenantId: 'another' } };
	const message = "'Tenant ID' can't be set for a signed-in user";
	node.expectRefused(await node.runOperation('user.getAll', form), message);
});

describe('a record that was selected from a list', () => {
	const groupsThere = [
		{ groupId: 1, groupName: 'Administrators' },
		{ groupId: 7, groupName: 'Sales' },
		{ groupId: 8, groupName: 'Sales (inactive)' },
		{ groupId: 11, groupName: '=Sales' },
		{ groupId: 12, groupName: "'=Sales" },
		{ groupId: 9, groupName: 'Twins' },
		{ groupId: 10, groupName: 'Twins' },
	];

	const somebody = '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12';

	/** Selects the record with ID 1 of one tenant, and acts in another. */
	const run = async (
		operation: string,
		name: string,
		label: string | undefined,
		value: unknown = 1,
	) => {
		const options = { tenantId: tenantIds()[1] as string };
		const picked = { __rl: true, mode: 'list', value, cachedResultName: label };
		const id = `${name === 'userId' ? 'user' : 'userGroup'}.${operation}` as OperationId;
		return await node.runOperation(id, { options, [name]: picked as INodeParameters });
	};

	beforeEach(() => {
		node.fault('userGroup.getAll', { replaceBody: () => groupsThere });
		node.fault('userGroup.delete', { replaceBody: () => undefined });
	});

	const deleted = () =>
		node.sent('userGroup.delete').map(({ path, tenantId }) => [path.split('/').at(-1), tenantId]);

	test.each([
		['Sales', '7'],
		['Sales (inactive)', '7'],
		['Sales (ID 1)', '7'],
		['Sales (ID 1, inactive)', '7'],
		['Sales (inactive) (active)', '8'],
		["'=Sales", '11'],
		["''=Sales (inactive)", '12'],
	])('as "%s" is found by its name in the tenant', async (label, id) => {
		await run('delete', 'groupId', label);
		expect(deleted()).toEqual([[id, tenantIds()[1]]]);
	});

	test.each([
		['that is not there', 'Stores', 'There is no user group with the name "Stores"'],
		['that is there twice', 'Twins', '2 user groups have the name "Twins"'],
		['that is empty', '', 'The name of the selected user group is unknown'],
		['that is unknown', undefined, 'The name of the selected user group is unknown'],
	])('by a label %s fails, and nothing is sent', async (_what, label, message) => {
		const { error } = await run('delete', 'groupId', label);
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(deleted()).toEqual([]);
	});

	test.each([
		['groupId', '={{ 1 }}', "Use 'By ID' or 'By Name' for 'User Group'."],
		['userId', `={{ "${somebody}" }}`, "Use 'By ID' or 'By Email' for 'User'."],
	])('and replaced by an expression in %s is refused', async (name, value, remedy) => {
		const { error } = await run('delete', name, 'Sales (sales@example.com)', value);
		expect(error?.message).toMatch(
			/^'User(?: Group)?' is an expression in 'From List', and 'Tenant ID' is set/,
		);
		expect(error?.description).toContain(remedy);
		expect(node.sandbox.requests).toEqual([]);
	});

	test('and replaced by an expression with a name is found by the name', async () => {
		await run('delete', 'groupId', 'Twins', '={{ "Sales" }}');
		expect(deleted()).toEqual([['7', tenantIds()[1]]]);
	});

	test('a user is found by the address in the label', async () => {
		const [user] = [...node.sandbox.state.users.values()].slice(-1);
		const label = `Anna Berg (${user?.emailAddress}) (inactive)`;
		const { items } = await run('get', 'userId', label, somebody);
		expect(items[0]?.json.userId).toBe(user?.userId);
		const { error } = await run('get', 'userId', 'Anna Berg', user?.userId);
		expect(error?.message).toContain('The email address of the selected user is unknown');
		expect(error?.description).toContain("Use 'By Email'");
	});

	test('is found by its ID without another tenant', async () => {
		const groupId = { __rl: true, mode: 'list', value: 1001, cachedResultName: 'Sales' };
		const { error } = await node.runOperation('userGroup.get', { groupId });
		expect(error).toBeUndefined();
		expect(node.sandbox.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['1001']);
	});
});

describe('a list', () => {
	const form = (options: INodeParameters, more: IDataObject = {}, credential = {}) => ({
		type: 'integrationServiceUser',
		parameters: { resource: 'user', operation: 'get', options, ...more } as INodeParameters,
		...node.credentialsWith(credential),
	});

	test('shows the records of Tenant ID', async () => {
		const options = { tenantId: tenantIds()[1] as string, timeout: '={{ $json.timeout }}' };
		await node.engine.searchList(form(options), 'searchUsers');
		await node.engine.loadOptions(form(options), 'getUserGroups');
		expect(node.sandbox.requests.map(({ tenantId }) => tenantId)).toEqual(
			Array.from(node.sandbox.requests, () => tenantIds()[1]),
		);
		expect(node.sandbox.requests).not.toHaveLength(0);
	});

	const expression = { tenantId: '={{ $json.tenant }}' };

	test.each<[string, string, INodeParameters, IDataObject?, object?]>([
		['an expression', "is empty or an expression. Use 'By Email'", expression],
		// As the editor sends an expression without a value.
		['null', "is empty or an expression. Use 'By Email'", { tenantId: null }],
		['empty', "is empty or an expression. Use 'By Email'", { tenantId: ' ' }],
		['set for a person', 'a signed-in user', { tenantId: 'B' }, { authentication: 'user' }],
		['of each item', 'an expression that needs an input item', {}, {}, expression],
	])('explains that Tenant ID is %s', async (_what, message, ...filledIn) => {
		const request = form(...filledIn);
		await expect(node.engine.searchList(request, 'searchUsers')).rejects.toThrow(message);
		await expect(node.engine.loadOptions(request, 'getUserGroups')).rejects.toThrow(message);
		expect(node.sandbox.requests).toHaveLength(0);
	});
});
