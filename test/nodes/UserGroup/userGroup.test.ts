import type { INodeParameters } from 'n8n-workflow';
import { picked } from '../../cases/operationCase';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceUserGroup', { resource: 'userGroup' });

const { group } = node;
const update = async (parameters: INodeParameters) =>
	await node.run({ operation: 'update', groupId: picked(group().groupId), ...parameters });

test.each<[string, INodeParameters, object]>([
	[
		'a number of an expression as a text',
		{ updateFields: { groupName: '={{ 2024 + 3 }}' } },
		{ groupName: '2027' },
	],
	[
		'only the fields that are set, and bare roles',
		{ updateFields: { active: '={{ " Inactive " }}' }, roles: { added: [{ role: ' SALES ' }] } },
		{ active: false, roles: { added: ['SALES'] } },
	],
])('an update sends %s', async (_title, parameters, body) => {
	await update(parameters);
	expect(node.lastBody()).toEqual(body);
});

test.each<[string, INodeParameters]>([
	['empty lists', { reports: { added: [] }, roles: {} }],
	['an expression without a value', { updateFields: { active: '={{ $json.nope }}' } }],
	['an expression with null', { updateFields: { active: '={{ null }}' } }],
])('an update sends nothing for %s', async (_title, parameters) => {
	const run = await update(parameters);
	expect(records(run)).toEqual([{ changed: false, groupId: group().groupId }]);
	expect(node.sandbox.requests).toHaveLength(0);
});

test.each<[string, INodeParameters]>([
	["'Active' is empty", { updateFields: { active: '={{ "" }}' } }],
	["'Group Name' is empty", { updateFields: { groupName: '={{ "  " }}' } }],
	[
		'Web Stores > Removed, entry 1: Store ID "two" is not a whole number',
		{ webStores: { removed: [{ storeId: 'two' }] } },
	],
])('an update is refused before a request: %s', async (message, parameters) => {
	node.expectRefused(await update(parameters), message);
});
