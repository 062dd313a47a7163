import type { INodeParameters } from 'n8n-workflow';
import { picked, recordAt } from '../../cases/operationCase';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceUserGroup', { resource: 'userGroup' });

const group = () => recordAt(node.sandbox.state.groups.values(), 0);
const update = async (parameters: INodeParameters) =>
	await node.run({ operation: 'update', groupId: picked(group().groupId), ...parameters });

test.each<[INodeParameters, object]>([
	[{ updateFields: { groupName: '={{ 2024 + 3 }}' } }, { groupName: '2027' }],
	[
		{ updateFields: { active: '={{ " Inactive " }}' }, roles: { added: [{ role: ' SALES ' }] } },
		{ active: false, roles: { added: ['SALES'] } },
	],
])('an update with %j sends %j', async (parameters, body) => {
	await update(parameters);
	expect(node.lastBody()).toEqual(body);
});

test.each<INodeParameters>([
	{ reports: { added: [] }, roles: {} },
	{ updateFields: { active: '={{ $json.nope }}' } },
])('an update without a change sends nothing: %j', async (parameters) => {
	const run = await update(parameters);
	expect(records(run)).toEqual([{ changed: false, groupId: group().groupId }]);
	expect(node.sandbox.requests).toHaveLength(0);
});

test.each<[INodeParameters, string]>([
	[{ updateFields: { active: '={{ null }}' } }, "'Active' is empty"],
	[{ updateFields: { groupName: '={{ "  " }}' } }, "'Group Name' is empty"],
	[
		{ webStores: { removed: [{ storeId: 'two' }] } },
		'Web Stores > Removed, entry 1: Store ID "two" is not a whole number',
	],
])('an update with %j is refused before a request', async (parameters, message) => {
	const { error } = await update(parameters);
	expect(error?.message).toBe(`${message} [item 0]`);
	expect(node.sandbox.requests).toHaveLength(0);
});

test('the form searches groups on the server and lists reports', async () => {
	const { groupId, groupName } = group();
	const { results } = await node.search('searchUserGroups', groupName);
	expect(results).toContainEqual({ name: groupName, value: groupId });
	expect(await node.choices('getReports')).toHaveLength(node.sandbox.state.reports.length);
});
