import { createRequire } from 'node:module';

/** @typedef {import('../../src/api/operations.js').OperationId} OperationId */

/**
 * The operation catalogue of the built package.
 *
 * @type {typeof import('../../src/api/operations.js')}
 */
const catalogue = await import(new URL('../../dist/src/api/operations.js', import.meta.url).href);

/** @type {readonly OperationId[]} */
export const operationIds = /** @type {OperationId[]} */ (Object.keys(catalogue.operations));

const require = createRequire(import.meta.url);

/** The nodes of the built package: file and description. */
export const packageNodes = /** @type {string[]} */ (require('../../package.json').n8n.nodes).map(
	(file) => {
		const [NodeType] = /** @type {(new () => import('n8n-workflow').INodeType)[]} */ (
			Object.values(require(`../../${file}`))
		);
		if (!NodeType) throw new Error(`${file} has no node.`);
		return { file, description: new NodeType().description };
	},
);

const typePrefix = 'n8n-nodes-integration-service.';

/**
 * The node type of the package that offers each operation, read from the running n8n.
 *
 * @param {import('../../scripts/n8n/n8nRestClient.mjs').N8nRestClient} client
 * @returns {Promise<Map<string, string>>} names without that of the package
 */
export async function readNodeTypes(client) {
	/** @type {import('n8n-workflow').INodeTypeDescription[]} */
	const types = await client.request('GET', '/types/nodes.json');
	/** @type {Map<string, string>} */
	const found = new Map();
	for (const { name, properties } of types) {
		if (!name.startsWith(typePrefix) || name.endsWith('Tool')) continue;
		for (const { options = [], displayOptions, ...property } of properties) {
			if (property.name !== 'operation') continue;
			for (const resource of displayOptions?.show?.resource ?? []) {
				for (const option of options) {
					if ('value' in option)
						found.set(`${resource}.${option.value}`, name.slice(typePrefix.length));
				}
			}
		}
	}
	return found;
}
