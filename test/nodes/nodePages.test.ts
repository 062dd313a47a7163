/** The pages of the nodes, which are generated: n8n leads to them, and their lists are right. */
import manifest from '../../package.json';
import { type OperationId, operationRow } from '../../src/api/operations';
import { Engine } from '../engine/engine';
import { pollManually } from '../polling/pollingHost';
import { startSandbox } from '../sandbox';
import { readBuiltTypes } from './builtTypes';
import { readHelp, readPages } from './pages';

const pages = readPages();

/** The built nodes, each with the page to which n8n leads those who ask for help. */
const nodes = readBuiltTypes().nodeTypes.map(({ description }, index) => ({
	name: description.displayName,
	page: pages.get(readHelp(manifest.n8n.nodes[index] ?? '').replace(/^.*\//, '')) ?? '',
}));

/** The links of a text. */
const linksIn = (text = '') => text.match(/\[.*?\]\(.*?\)/g) ?? [];

/** The link to an operation in the list of all operations. */
function linkTo(id: OperationId): string | undefined {
	const { method, path } = operationRow(id);
	const lines = pages.get('README.md')?.split('\n') ?? [];
	return linksIn(lines.find((line) => line.includes(`\`${method} ${path}\``)))[0];
}

test.each(nodes)('the help of $name leads to its page', ({ name, page }) => {
	expect(/^# (.*)$/m.exec(page)?.[1]).toBe(name);
});

test('the page of the trigger lists the operations it reads', async () => {
	const type = 'integrationServiceAgentTrigger';
	const [engine, sandbox] = [await Engine.load(), await startSandbox()];
	const request = {
		type,
		parameters: { watch: 'all', triggerOn: ['runStarted'], options: { includeLogs: true } },
		credentials: { integrationServiceOAuth2Api: sandbox.credential },
	};
	await pollManually(engine, request);
	const read = Object.keys(sandbox.counts) as OperationId[];
	await sandbox.close();
	expect(read.length).toBeGreaterThan(1);
	const listed = linksIn(/^- Reads .*$/m.exec(pages.get('agent-trigger.md') ?? '')?.[0]);
	expect(listed.sort()).toEqual(read.map(linkTo).sort());
});
