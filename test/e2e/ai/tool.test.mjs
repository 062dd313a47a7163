// The nodes as tools of n8n's AI Agent, which a language model calls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualTrigger, node, serviceNode } from '../../../scripts/n8n/workflows.mjs';
import { chat, chatTrigger } from '../../../scripts/browser/agentChat.mjs';
import { startModelBed, toolResults } from './languageModel.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

const langchain = '@n8n/n8n-nodes-langchain';

const bed = stopAfterTests(await startModelBed());

/**
 * A workflow whose AI Agent has a node of the package as its tool.
 *
 * @param {import('../../../scripts/n8n/n8nRestClient.mjs').WorkflowNode} trigger
 * @param {string} type the tool, such as `integrationServiceUserTool`
 * @param {Record<string, unknown>} parameters
 * @param {object} prompt
 */
async function importAssistant(trigger, type, parameters, prompt) {
	return await bed.client.importWorkflow(
		{
			name: `Assistant with ${type}`,
			nodes: [
				trigger,
				node('Assistant', `${langchain}.agent`, { ...prompt, options: {} }, { typeVersion: 3.1 }),
				node(
					'Model',
					`${langchain}.lmChatOpenAi`,
					{ model: { __rl: true, mode: 'id', value: 'test-model' }, options: {} },
					{ typeVersion: 1.2, credentials: { openAiApi: { id: '', name: '' } } },
				),
				serviceNode('Service', type, parameters),
			],
			connections: {
				[trigger.name]: { main: [[{ node: 'Assistant', type: 'main', index: 0 }]] },
				Model: { ai_languageModel: [[{ node: 'Assistant', type: 'ai_languageModel', index: 0 }]] },
				Service: { ai_tool: [[{ node: 'Assistant', type: 'ai_tool', index: 0 }]] },
			},
			settings: { executionOrder: 'v1' },
		},
		bed.credentials,
	);
}

/** Asks the service's agent what the language model wants to know. */
const askAgent = {
	resource: 'thread',
	operation: 'create',
	question: `={{ $fromAI('question', 'What to ask, in one sentence', 'string') }}`,
};

/**
 * Runs the assistant to its end.
 *
 * @param {string} type
 * @param {Record<string, unknown>} parameters
 * @returns {Promise<unknown>} its response
 */
async function runAssistant(type, parameters) {
	bed.model.turns.length = 0;
	bed.sandbox.reset();
	const workflow = await importAssistant(manualTrigger(), type, parameters, {
		promptType: 'define',
		text: 'How were the sales?',
	});
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	return execution.items('Assistant')[0]?.output;
}

/** @param {object} parameters for the only tool */
const callTool = (parameters) => [{ tool: 'Service', parameters }];

/**
 * Has the model call its tool with each of these parameters, and then repeat the results.
 *
 * @param {object[]} calls
 */
function speakAfter(...calls) {
	bed.model.speak = (turn) => {
		const results = toolResults(turn);
		const next = calls[results.length];
		return next ? callTool(next) : results.join('\n');
	};
}

test('sends the question of the model, and returns the answer', async () => {
	const question = 'How were the sales in October?';
	speakAfter({ question });
	const response = JSON.parse(String(await runAssistant('integrationServiceAgentTool', askAgent)));

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

test('streams only the text of the model to a chat', async () => {
	bed.model.speak = (turn) =>
		toolResults(turn).length === 0 ? callTool({ question: 'How?' }) : 'They rose.';
	const workflow = await importAssistant(
		chatTrigger('assistant'),
		'integrationServiceAgentTool',
		askAgent,
		{},
	);
	await bed.client.activate(workflow);
	bed.model.turns.length = 0;
	const chunks = await chat(bed.host.baseUrl, 'assistant', 'How were the sales?');
	assert.equal(
		chunks.flatMap(({ type, content }) => (type === 'item' ? content : [])).join(''),
		'They rose.',
	);
	assert.deepEqual(
		bed.model.turns.map(({ stream }) => stream),
		[true, true],
	);
});
