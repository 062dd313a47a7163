import '../../engine/skippedWaits';
import type { UserGroupUpdate } from '../../sandbox/records';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceUserGroup', {
	resource: 'userGroup',
	operation: 'update',
	changeMode: 'desired',
});

const groupId = 1001;
const { group, operations } = node;
const written = (state: unknown) => (typeof state === 'string' ? state : JSON.stringify(state));
const update = (desired: unknown, current: unknown = '', id: number | string = groupId) =>
	node.run({
		groupId: { __rl: true, mode: 'id', value: String(id) },
		desiredState: written(desired),
		options: { currentState: written(current) },
	});
const bodies = () => node.sandbox.requests.flatMap(({ body }) => (body ? [body] : []));

test('reads the group first and sends only the difference', async () => {
	Object.assign(group(), {
		reports: [101, 104],
		roles: ['ORDER_READ', 'STOCK_READ'],
		warehouses: [{ warehouseCompanyId: 10, warehouseId: 1 }],
		returnReasons: [{ returnReasonId: 1 }],
		webStores: [{ storeId: 1 }],
	});
	const run = await update({
		groupName: 'Customer care',
		active: true,
		reports: [104, '105'],
		roles: [{ role: 'STOCK_READ' }, 'TICKET_WRITE'],
		warehouses: [{ warehouseCompanyId: 10, warehouseId: 2, name: 'Borås' }],
		returnReasons: [{ returnReasonId: 1 }, 2],
		webStores: [],
	});
	const body: UserGroupUpdate = {
		groupName: 'Customer care',
		reports: { added: [105], removed: [101] },
		roles: { added: ['TICKET_WRITE'], removed: ['ORDER_READ'] },
		warehouses: {
			added: [{ warehouseCompanyId: 10, warehouseId: 2 }],
			removed: [{ warehouseCompanyId: 10, warehouseId: 1 }],
		},
		returnReasons: { added: [{ returnReasonId: 2 }] },
		webStores: { removed: [1] },
	};
	expect(bodies()).toEqual([body]);
	expect(operations()).toEqual(['userGroup.get', 'userGroup.update', 'userGroup.get']);
	expect(records(run)).toMatchObject([
		{ success: true, changed: true, groupId, changes: body, verified: true },
	]);
	expect(group()).toMatchObject({
		groupName: 'Customer care',
		reports: [104, 105],
		roles: ['STOCK_READ', 'TICKET_WRITE'],
		warehouses: [{ warehouseCompanyId: 10, warehouseId: 2 }],
		returnReasons: [{ returnReasonId: 1 }, { returnReasonId: 2 }],
		webStores: [],
	});
});

test('compares numbers written in different ways', async () => {
	const current =
		'{"groupId":1001.0,"groupName":"1.2","roles":[1.20],"reports":[104.0],"budget":10.50}';
	const run = await update(
		'{"groupId":1.001e3,"groupName":1.20,"roles":[1.2],"reports":["104"]}',
		current,
	);
	expect(records(run)).toEqual([
		{
			groupId: 1001,
			groupName: '1.2',
			roles: [1.2],
			reports: [104],
			budget: 10.5,
			changed: false,
		},
	]);
	expect(operations()).toEqual([]);
});

test('reads nothing first when there is a current state', async () => {
	const current = { groupId, reports: [101, 104] };
	expect(group().reports).toEqual(current.reports);
	const run = await update({ reports: [{ reportId: 101 }] }, current);
	expect(bodies()).toEqual([{ reports: { removed: [104] } }]);
	expect(operations()).toEqual(['userGroup.update', 'userGroup.get']);
	expect(records(run)).toMatchObject([{ success: true, changed: true, groupId }]);
});

test.each(['roles', 'reports'] as const)('names an old current state of %s', async (list) => {
	const { error } = await update({ [list]: group()[list] }, { [list]: [] });
	expect(error?.description).toContain("remove 'Current State' from Options");
});

test('reads the group when the current state is empty', async () => {
	for (const empty of ['', '{}', ' ', {}]) {
		const { error } = await update({ active: group().active }, empty);
		expect(error).toBeUndefined();
	}
	expect(operations()).toEqual(Array(4).fill('userGroup.get'));
});

test.each([{ rights: null }, { rights: { roles: null } }])(
	'adds the first roles if their path leads to null: %j',
	async (shown) => {
		node.sandbox.faults.change('userGroup.get', { roles: undefined, ...shown });
		const run = await node.run(
			{
				groupId: { __rl: true, mode: 'id', value: String(groupId) },
				desiredState: '{"roles":["TICKET_WRITE"]}',
				options: { previewOnly: true },
			},
			node.named({ 'group.roles': 'rights.roles' }),
		);
		expect(records(run)[0]?.changes).toEqual({ roles: { added: ['TICKET_WRITE'] } });
	},
);

