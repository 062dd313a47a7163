import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeParameters } from '../../src/runtime/executionItem';

/** A reader of these parameters; expressions get the item's position as their value. */
function readerOf(parameters: Record<string, unknown>) {
	const asked: string[] = [];
	const functions = {
		getNode: () => ({ parameters }),
		getNodeParameter: (name: string, itemIndex: number, fallback: unknown) => {
			asked.push(`${name} ${itemIndex}`);
			const [top = '', ...rest] = name.split('.');
			const value = rest.reduce<unknown>(
				(each, part) => Object(each)[part] as unknown,
				parameters[top],
			);
			if (typeof value === 'string' && value.startsWith('=')) return `item ${itemIndex}`;
			if (typeof Object(value).value === 'string' && Object(value).value.startsWith('='))
				return { ...Object(value), value: `item ${itemIndex}` };
			return value ?? fallback;
		},
	} as unknown as IExecuteFunctions;
	return { reader: new NodeParameters(functions), asked };
}

const picker = (mode: string, value: unknown) => ({ __rl: true, mode, value });

test.each(['list', 'id'])('reads the ID of a value picked by %s', (mode) => {
	const { reader } = readerOf({ userId: picker(mode, 'u-1') });
	expect(reader.read('userId', 0)).toBe('u-1');
});

test.each(['body', 'jsonBody', 'desiredState', 'additionalBody', 'options.idField'])(
	'keeps an object that looks like a picker in %s',
	(name) => {
		const value = picker('list', { amount: 3 });
		const parameters = { [name]: value, options: { idField: value } };
		expect(readerOf(parameters).reader.read(name, 0)).toBe(value);
	},
);

test.each<[string, unknown]>([
	['a text', '={{ $json.x }}'],
	['a picker', picker('id', '={{ $json.x }}')],
])('evaluates an expression in %s for each item', (_what, value) => {
	const { reader, asked } = readerOf({ runId: value });
	for (const itemIndex of [0, 1, 2]) {
		expect(reader.read('runId', itemIndex)).toBe(`item ${itemIndex}`);
	}
	expect(asked).toEqual(['runId 0', 'runId 1', 'runId 2']);
});

test('evaluates an expression in a collection for each item', () => {
	const { reader } = readerOf({ filters: { keywords: '={{ $json.x }}' } });
	const read = (itemIndex: number) => reader.read('filters.keywords', itemIndex);
	expect([0, 1].map(read)).toEqual(['item 0', 'item 1']);
});

test('reads a fixed value once for all items', () => {
	const { reader, asked } = readerOf({ limit: 7 });
	for (const itemIndex of [0, 1, 2]) {
		expect(reader.read('limit', itemIndex)).toBe(7);
	}
	expect(asked).toEqual(['limit 0']);
});
