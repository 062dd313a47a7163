import type { INodeParameters } from 'n8n-workflow';
import { nodeUnderTest } from '../nodeUnderTest';

const setup = nodeUnderTest('integrationServiceUserGroup', { resource: 'userGroup' });
const { run } = setup;

const request = (parameters: INodeParameters) => ({
	type: 'integrationServiceUserGroup',
	parameters: { resource: 'userGroup', ...parameters },
	credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
});
const groups = () => [...setup.sandbox.state.groups.values()];
const group = () => {
	const [first] = groups();
	if (!first) throw new Error('The sandbox has no group');
	return first;
};
const groupId = () => ({ __rl: true, mode: 'id', value: group().groupId });
const update = (parameters: INodeParameters): INodeParameters => ({
	operation: 'update',
	groupId: groupId(),
	...parameters,
});

test('Update sends the form as a change set', async () => {
	await run(
		update({
			updateFields: { groupName: 'Renamed', active: false },
			reports: { added: [{ reportId: 1 }, { reportId: '2' }], removed: [{ reportId: 3 }] },
			roles: { added: [{ role: 'SALES' }], removed: [{ role: 'STOCK' }] },
			warehouses: {
				added: [{ warehouseCompanyId: 1, warehouseId: 7 }],
				removed: [{ warehouseCompanyId: 1, warehouseId: 8 }],
			},
			returnReasons: { added: [{ returnReasonId: 4 }], removed: [{ returnReasonId: 5 }] },
			webStores: { added: [{ storeId: 6 }], removed: [{ storeId: 7 }] },
		}),
	);
	expect(setup.sandbox.requests[0]?.body).toEqual({
		groupName: 'Renamed',
		active: false,
		reports: { added: [1, 2], removed: [3] },
		roles: { added: ['SALES'], removed: ['STOCK'] },
		warehouses: {
			added: [{ warehouseCompanyId: 1, warehouseId: 7 }],
			removed: [{ warehouseCompanyId: 1, warehouseId: 8 }],
		},
		returnReasons: { added: [{ returnReasonId: 4 }], removed: [5] },
		webStores: { added: [{ storeId: 6 }], removed: [7] },
	});
});

test('Update accepts a number as the name', async () => {
	await run(update({ updateFields: { groupName: '={{ 2024 + 3 }}' } }));
	expect(setup.sandbox.requests[0]?.body).toEqual({ groupName: '2027' });
});

test('Update sends nothing without a change', async () => {
	const { items } = await run(update({ reports: { added: [] }, roles: {} }));
	expect(items[0]?.json).toEqual({ changed: false, groupId: group().groupId });
	expect(setup.sandbox.requests).toHaveLength(0);
});

test.each([
	[
		{ reports: { added: [{ reportId: 1 }, { reportId: '={{ "" }}' }] } },
		'Reports > Added, entry 2: Report Name or ID is empty',
	],
	[
		{ webStores: { removed: [{ storeId: 'two' }] } },
		'Web Stores > Removed, entry 1: Store ID "two" is not a whole number',
	],
	[
		{ roles: { added: [{ role: 'A' }, { role: 'B' }, { role: 'A' }] } },
		'"A" appears twice: Roles > Added, entry 1 and Roles > Added, entry 3',
	],
	[
		{ groupId: { __rl: true, mode: 'id', value: '={{ "x" }}' }, updateFields: { active: true } },
		'User Group "x" is not a whole number',
	],
])('refuses %j before a request', async (parameters, message) => {
	const { error } = await run(update(parameters as INodeParameters));
	expect(error?.message).toBe(`${message} [item 0]`);
	expect(setup.sandbox.requests).toHaveLength(0);
});

test('searches groups on the server and lists reports', async () => {
	const found = await setup.engine.searchList(request({}), 'searchUserGroups', group().groupName);
	expect(found.results).toContainEqual({ name: group().groupName, value: group().groupId });
	const reports = await setup.engine.loadOptions(request({}), 'getReports');
	expect(reports).toHaveLength(setup.sandbox.state.reports.length);
});

test.each([
	[{ active: '={{ $json.nope }}' }, undefined],
	[{ active: '={{ null }}' }, "'Active' is empty [item 0]"],
	[{ groupName: '={{ "  " }}' }, "'Group Name' is empty [item 0]"],
])('Update of %j sends nothing', async (updateFields, message) => {
	const { error } = await run(update({ updateFields }));
	expect(error?.message).toBe(message);
	expect(setup.sandbox.requests).toHaveLength(0);
});

test('Update trims a role', async () => {
	const updateFields = { active: '={{ " Inactive " }}' };
	await run(update({ updateFields, roles: { added: [{ role: ' SALES ' }] } }));
	expect(setup.lastBody()).toEqual({ active: false, roles: { added: ['SALES'] } });
});

test('Create requires the name', async () => {
	await expect(run({ operation: 'create' })).rejects.toThrow('issues');
	const { error } = await run({ operation: 'create', groupName: '={{ "" }}' });
	expect(error?.message).toBe("'Group Name' is empty [item 0]");
	expect(setup.sandbox.requests).toHaveLength(0);
});
