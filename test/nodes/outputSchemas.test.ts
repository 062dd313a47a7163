/** What n8n knows of a node's items before its first run is what they have then. */
import Ajv from 'ajv';
import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { type OperationId, operationRow, operations } from '../../src/api/operations';
import { changesOutput } from '../../src/forms/changeSet/desiredUpdate';
import { verifyOutput } from '../../src/runtime/verify';
import {
	placeOf,
	resolve,
	type Schema as SpecifiedSchema,
	specifiedOperation,
} from '../../specification/specification';
import { withoutNulls } from '../specification/withoutNulls';
import { pollManually } from '../polling/pollingHost';
import { standardReading } from '../sandbox';
import { nodeTypeOf, runCase } from './runCase';
import { packageUnderTest, records } from './nodeUnderTest';

interface Schema {
	readonly type?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

const ids = Object.keys(operations) as OperationId[];

const ajv = new Ajv({ allErrors: true });
// The schemas of n8n's own nodes have it too, at their top.
ajv.addKeyword('version');

const setup = packageUnderTest({ streamDelayMs: 0, runDurationMs: 0 });

function schemaOf(id: OperationId): Schema {
	const [resource, operation] = id.split('.');
	const schema = setup.engine.outputSchema(nodeTypeOf(setup.engine, id), { resource, operation });
	if (!schema) throw new Error(`n8n finds no schema of ${id}`);
	return schema;
}

/** Choices that decide which fields an item has. */
const furtherParameters: Partial<Record<OperationId, INodeParameters[]>> = {
	'assignment.run': [{ waitForCompletion: true, options: { pollInterval: 200 } }],
	'journal.getAll': [{ output: 'journals' }, { output: 'periods' }],
	'thread.update': [{}, { options: { verify: true } }],
	'user.update': [{}, { options: { verify: true } }],
	'userGroup.update': [{ changeMode: 'desired', desiredState: '{ "groupName": "Night shift" }' }],
};

/** What a schema objects to in an item. */
function objections(schema: Schema, item: unknown): unknown[] {
	const validate = ajv.compile(schema);
	validate(withoutNulls(item));
	return validate.errors ?? [];
}

const propertiesOf = (schema: Schema) => Object.entries(schema.properties ?? {});

/** The names of all fields in a schema, however deep. */
function namesOfFields(schema: SpecifiedSchema): string[] {
	const { items, properties = {} } = resolve(schema) as Schema;
	return [
		...Object.entries(properties).flatMap(([name, field]) => [name, ...namesOfFields(field)]),
		...(items ? namesOfFields(items) : []),
	];
}

/** The names of all fields that the service is known to return for an operation. */
function knownNames(id: OperationId): Set<string> {
	return new Set(specifiedOperation(id).returned.flatMap(namesOfFields));
}

/** Fields that an item has only with an option or a change mode, or if something was missing. */
const chosen = new Set([
	...Object.keys({ ...changesOutput, ...verifyOutput }),
	...['newThread', 'incompleteReason', 'fieldNames'],
]);

describe.each(ids)('%s', (id) => {
	test('fits its schema', async () => {
		const schema = schemaOf(id);
		const { items, error } = await runCase(setup.engine, setup.sandbox, id);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		expect(items.flatMap(({ json }) => objections(schema, json))).toEqual([]);
	});

	test('promises only fields that an item has', async () => {
		const schema = schemaOf(id);
		const known = knownNames(id);
		const further = furtherParameters[id] ?? [{}];
		const runs = await Promise.all(
			further.map((parameters) =>
				runCase(setup.engine, setup.sandbox, id, { simplify: false, ...parameters }),
			),
		);
		const unknown = namesOfFields(schema).filter((name) => !known.has(name) && !chosen.has(name));
		const returned = runs.flatMap(({ items }) => Object.keys(items.at(-1)?.json ?? {}));
		expect(returned).toEqual(expect.arrayContaining(unknown));
	});
});

/** The service is known to return nothing, or all that the specification shows. */
const whollyKnown = ids.filter((id) => {
	const { bodiless, streams } = operationRow(id);
	return bodiless === true || streams === true || knownNames(id).size > 1;
});

test.each(whollyKnown)('%s returns only fields of its schema', async (id) => {
	const names = propertiesOf(schemaOf(id)).map(([name]) => name);
	for (const parameters of furtherParameters[id] ?? [{}]) {
		const { items } = await runCase(setup.engine, setup.sandbox, id, parameters);
		expect(names).toEqual(expect.arrayContaining(Object.keys(items.at(-1)?.json ?? {})));
	}
});

test('a taken address fits its schema', async () => {
	const { emailAddress } = setup.user();
	const { items } = await runCase(setup.engine, setup.sandbox, 'user.checkAvailability', {
		emailAddress,
	});
	expect(items[0]?.json).toMatchObject({ available: false, exists: true, accessToTenant: true });
	const schema = schemaOf('user.checkAvailability');
	expect(items.flatMap(({ json }) => objections(schema, json))).toEqual([]);
	expect(Object.keys(items[0]?.json ?? {})).toEqual(
		expect.arrayContaining(Object.keys(schema.properties ?? {})),
	);
});

test('every output has fields before the first run', () => {
	const outputs = setup.engine.nodeTypeNames().flatMap((node) => {
		const { properties } = setup.engine.nodeType(node).description;
		const selectors = properties.filter(({ name }) => name === 'operation');
		const chosen = selectors.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map(({ value }) => ({
				resource: String(displayOptions?.show?.resource?.[0]),
				operation: String(value),
			})),
		);
		return (chosen.length > 0 ? chosen : [{}]).map((choice) => ({ node, ...choice }));
	});
	const withoutFields = outputs.filter(
		({ node, ...choice }) =>
			propertiesOf(setup.engine.outputSchema(node, choice) ?? {}).length === 0,
	);
	// The operation that this node requests is unknown.
	const place = placeOf('const assumedRecords', 'scripts/build/outputSchemas.mjs');
	expect({ [place]: withoutFields }).toEqual({ [place]: [{ node: 'integrationServiceRequest' }] });
});