describe('a record that Get returned', () => {
	const listed = ['ORDER_READ', 'STOCK_READ'];
	const inObject = { rights: { roles: listed, color: 'red' } };
	const inEntries = { rights: listed.map((role, id) => ({ id, role })) };
	const [, left] = inEntries.rights;
	const ofCodes = { roles: listed.map((code, id) => ({ id, code })) };
	const ofRecords = { roles: listed.map((role, id) => ({ id, ref: { role } })) };

	test.each<[string, string, object, object, object]>([
		['with a path', 'rights.roles', inObject, inObject, {}],
		[
			'with a path, edited',
			'rights.roles',
			inObject,
			{ rights: { ...inObject.rights, roles: ['STOCK_READ'] } },
			{ roles: { removed: ['ORDER_READ'] } },
		],
		['with a path through a list', 'rights.role', inEntries, inEntries, {}],
		[
			'with a path through a list, edited',
			'rights.role',
			inEntries,
			{ rights: [left, { role: 'TICKET_WRITE' }] },
			{ roles: { added: ['TICKET_WRITE'], removed: ['ORDER_READ'] } },
		],
		['with a path through the list itself', 'roles.code', ofCodes, ofCodes, {}],
		['with a path to records in the list itself', 'roles.ref', ofRecords, ofRecords, {}],
		[
			'with a path through the list itself, edited',
			'roles.code',
			ofCodes,
			{ roles: [...ofCodes.roles.slice(1), { code: 'TICKET_WRITE' }, 'PAGE_WRITE'] },
			{ roles: { added: ['TICKET_WRITE', 'PAGE_WRITE'], removed: ['ORDER_READ'] } },
		],
	])('can be the desired state %s', async (_title, path, shown, edited, changes) => {
		group().roles = listed;
		node.sandbox.faults.change('userGroup.get', { roles: undefined, ...shown });
		const named = node.named({ 'group.roles': path });
		const form = { groupId: { __rl: true, mode: 'id', value: String(groupId) } };
		const got = await node.run({ ...form, operation: 'get' }, named);
		const desiredState = { ...records(got)[0], ...edited };
		const options = { previewOnly: true };
		const run = await node.run({ ...form, desiredState: written(desiredState), options }, named);
		expect(records(run)[0]?.changes).toEqual(changes);
	});

	test('can have reports whose ID has another name', async () => {
		const reports = [101, 104].map((number) => ({ number, label: `Report ${number}` }));
		node.sandbox.faults.change('userGroup.get', { reports });
		const named = node.named({ 'report.reportId': 'number' });
		const form = { groupId: { __rl: true, mode: 'id', value: String(groupId) } };
		const got = await node.run({ ...form, operation: 'get' }, named);
		const desiredState = { ...records(got)[0], reports: [reports[1], { number: 105 }] };
		const options = { previewOnly: true };
		const run = await node.run({ ...form, desiredState: written(desiredState), options }, named);
		expect(records(run)[0]?.changes).toEqual({ reports: { added: [105], removed: [101] } });
	});

	test('is refused with another list under the name of the update', async () => {
		const desiredState = { ...inObject, roles: ['TICKET_WRITE'] };
		const form = { groupId: { __rl: true, mode: 'id', value: String(groupId) } };
		const named = node.named({ 'group.roles': 'rights.roles' });
		const { error } = await node.run({ ...form, desiredState: written(desiredState) }, named);
		expect(error).toMatchObject({
			message: `Desired State has "roles" and "rights.roles", which are the same field [item 0]`,
			description: `Remove one of them. In 'Field Names (JSON)' of the credential, "rights.roles" is the name of "group.roles".`,
		});
		expect(operations()).toEqual([]);
	});

	test('is refused if a field changed that an update does not have', async () => {
		node.sandbox.faults.change('userGroup.get', inObject);
		const rights = { ...inObject.rights, color: 'blue' };
		const { error } = await node.run(
			{
				groupId: { __rl: true, mode: 'id', value: String(groupId) },
				desiredState: written({ rights }),
			},
			node.named({ 'group.roles': 'rights.roles' }),
		);
		expect(error?.message).toMatch(/^Desired State: "rights" can't be updated/);
	});
});

describe('refused before a change', () => {
	test.each<[string, unknown, unknown, string]>([
		['an empty name', { groupName: '' }, '', "'Group Name' in 'Desired State' is empty"],
		[
			'the state of another group',
			{ roles: [] },
			{ groupId: 1002, roles: ['READ'] },
			`'Current State' belongs to user group 1002, but you're updating 1001`,
		],
	])('%s', async (_what, desired, current, message) => {
		node.expectRefused(await update(desired, current), message);
	});

	test('a current state that the node cannot read', async () => {
		Object.assign(group(), { reports: [{ title: 'Sales' }], roles: [{ shade: 'blue' }] });
		const { error } = await update({ reports: [101] });
		expect(error?.message).toBe(
			"The node can't read the group in the service's response: User Group > Reports, entry 1: Report Name or ID is empty [item 0]",
		);
		expect(error?.description).toContain('Current State');
		const other = await update({ active: group().active });
		expect(records(other)).toMatchObject([{ changed: false }]);
	});

	test('an ID that is not valid, even without a change', async () => {
		const refused = await update({ active: true }, { active: true }, '={{ "-1" }}');
		node.expectRefused(refused, 'User Group "-1" is not a whole number');
	});
});
