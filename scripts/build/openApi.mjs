import { built, builtNodes } from '../documents/builtNodes.mjs';

/**
 * @import { BuiltNode } from '../documents/builtNodes.mjs'
 * @import { OperationRow } from '../../src/api/operationRow.js'
 * @import { FieldType, Specification, SpecifiedField, SpecifiedOperation, SpecifiedParameter, SpecifiedRecord, SpecifiedSuccess } from '../../specification/specification.js'
 */

/** @typedef {Record<string, unknown>} JsonObject */

/** @type {typeof import('../../src/api/authorizationServer.js')} */
const { defaultScopePrefix, tokenPath } = built('src/api/authorizationServer.js');

/** What OpenAPI calls the types that are texts or numbers of a certain form. */
const formats = new Map([
	['uuid', 'uuid'],
	['email', 'email'],
	['timestamp', 'date-time'],
	['int32', 'int32'],
]);

/** A body of which nothing is known. */
const anything = { '*/*': {} };

const introduction = `What the integration service offers and asks for, generated from the operation catalogue and the tables of specification/service.md in n8n-nodes-integration-service.

The operator's description leaves things open, and nothing is made up here: a record whose fields are not shown is an open object, an enumerated field has examples instead of a list of values, a success whose status is not shown is \`2XX\`, and error responses have neither status nor shape. Every record may have more fields.`;

/**
 * The service as OpenAPI describes one. Made from the built package and from
 * `build/specification.js`.
 *
 * @returns {Promise<JsonObject>} a document of OpenAPI 3.1
 */
export async function openApi() {
	/** @type {typeof import('../../specification/specification.js')} */
	const { readSpecification } = await import(
		new URL('../../build/specification.js', import.meta.url).href
	);
	const specification = readSpecification();
	/** @type {typeof import('../../src/api/operations.js')} */
	const { operations } = built('src/api/operations.js');
	const writer = new Writer(specification);
	const nodes = builtNodes();
	const texts = operationTexts(nodes);
	/** @type {Record<string, JsonObject>} */
	const paths = {};
	for (const [id, row] of /** @type {Array<[string, OperationRow]>} */ (
		Object.entries(operations)
	)) {
		const specified = specification.operations.find((operation) => operation.id === id);
		const text = texts.get(id);
		if (!specified || !text) throw new Error(`Nothing is known of the operation ${id}.`);
		paths[row.path] = {
			...paths[row.path],
			[row.method.toLowerCase()]: { ...text, ...writer.operation(row, specified) },
		};
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Integration service',
			version: 'v1',
			description: introduction,
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/', description: 'Production and staging have an address each' }],
		tags: tags(nodes),
		paths,
		components: {
			securitySchemes: writer.securitySchemes(Object.values(operations)),
			schemas: writer.usedSchemas(),
		},
	};
}

/**
 * One tag for each node that has operations of the catalogue.
 *
 * @param {BuiltNode[]} nodes
 */
function tags(nodes) {
	return nodes
		.filter(({ resources }) => resources.length > 0)
		.map(({ name, description }) => ({ name, description: description.description }));
}

/**
 * The texts of the nodes for each operation, by its key in the catalogue.
 *
 * @param {BuiltNode[]} nodes
 */
function operationTexts(nodes) {
	return new Map(
		nodes.flatMap(({ name, resources }) =>
			resources
				.flatMap(({ operations }) => operations)
				.map(({ id, action, description }) => [
					id,
					{ operationId: id, tags: [name], summary: action, description },
				]),
		),
	);
}

/** Writes the parts of the specification as OpenAPI has them. */
class Writer {
	/** @type {Set<string>} names of the records that something refers to */
	used = new Set();

	/** @param {Specification} specification */
	constructor(specification) {
		this.specification = specification;
	}

	/**
	 * @param {OperationRow} row
	 * @param {SpecifiedOperation} specified
	 * @returns {JsonObject}
	 */
	operation(row, { scope, query, body, success }) {
		const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		const parameters = [...inPath, ...query].map((name) => this.parameter(name));
		return {
			security: [row.interactiveUser ? { user: [scope] } : { clientCredentials: [scope] }],
			...(parameters.length > 0 && { parameters }),
			...this.requestBody(body),
			responses: {
				...Object.fromEntries(success.map((each) => this.response(each))),
				'4XX': {
					description:
						row.errorCodes.length > 0
							? `A refusal, named by one of these codes: ${row.errorCodes.join(', ')}. Its status and its shape are not shown.`
							: 'A refusal. Its codes, its status and its shape are not shown.',
					'x-error-codes': row.errorCodes,
					content: anything,
				},
			},
		};
	}

	/** @param {string} [name] */
	parameter(name) {
		const specified = this.specification.parameters.find((each) => each.name === name);
		if (!specified) throw new Error(`specification/service.md has no parameter ${name}.`);
		return {
			name,
			in: specified.in,
			...(specified.in === 'path' && { required: true }),
			...(specified.notes !== '' && { description: specified.notes }),
			schema: {
				...this.schemaOf({ kind: 'name', name: specified.type }),
				...(specified.values.length > 0 && { enum: specified.values }),
				...this.limitsOf(specified),
			},
		};
	}

