/** The service's specification, openapi.yaml, as the tests, the sandbox, and the documents use it. */
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { load } = require('js-yaml');

/**
 * A JSON schema, with a reference or with what openapi.yaml uses of the vocabulary.
 *
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string} [type]
 * @property {string} [format]
 * @property {string} [description]
 * @property {Readonly<Record<string, Schema>>} [properties]
 * @property {Schema} [items]
 * @property {readonly string[]} [enum]
 * @property {readonly string[]} [examples] values of an enumerated field that are known
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string | number} [default]
 * @property {string} [x-not-shown] what the operator's documentation leaves open
 */

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {'path' | 'query'} in
 * @property {string} [description]
 * @property {Schema} schema
 */

/** @typedef {{ readonly unit: string, readonly maximum?: number, readonly default?: number }} Limit */

/** @typedef {Readonly<Record<string, { readonly schema?: Schema }>>} Content */

/**
 * @typedef {object} SpecifiedOperation
 * @property {string} id its name in this package, for example `user.get`
 * @property {string} method
 * @property {string} path
 * @property {string} scope with the documented prefix
 * @property {boolean} interactiveUser whether only the token of an interactive user will do
 * @property {readonly Parameter[]} parameters
 * @property {{ readonly content: Content }} [requestBody]
 * @property {Readonly<Record<string, { readonly content?: Content }>>} responses by status
 * @property {readonly number[]} statuses of success; empty if none is shown
 * @property {boolean} bodiless whether no success has a body
 * @property {boolean} streams whether the response is a stream of events
 * @property {readonly Schema[]} returned the bodies of successes
 * @property {readonly string[]} errorCodes
 */

const fileName = 'specification/openapi.yaml';

// The folder is beside this one, also for the bundle of the sandbox in build/.
const file = path.join(__dirname, '..', fileName);

const document = /** @type {any} */ (load(readFileSync(file, 'utf8'), { filename: fileName }));

const { clientCredentials } = document.components.securitySchemes;

/** @type {string} */
exports.tokenPath = clientCredentials.flows.clientCredentials.tokenUrl;

/** @type {Readonly<Record<string, Schema>>} the schemas of the records, by name */
exports.records = document.components.schemas;

/** @type {readonly Parameter[]} the parameters of paths and queries */
exports.parameters = Object.values(document.components.parameters);

/** @type {Readonly<Record<string, string>>} the condition of each error code */
exports.errorConditions = document['x-error-codes'];

/** @type {Readonly<Record<string, Limit>>} the limits that no parameter has */
exports.limits = document['x-limits'];

/**
 * A place to go to, for example `specification/openapi.yaml:12`.
 *
 * @param {string} part what the line contains; the first one counts
 * @param {string} [name] a file of the project
 */
function placeOf(part, name = fileName) {
	const lines = readFileSync(path.join(__dirname, '..', name), 'utf8').split('\n');
	const wanted = new RegExp(`${part.replace(/\W/g, '\\$&')}(?![\\w.-])`);
	const index = lines.findIndex((line) => wanted.test(line));
	return index === -1 ? name : `${name}:${index + 1}`;
}

/**
 * @param {{ readonly $ref?: string }} part of the document
 * @returns {any} what it refers to, or itself
 * @throws if the reference leads nowhere
 */
function resolve(part) {
	const { $ref } = part;
	if ($ref === undefined) return part;
	const found = $ref
		.split('/')
		.slice(1)
		.reduce((value, key) => value?.[key], document);
	if (!found) throw new Error(`${placeOf($ref)}: ${$ref} leads nowhere`);
	return found;
}

/**
 * @param {string} address
 * @param {string} method
 * @param {any} operation as the document has it
 * @param {{ readonly $ref?: string }[]} parameters of the path
 * @returns {SpecifiedOperation}
 * @throws if a part is missing, with the place of the path
 */
function readOperation(address, method, operation, parameters) {
	const { operationId, security, 'x-error-codes': errorCodes } = operation;
	const [scheme = ''] = Object.keys(security?.[0] ?? {});
	const scope = security?.[0]?.[scheme]?.[0];
	if (!operationId || !scope || !operation.responses || !errorCodes) {
		throw new Error(
			`${placeOf(`${address}:`)}: ${method} lacks operationId, a scope in security, responses, or x-error-codes`,
		);
	}
	/** @type {SpecifiedOperation['responses']} */
	const responses = Object.fromEntries(
		Object.entries(operation.responses).map(([status, each]) => [status, resolve(each)]),
	);
	const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
	const contents = successes.map(([, { content = {} }]) => content);
	return {
		id: operationId,
		method: method.toUpperCase(),
		path: address,
		scope,
		interactiveUser: scheme === 'user',
		parameters: [...parameters, ...(operation.parameters ?? [])].map(resolve),
		requestBody: operation.requestBody,
		responses,
		statuses: successes.map(([status]) => Number(status)).filter((status) => status > 0),
		bodiless: contents.every((content) => Object.keys(content).length === 0),
		streams: contents.some((content) => 'text/event-stream' in content),
		returned: contents.flatMap((content) => content['application/json']?.schema ?? []),
		errorCodes,
	};
}

/** @type {readonly SpecifiedOperation[]} */
const operations = Object.entries(document.paths).flatMap(
	([address, { parameters = [], ...methods }]) =>
		Object.entries(methods).map(([method, operation]) =>
			readOperation(address, method, operation, parameters),
		),
);

exports.operations = operations;
exports.placeOf = placeOf;
exports.resolve = resolve;

/**
 * @param {string} id for example `user.get`
 * @throws if the specification doesn't have the operation
 */
exports.specifiedOperation = (id) => {
	const operation = operations.find((each) => each.id === id);
	if (!operation) throw new Error(`${fileName} has no operation ${id}`);
	return operation;
};

/**
 * The name of a record, also of the entries of a list.
 *
 * @param {Schema} schema
 * @returns {string | undefined} for a schema without a name
 */
exports.recordNameOf = ({ items, $ref = items?.$ref }) => $ref?.split('/').at(-1);
