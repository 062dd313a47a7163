// Every operation of the catalogue once, in a workflow that the running n8n executes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operationIds, readNodeTypes } from './catalogue.mjs';
import { comparedItems, operationCases } from './operationCases.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { chain, manualTrigger, serviceNode } from '../../scripts/n8n/workflows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const bed = stopAfterTests(await startTestBed({ host: {} }));
const nodeTypes = await readNodeTypes(bed.client);

/** @type {string[]} */
const issuedTokens = [];
const { authorizationServer } = bed.sandbox;
const issue = authorizationServer.issueClientToken.bind(authorizationServer);
authorizationServer.issueClientToken = (/** @type {string} */ scope) => {
	const answer = issue(scope);
	issuedTokens.push(answer.access_token);
	return answer;
};

describe('operations', () => {
	for (const id of operationIds) {
		test(id, async () => {
			const { client, sandbox, credentials } = bed;
			const [resource, operation] = id.split('.');
			const expected = operationCases[id](sandbox);
			const type = nodeTypes.get(id);
			assert.ok(type, 'No node of the running n8n offers it.');
			const workflow = await client.importWorkflow(
				chain(id, [
					manualTrigger(),
					serviceNode('Operation', type, { resource, operation, ...expected.parameters }),
				]),
				credentials,
			);

			const earlier = sandbox.requests.length;
			const execution = await client.runWorkflow(workflow);
			assert.equal(execution.status, 'success', execution.failure);

			const requests = sandbox.requests.slice(earlier);
			assert.equal(requests.length, 1, 'One request is enough for this.');
			const [request] = requests;
			assert.equal(request?.operation, id);
			assert.deepEqual(request.body, expected.body);
			assert.deepEqual(comparedItems(execution.items('Operation'), expected), expected.items());
		});
	}

	test("leave no secret and no token in n8n's log and database", async () => {
		assert.notEqual(issuedTokens.length, 0);
		const secrets = [bed.sandbox.credential.clientSecret, ...issuedTokens];
		/** @param {string} text */
		const tells = (text) => secrets.some((secret) => text.includes(secret));
		const { results } = await bed.client.request('GET', '/rest/executions?limit=100');
		assert.equal(results.length, operationIds.length);
		for (const { id } of results) {
			const { data } = await bed.client.request('GET', `/rest/executions/${id}`);
			assert.ok(!tells(data), `Execution ${id} tells a secret.`);
		}
		assert.ok(!tells(bed.host.logs().join('\n')), 'The log tells a secret.');
	});
});
