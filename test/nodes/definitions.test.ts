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

test('a model reads the text of each operation', () => {
	for (const { builderHint, properties } of descriptions()) {
		const texts = entriesOf(properties, 'operation').map(
			({ description, displayOptions, value }) => ({
				content: description,
				displayOptions: { show: { ...displayOptions?.show, operation: [value] } },
			}),
		);
		expect(builderHint?.extraTypeDefContent).toEqual(texts);
	}
});

test('every node explains when to use it and names existing nodes only', () => {
	const names = engine.nodeTypeNames().map((name) => `n8n-nodes-integration-service.${name}`);
	for (const { builderHint } of descriptions()) {
		expect(builderHint?.searchHint).toMatch(/\w+\.$/);
		for (const { nodeType, relationHint } of builderHint?.relatedNodes ?? []) {
			expect(names).toContain(nodeType);
			expect(relationHint).toMatch(/^[A-Z]/);
		}
	}
});
