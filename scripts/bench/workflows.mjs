import { operations } from './operations.mjs';

const credentials = { integrationServiceOAuth2Api: { id: '', name: '' } };

/**
 * A workflow that lists all users and reads each of them again.
 *
 * @param {string} name
 * @param {import('../../tools/n8n/n8nRestClient.mjs').WorkflowNode} reader the node that reads one user per item
 * @returns {import('../../tools/n8n/n8nRestClient.mjs').Workflow}
 */
function readingWorkflow(name, reader) {
	const lister = node('List Users', 'n8n-nodes-integration-service.integrationServiceUser', 1, {
		resource: 'user',
		operation: 'getAll',
		returnAll: true,
		filters: { active: 'ALL' },
	});
	return {
		name,
		nodes: [node('Start', 'n8n-nodes-base.manualTrigger', 1, {}), lister, reader],
		connections: {
			Start: { main: [[{ node: lister.name, type: 'main', index: 0 }]] },
			[lister.name]: { main: [[{ node: reader.name, type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}

/**
 * @param {string} name
 * @param {string} type
 * @param {number} typeVersion
 * @param {import('../../tools/n8n/execution.mjs').Json} parameters
 */
function node(name, type, typeVersion, parameters) {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters, credentials };
}

/** The name of the node that is measured, in both workflows. */
export const measuredNode = 'Get User';

export const withOurNode = readingWorkflow(
	'Get User with the Integration Service node',
	node(measuredNode, 'n8n-nodes-integration-service.integrationServiceUser', 1, {
		resource: 'user',
		operation: 'get',
		userId: { __rl: true, mode: 'id', value: '={{ $json.userId }}' },
	}),
);

/** @param {string} baseUrl of the service */
export function withHttpRequestNode(baseUrl) {
	const path = operations['user.get'].path.replace('{userId}', '{{ $json.userId }}');
	return readingWorkflow(
		'Get User with the HTTP Request node',
		node(measuredNode, 'n8n-nodes-base.httpRequest', 4.2, {
			method: operations['user.get'].method,
			url: `=${baseUrl}${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'integrationServiceOAuth2Api',
			options: {},
		}),
	);
}
