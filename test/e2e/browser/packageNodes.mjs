import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { n8n } = require('../../../package.json');

/**
 * @param {string} code an error code of the service
 * @returns {{ message: string, description: string }} what the built package says to it
 */
export function textOf(code) {
	const file = 'dist/src/api/errorCodes.js';
	return require(`../../../${file}`).errorCodes[code];
}

/**
 * A node as its description shows it.
 *
 * @typedef {object} PackageNode
 * @property {string} name
 * @property {string} displayName
 * @property {boolean} isTrigger
 * @property {string[]} operations labels of the first resource's operations
 * @property {string} resource value of the first resource
 * @property {string} operation value of the first operation
 * @property {string} action what the list of nodes calls the first operation
 */

/**
 * The nodes of the built package.
 *
 * @returns {PackageNode[]}
 */
export function packageNodes() {
	return n8n.nodes.map((/** @type {string} */ file) => {
		const [NodeType] = /** @type {(new () => import('n8n-workflow').INodeType)[]} */ (
			Object.values(require(`../../../${file}`))
		);
		if (!NodeType) throw new Error(`${file} has no node.`);
		const { name, displayName, group, properties } = new NodeType().description;
		const resource = optionsOf(properties.find((property) => property.name === 'resource'))[0];
		const operations = optionsOf(
			properties.find(
				(property) =>
					property.name === 'operation' &&
					property.displayOptions?.show?.resource?.includes(resource?.value ?? ''),
			),
		);
		return {
			name,
			displayName,
			isTrigger: group.includes('trigger'),
			operations: operations.map((operation) => operation.name),
			resource: String(resource?.value),
			operation: String(operations[0]?.value),
			action: String(operations[0]?.action),
		};
	});
}

/**
 * @param {import('n8n-workflow').INodeProperties | undefined} property
 * @returns {import('n8n-workflow').INodePropertyOptions[]}
 */
function optionsOf(property) {
	return /** @type {import('n8n-workflow').INodePropertyOptions[]} */ (property?.options ?? []);
}
