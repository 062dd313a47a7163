/** @typedef {import('./n8nRestClient.mjs').Workflow} Workflow */

/** @typedef {import('./n8nRestClient.mjs').WorkflowNode} WorkflowNode */

const packageName = 'n8n-nodes-integration-service';

/**
 * Any node.
 *
 * @param {string} name
 * @param {string} type
 * @param {Record<string, unknown>} [parameters]
 * @param {object} [further] `typeVersion`, `onError`, `credentials` and what else a node can have
 * @returns {WorkflowNode}
 */
export function node(name, type, parameters = {}, further = {}) {
	return /** @type {WorkflowNode} */ ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...further,
	});
}

/**
 * A node of this package with the API client's credential, or the user's where its parameters ask
 * for it. `importWorkflow` fills the credential in.
 *
 * @param {string} name
 * @param {string} type such as `integrationServiceUser`
 * @param {Record<string, unknown>} parameters
 * @param {object} [further] `onError` and what else a node can have
 */
export function serviceNode(name, type, parameters, further = {}) {
	const credentialType =
		parameters.authentication === 'user'
			? 'integrationServiceUserOAuth2Api'
			: 'integrationServiceOAuth2Api';
	return node(name, `${packageName}.${type}`, parameters, {
		credentials: { [credentialType]: { id: '', name: '' } },
		...further,
	});
}

/** Starts a run by hand. */
export function manualTrigger() {
	return node('Start', 'n8n-nodes-base.manualTrigger');
}

/**
 * Starts a run at each request to `<n8n>/webhook/<path>`.
 *
 * @param {string} path
 * @param {Record<string, unknown>} [parameters]
 */
export function webhookTrigger(path, parameters = {}) {
	return node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ path, httpMethod: 'POST', ...parameters },
		// n8n registers a webhook under this, whatever the identifier of the node.
		{ typeVersion: 2.1, webhookId: path },
	);
}

/**
 * Poll times of a trigger, closer to each other than n8n allows for a single rule.
 *
 * @param {number} seconds a part of a minute
 */
export function pollTimesEvery(seconds) {
	const item = Array.from({ length: 60 / seconds }, (_, position) => ({
		mode: 'custom',
		cronExpression: `${position * seconds} * * * * *`,
	}));
	return { item };
}

/**
 * Makes items.
 *
 * @param {readonly object[]} records the fields of each item
 * @returns {WorkflowNode[]} two nodes to put into a chain
 */
export function itemsOf(records) {
	return [
		node(
			'Records',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify({ records }) },
			{ typeVersion: 3.4 },
		),
		node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'records' }),
	];
}

/**
 * A workflow whose nodes follow each other.
 *
 * @param {string} name
 * @param {WorkflowNode[]} nodes the first one is the trigger
 * @returns {Workflow}
 */
export function chain(name, nodes) {
	const connections = nodes
		.slice(0, -1)
		.map((each, index) => [
			each.name,
			{ main: [[{ node: nodes[index + 1]?.name, type: 'main', index: 0 }]] },
		]);
	return {
		name,
		nodes: nodes.map((each, index) => ({ ...each, position: [index * 220, 0] })),
		connections: Object.fromEntries(connections),
		settings: { executionOrder: 'v1' },
	};
}
