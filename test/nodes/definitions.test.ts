/** What a model reads of the nodes that builds workflows, and people in the drop-downs. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { Engine } from '../engine/engine';

let engine: Engine;
beforeAll(async () => {
	engine = await Engine.load();
});

const descriptions = () => engine.nodeTypeNames().map((name) => engine.nodeType(name).description);

/** The entries of the drop-downs of this name. */
const entriesOf = (properties: readonly INodeProperties[], field: string) =>
	properties
		.filter(({ name }) => name === field)
		.flatMap(({ options = [], displayOptions }) =>
			(options as INodePropertyOptions[]).map((option) => ({ ...option, displayOptions })),
		);

test('every operation and resource has a text of its own', () => {
	for (const { properties } of descriptions()) {
		const entries = [...entriesOf(properties, 'operation'), ...entriesOf(properties, 'resource')];
		const texts = entries.map(({ description }) => description);
		expect(texts).toEqual([...new Set(texts)]);
		for (const text of texts) expect(text).toMatch(/^[A-Z]/);
	}
});

test('every node explains when to use it', () => {
	for (const { builderHint } of descriptions()) expect(builderHint?.searchHint).toMatch(/\w+\.$/);
});
