import '../../engine/skippedWaits';
import type { UserGroupUpdate } from '../../sandbox/records';
import { picked } from '../../cases/operationCase';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('UserGroup', {
	resource: 'userGroup',
	operation: 'update',
	changeMode: 'desired',
});

const groupId = 1001;
const { group, operations } = node;
const written = (state: unknown) => (typeof state === 'string' ? state : JSON.stringify(state));
const update = (desired: unknown, current: unknown = '', id: number | string = groupId) =>
	node.run({
		groupId: picked(id),
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
	const shown = { groupId: 1001, groupName: '1.2', roles: [1.2], reports: [104], budget: 10.5 };
	expect(records(run)).toEqual([{ ...shown, changed: false }]);
	expect(operations()).toEqual([]);
});

test('changes nothing if only the ID of the group is given', async () => {
	expect(records(await update({ groupId }))).toMatchObject([{ groupId, changed: false }]);
	expect(bodies()).toEqual([]);
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

describe('a record that Get returned', () => {
	const listed = ['ORDER_READ', 'STOCK_READ'];
	const inObject = { rights: { roles: listed, color: 'red' } };
	const inEntries = { rights: listed.map((role, id) => ({ id, role })) };
	const [, left] = inEntries.rights;
	const ofCodes = { roles: listed.map((code, id) => ({ id, code })) };
	const ofRecords = { roles: listed.map((role, id) => ({ id, ref: { role } })) };

	/** Previews a desired state at a service that calls fields otherwise. */
	const preview = async (desired: object, fieldNames: object) =>
		await node.run(
			{ groupId: picked(groupId), desiredState: written(desired), options: { previewOnly: true } },
			node.named(fieldNames),
		);

	test.each<[string, string, object, object, object]>([
		['with a path', 'rights.roles', inObject, inObject, {}],
		[
			'with a path through a list, edited',
			'rights.role',
			inEntries,
			{ rights: [left, { role: 'TICKET_WRITE' }] },
			{ roles: { added: ['TICKET_WRITE'], removed: ['ORDER_READ'] } },
		],
		['with a path to records in the list itself', 'roles.ref', ofRecords, ofRecords, {}],
		[
			'with a path through the list itself, edited',
			'roles.code',
			ofCodes,
			{ roles: [...ofCodes.roles.slice(1), { code: 'TICKET_WRITE' }, 'PAGE_WRITE'] },
			{ roles: { added: ['TICKET_WRITE', 'PAGE_WRITE'], removed: ['ORDER_READ'] } },
		],
		[
			'with a path that leads to null, edited',
			'rights.roles',
			{ rights: null },
			{ rights: undefined, roles: ['TICKET_WRITE'] },
			{ roles: { added: ['TICKET_WRITE'] } },
		],
		[
			'with another name for the ID of reports, edited',
			'roles',
			{ roles: listed, reports: [{ number: 101 }, { number: 104 }] },
			{ reports: [{ number: 104 }, { number: 105 }] },
			{ reports: { added: [105], removed: [101] } },
		],
	])('can be the desired state %s', async (_title, path, shown, edited, changes) => {
		node.sandbox.faults.change('userGroup.get', { roles: undefined, ...shown });
		const fieldNames = { 'group.roles': path, 'report.reportId': 'number' };
		const get = { operation: 'get', groupId: picked(groupId) };
		const [got] = records(await node.run(get, node.named(fieldNames)));
		const run = await preview({ ...got, ...edited }, fieldNames);
		expect(records(run)[0]?.changes).toEqual(changes);
	});

	test('is refused with another list under the name of the update', async () => {
		const desired = { ...inObject, roles: ['TICKET_WRITE'] };
		const { error } = await preview(desired, { 'group.roles': 'rights.roles' });
		expect(error).toMatchObject({
			message: `Desired State has "roles" and "rights.roles", which are the same field [item 0]`,
			description: `Remove one of them. In 'Field Names (JSON)' of the credential, "rights.roles" is the name of "group.roles".`,
		});
		expect(operations()).toEqual([]);
	});

	test('is refused if a field changed that an update does not have', async () => {
		node.sandbox.faults.change('userGroup.get', inObject);
		const rights = { ...inObject.rights, color: 'blue' };
		const { error } = await preview({ rights }, { 'group.roles': 'rights.roles' });
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
		[
			'a current state without a list',
			{ roles: [] },
			{ reports: [101] },
			'Current State > Roles is missing',
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
		node.expectRefused(refused, 'User Group "-1" is not a whole number from 0 to 2147483647');
	});
});
