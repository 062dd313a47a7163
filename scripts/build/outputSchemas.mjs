import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordNameOf, records, specifiedOperation } from '../../specification/specification.js';

/**
 * @import { FieldTypes, NodeOperation, NodeResource } from '../../src/runtime/operation.js'
 * @import { OperationId } from '../../src/api/operations.js'
 * @import { Schema as SpecifiedSchema } from '../../specification/specification.js'
 */

const require = createRequire(import.meta.url);
const nodesFolder = fileURLToPath(new URL('../../dist/nodes', import.meta.url));

/** All nodes have this version, and n8n the three numbers of it. */
const versionFolder = 'v1.0.0';

/**
 * What the nodes expect in a record that the specification only names (spec 2.6).
 *
 * @param {string} record what the keys of its fields begin with in the table of assumed names
 * @param {string} [fields] all of the record if left out
 */
const expects = (record, fields) => ({ record, fields: fields?.split(' ') });

/** @type {Record<string, ReturnType<typeof expects>>} */
const assumedRecords = {
	AbortRunResult: expects('run', 'runId status'),
	AssignmentDetails: expects('assignment'),
	AssignmentItem: expects('assignment', 'assignmentId name description active'),
	AssignmentLogsResponse: expects('log'),
	AssignmentRun: expects('run'),
	AssignmentWithRuns: expects('assignment'),
	ConnectedTenant: expects('tenant'),
	CreatedUserGroup: expects('group', 'groupId'),
	CreateUserResult: expects('user', 'userId'),
	Member: expects('user', 'userId emailAddress firstName lastName kind active'),
	MessagesResponse: expects('message', 'messageId'),
	// By default, an item is a journal of a period.
	PeriodItem: expects('journal'),
	ReportData: expects('report'),
	RunResult: expects('run'),
	ThreadDetails: expects('thread'),
	ThreadItem: expects('thread'),
	UserData: expects('user'),
	UserGroupData: expects('group'),
	UserGroupListItem: expects('group', 'groupId groupName active'),
	UserListItem: expects('user', 'userId emailAddress firstName lastName kind active'),
};

/**
 * The types of assumed fields that are no strings.
 *
 * @type {Array<{ schema: Schema, fields: readonly string[] }>}
 */
const assumedTypes = [
	{ schema: { type: 'boolean' }, fields: ['active'] },
	{ schema: { type: 'integer' }, fields: ['groupId', 'reportId'] },
	{ schema: { type: 'array' }, fields: ['groupIds', 'tenantIds', 'reports', 'roles'] },
	{ schema: { type: 'array' }, fields: ['rows', 'warehouses', 'returnReasons', 'webStores'] },
	// Not shown: an ID may be a number or a string.
	{ schema: {}, fields: ['journalId', 'tenantId'] },
];

const string = { schema: { type: 'string' } };

const built = (/** @type {string} */ file) =>
	require(fileURLToPath(new URL(`../../dist/${file}`, import.meta.url)));

/** The types of identifiers that JSON schema knows as formats. */
const jsonTypes = new Map([
	['int32', 'integer'],
	['uuid', 'string'],
]);

/**
 * A JSON schema of the kind that n8n reads: all fields are optional, and others are allowed.
 *
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema} [items]
 * @property {number} [version]
 */

/**
 * The default fields of the items of each operation and trigger: the fields that the specification
 * knows, and those that the node adds. Made from the built package.
 *
 * @returns {Map<string, Schema>} by the file in which n8n looks for it
 */
export function outputSchemas() {
	/** @type {Map<string, Schema>} */
	const schemas = new Map();
	const add = (/** @type {string[]} */ place, /** @type {Record<string, Schema>} */ properties) =>
		schemas.set(path.join(nodesFolder, ...place) + '.json', {
			type: 'object',
			properties,
			version: 1,
		});
	for (const { node, resource, operation } of builtOperations()) {
		const [, name = ''] = operation.id.split('.');
		add([node, '__schema__', versionFolder, resource, name], propertiesOf(operation));
	}
	const itemOf = (/** @type {string} */ file) => added(built(file).itemFields);
	const withRecord = (
		/** @type {Record<string, Schema>} */ event,
		/** @type {string} */ field,
		/** @type {string} */ record,
	) => ({ ...event, [field]: recordSchema(record) });
	// n8n looks for the schema of a node without an operation in several places.
	const check = itemOf('nodes/Check/check.js');
	add(['Check', '__schema__', versionFolder], check);
	add(['Check', '__schema__', versionFolder, 'output'], check);
	const runEvent = withRecord(itemOf('nodes/AgentTrigger/runTrigger.js'), 'run', 'AssignmentRun');
	add(['AgentTrigger', '__schema__', versionFolder, 'output'], runEvent);
	const event = itemOf('nodes/Trigger/recordEvent.js');
	add(['Trigger', '__schema__', versionFolder, 'output'], event);
	for (const [resource = '', record = ''] of [
		['journal', 'PeriodItem'],
		['user', 'UserListItem'],
		['userGroup', 'UserGroupListItem'],
	]) {
		add(['Trigger', '__schema__', versionFolder, resource], withRecord(event, 'record', record));
	}
	return schemas;
}

