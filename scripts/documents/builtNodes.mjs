import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { specifiedOperation } from '../../specification/specification.js';

/**
 * @import { INodeProperties, INodePropertyOptions, INodeType, INodeTypeDescription } from 'n8n-workflow'
 * @import { SpecifiedOperation } from '../../specification/specification.js'
 * @import { NodeOperationId } from '../../src/api/operations.js'
 */

const require = createRequire(import.meta.url);
const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * One operation as its node shows it, with what the specification has of its requests.
 *
 * @typedef {object} BuiltOperation
 * @property {string} id `<resource>.<operation>`
 * @property {string} name as the drop-down shows it
 * @property {string} action as the node panel shows it
 * @property {string} description
 * @property {INodeProperties[]} fields its form
 * @property {[SpecifiedOperation, ...SpecifiedOperation[]]} requests that it sends
 * @property {string[]} scopes of its requests
 * @property {string[]} errorCodes of its requests
 */

/**
 * @typedef {object} BuiltResource
 * @property {string} value as a workflow stores it
 * @property {string} name as the drop-down shows it
 * @property {string} description
 * @property {BuiltOperation[]} operations
 */

/**
 * @typedef {object} BuiltNode
 * @property {string} folder its folder under `dist/nodes`
 * @property {string} name what follows "Integration Service" in its display name
 * @property {INodeTypeDescription} description
 * @property {string} text what it does, as documents say it
 * @property {INodeProperties[]} fields what is shown whatever the operation, but for the choice of it
 * @property {BuiltResource[]} resources
 */

/**
 * A module of the built package.
 *
 * @param {string} file below `dist`
 */
export function built(file) {
	return require(path.join(project, 'dist', file));
}

/**
 * The descriptions of the built nodes, in the order of package.json.
 *
 * @returns {BuiltNode[]}
 */
export function builtNodes() {
	/** @type {typeof import('../../package.json')} */
	const { n8n } = require(path.join(project, 'package.json'));
	return n8n.nodes.map((file) => {
		const [NodeType] = Object.values(require(path.join(project, file)));
		/** @type {INodeType} */
		const { description } = new NodeType();
		const hasOperations = description.properties.some(({ name }) => name === 'operation');
		// A trigger has no operations, so its resource is a field like others.
		const choices = hasOperations ? ['resource', 'operation'] : [];
		return {
			folder: path.basename(path.dirname(file)),
			name: description.displayName.replace('Integration Service ', ''),
			description,
			text: ownText(description.description),
			fields: description.properties.filter(
				({ name, displayOptions }) => !choices.includes(name) && !displayOptions?.show?.operation,
			),
			resources: hasOperations ? resourcesOf(description.properties) : [],
		};
	});
}

/**
 * What a node does. n8n's panel shows the text of a trigger for the node of the same name, too.
 *
 * @param {string} text
 */
function ownText(text) {
	return text.replace(/^.*\. (?=Starts the workflow)/, '');
}

/** @param {INodeProperties[]} properties @returns {BuiltResource[]} */
function resourcesOf(properties) {
	/** @type {typeof import('../../src/api/operations.js')} */
	const { requestsOf } = built('src/api/operations.js');
	const isFor = (
		/** @type {INodeProperties} */ { displayOptions },
		/** @type {Record<string, unknown>} */ shown,
	) =>
		Object.entries(shown).every(([name, value]) =>
			/** @type {unknown[]} */ (displayOptions?.show?.[name] ?? []).includes(value),
		);
	return choicesOf(properties.find(({ name }) => name === 'resource')).map((resource) => ({
		value: String(resource.value),
		name: resource.name,
		description: resource.description ?? '',
		operations: choicesOf(
			properties.find(
				(field) => field.name === 'operation' && isFor(field, { resource: resource.value }),
			),
		).map(({ name, value, action = name, description = '' }) => {
			const id = `${resource.value}.${value}`;
			const [first, ...further] = requestsOf(/** @type {NodeOperationId} */ (id));
			/** @type {BuiltOperation['requests']} */
			const requests = [specifiedOperation(first), ...further.map(specifiedOperation)];
			const fields = properties.filter((field) =>
				isFor(field, { resource: resource.value, operation: value }),
			);
			return {
				id,
				name,
				action,
				description,
				fields,
				requests,
				scopes: [...new Set(requests.map(({ scope }) => scope))],
				errorCodes: [...new Set(requests.flatMap((request) => request.errorCodes))],
			};
		}),
	}));
}

/**
 * The entries of a drop-down.
 *
 * @param {INodeProperties | undefined} field
 */
export function choicesOf(field) {
	return /** @type {INodePropertyOptions[]} */ (field?.options ?? []);
}
