// n8n's own two searches find the node for what people and models want, among all its own nodes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, test } from 'node:test';
import { packageNodes } from './catalogue.mjs';
import { installHost } from '../../scripts/n8n/pinnedHosts.mjs';

const manifest = createRequire(import.meta.url)('../../package.json');

/**
 * What n8n's searches read of a node.
 *
 * @typedef {import('n8n-workflow').INodeTypeDescription} Description
 */

/** What is searched for, and which node of the package is to be found first. */
const intents = {
	User: `email available, invite user, employee onboarding, deactivate user, add employees, sync employees, coworkers, deactivate staff account,
		delete user account, email availability, invite colleague, tenant,
		user accounts, user administration`,
	UserGroup: `assign roles, create user group, departments, group members, permission,
		role based access control, user groups`,
	Accounting: `accounting journals, booking, export bookkeeping entries, finances,
		general ledger postings, monthly closing, payments by period`,
	CategoryProperty: `categories, category property, catalogue attributes, product facets,
		PIM category features, specification of products`,
	VariantProperty: `color size variants, article variants, colour options, create variant property,
		product variations, sizes and colours, SKU`,
	Helpdesk: 'cases, helpdesk, release ticket, support case, ticket system, unassign',
	WebPage: 'drafts, CMS, storefront, unpublished layout',
	OrderManagement: `create RMA, orders, parcels sent back, refund, returned items to warehouse,
		WMS return`,
	Agent: 'abort run, answers, create assignment, delegate a task, threads',
	Request: `api endpoint of erp, call endpoint, integration service request,
		server-sent events`,
	AgentTrigger:
		'run finished, on run finished, run changed, finished runs, job finished, run completed, run ended, when run changes',
	Trigger: 'when user is created, joiner',
	Check: 'integration service check',
};

/**
 * Intents with a word that is the name of other nodes, or of every trigger: n8n rates names above
 * all else, so those come first. Then comes ours.
 */
const namedIntents = {
	User: 'create user in business platform, update user profile',
	UserGroup: 'integration service user groups',
	Accounting: 'invoice journal',
	CategoryProperty: 'category filter',
	VariantProperty: 'variant matrix',
	Helpdesk: 'customer support ticket, service desk',
	WebPage: 'page content, web page draft, web shop',
	OrderManagement: 'customer return rma',
	Agent: 'agent conversation, agent thread, run logs, ask question to agent',
	Request: 'api request, any other operation, custom endpoint, operation by path',
	AgentTrigger: `agent run trigger, agent run finished trigger, run started trigger,
		trigger when run finishes`,
	Trigger: 'journal trigger, user group trigger, record changed trigger',
};

/** What people type into the node panel, which compares it as a whole. */
const panelTexts = {
	User: `check email, deactivate user, email available, employee onboarding, invite user,
		is email taken, add user to group, accounts, create user, employee, invite, tenants`,
	UserGroup: `access rights, integration service user groups, permissions, roles,
		user group`,
	Accounting: 'bookkeeping, general ledger, journal entries, posting',
	CategoryProperty: 'category property, product facet, product attributes',
	VariantProperty: 'color size variants, colour, size and colour, variants',
	Helpdesk: 'support ticket, ticket, unassign',
	WebPage: 'page draft, storefront, web page draft, web shop',
	Check: 'check connection, test connection, wrong field names',
	OrderManagement: 'refund, return from csv, register a return, return, rma, warehouse',
	Agent:
		'run agent task, agent answer, stop agent, agent thread, ask question, assignments, conversations, run log',
	AgentTrigger: 'agent run finished, job done, run started, run started trigger',
	Trigger: `new user, journal created, journal trigger, user group trigger,
		record changed trigger, user changed trigger, when user changes`,
	Request:
		'api request, rest api, custom endpoint, other operation, server-sent events, service request',
};

/**
 * The nodes of a package as n8n lists them.
 *
 * @param {string} name
 * @param {Description[]} descriptions
 */
function named(name, descriptions) {
	return descriptions.map((description) => ({
		...description,
		name: `${name}.${description.name}`,
	}));
}

/** The nodes of this package with their search files. */
async function ownNodes() {
	return await Promise.all(
		packageNodes.map(async ({ file, description }) => {
			const codex = new URL(`../../${file.replace(/\.js$/, '.json')}`, import.meta.url);
			return { ...description, codex: JSON.parse(await readFile(codex, 'utf8')) };
		}),
	);
}