/** The operations of the built package with the folders of their nodes. */
function builtOperations() {
	return readdirSync(nodesFolder, { recursive: true, encoding: 'utf8' })
		.map((file) => file.split(path.sep))
		.filter(([, folder, , file]) => folder === 'resources' && file === 'index.js')
		.flatMap(([node = '', ...rest]) => {
			/** @type {NodeResource[]} */
			const resources = Object.values(require(path.join(nodesFolder, node, ...rest)));
			return resources.flatMap(({ value, operations }) =>
				operations.map((operation) => ({ node, resource: value, operation })),
			);
		});
}

/**
 * @param {NodeOperation} operation
 * @returns {Record<string, Schema>}
 * @throws if the specification does not have the operation
 */
function propertiesOf(operation) {
	const { id, output, outputFields = {}, byStatus = {}, plan, verification, upsert } = operation;
	/** @type {typeof import('../../src/api/operations.js')} */
	const { confirmationOf, operationRow, pathParameters, pathParametersOf, requestsOf } =
		built('src/api/operations.js');
	/** @type {typeof import('../../src/runtime/verify.js')} */
	const { verifyOutput } = built('src/runtime/verify.js');
	/** @type {typeof import('../../src/forms/changeSet/desiredUpdate.js')} */
	const { changesOutput } = built('src/forms/changeSet/desiredUpdate.js');
	const requests = requestsOf(id);
	const [first] = requests;
	// 'Create or Update' returns the record as it reads it.
	const sent = requests.find((each) => each.endsWith('.get')) ?? first;
	const { returned } = specifiedOperation(sent);
	const isList = operationRow(sent).paging || returned.some(({ items }) => items);
	/** @param {OperationId} id */
	const identifiersOf = (id) =>
		Object.fromEntries(pathParametersOf(id).map((name) => [name, pathParameters[name].type]));
	const properties = Object.assign(
		added(isList ? identifiersOf(sent) : {}),
		// A list is one item for each entry.
		...returned.map((schema) => schemaOf(schema.items ?? schema).properties),
	);
	const shown = output
		? Object.fromEntries(
				output.simplified.flatMap((place) => {
					const names = place.split('.');
					const schema = schemaAt({ properties }, names);
					return schema ? [[names.at(-1), schema]] : [];
				}),
			)
		: properties;
	const confirms = confirmationOf(operationRow(first));
	const confirmed = confirms ? { [confirms]: 'boolean', ...identifiersOf(first) } : {};
	const verified = verification || upsert ? verifyOutput : {};
	const planned = plan ? { changed: 'boolean', ...changesOutput } : {};
	const found = upsert ? { action: 'string', ...changesOutput, ...identifiersOf(sent) } : {};
	const flags = Object.fromEntries(Object.keys(byStatus).map((name) => [name, 'boolean']));
	return {
		...shown,
		...added({ ...confirmed, ...found, ...planned, ...verified, ...flags, ...outputFields }),
	};
}

/**
 * @param {FieldTypes} fields
 * @returns {Record<string, Schema>}
 */
function added(fields) {
	return Object.fromEntries(
		Object.entries(fields).map(([name, type]) => [name, schemaOfType(type)]),
	);
}

/**
 * @param {string} type of a field that the nodes add
 * @returns {Schema}
 */
function schemaOfType(type) {
	if (!type.endsWith('[]')) return { type: jsonTypes.get(type) ?? type };
	return { type: 'array', items: schemaOfType(type.slice(0, -2)) };
}

/** @param {string} name of a record */
function recordSchema(name) {
	const assumed = Object.fromEntries(assumedFields(name));
	return { type: 'object', properties: { ...assumed, ...fieldsOf(records[name]) } };
}

/**
 * @param {SpecifiedSchema} schema
 * @returns {Schema}
 */
function schemaOf(schema) {
	const { type, items } = schema;
	if (schema.$ref) return recordSchema(recordNameOf(schema) ?? '');
	if (items) return { type: 'array', items: schemaOf(items) };
	return type === 'object' ? { type, properties: fieldsOf(schema) } : { ...(type && { type }) };
}

/**
 * @param {SpecifiedSchema} [schema]
 * @returns {Record<string, Schema>}
 */
function fieldsOf({ properties = {} } = {}) {
	return Object.fromEntries(
		Object.entries(properties).map(([name, field]) => [name, schemaOf(field)]),
	);
}

/**
 * The fields of a record under their assumed names.
 *
 * @param {string} record
 * @returns {Array<[name: string, schema: Schema]>}
 */
function assumedFields(record) {
	/** @type {typeof import('../../src/api/assumedNames.js')} */
	const { nameKeys, namesOf } = built('src/api/assumedNames.js');
	const expected = assumedRecords[record];
	return nameKeys
		.filter((key) => {
			const [keyRecord, field = ''] = key.split('.');
			return keyRecord === expected?.record && (expected?.fields?.includes(field) ?? true);
		})
		.map((key) => {
			const field = key.split('.')[1] ?? '';
			const { schema } = assumedTypes.find(({ fields }) => fields.includes(field)) ?? string;
			return [namesOf(key)[0], schema];
		});
}

/**
 * @param {Schema | undefined} schema
 * @param {string[]} names a path; a number is the position in a list
 * @returns {Schema | undefined}
 */
function schemaAt(schema, [name, ...rest]) {
	if (name === undefined) return schema;
	return schemaAt(schema?.items ?? schema?.properties?.[name], rest);
}
