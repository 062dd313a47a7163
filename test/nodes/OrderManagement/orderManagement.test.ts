import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { nodeUnderTest } from '../nodeUnderTest';

const node = nodeUnderTest('OrderManagement', { resource: 'return', operation: 'create' });

const oneRow = { rows: { row: [{ stockKeepingUnitId: 88123, quantity: 1 }] } };

test('sends custom fields as text, without an empty value', async () => {
	const field = [
		{ code: 'REMARK', value: '' },
		{ code: 'BOXES', value: 2 },
	];
	await node.run({ ...oneRow, customFieldsToAdd: { field } });
	expect(node.lastBody()).toMatchObject({
		customFieldsToAdd: [{ code: 'REMARK' }, { code: 'BOXES', value: '2' }],
	});
});

test('sends custom fields of Other Fields (JSON) as they are written', async () => {
	const written = { customFieldsToAdd: [{ code: 'REMARK' }] };
	await node.run({ ...oneRow, additionalFields: { additionalBody: JSON.stringify(written) } });
	expect(node.lastBody()).toEqual({ ...written, rows: oneRow.rows.row });
});

describe('Rows (JSON)', () => {
	const create = async (rowList: unknown, more: IDataObject = {}) =>
		await node.run({
			...more,
			additionalFields: { rowList, ...Object(more.additionalFields) },
		} as INodeParameters);

	test('adds a mapped list to the rows of the form', async () => {
		const { error } = await node.run(
			{ ...oneRow, additionalFields: { rowList: '={{ $json.lines }}' } },
			{
				items: [
					{
						lines: [
							{ stockKeepingUnitId: '7', quantity: ' 2 ', reasonCode: '', note: null },
							{ priceLookUpNumber: 4006381333931, quantity: 1, reasonId: '3' },
						],
					},
				],
			},
		);
		expect(error).toBeUndefined();
		expect(node.lastBody()).toEqual({
			rows: [
				{ stockKeepingUnitId: 88123, quantity: 1 },
				{ stockKeepingUnitId: 7, quantity: 2 },
				{ priceLookUpNumber: '4006381333931', quantity: 1, reasonId: 3 },
			],
		});
	});

	test.each<[string, unknown, IDataObject[]]>([
		[
			'a list written as JSON',
			'[{"quantity":"3","stockKeepingUnitId":7}]',
			[{ quantity: 3, stockKeepingUnitId: 7 }],
		],
		['a single row', '{"quantity":1,"reasonId":"3"}', [{ quantity: 1, reasonId: 3 }]],
	])('accepts %s', async (_what, rowList, rows) => {
		const { error } = await create(rowList);
		expect(error).toBeUndefined();
		expect(node.lastBody()).toEqual({ rows });
	});

	test.each([['[]'], [''], ['{}'], [null]])('adds nothing if it is %j', async (rowList) => {
		await create(rowList, oneRow);
		expect(node.lastBody()).toEqual({ rows: oneRow.rows.row });
	});

	test.each([[[{ quantity: '9', size: '' }]], [[]], [null]])(
		"is replaced by the rows of 'Other Fields (JSON)', as written: %j",
		async (rows) => {
			const additionalBody = JSON.stringify({ rows });
			await create('[{"quantity":1}]', { ...oneRow, additionalFields: { additionalBody } });
			expect(node.lastBody()).toEqual({ rows });
		},
	);

	test('passes unknown fields on as they are, as a preview shows', async () => {
		const rows = '[{"quantity":"1","batch":12345678901234567890,"color":"red","size":""}]';
		const { items } = await create(rows, { options: { previewOnly: true } });
		expect(items[0]?.json.request).toMatchObject({
			body: { rows: [{ quantity: 1, batch: '12345678901234567890', color: 'red' }] },
		});
		expect(node.sandbox.requests).toHaveLength(0);
	});

	test.each<[unknown, string]>([
		[
			'[{"quantity":1},{"quantity":"two"}]',
			'Rows (JSON), entry 2: Quantity "two" is not a whole number',
		],
		['[{"quantity":1},{"quantity":" ","note":""}]', 'Rows (JSON), entry 2 is empty'],
		['[{"quantity":1},7]', 'Rows (JSON), entry 2: 7 is not a JSON object'],
		['two shirts', 'Rows (JSON) is not a JSON object or list'],
		['{"rows":[{"quantity":1}]}', 'Rows (JSON), entry 1 has none of the fields of the form'],
	])('refuses %s before a request', async (rowList, message) => {
		node.expectRefused(await create(rowList, oneRow), message);
	});

	test('has its fields in the message about invalid JSON', async () => {
		const { error } = await create('{quantity: 2}');
		expect(error?.description).toContain('of objects with "priceLookUpNumber"');
	});
});

// This sandbox has rules of its own; what it was asked is what matters.
test.each<[string, IDataObject, IDataObject]>([
	[
		'a return without rows',
		{ additionalFields: { deliveryId: 5 }, rows: { row: [] } },
		{ deliveryId: 5 },
	],
	[
		'a row without quantity',
		{ rows: { row: [{ stockKeepingUnitId: 7, quantity: '' }] } },
		{ rows: [{ stockKeepingUnitId: 7 }] },
	],
])('%s, which the specification allows, is sent', async (_what, parameters, body) => {
	await node.run(parameters as INodeParameters);
	expect(node.lastBody()).toEqual(body);
});

test('refuses an empty form before a request, and names its lists', async () => {
	const run = await node.run({ rows: {} });
	node.expectRefused(run, 'There is nothing to send');
	expect(run.error?.description).toContain("or add one to 'Additional Fields'.");
	expect(run.error?.description).toContain(
		"Add rows in 'Rows', or use 'Rows (JSON)' in 'Additional Fields'.",
	);
});