const { folder } = await installHost();
const load = createRequire(path.join(folder, 'package.json'));
const { createAiTools } = load('n8n/dist/tool-generation/ai-tools.js');
const { NodeSearchEngine, NodeTypeParser, searchCodeBuilderNodes } = load(
	'@n8n/ai-utilities/node-catalog',
);
const { sublimeSearch } = load('@n8n/utils/search/sublime-search');
const nodes = [
	...['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((name) =>
		named(name, load(path.join(folder, 'node_modules', name, 'dist', 'types', 'nodes.json'))),
	),
	...named(manifest.name, await ownNodes()),
];
assert.ok(nodes.length > 600, `n8n has ${nodes.length} nodes`);
const known = Object.fromEntries(nodes.map(({ name }) => [name, {}]));
const withTools = { nodes: structuredClone(nodes) };
createAiTools(withTools, { nodes: known, credentials: {} });
const engine = new NodeSearchEngine(withTools.nodes);
const parser = new NodeTypeParser(withTools.nodes);

/** @type {(query: string, limit?: number) => Description[]} what n8n's builder finds */
const build = (query, limit = 5) => engine.searchByName(query, limit);

/** @type {(query: string) => string} what n8n's builder returns to its model */
const search = (query) => searchCodeBuilderNodes(parser, [query]).results;

/** @type {(text: string) => Description[]} what the node panel finds */
const panel = (text) =>
	sublimeSearch(
		text,
		nodes.map((properties) => ({ properties })),
	).map((/** @type {{ item: { properties: Description } }} */ found) => found.item.properties);

/** @param {string} node its folder */
const typeOf = (node) => `${manifest.name}.integrationService${node}`;

/** @param {Description} description */
const isOurs = ({ name }) => name.startsWith(manifest.name);

/**
 * Whether the name of a node has a word of an intent.
 *
 * @param {Description} description
 * @param {string} intent
 */
function bearsWordOf({ name, displayName }, intent) {
	const type = name.slice(name.lastIndexOf('.') + 1);
	const names = [type, displayName].join(' ').toLowerCase();
	return intent.split(' ').some((word) => word.length > 2 && names.includes(word.toLowerCase()));
}

/** @param {Record<string, string>} table */
const rows = (table) =>
	Object.entries(table).flatMap(([node, texts]) =>
		texts.split(/,\s+/).map((text) => /** @type {const} */ ([node, text])),
	);

describe("n8n's builder", () => {
	test('has a search for every node', () => {
		assert.deepEqual(
			Object.keys(intents).map(typeOf).sort(),
			packageNodes.map(({ description }) => `${manifest.name}.${description.name}`).sort(),
		);
	});

	for (const [node, intent] of rows(intents)) {
		test(`finds ${node} first for "${intent}"`, () => {
			assert.equal(build(intent)[0]?.name, typeOf(node));
		});
	}

	test('finds OrderManagement among the first five for "register a return"', () => {
		// Its longest word is nearly the name of another node.
		assert.ok(build('register a return').some(({ name }) => name === typeOf('OrderManagement')));
	});

	for (const [node, intent] of rows(namedIntents)) {
		test(`finds ${node} for "${intent}" after nodes with one of its words`, () => {
			const found = build(intent, Infinity);
			const place = found.findIndex(({ name }) => name === typeOf(node));
			assert.ok(place > 0, `it is at ${place}`);
			// Of two nodes of the package, n8n prefers the one with the longest word.
			const ahead = found
				.slice(0, place)
				.filter((other) => !bearsWordOf(other, intent) && !isOurs(other));
			assert.deepEqual(
				ahead.map(({ name }) => name),
				[],
			);
		});
	}
});

test("n8n's builder gets the hints and related nodes of a node", () => {
	const found = search('run an assignment');
	const agent = found.slice(found.indexOf(typeOf('Agent')));
	assert.match(agent, /@builderHint The agent belongs to the business platform/);
	assert.match(agent, /integrationServiceAgentTrigger: "Starts a workflow when a run/);
	assert.match(agent, /thread:.*A conversation with the agent/s);
});

describe('the node panel', () => {
	for (const [node, text] of rows(panelTexts)) {
		test(`finds ${node} first for "${text}"`, () => {
			assert.equal(panel(text)[0]?.name, typeOf(node));
		});
	}
});
