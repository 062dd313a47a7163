import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @import { NodeOperation, NodeResource } from '../../src/runtime/operation.js'
 * @import { FieldTypes } from '../../src/api/outputFields.js'
 * @import { FieldType, Specification, SpecifiedRecord } from '../../specification/specification.js'
 */

const require = createRequire(import.meta.url);
const nodesFolder = fileURLToPath(new URL('../../dist/nodes', import.meta.url));

/** All nodes have this version, and n8n the three numbers of it. */
const versionFolder = 'v1.0.0';

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
 * The default fields of the items of each operation and trigger: the fields that
 * specification/service.md knows, and those that the node adds. Made from the built package and from
 * `build/specification.js`.
 *
 * @returns {Promise<Map<string, Schema>>} by the file in which n8n looks for it
 */
export async function outputSchemas() {
	/** @type {typeof import('../../specification/specification.js')} */
	const { readFieldType, readSpecification } = await import(
		new URL('../../build/specification.js', import.meta.url).href
	);
	const records = new Records(readSpecification(), readFieldType);
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
		add([node, '__schema__', versionFolder, resource, name], records.propertiesOf(operation));
	}
	for (const [node = '', file = ''] of [
		['AgentTrigger', 'events.js'],
		['Trigger', 'recordEvent.js'],
	]) {
		/** @type {FieldTypes} */
		const eventFields = require(path.join(nodesFolder, node, file)).eventFields;
		// A node without resource and operation has one schema, of this name.
		add([node, '__schema__', versionFolder, 'output'], records.added(eventFields));
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

/** The records of the specification, as in a response. */
class Records {
	/**
	 * @param {Specification} specification
	 * @param {(text: string) => FieldType} readFieldType
	 */
	constructor(specification, readFieldType) {
		this.specification = specification;
		this.readFieldType = readFieldType;
	}

	/**
	 * @param {NodeOperation} operation
	 * @returns {Record<string, Schema>}
	 * @throws if specification/service.md does not have the operation
	 */
	propertiesOf({ id, output, outputFields = {}, confirms }) {
		/** @type {typeof import('../../src/api/operations.js')} */
		const { requestsOf } = require(
			fileURLToPath(new URL('../../dist/src/api/operations.js', import.meta.url)),
		);
		/** @type {typeof import('../../src/api/outputFields.js')} */
		const { confirmation } = require(
			fileURLToPath(new URL('../../dist/src/api/outputFields.js', import.meta.url)),
		);
		const [sent] = requestsOf(id);
		const specified = this.specification.operations.find((each) => each.id === sent);
		if (!specified) throw new Error(`specification/service.md has no operation ${id}.`);
		const properties = Object.assign(
			{},
			...specified.success.map(({ response }) =>
				response.kind === 'record' ? this.itemOf(response.type).properties : {},
			),
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
		const confirmed = confirms ? confirmation(sent, confirms) : {};
		return { ...shown, ...this.added({ ...confirmed, ...outputFields }) };
	}

	/**
	 * @param {FieldTypes} fields
	 * @returns {Record<string, Schema>}
	 */
	added(fields) {
		return Object.fromEntries(
			Object.entries(fields).map(([name, type]) => [name, this.schemaOf(this.readFieldType(type))]),
		);
	}

	/**
	 * A list is one item for each entry.
	 *
	 * @param {FieldType} type
	 */
	itemOf(type) {
		return this.schemaOf(type.kind === 'list' ? type.of : type);
	}

	/**
	 * @param {FieldType} type
	 * @returns {Schema}
	 */
	schemaOf(type) {
		if (type.kind === 'list') return { type: 'array', items: this.schemaOf(type.of) };
		if (type.kind === 'fields') {
			const fields = Object.entries(type.fields).map(([name, of]) => [name, this.schemaOf(of)]);
			return { type: 'object', properties: Object.fromEntries(fields) };
		}
		const simple = this.specification.types.find(({ name }) => name === type.name);
		if (simple) return { type: simple.json };
		const record = this.specification.records.find(({ name }) => name === type.name);
		return { type: 'object', properties: record ? this.fieldsOf(record) : {} };
	}

	/**
	 * @param {SpecifiedRecord} record
	 * @returns {Record<string, Schema>}
	 */
	fieldsOf({ fields = [], namedFields = [] }) {
		const inResponse = fields.filter(
			({ usedIn }) => usedIn.length === 0 || usedIn.includes('response'),
		);
		return Object.fromEntries([
			...inResponse.map(({ name, type }) => [name, this.schemaOf(type)]),
			...namedFields.map((name) => [name, {}]),
		]);
	}
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
