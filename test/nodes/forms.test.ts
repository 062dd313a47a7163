/** The required marks and choices of every form against what the node refuses. */
import { type INode, type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { type OperationId, operations } from '../../src/api/operations';
import { operationCases } from '../cases';
import { isShown } from '../forms/shown';
import { nodeTypeOf } from './runCase';
import { packageUnderTest } from './nodeUnderTest';

const seed = { users: 30, longestLog: 20, longestThread: 4 };
const setup = packageUnderTest({ streamDelayMs: 0, seed });

const ids = Object.keys(operations) as OperationId[];

const emptied = '={{ "" }}';
const typed = ['string', 'number', 'json', 'resourceLocator'];

/** The fields that can be left empty, as the form with these parameters shows them. */
function typedFields(type: string, parameters: INodeParameters): INodeProperties[] {
	return shownFields(type, parameters).filter((field) => typed.includes(field.type));
}

/** The fields of the form with these parameters. */
function shownFields(type: string, parameters: INodeParameters): INodeProperties[] {
	const { description } = setup.engine.nodeType(type);
	const node = { type, typeVersion: 1, parameters } as INode;
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		node,
		description,
	);
	return description.properties.filter((field) =>
		NodeHelpers.displayParameter(values ?? parameters, field, node, description),
	);
}

/** The parameters with which an operation is done: its case, and its other ways to be filled in. */
function waysOf(id: OperationId): INodeParameters[] {
	const [resource = '', operation = ''] = id.split('.');
	const { parameters } = operationCases[id](setup.sandbox);
	const ways: INodeParameters[] = [{ ...parameters, resource, operation }];
	if ('changeMode' in parameters) {
		const isGroup = id === 'userGroup.update';
		const state = isGroup ? '{"groupName":"Care"}' : '{"name":"Material"}';
		const current = { currentState: state };
		const desired = { changeMode: 'desired', desiredState: state };
		ways.push({ ...ways[0], ...desired, ...(isGroup ? { options: current } : current) });
	}
	return ways;
}

test.each(ids)('%s marks as required what it refuses when empty, and nothing else', async (id) => {
	const type = nodeTypeOf(setup.engine, id);
	const untrue: string[] = [];
	const counts = waysOf(id).map((way) => typedFields(type, way).length);
	for (const [way, count] of counts.entries()) {
		for (let position = 0; position < count; position++) {
			setup.sandbox.reset();
			const parameters = waysOf(id)[way] ?? {};
			const field = typedFields(type, parameters)[position];
			if (!field) continue;
			const value =
				field.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: emptied } : emptied;
			const { error } = await setup.runOperation(id, { ...parameters, [field.name]: value });
			// That all fields are empty is no fault of one of them.
			const isRefused =
				error !== undefined &&
				setup.sandbox.requests.length === 0 &&
				!error.message.startsWith('There is nothing to send');
			if (isRefused !== (field.required ?? false)) {
				untrue.push(`${field.displayName} (way ${way}): ${error?.message ?? 'not refused'}`);
			}
		}
	}
	expect(untrue).toEqual([]);
});

/** Wrong values of an expression. */
const mistakes = (field: INodeProperties): string[] => {
	if (field.noDataExpression) return [];
	const record = '={{ { "some": "record" } }}';
	const isFree = field.name === 'kind' || field.typeOptions?.loadOptionsMethod !== undefined;
	if (field.type === 'boolean') return ['={{ "perhaps" }}'];
	if (field.type === 'options') return isFree ? [record] : ['={{ "Something else" }}'];
	return field.type === 'string' || field.type === 'number' ? [record] : [];
};

/** The parameters with a value in one of their fields, and the field's label. */
function* mistaken(type: string, parameters: INodeParameters) {
	for (const field of shownFields(type, parameters)) {
		for (const value of mistakes(field)) {
			yield { label: field.displayName, given: { ...parameters, [field.name]: value } };
		}
		if (field.type !== 'collection') continue;
		for (const inner of (field.options ?? []) as INodeProperties[]) {
			for (const value of isShown(inner, {}, parameters) ? mistakes(inner) : []) {
				const collection = { ...Object(parameters[field.name]), [inner.name]: value };
				yield { label: inner.displayName, given: { ...parameters, [field.name]: collection } };
			}
		}
	}
}

test.each(ids)('%s refuses an unknown choice by the name of its field', async (id) => {
	const type = nodeTypeOf(setup.engine, id);
	const taken: string[] = [];
	const ways = waysOf(id);
	if (id === 'assignment.run') ways.push({ ...ways[0], waitForCompletion: true });
	for (const [way, parameters] of ways.entries()) {
		for (const { label, given } of mistaken(type, parameters)) {
			setup.sandbox.reset();
			const { error } = await setup.runOperation(id, given);
			if (error?.message.includes(label) && setup.sandbox.requests.length === 0) continue;
			taken.push(`${label} (way ${way}): ${error?.message ?? 'taken'}`);
		}
	}
	expect(taken).toEqual([]);
});
