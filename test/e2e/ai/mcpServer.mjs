// n8n's MCP Server Trigger, and the official client that calls its tools.
import { randomBytes } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** @typedef {import('../../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} StoredWorkflow */

export const mcpTriggerType = '@n8n/n8n-nodes-langchain.mcpTrigger';

/**
 * Creates the credential that guards an MCP server, and adds it to those that are filled in.
 *
 * @param {import('../../../scripts/n8n/testBed.mjs').TestBed} bed
 * @returns {Promise<string>} the token to send
 */
export async function createMcpToken(bed) {
	const token = randomBytes(24).toString('base64url');
	bed.credentials.push(await bed.client.createCredential('MCP', 'httpBearerAuth', { token }));
	return token;
}

/**
 * Connects to the MCP server of an active workflow.
 *
 * @param {import('../../../scripts/n8n/testBed.mjs').TestBed} bed
 * @param {StoredWorkflow} workflow
 * @param {string} token
 * @returns {Promise<Client>} close it
 * @throws when the server refuses the token
 */
export async function connectMcp(bed, workflow, token) {
	const { path } = workflow.nodes.find(({ type }) => type === mcpTriggerType)?.parameters ?? {};
	const client = new Client({ name: 'test', version: '1.0.0' });
	const transport = new StreamableHTTPClientTransport(new URL(`${bed.host.baseUrl}/mcp/${path}`), {
		requestInit: { headers: { Authorization: `Bearer ${token}` } },
	});
	await client.connect(transport);
	return client;
}

/**
 * The name under which n8n serves a tool.
 *
 * @param {string} node the name of the node
 */
export function toolName(node) {
	return node.replace(/[^a-zA-Z0-9_-]+/g, '_');
}

/**
 * Calls a tool.
 *
 * @param {Client} client
 * @param {string} name
 * @param {Record<string, unknown>} [given]
 * @returns {Promise<{ isError: boolean, text: string }>} what a model would get
 */
export async function callTool(client, name, given = {}) {
	const { content, isError } = await client.callTool({ name, arguments: given });
	const texts = /** @type {{ text: string }[]} */ (content).map(({ text }) => text);
	return { isError: isError === true, text: texts.join('\n') };
}

/**
 * What to call the tools of the example with, by the names of their nodes.
 *
 * @param {import('../../sandbox/index.js').Sandbox} sandbox
 * @returns {Record<string, Record<string, unknown>>}
 */
export function exampleCalls(sandbox) {
	const { userId, groupId, draftId, pageId } = sandbox.samples;
	return {
		'Find Users': { keywords: 'gómez' },
		'Get User': { userId },
		'Find User Groups': { keywords: 'warehouse' },
		'List Members': { groupId: Number(groupId) },
		'List Journals': { periodFrom: '2026-01-01', periodTo: '2026-06-30' },
		'Get Page': { draftId, pageId },
	};
}
