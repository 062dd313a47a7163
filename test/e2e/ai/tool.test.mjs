// A node as the tool of n8n's AI Agent, which a language model calls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chain, manualTrigger, node, serviceNode } from '../../../scripts/n8n/workflows.mjs';
import { startModelBed, toolResults } from './languageModel.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

const langchain = '@n8n/n8n-nodes-langchain';

const bed = stopAfterTests(await startModelBed());

test('sends the question of the model, and returns the answer', async () => {
	const prompt = { promptType: 'define', text: 'How were the sales?', options: {} };
	const assistant = chain('Assistant', [
		manualTrigger(),
		node('Assistant', `${langchain}.agent`, prompt, { typeVersion: 3.1 }),
	]);
	const model = { model: { __rl: true, mode: 'id', value: 'test-model' }, options: {} };
	assistant.nodes.push(
		node('Model', `${langchain}.lmChatOpenAi`, model, {
			typeVersion: 1.2,
			credentials: { openAiApi: { id: '', name: '' } },
		}),
		serviceNode('Service', 'integrationServiceAgentTool', {
			resource: 'thread',
			operation: 'create',
			question: `={{ $fromAI('question', 'What to ask, in one sentence', 'string') }}`,
		}),
	);
	Object.assign(assistant.connections, {
		Model: { ai_languageModel: [[{ node: 'Assistant', type: 'ai_languageModel', index: 0 }]] },
		Service: { ai_tool: [[{ node: 'Assistant', type: 'ai_tool', index: 0 }]] },
	});
	const workflow = await bed.client.importWorkflow(assistant, bed.credentials);
	const question = 'How were the sales in October?';
	bed.model.speak = (turn) =>
		toolResults(turn)[0] ?? [{ tool: 'Service', parameters: { question } }];
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	const response = JSON.parse(String(execution.items('Assistant')[0]?.output));

	const [offered] = bed.model.turns[0]?.tools ?? [];
	assert.deepEqual(offered?.function.parameters.required, ['question']);
	assert.equal(
		offered?.function.parameters.properties.question.description,
		'What to ask, in one sentence',
	);
	assert.deepEqual(
		bed.sandbox.requests.map(({ operation, body }) => ({ operation, body })),
		[{ operation: 'thread.create', body: { question } }],
	);
	assert.equal(response.length, 1);
	assert.ok(response[0].output.startsWith(`You asked: ${question}`), response[0].output);
	assert.equal(response[0].complete, true);
});
