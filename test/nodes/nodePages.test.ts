/** The page of each node in docs/nodes has all that its form shows. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import manifest from '../../package.json';
import { defaultScopePrefix } from '../../src/api/authorizationServer';
import type { OperationRow } from '../../src/api/operationRow';
import { operations } from '../../src/api/operations';
import { Engine } from '../engine/engine';
import { pollManually } from '../polling/pollingHost';
import { startSandbox } from '../sandbox';
import { readBuiltTypes } from './builtTypes';
import { readHelp, readPages } from './pages';

const pages = readPages();
const rows = Object.entries<OperationRow>(operations);

/** The built nodes, each with the page to which n8n leads those who ask for help. */
const nodes = readBuiltTypes().nodeTypes.map(({ description }, index) => ({
	name: description.displayName,
	properties: 'properties' in description ? (description.properties as INodeProperties[]) : [],
	page: pages.get(readHelp(manifest.n8n.nodes[index] ?? '').replace(/^.*\//, '')) ?? '',
}));

/** The text of a page under the heading of each operation. */
function sectionsOf(page: string): string[] {
	return page.split(/^### /m).slice(1);
}

/** The section of an operation, by the request that it sends. */
function sectionOf(page: string, { method, path: address, scope }: OperationRow): string[] {
	const request = `\`${method} ${address}\` with the scope \`${defaultScopePrefix}${scope}\``;
	return sectionsOf(page).filter((section) => section.includes(request));
}

/** The heading of each operation, by its name in the catalogue. */
const headings = new Map(
	rows.map(([id, row]) => {
		const [section = ''] = nodes.flatMap(({ page }) => sectionOf(page, row));
		return [id, /^.*$/m.exec(section)?.[0]];
	}),
);

/** The labels of fields, and of those inside them. */
function labelsOf(fields: readonly INodeProperties[]): string[] {
	return fields
		.filter(({ type }) => !['credentials', 'notice'].includes(type))
		.flatMap(({ displayName, type, options = [] }) => {
			if (type === 'collection') return labelsOf(options as INodeProperties[]);
			if (type !== 'fixedCollection') return [displayName];
			const groups = options as INodePropertyCollection[];
			return [displayName, ...groups.flatMap(({ values }) => labelsOf(values))];
		});
}

/** Whether a label is in a table, alone or last in its path, or a shared field. */
function shows(text: string, label: string): boolean {
	const written = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(\\| |> |\\*)${written}(\\*| \\|)`).test(text);
}

test('every operation is on one page, with its error codes', () => {
	for (const [id, row] of rows) {
		const sections = nodes.flatMap(({ page }) => sectionOf(page, row));
		expect([id, sections.length]).toEqual([id, 1]);
		for (const code of row.errorCodes) expect(sections[0]).toContain(`\`${code}\``);
	}
});

test.each(nodes)('the help of $name leads to its page', ({ name, page }) => {
	expect(/^# (.*)$/m.exec(page)?.[1]).toBe(name);
});

test.each(nodes)('the page of $name has every field of its forms', ({ properties, page }) => {
	const choices = properties.filter(({ name }) => name === 'operation');
	const always = properties.filter(
		({ name, displayOptions }) =>
			!['operation', 'resource'].includes(name) && !displayOptions?.show?.operation,
	);
	expect(labelsOf(always).filter((label) => !shows(page, label))).toEqual([]);
	for (const { displayOptions, options = [] } of choices) {
		const [resource] = displayOptions?.show?.resource ?? [];
		for (const { value } of options as INodePropertyOptions[]) {
			const [, row] = rows.find(([id]) => id === `${resource}.${value}`) ?? [];
			const [section = ''] = row
				? sectionOf(page, row)
				: sectionsOf(page).filter((text) => /^.*: Create or Update$/m.test(text));
			const form = properties.filter(
				({ displayOptions: shown }) =>
					shown?.show?.resource?.includes(resource ?? '') && shown.show.operation?.includes(value),
			);
			expect(form).not.toHaveLength(0);
			expect(labelsOf(form).filter((label) => !shows(section, label))).toEqual([]);
		}
	}
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
	const page = nodes.find(({ name }) => name === 'Integration Service Agent Trigger')?.page ?? '';
	const links = [...(/^- Reads (.*)$/m.exec(page)?.[1] ?? '').matchAll(/\[(.*?)\]/g)];
	const read = new Set(sandbox.requests.map(({ operation }) => operation));
	await sandbox.close();
	expect(read.size).toBeGreaterThan(1);
	expect(links.map(([, heading]) => heading).sort()).toEqual(
		[...read].map((id) => headings.get(id ?? '')).sort(),
	);
});