	/** @param {SpecifiedParameter} parameter */
	limitsOf({ name, default: fallback }) {
		const limit = this.specification.limits.find((each) => each.name === name);
		const { minimum, maximum, default: number } = limit ?? {};
		return Object.fromEntries(
			Object.entries({ minimum, maximum, default: number ?? fallback }).filter(
				([, value]) => value !== undefined,
			),
		);
	}

	/** @param {SpecifiedOperation['body']} body */
	requestBody(body) {
		if (body.kind === 'none') return {};
		if (body.kind === 'notShown') {
			return { requestBody: { description: 'Not shown', content: { 'application/json': {} } } };
		}
		const content = { 'application/json': { schema: this.schemaOf(body.type) } };
		return { requestBody: { ...(body.required && { required: true }), content } };
	}

	/**
	 * @param {SpecifiedSuccess} success
	 * @returns {[status: string, response: JsonObject]}
	 */
	response({ status, response }) {
		const key = status === undefined ? '2XX' : String(status);
		switch (response.kind) {
			case 'record':
				return [
					key,
					{
						description: 'Success',
						content: { 'application/json': { schema: this.schemaOf(response.type) } },
					},
				];
			case 'events':
				return [
					key,
					{
						description:
							'Server-Sent Events. Which events there are and what they carry is not shown.',
						content: { 'text/event-stream': { schema: { type: 'string' } } },
					},
				];
			case 'none':
				return [key, { description: 'Success, without a body' }];
			case 'notShown':
				return [
					key,
					{ description: 'Success. What comes with it is not shown.', content: anything },
				];
		}
	}

	/**
	 * @param {FieldType} type
	 * @returns {JsonObject}
	 */
	schemaOf(type) {
		if (type.kind === 'list') return { type: 'array', items: this.schemaOf(type.of) };
		if (type.kind === 'fields') {
			const fields = Object.entries(type.fields).map(([name, of]) => [name, this.schemaOf(of)]);
			// Written out, an object has exactly these fields (section 2).
			return {
				type: 'object',
				properties: Object.fromEntries(fields),
				additionalProperties: false,
			};
		}
		const simple = this.specification.types.find(({ name }) => name === type.name);
		if (simple) {
			const format = formats.get(simple.name);
			return { type: simple.json, ...(format && { format }) };
		}
		this.used.add(type.name);
		return { $ref: `#/components/schemas/${type.name}` };
	}

	/** The records that something refers to, and those that they refer to in turn. */
	usedSchemas() {
		/** @type {Map<string, JsonObject>} */
		const schemas = new Map();
		// What a record refers to joins the set while it is gone through.
		for (const name of this.used) {
			const record = this.specification.records.find((each) => each.name === name);
			if (!record) throw new Error(`specification/service.md has no record ${name}.`);
			schemas.set(name, this.recordSchema(record));
		}
		return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
	}

	/** @param {SpecifiedRecord} record */
	recordSchema({ fields, namedFields = [], notes }) {
		if (!fields) {
			const named = Object.fromEntries(namedFields.map((name) => [name, {}]));
			const known = notes === '' ? '' : `${notes.replaceAll('`', '')}. `;
			return {
				type: 'object',
				description: `${known}Its fields are not shown.`,
				...(namedFields.length > 0 && { properties: named }),
			};
		}
		const properties = fields.map((field) => [field.name, this.field(field)]);
		return { type: 'object', properties: Object.fromEntries(properties) };
	}

	/** @param {SpecifiedField} field */
	field({ type, usedIn, seen, notes }) {
		const places = usedIn.length > 0 && !usedIn.includes('response') ? usedIn.join(', ') : '';
		const description = [
			notes.replaceAll('`', ''),
			seen.length > 0 ? 'There may be further values' : '',
			places,
		]
			.filter((text) => text !== '')
			.join('. ');
		return {
			...this.schemaOf(type),
			...(description !== '' && { description }),
			...(seen.length > 0 && { examples: seen }),
			...(usedIn.length === 1 && usedIn[0] === 'response' && { readOnly: true }),
		};
	}

	/** @param {OperationRow[]} rows */
	securitySchemes(rows) {
		const scopes = new Map(
			this.specification.operations.map(({ scope }) => [scope, 'The operations that name it']),
		);
		const fields = this.specification.tokenRequest.join(', ');
		return {
			clientCredentials: {
				type: 'oauth2',
				description: `The token's scope is that of the operation, and no other. The token request is a form with ${fields}; its address follows that of the authorization server. The prefix ${defaultScopePrefix} is the documented one.`,
				flows: {
					clientCredentials: {
						tokenUrl: tokenPath,
						scopes: Object.fromEntries([...scopes].sort(([a], [b]) => (a < b ? -1 : 1))),
					},
				},
			},
			...(rows.some(({ interactiveUser }) => interactiveUser) && {
				user: {
					type: 'http',
					scheme: 'bearer',
					description: 'The token of an interactive user. How to get one is not shown.',
				},
			}),
		};
	}
}
