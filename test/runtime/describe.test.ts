import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { builderHint, describeResources } from '../../src/runtime/describe';
import type { NodeOperation, NodeResource } from '../../src/runtime/operation';

const field = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
});

const operation = (id: NodeOperation['id'], name: string): NodeOperation => ({
	id,
	name,
	action: `${name} it`,
	description: `Does ${name}`,
	fields: [field(`field of ${id}`)],
	options: [field(`option of ${id}`)],
	execute: async () => [],
});

const resources: NodeResource[] = [
	{
		name: 'User',
		value: 'user',
		description: 'A person',
		operations: [operation('user.create', 'Create'), operation('user.getAll', 'Get Many')],
	},
	{
		name: 'Ticket',
		value: 'ticket',
		description: 'A question',
		operations: [operation('ticket.unassign', 'Unassign')],
	},
];

const form = describeResources(resources, 'ticket');
const shownFor = (resource: string, chosen: string) =>
	form.filter(({ displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		return show.resource?.includes(resource) && show.operation?.includes(chosen);
	});

test('a form starts with the resources, and one is selected', () => {
	expect(form[0]).toMatchObject({
		name: 'resource',
		default: 'ticket',
		noDataExpression: true,
		options: [
			{ name: 'User', value: 'user', description: 'A person' },
			{ name: 'Ticket', value: 'ticket', description: 'A question' },
		],
	});
});

test('each resource has its operations, and a list is the default', () => {
	const selectors = form.filter(({ name }) => name === 'operation');
	expect(selectors.map((each) => [each.displayOptions?.show?.resource, each.default])).toEqual([
		[['user'], 'getAll'],
		[['ticket'], 'unassign'],
	]);
	expect(selectors.every(({ noDataExpression }) => noDataExpression)).toBe(true);
	expect(selectors[0]?.options as INodePropertyOptions[]).toEqual([
		{ name: 'Create', value: 'create', action: 'Create it', description: 'Does Create' },
		{ name: 'Get Many', value: 'getAll', action: 'Get Many it', description: 'Does Get Many' },
	]);
});

test('a field is only shown for its operation, with options at the end', () => {
	const [own, options, ...more] = shownFor('user', 'create');
	expect(own?.name).toBe('field of user.create');
	expect(options?.name).toBe('options');
	expect((options?.options as INodeProperties[]).map(({ name }) => name)).toContain(
		'option of user.create',
	);
	expect(more).toEqual([]);
	expect(shownFor('ticket', 'create')).toEqual([]);
});

test("n8n's AI builder gets each operation and the related nodes", () => {
	expect(builderHint('Know this', resources, { other: 'Goes before it' })).toEqual({
		searchHint: 'Know this',
		relatedNodes: [
			{ nodeType: 'n8n-nodes-integration-service.other', relationHint: 'Goes before it' },
		],
		extraTypeDefContent: [
			['user', 'create', 'Does Create'],
			['user', 'getAll', 'Does Get Many'],
			['ticket', 'unassign', 'Does Unassign'],
		].map(([resource, chosen, content]) => ({
			content,
			displayOptions: { show: { resource: [resource], operation: [chosen] } },
		})),
	});
	expect(builderHint('Know this')).toEqual({
		searchHint: 'Know this',
		relatedNodes: [],
		extraTypeDefContent: [],
	});
});
