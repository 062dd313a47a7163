/** What n8n knows of a node's items before its first run is what they have then. */
import Ajv from 'ajv';
import { type OperationId, operationRow, operations } from '../../src/api/operations';
import { type FieldType, namesIn, readSpecification } from '../../specification/specification';
import { withoutNulls } from '../../specification/withoutNulls';
import { recordAt } from '../cases/operationCase';
import { nodeTypeOf, runCase } from './runCase';
import { packageUnderTest } from './nodeUnderTest';

interface Schema {
	readonly type?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

const ids = Object.keys(operations) as OperationId[];
const trigger = 'integrationServiceAgentTrigger';
const specification = readSpecification();

const ajv = new Ajv({ allErrors: true });
// The schemas of n8n's own nodes have it too, at their top.
ajv.addKeyword('version');

const setup = packageUnderTest({ streamDelayMs: 0 });

function schemaOf(id: OperationId): Schema {
	const [resource, operation] = id.split('.');
	const schema = setup.engine.outputSchema(nodeTypeOf(setup.engine, id), { resource, operation });
	if (!schema) throw new Error(`n8n finds no schema of ${id}`);
	return schema;
}

/** What a schema objects to in an item. */
function objections(schema: Schema, item: unknown): unknown[] {
	const validate = ajv.compile(schema);
	validate(withoutNulls(item));
	return validate.errors ?? [];
}

const propertiesOf = (schema: Schema) => Object.entries(schema.properties ?? {});

/** The names of all fields in a schema, however deep. */
function namesOfFields(schema: Schema): string[] {
	return [
		...propertiesOf(schema).flatMap(([name, field]) => [name, ...namesOfFields(field)]),
		...(schema.items ? namesOfFields(schema.items) : []),
	];
}

/** The names of all fields that the specification shows in responses of a type, however deep. */
function specifiedNames(type: FieldType): string[] {
	return namesIn(type).flatMap((name) => {
		const record = specification.records.find((each) => each.name === name);
		const fields = (record?.fields ?? []).filter(
			({ usedIn }) => usedIn.length === 0 || usedIn.includes('response'),
		);
		return [
			...fields.flatMap((field) => [field.name, ...specifiedNames(field.type)]),
			...(record?.namedFields ?? []),
		];
	});
}

/** The names of all fields that the service is known to return for an operation. */
function knownNames(id: OperationId): Set<string> {
	const { success } = specification.operations.find((each) => each.id === id) ?? { success: [] };
	return new Set(
		success.flatMap(({ response }) =>
			response.kind === 'record' ? specifiedNames(response.type) : [],
		),
	);
}

describe.each(ids)('%s', (id) => {
	test('fits its schema', async () => {
		const schema = schemaOf(id);
		const { items, error } = await runCase(setup.engine, setup.sandbox, id);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		expect(items.flatMap(({ json }) => objections(schema, json))).toEqual([]);
	});

	test('has only known fields in its schema', async () => {
		const schema = schemaOf(id);
		const known = knownNames(id);
		const { items } = await runCase(setup.engine, setup.sandbox, id, { simplify: false });
		const unknown = namesOfFields(schema).filter((name) => !known.has(name));
		const returned = Object.keys(items.at(-1)?.json ?? {});
		expect(returned).toEqual(expect.arrayContaining(unknown));
	});
});

/** The service is known to return nothing, or all that the specification shows. */
const whollyKnown = ids.filter((id) => {
	const { bodiless, streams } = operationRow(id);
	return bodiless === true || streams === true || knownNames(id).size > 1;
});

test('most operations have a complete schema', () => {
	expect(whollyKnown).toEqual(
		expect.arrayContaining(['user.delete', 'ticket.unassign', 'return.create', 'thread.create']),
	);
});

test.each(whollyKnown)('%s returns only fields of its schema', async (id) => {
	const { items } = await runCase(setup.engine, setup.sandbox, id);
	const names = propertiesOf(schemaOf(id)).map(([name]) => name);
	expect(names).toEqual(expect.arrayContaining(Object.keys(items.at(-1)?.json ?? {})));
});

test('a taken address fits its schema', async () => {
	const { emailAddress } = recordAt(setup.sandbox.state.users.values(), 0);
	const { items } = await runCase(setup.engine, setup.sandbox, 'user.checkAvailability', {
		emailAddress,
	});
	const schema = schemaOf('user.checkAvailability');
	expect(items.flatMap(({ json }) => objections(schema, json))).toEqual([]);
	expect(Object.keys(items[0]?.json ?? {})).toEqual(
		expect.arrayContaining(Object.keys(schema.properties ?? {})),
	);
});

test('the item of the trigger fits its schema', async () => {
	const schema: Schema | undefined = setup.engine.outputSchema(trigger);
	if (!schema) throw new Error('n8n finds no schema of the trigger');
	const { assignmentId } = recordAt(setup.sandbox.state.assignments.values(), 0);
	const context = setup.engine.pollContext(
		{
			type: trigger,
			parameters: {
				watch: 'assignment',
				assignmentId: { __rl: true, mode: 'id', value: assignmentId },
				triggerOn: ['runFinished'],
			},
			credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
		},
		{},
		'manual',
		'manual',
	);
	const [[item] = []] = (await setup.engine.nodeType(trigger).poll?.call(context)) ?? [];
	expect(objections(schema, item?.json)).toEqual([]);
	expect(Object.keys(item?.json ?? {}).sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
});

test('the validator rejects an item of another shape', () => {
	const schema = schemaOf('ticket.unassign');
	expect(objections(schema, { version: 'three', labels: [1, 'two'] })).toHaveLength(2);
	expect(objections(schemaOf('page.get'), { layoutId: 7 })).toHaveLength(1);
});

test('n8n finds no schema for an unknown operation', () => {
	expect(
		setup.engine.outputSchema('integrationServiceUser', { resource: 'user', operation: 'archive' }),
	).toBeUndefined();
});
