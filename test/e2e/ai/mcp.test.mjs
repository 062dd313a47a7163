// The nodes as tools of n8n's MCP Server Trigger, called by the official MCP client.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import { operationIds, readNodeTypes } from '../catalogue.mjs';
import { comparedItems, operationCases } from '../operationCases.mjs';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { node, serviceNode } from '../../../scripts/n8n/workflows.mjs';
import {
	callTool,
	connectMcp,
	createMcpToken,
	exampleCalls,
	mcpTriggerType,
	toolName,
} from './mcpServer.mjs';

const prefix = 'n8n-nodes-integration-service.';

/** @type {import('../../../scripts/n8n/testBed.mjs').TestBed} */
let bed;

/** @type {string} */
let token;

before(async () => {
	bed = await startTestBed();
	token = await createMcpToken(bed);
});
after(async () => await bed?.stop());

describe('the example', () => {
	/** @type {import('../../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} */
	let workflow;

	/** @type {Awaited<ReturnType<typeof connectMcp>>} */
	let client;

	before(async () => {
		const file = new URL('../../../examples/mcp-server.json', import.meta.url);
		const example = JSON.parse(await readFile(file, 'utf8'));
		workflow = await bed.client.importWorkflow(example, bed.credentials);
		await bed.client.activate(workflow);
		client = await connectMcp(bed, workflow, token);
	});
	after(async () => await client?.close());
	beforeEach(() => bed.sandbox.reset());

	test('serves each tool with what it is for and what it takes', async () => {
		const { tools } = await client.listTools();
		const nodes = workflow.nodes.filter(({ type }) => type.startsWith(prefix));
		assert.deepEqual(
			tools.map(({ name, description }) => [name, description]).sort(),
			nodes.map(({ name, parameters }) => [toolName(name), parameters.toolDescription]).sort(),
		);
		const calls = exampleCalls(bed.sandbox);
		for (const { name } of nodes) {
			const { inputSchema } = tools.find((tool) => tool.name === toolName(name)) ?? {};
			assert.deepEqual(
				Object.keys(inputSchema?.properties ?? {}).sort(),
				Object.keys(calls[name] ?? {}).sort(),
			);
			for (const property of Object.values(inputSchema?.properties ?? {})) {
				assert.match(String(Reflect.get(property, 'description')), /\w+ \w+/);
			}
		}
	});

	test('lets nobody in without the token', async () => {
		await assert.rejects(connectMcp(bed, workflow, 'guessed'), /40[13]|Authorization/);
	});

	test('tells a model whose call is refused what to do', async () => {
		const refused = await callTool(client, 'Get_User', { userId: 'anna' });
		assert.equal(refused.isError, true);
		assert.match(
			refused.text,
			/User "anna" is not a UUID\. Enter a UUID, for example "8c2f9a3e-.+ Code: invalid-input$/,
		);
		const unknown = await callTool(client, 'Get_User', {
			userId: '11111111-2222-4333-8444-555555555555',
		});
		assert.match(unknown.text, /There is no user with this ID\..+Code: user-not-found$/);
		assert.doesNotMatch(refused.text + unknown.text, /\[item/);
	});
});

describe('every operation as a tool', () => {
	/** @type {Awaited<ReturnType<typeof connectMcp>>} */
	let client;

	/** @type {Map<string, import('../../cases/operationCase.js').Success>} */
	const cases = new Map();

	before(async () => {
		bed.sandbox.reset();
		const nodeTypes = await readNodeTypes(bed.client, { asTool: true });
		const tools = operationIds.map((id) => {
			const [resource, operation] = id.split('.');
			const expected = operationCases[id].success(bed.sandbox);
			cases.set(id, expected);
			const type = nodeTypes.get(id);
			assert.ok(type, `No tool of the running n8n offers ${id}.`);
			return serviceNode(id, type, { resource, operation, ...expected.parameters });
		});
		const server = node(
			'MCP Server',
			mcpTriggerType,
			{ authentication: 'bearerAuth', path: 'every-operation' },
			{
				typeVersion: 2,
				webhookId: 'every-operation',
				credentials: { httpBearerAuth: { id: '', name: '' } },
			},
		);
		const workflow = await bed.client.importWorkflow(
			{
				name: 'Every operation over MCP',
				nodes: [server, ...tools],
				connections: Object.fromEntries(
					tools.map(({ name }) => [
						name,
						{ ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] },
					]),
				),
				settings: { executionOrder: 'v1' },
			},
			bed.credentials,
		);
		await bed.client.activate(workflow);
		client = await connectMcp(bed, workflow, token);
	});
	after(async () => await client?.close());

	test('is listed', async () => {
		const { tools } = await client.listTools();
		assert.deepEqual(tools.map(({ name }) => name).sort(), operationIds.map(toolName).sort());
		for (const { name, description } of tools) {
			assert.match(String(description), /in Integration Service/, name);
		}
	});

	for (const id of operationIds) {
		test(id, async () => {
			const expected = cases.get(id);
			assert.ok(expected);
			const earlier = bed.sandbox.requests.length;
			const { isError, text } = await callTool(client, toolName(id));
			assert.equal(isError, false, text);
			const requests = bed.sandbox.requests.slice(earlier);
			assert.deepEqual(
				requests.map(({ operation, body }) => ({ operation, body })),
				[{ operation: id, body: expected.body }],
			);
			const items = JSON.parse(text);
			assert.deepEqual(comparedItems([items].flat(), expected), expected.items());
		});
	}
});
