/** What a model reads of the nodes that builds workflows, in the definitions that n8n generates. */
import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { type OperationId, operations } from '../../src/api/operations';
import { Engine } from '../engine/engine';
import { nodeTypeOf } from './runCase';

const ids = Object.keys(operations) as OperationId[];

let engine: Engine;
beforeAll(async () => {
	engine = await Engine.load();
});

/** The description of a node as n8n passes it to its generator. */
function description(name: string): INodeTypeDescription {
	const { properties, ...others } = engine.nodeType(name).description;
	return { ...others, properties: properties.filter(({ type }) => type !== 'hidden') };
}

/** n8n's definition of a node, each type with the comment above it. */
function typesOf(name: string): string[] {
	type Description = Parameters<typeof generateNodeTypeFile>[0];
	const text = generateNodeTypeFile(description(name) as unknown as Description);
	return text.split(/\n(?=\/\*\* [^\n]*\*\/\nexport type )/);
}

/** The definition of an operation up to its first field. */
function headOf(id: OperationId): string {
	const [resource, operation] = id.split('.');
	const types = typesOf(nodeTypeOf(engine, id)).filter(
		(type) =>
			type.includes(`  resource: '${resource}';\n`) &&
			type.includes(`  operation: '${operation}';\n`),
	);
	expect(types).toHaveLength(1);
	return types[0]?.slice(0, types[0].indexOf(`operation: '${operation}'`)) ?? '';
}

/** The texts of the drop-downs by which a node's operations are chosen. */
function textsOf(name: string, field: string, resource?: string): INodePropertyOptions[] {
	return description(name)
		.properties.filter(
			(property) =>
				property.name === field &&
				(resource === undefined || property.displayOptions?.show?.resource?.includes(resource)),
		)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
}

const textOf = (options: INodePropertyOptions[], value = '') =>
	options.find((option) => option.value === value)?.description ?? '';

test.each(ids)('%s has its own text in the definitions', (id) => {
	const [resource = '', operation = ''] = id.split('.');
	const type = nodeTypeOf(engine, id);
	const head = headOf(id);
	const ownText = textOf(textsOf(type, 'operation', resource), operation);
	const resourceText = textOf(textsOf(type, 'resource'), resource);
	expect(ownText).not.toBe('');
	expect(resourceText).not.toBe('');
	const [above, following] = head.split('export type ');
	expect(above).toBe(`/** ${resourceText} */\n`);
	expect(following).toContain(`\n   * ${ownText}\n`);
	const texts = [...textsOf(type, 'operation'), ...textsOf(type, 'resource')]
		.map((option) => option.description ?? '')
		.filter((text) => text !== ownText && text !== resourceText);
	for (const text of texts) expect(head).not.toContain(` ${text}\n`);
});

test('every operation and resource has a text of its own', () => {
	for (const name of engine.nodeTypeNames()) {
		const texts = [...textsOf(name, 'operation'), ...textsOf(name, 'resource')].map(
			(option) => option.description,
		);
		expect(texts).toEqual([...new Set(texts)]);
	}
});

test('every node explains when to use it and names existing nodes only', () => {
	const names = engine.nodeTypeNames();
	for (const name of names) {
		const { builderHint } = description(name);
		expect(builderHint?.searchHint).toMatch(/\w+\.$/);
		for (const { nodeType, relationHint } of builderHint?.relatedNodes ?? []) {
			expect(names.map((other) => `n8n-nodes-integration-service.${other}`)).toContain(nodeType);
			expect(relationHint).toMatch(/^[A-Z]/);
		}
	}
});
