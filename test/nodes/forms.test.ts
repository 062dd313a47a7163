/** Every form by n8n's rules for them, and its required marks against what the node refuses. */
import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	NodeHelpers,
} from 'n8n-workflow';
import { type OperationId, operations } from '../../src/api/operations';
import { operationCases } from '../cases';
import { isShown } from '../forms/shown';
import { credentialsFor, nodeTypeOf } from './runCase';
import { packageUnderTest } from './nodeUnderTest';

const types = [
	'integrationServiceAccounting',
	'integrationServiceAgent',
	'integrationServiceAgentTrigger',
	'integrationServiceCategoryProperty',
	'integrationServiceHelpdesk',
	'integrationServiceOrderManagement',
	'integrationServiceRequest',
	'integrationServiceUser',
	'integrationServiceUserGroup',
	'integrationServiceVariantProperty',
	'integrationServiceWebPage',
];

const setup = packageUnderTest({ streamDelayMs: 0 });

/** Every field of a form, however deep. */
function fieldsOf(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const { options = [] } = property;
		const inner = options.flatMap((option) => {
			if ('values' in option) return (option as INodePropertyCollection).values;
			return 'type' in option ? [option as INodeProperties] : [];
		});
		return [property, ...fieldsOf(inner)];
	});
}

const small = /^(a|an|and|as|at|but|by|for|from|if|in|it|of|on|or|the|to|with|within)$/i;
const isTitle = (text: string) =>
	text
		.split(/[\s/-]+/)
		.filter((word) => word !== '')
		.every((word, index) => (index > 0 && small.test(word)) || !/^[a-z]/.test(word));

/** One sentence has no full stop at its end, several have. */
const isPunctuated = (text: string) => {
	const plain = text.replace(/<[^>]*>/g, '').replace(/e\.g\./g, '');
	const several = /[.?!] '?[A-Z]/.test(plain);
	return several === /[.?!)"]$/.test(plain) || /\)$/.test(plain) || /"$/.test(plain);
};

describe.each(types)('%s', (type) => {
	const fields = () =>
		fieldsOf(
			// n8n's own field of a trigger has n8n's own texts.
			setup.engine.nodeType(type).description.properties.filter(({ name }) => name !== 'pollTimes'),
		).filter((field) => field.type !== 'notice' && field.type !== 'hidden');
	const breaking = (rule: (field: INodeProperties) => boolean) =>
		fields()
			.filter((field) => !rule(field))
			.map(({ displayName, description, placeholder, hint }) =>
				[displayName, description, placeholder, hint].filter(Boolean).join(' | '),
			);

	test('has labels in Title Case', () => {
		expect(breaking(({ displayName }) => isTitle(displayName))).toEqual([]);
		const labels = fields().flatMap(({ options = [], type: kind }) =>
			kind === 'options' || kind === 'multiOptions'
				? options.map((option) => ('name' in option ? option.name : ''))
				: [],
		);
		expect(labels.filter((label) => !isTitle(label))).toEqual([]);
	});

	test('has switches that begin with Whether', () => {
		expect(
			breaking(
				({ type: kind, description }) => kind !== 'boolean' || /^Whether /.test(description ?? ''),
			),
		).toEqual([]);
	});

	test('has placeholders with an example or what is added', () => {
		expect(
			breaking(({ type: kind, placeholder }) => {
				if (placeholder === undefined) return true;
				return kind === 'collection' || kind === 'fixedCollection'
					? /^Add \w/.test(placeholder)
					: /^e\.g\. \S/.test(placeholder);
			}),
		).toEqual([]);
	});

	test('has descriptions that end like those of n8n', () => {
		expect(
			breaking(({ description = '' }) => description === '' || isPunctuated(description)),
		).toEqual([]);
	});
});

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
	const { parameters } = operationCases[id].success(setup.sandbox);
	const ways: INodeParameters[] = [{ ...parameters, resource, operation }];
	if ('changeMode' in parameters || id === 'userGroup.update') {
		const state = JSON.stringify({ name: 'Material', groupName: 'Care' }).replace(
			id === 'userGroup.update' ? '"name":"Material",' : ',"groupName":"Care"',
			'',
		);
		ways.push({
			...parameters,
			resource,
			operation,
			changeMode: 'desired',
			desiredState: state,
			...(id === 'userGroup.update'
				? { options: { currentState: state } }
				: { currentState: state }),
		});
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
			const { error } = await setup.engine.runNode({
				type,
				parameters: { ...parameters, [field.name]: value },
				credentials: credentialsFor(setup.sandbox),
			});
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

/** What an expression may give by mistake, where the field takes no such thing. */
const mistakes = (field: INodeProperties): string[] => {
	if (field.noDataExpression) return [];
	const record = '={{ { "some": "record" } }}';
	const isFree = field.name === 'kind' || field.typeOptions?.loadOptionsMethod !== undefined;
	if (field.type === 'boolean') return [record, '={{ "perhaps" }}'];
	if (field.type === 'options') return isFree ? [record] : [record, '={{ "Something else" }}'];
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
			const { error } = await setup.engine.runNode({
				type,
				parameters: given,
				credentials: credentialsFor(setup.sandbox),
			});
			if (error?.message.includes(label) && setup.sandbox.requests.length === 0) continue;
			taken.push(`${label} (way ${way}): ${error?.message ?? 'taken'}`);
		}
	}
	expect(taken).toEqual([]);
});
