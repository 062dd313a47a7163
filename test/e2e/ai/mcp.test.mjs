// The nodes as tools of n8n's MCP Server Trigger, called by the official MCP client.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, beforeEach, test } from 'node:test';
import { operationIds, readNodeTypes } from '../catalogue.mjs';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { connectMcp, createMcpToken, exampleCalls, toolName } from './mcpServer.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

const prefix = 'n8n-nodes-integration-service.';

const file = new URL('../../../examples/mcp-server.json', import.meta.url);
const example = JSON.parse(await readFile(file, 'utf8'));
const bed = stopAfterTests(await startTestBed());
const token = await createMcpToken(bed);
const workflow = await bed.client.importWorkflow(example, bed.credentials);
await bed.client.activate(workflow);
const client = await connectMcp(bed, workflow, token);
after(async () => await client.close());
beforeEach(() => bed.sandbox.reset());

test('serves each tool with its description and parameters', async () => {
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

test('offers every operation as a tool', async () => {
	const tools = await readNodeTypes(bed.client, { asTool: true });
	assert.deepEqual(
		operationIds.filter((id) => !tools.has(id)),
		[],
	);
});
