/** Rules for every node of the package, as n8n loads it. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import manifest from '../../package.json';
import { operations } from '../../src/api/operations';
import { Engine } from '../engine/engine';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

let engine: Engine;
beforeAll(async () => {
	engine = await Engine.load();
});

/** The names that workflows store: those of the files, with a small first letter. */
const names = manifest.n8n.nodes.map((file) => {
	const [name = ''] = /\w+(?=\.node\.js$)/.exec(file) ?? [];
	return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
});
const actionNodes = names.filter((name) => !name.endsWith('Trigger'));

const description = (name: string) => engine.nodeType(name).description;
const operationFields = (name: string) =>
	description(name).properties.filter((property) => property.name === 'operation');

/** Every property, option and collection of a form, however deep. */
function entriesOf(entries: readonly Entry[]): Entry[] {
	return entries.flatMap((entry) => [
		entry,
		...entriesOf(('options' in entry && (entry.options as Entry[])) || []),
		...entriesOf('values' in entry ? entry.values : []),
	]);
}

test('every node has the name of its file', () => {
	expect(names.length).toBeGreaterThan(0);
	expect(engine.nodeTypeNames().sort()).toEqual([...names].sort());
});

test('every operation of the service is in one node', () => {
	const offered = actionNodes.flatMap((name) =>
		operationFields(name).flatMap(({ options = [], displayOptions }) => {
			const [resource] = displayOptions?.show?.resource ?? [];
			return (options as INodePropertyOptions[]).map(({ value }) => `${resource}.${value}`);
		}),
	);
	const composed = ['user.upsert', 'userGroup.upsert'];
	expect(offered.sort()).toEqual([...Object.keys(operations), ...composed].sort());
});

test.each(actionNodes)('%s is usable as a tool', (name) => {
	expect(description(name)).toMatchObject({
		usableAsTool: true,
		displayName: expect.stringMatching(/^Integration Service \w+/),
		subtitle: expect.any(String),
		credentials: expect.arrayContaining([
			expect.objectContaining({ name: 'integrationServiceOAuth2Api' }),
		]),
	});
});

test('the trigger has no input and is no tool', () => {
	const trigger = description('integrationServiceAgentTrigger');
	expect(trigger).toMatchObject({ polling: true, inputs: [] });
	expect(trigger.usableAsTool).toBeUndefined();
});

test.each(names)('%s avoids words such as error and problem', (name) => {
	for (const entry of entriesOf(description(name).properties)) {
		const { description: text = '', displayName = '', name: label } = entry as INodeProperties;
		for (const shown of [text, displayName || label]) {
			expect(shown).not.toMatch(/\b(errors?|problems?|failures?|mistakes?)\b/i);
		}
	}
});

test.each(names)('every field of %s has a description, placeholder or hint', (name) => {
	const typed = entriesOf(description(name).properties).filter(
		(entry): entry is INodeProperties =>
			'type' in entry && ['string', 'number', 'json', 'boolean'].includes(String(entry.type)),
	);
	const silent = typed.filter(
		({ description: text, placeholder, hint }) => !text && !placeholder && !hint,
	);
	expect(silent.map((field) => field.name)).toEqual([]);
});
