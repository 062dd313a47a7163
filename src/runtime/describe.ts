import {
	type IBuilderHint,
	type INodeProperties,
	NodeConnectionTypes,
	updateDisplayOptions,
} from 'n8n-workflow';
import { optionsField } from '../forms/options';
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
			options: resources.map(({ name, value, description }) => ({ name, value, description })),
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

/** As package.json has it; n8n puts it before the name of a node. */
const packageName = 'n8n-nodes-integration-service';

/** A node that belongs to another, by its name in the package. */
export interface RelatedNode {
	readonly name: string;
	/** What it has to do with the other. */
	readonly relation: string;
}

/**
 * What a model gets to know that builds workflows: what the node is for, and of each operation what
 * it does, as n8n by itself describes operations of the same name by the first of them.
 *
 * @param searchHint what to know before choosing the node
 * @param related nodes that are found together with it
 */
export function builderHint(
	searchHint: string,
	resources: readonly NodeResource[] = [],
	related: readonly RelatedNode[] = [],
): IBuilderHint {
	return {
		searchHint,
		relatedNodes: related.map(({ name, relation }) => ({
			nodeType: `${packageName}.${name}`,
			relationHint: relation,
		})),
		extraTypeDefContent: resources.flatMap(({ value, operations }) =>
			operations.map(({ id, description }) => ({
				content: description,
				displayOptions: { show: { resource: [value], operation: [operationValue(id)] } },
			})),
		),
	};
}
