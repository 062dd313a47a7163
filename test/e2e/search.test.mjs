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

const searches = await readFile(new URL('searches.txt', import.meta.url), 'utf8');

/**
 * What is searched for, with the node that is to be found.
 *
 * @param {string} title of a section of searches.txt
 */
function rowsOf(title) {
	const section = searches.split(/^## /m).find((each) => each.startsWith(`${title}\n`));
	assert.ok(section, `searches.txt has no section "${title}"`);
	return [...section.matchAll(/^(\w+): (.+(?:\n\t.+)*)$/gm)].flatMap(([, node = '', texts = '']) =>
		texts.split(/,\s+/).map((text) => /** @type {const} */ ([node, text.replace('\n\t', ' ')])),
	);
}

const intents = rowsOf('builder first');

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

/** @type {(query: string) => Description[]} what n8n's builder finds */
const build = (query) => engine.searchByName(query, 5);

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

describe("n8n's builder", () => {
	test('has a search for every node', () => {
		assert.deepEqual(
			[...new Set(intents.map(([node]) => typeOf(node)))].sort(),
			packageNodes.map(({ description }) => `${manifest.name}.${description.name}`).sort(),
		);
	});

	for (const [node, intent] of intents) {
		test(`finds ${node} first for "${intent}"`, () => {
			assert.equal(build(intent)[0]?.name, typeOf(node));
		});
	}

	test('finds OrderManagement among the first five for "register a return"', () => {
		// Its longest word is nearly the name of another node.
		assert.ok(build('register a return').some(({ name }) => name === typeOf('OrderManagement')));
	});
});

test('no node has more than 20 aliases', async () => {
	const counts = (await ownNodes()).map(({ codex }) => codex.alias.length);
	assert.ok(Math.max(...counts) <= 20, `the nodes have ${counts.join(', ')} aliases`);
});

test("n8n's builder gets the hint of a node", () => {
	const found = search('run an assignment');
	const agent = found.slice(found.indexOf(typeOf('Agent')));
	assert.match(agent, /@builderHint The agent belongs to the business platform/);
	assert.match(agent, /thread:.*A conversation with the agent/s);
});

describe('the node panel', () => {
	for (const [node, text] of rowsOf('panel first')) {
		test(`finds ${node} first for "${text}"`, () => {
			assert.equal(panel(text)[0]?.name, typeOf(node));
		});
	}

	// n8n shows both as one entry, which has the aliases of one of them.
	for (const [node, text] of rowsOf('panel first').filter(([node]) => node === 'AgentTrigger')) {
		test(`finds Agent, too, for "${text}" of ${node}`, () => {
			assert.ok(panel(text).some(({ name }) => name === typeOf('Agent')));
		});
	}
});
