import {
	type INodeProperties,
	type INodeTypeDescription,
	NodeConnectionTypes,
	updateDisplayOptions,
} from 'n8n-workflow';
import {
	type NodeOperationId,
	onlyReads,
	operationRow,
	pathParametersOf,
	requestsOf,
} from '../api/operations';
import { bodyProperties, otherFields } from '../forms/body';
import { optionsField, previewOption, stopIfMoreThan } from '../forms/options';
import { titleOf } from '../forms/parameters';
import { pathFields } from '../forms/pathFields';
import { simplifyFields } from '../forms/simplify';
import { type NodeOperation, type NodeResource, operationValue } from './operation';
import { verifyOption } from './verify';

/** The one input or output of a node, for items. */
const itemConnection = [NodeConnectionTypes.Main];

/** What all nodes have in common. Those that take either credential replace this one. */
const anyNode = {
	version: 1,
	outputs: itemConnection,
	credentials: [{ name: 'integrationServiceOAuth2Api', required: true }],
} satisfies Partial<INodeTypeDescription>;

/** What all nodes that work on items have in common. */
export const itemNode = {
	...anyNode,
	group: ['transform'],
	inputs: itemConnection,
} satisfies Partial<INodeTypeDescription>;

/** What all triggers have in common. */
export const triggerNode = {
	...anyNode,
	group: ['trigger'],
	polling: true,
	inputs: [],
} satisfies Partial<INodeTypeDescription>;

const operationNames: Readonly<Record<string, string>> = {
	getAll: 'Get Many',
	upsert: 'Create or Update',
};

/** The name of an operation on screen. */
export function operationName(id: NodeOperationId): string {
	const value = operationValue(id);
	return operationNames[value] ?? titleOf(value);
}

/** An operation and its resource as a sentence, for example "Get many users". */
function actionOf({ id }: NodeOperation, resource: NodeResource): string {
	const plural = operationValue(id) === 'getAll' ? 's' : '';
	const title = `${operationName(id)} ${resource.name}${plural}`;
	return title.charAt(0) + title.slice(1).toLowerCase();
}

function operationSelector(resource: NodeResource): INodeProperties {
	const values = resource.operations.map(({ id }) => operationValue(id));
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map((operation) => ({
			name: operationName(operation.id),
			value: operationValue(operation.id),
			action: operation.action ?? actionOf(operation, resource),
			description: operation.description,
		})),
		// A list changes nothing.
		default: values.includes('getAll') ? 'getAll' : (values[0] ?? ''),
	};
}

function fieldsOf(operation: NodeOperation): INodeProperties[] {
	const { id, notice, form, fields = [], output, plan } = operation;
	// With Desired State, the item is the whole record, the Current State of the next update.
	const simplified = plan ? { hide: { changeMode: ['desired'] } } : {};
	return [
		...(notice ? [notice] : []),
		...pathParametersOf(requestsOf(id)[0]).map((name) => pathFields[name]),
		...(form ? bodyProperties(form) : []),
		...fields,
		...(output ? updateDisplayOptions(simplified, simplifyFields(output)) : []),
		optionsField(optionsOf(operation)),
	];
}

/** On by default if the node works out the changes. */
const verifyByMode = [false, true].map((isDesired) => ({
	...verifyOption(isDesired),
	displayOptions: { show: { '/changeMode': [isDesired ? 'desired' : 'changes'] } },
}));

function optionsOf({ id, form, plan, verification, upsert, options = [] }: NodeOperation) {
	const row = operationRow(requestsOf(id)[0]);
	return [
		...options,
		...(form?.collection === 'options' ? [otherFields] : []),
		...(row.method === 'DELETE' ? [stopIfMoreThan] : []),
		...(verification ? (plan ? verifyByMode : [verifyOption(false)]) : []),
		...(upsert ? [verifyOption(true)] : []),
		...(onlyReads(row) ? [] : [previewOption]),
	];
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
					fieldsOf(operation),
				),
			),
		),
	];
}