test.each([
	['user', { emailAddress: 'new.person@example.org', firstName: 'New', lastName: 'Person' }],
	['userGroup', { groupName: 'Night Shift' }],
] as const)('Create or Update of a %s promises only fields that an item has', async (...upsert) => {
	const [resource, parameters] = upsert;
	const node = nodeTypeOf(setup.engine, `${resource}.create`);
	const schema: Schema = setup.engine.outputSchema(node, { resource, operation: 'upsert' }) ?? {};
	const run = async (additionalFields: INodeParameters) => {
		const form = { ...parameters, additionalFields };
		return records(await setup.runOperation(`${resource}.upsert`, form));
	};
	const other = '{ "note": "The record does not show it" }';
	setup.sandbox.reading = { ...standardReading };
	const items = [await run({}), await run({ active: false }), await run({ additionalBody: other })];
	expect(items.flat().flatMap((item) => objections(schema, item))).toEqual([]);
	const names = new Set(items.flat().flatMap((item) => Object.keys(item)));
	const promised = propertiesOf(schema).map(([name]) => name);
	const [created = {}] = items[0] ?? [];
	// The nodes assume no name for these fields of the sandbox.
	const known = Object.keys(created).filter((name) => !/^(createdAt|memberCount)$/.test(name));
	expect(promised).toEqual(expect.arrayContaining(known));
	expect(promised.filter((name) => !names.has(name))).toEqual(['notVerified']);
});

test('the items of the Check node fit their schema', async () => {
	const { items } = await setup.engine.runNode({
		type: 'integrationServiceCheck',
		parameters: {},
		...setup.credentialsWith({}),
	});
	const schema: Schema = setup.engine.outputSchema('integrationServiceCheck') ?? {};
	expect(items.flatMap(({ json }) => objections(schema, json))).toEqual([]);
	const names = new Set(items.flatMap(({ json }) => Object.keys(json)));
	expect([...names].sort()).toEqual(
		propertiesOf(schema)
			.map(([name]) => name)
			.sort(),
	);
});

test.each<[type: string, record: string, INodeParameters]>([
	['integrationServiceAgentTrigger', 'run', { watch: 'all', triggerOn: ['runFinished'] }],
	...['user', 'userGroup', 'journal'].map((resource): [string, string, INodeParameters] => [
		'integrationServiceTrigger',
		'record',
		{ resource, triggerOn: ['created'] },
	]),
])('the test event of %s fits its schema, with its %s: %j', async (type, record, parameters) => {
	const request = { type, parameters, ...setup.credentialsWith({}) };
	const [item = {}] = await pollManually(setup.engine, request);
	const resource = parameters.resource as string | undefined;
	const schema: Schema = setup.engine.outputSchema(type, { resource }) ?? {};
	expect(objections(schema, item)).toEqual([]);
	expect(Object.keys(item).sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
	const promised = Object.keys(schema.properties?.[record]?.properties ?? {});
	expect(promised.length).toBeGreaterThan(0);
	expect(Object.keys(item[record] as object)).toEqual(expect.arrayContaining(promised));
});
