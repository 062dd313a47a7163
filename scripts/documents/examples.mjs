import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './form.mjs';

/**
 * @import { INode } from 'n8n-workflow'
 */

const folder = fileURLToPath(new URL('../../examples', import.meta.url));

/** The example workflows, by the nodes that they have. */
export class Examples {
	/** @type {Array<{ name: string, nodes: INode[] }>} */
	workflows = readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({
			name: path.basename(file, '.json'),
			nodes: JSON.parse(readFileSync(path.join(folder, file), 'utf8')).nodes,
		}));

	/**
	 * Links to the workflows in which a node does an operation, or anything at all.
	 *
	 * @param {string} node its name, without that of the package
	 * @param {string} [operation] `<resource>.<operation>`
	 */
	linksTo(node, operation) {
		return this.workflows
			.filter(({ nodes }) =>
				nodes.some(
					({ type, parameters: { resource, operation: name } }) =>
						// As a tool, n8n knows a node by a name of its own.
						[node, `${node}Tool`].includes(type.split('.').at(-1) ?? '') &&
						(operation === undefined || operation === `${resource}.${name}`),
				),
			)
			.map(({ name }) => `[${name}](${root}examples/${name}.json)`);
	}
}
