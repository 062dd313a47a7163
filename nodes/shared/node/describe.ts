import { type INodeProperties, NodeConnectionTypes, updateDisplayOptions } from 'n8n-workflow';
import { optionsField } from '../form/options';
import { type NodeResource, operationValue } from './operation';

/** The one input or output of a node, for items. */
export const itemConnection = [NodeConnectionTypes.Main];

function operationSelector(resource: NodeResource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(({ id, name, action, description }) => ({
			name,
			value: operationValue(id),
			action,
			description,
		})),
		default: preselected(resource.operations.map(({ id }) => operationValue(id))),
	};
}

/** A list is the safest first try. */
function preselected(operations: readonly string[]): string {
	return operations.find((operation) => operation === 'getAll') ?? operations[0] ?? '';
}

/**
 * The form of a node: Resource, Operation, then each operation's fields and options, shown where
 * they belong.
 *
 * @param resources the node's table of contents
 * @param selected value of the resource that is chosen at first
 */
export function describeResources(
	resources: readonly NodeResource[],
	selected: string,
): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value }) => ({ name, value })),
			default: selected,
		},
		...resources.map(operationSelector),
		...resources.flatMap((resource) =>
			resource.operations.flatMap(({ id, fields, options }) =>
				updateDisplayOptions(
					{ show: { resource: [resource.value], operation: [operationValue(id)] } },
					[...fields, optionsField(options)],
				),
			),
		),
	];
}
