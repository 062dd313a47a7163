import {
	type IBuilderHint,
	type INodeProperties,
	NodeConnectionTypes,
	updateDisplayOptions,
} from 'n8n-workflow';
import { onlyReads, operationRow, requestsOf } from '../api/operations';
import { optionsField, previewOption } from '../forms/options';
import { type NodeOperation, type NodeResource, operationValue } from './operation';

/** The one input or output of a node, for items. */
export const itemConnection = [NodeConnectionTypes.Main];

function operationSelector(resource: NodeResource): INodeProperties {
	const values = resource.operations.map(({ id }) => operationValue(id));
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
		// A list changes nothing.
		default: values.includes('getAll') ? 'getAll' : (values[0] ?? ''),
	};
}

function optionsOf({ id, options = [] }: NodeOperation): INodeProperties {
	const [request] = requestsOf(id);
	return optionsField(onlyReads(operationRow(request)) ? options : [...options, previewOption]);
}

/** The form of a node: resource, operation, then the fields and options of each operation. */
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
			resource.operations.flatMap((operation) =>
				updateDisplayOptions(
					{ show: { resource: [resource.value], operation: [operationValue(operation.id)] } },
					[...operation.fields, optionsOf(operation)],
				),
			),
		),
	];
}

/** From package.json: n8n prefixes the names of nodes with it. */
const packageName = 'n8n-nodes-integration-service';

/**
 * What n8n's AI builder reads about a node and each of its operations. By itself, n8n describes
 * operations of the same name by the first of them.
 *
 * @param related how other nodes relate to this one, by their names
 */
export function builderHint(
	searchHint: string,
	resources: readonly NodeResource[] = [],
	related: Readonly<Record<string, string>> = {},
): IBuilderHint {
	return {
		searchHint,
		relatedNodes: Object.entries(related).map(([name, relationHint]) => ({
			nodeType: `${packageName}.${name}`,
			relationHint,
		})),
		extraTypeDefContent: resources.flatMap(({ value, operations }) =>
			operations.map(({ id, description }) => ({
				content: description,
				displayOptions: { show: { resource: [value], operation: [operationValue(id)] } },
			})),
		),
	};
}
