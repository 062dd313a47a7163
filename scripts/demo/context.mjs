/**
 * What a step of the demonstration works with.
 *
 * @typedef {object} DemoContext
 * @property {import('../n8n/testBed.mjs').TestBed} bed n8n, the sandbox, and the client
 * @property {Map<string, import('../n8n/n8nRestClient.mjs').StoredWorkflow>} examples the imported workflows by
 *   the name of their file, without `.json`
 * @property {AbortSignal} signal aborts when the user stops the demonstration
 */

/**
 * @typedef {object} DemoStep
 * @property {string} title
 * @property {(context: DemoContext) => Promise<string[]>} run returns the lines to print; throws if
 *   something is not as expected
 */

/**
 * Runs an example by hand.
 *
 * @param {DemoContext} context
 * @param {string} name file name without `.json`
 * @returns {Promise<import('../n8n/execution.mjs').Execution>}
 * @throws when the run does not succeed
 */
export async function runExample({ bed, examples, signal }, name) {
	const workflow = examples.get(name);
	if (!workflow) throw new Error(`examples/${name}.json is missing.`);
	const execution = await bed.client.runWorkflow(workflow, { signal });
	if (execution.status !== 'success') {
		throw new Error(
			`"${workflow.name}" ended with ${execution.status}. ${execution.failure ?? ''}`,
		);
	}
	return execution;
}

/**
 * @param {import('../n8n/execution.mjs').Execution} execution
 * @param {string} node the node's name
 * @param {number} count
 * @returns {import('../n8n/execution.mjs').Json[]} the node's items
 * @throws when there are more or fewer
 */
export function expectItems(execution, node, count) {
	const items = execution.items(node);
	if (items.length !== count) {
		throw new Error(`"${node}" put out ${items.length} items instead of ${count}.`);
	}
	return items;
}
