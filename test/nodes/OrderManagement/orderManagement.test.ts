import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { nodeUnderTest } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceOrderManagement', {
	resource: 'return',
	operation: 'create',
});

const oneRow = { rows: { row: [{ stockKeepingUnitId: 88123, quantity: 1 }] } };

test('sends the whole form, numbers as numbers, without empty fields', async () => {
	const { error } = await node.run({
		rows: {
			row: [
				{
					priceLookUpNumber: 4006381333931,
					quantity: '2',
					reasonCode: 'WRONG_SIZE',
					reasonId: '3',
					stockKeepingUnitId: '',
				},
				{ priceLookUpNumber: '', quantity: 1, reasonCode: '', reasonId: '', stockKeepingUnitId: 7 },
			],
		},
		customFieldsToAdd: {
			field: [
				{ code: 'CONDITION', value: 'UNOPENED' },
				{ code: 'REMARK', value: '' },
				{ code: 'BOXES', value: 2 },
			],
		},
		additionalFields: {
			completed: false,
			deliveryId: 5012,
			deliveryNumber: 'D-5012',
			note: 'Rings twice',
			reasonCode: 'OTHER',
			reasonId: 9,
			warehouseId: '7',
			warehouseNumber: '',
		},
	});
	expect(error).toBeUndefined();
	expect(node.lastBody()).toEqual({
		completed: false,
		deliveryId: 5012,
		deliveryNumber: 'D-5012',
		note: 'Rings twice',
		reasonCode: 'OTHER',
		reasonId: 9,
		warehouseId: 7,
		rows: [
			{ priceLookUpNumber: '4006381333931', quantity: 2, reasonCode: 'WRONG_SIZE', reasonId: 3 },
			{ quantity: 1, stockKeepingUnitId: 7 },
		],
		customFieldsToAdd: [
			{ code: 'CONDITION', value: 'UNOPENED' },
			{ code: 'REMARK', value: '' },
			{ code: 'BOXES', value: '2' },
		],
	});
});

describe('rows from an expression', () => {
	const lines = [
		{ stockKeepingUnitId: '7', quantity: '1' },
		{ priceLookUpNumber: '4006381333931', quantity: 2 },
	];
	const rows = [
		{ stockKeepingUnitId: 7, quantity: 1 },
		{ priceLookUpNumber: '4006381333931', quantity: 2 },
	];

	const withOthers = async (additionalBody: string) =>
		await node.run({ additionalFields: { additionalBody } });

	test('replace those of the form', async () => {
		const { error } = await node.run(
			{
				additionalFields: {
					note: 'Rings twice',
					additionalBody: '={{ { rows: $json.lines } }}',
				},
			},
			{ items: [{ lines }] },
		);
		expect(error).toBeUndefined();
		expect(node.lastBody()).toEqual({ note: 'Rings twice', rows });
	});

	test('may have whole numbers with decimals', async () => {
		const { error } = await withOthers(
			'{"rows":[{"quantity":3.0,"stockKeepingUnitId":7.00,"priceLookUpNumber":40063813339310000000}]}',
		);
		expect(error).toBeUndefined();
		expect(node.sandbox.requests.at(-1)?.body).toEqual({
			rows: [
				{
					quantity: 3,
					stockKeepingUnitId: 7,
					priceLookUpNumber: '40063813339310000000',
				},
			],
		});
	});

	test.each(['{"rows":[{"quantity":2.50}]}', '{"rows":[{"quantity":"2.50"}]}'])(
		'name a wrong number as written: %s',
		async (others) => {
			const { error } = await withOthers(others);
			expect(error?.message).toBe('Rows, entry 1: Quantity "2.50" is not a whole number [item 0]');
		},
	);

	test.each<[IDataObject, string]>([
		[
			{ rows: [{ quantity: 1 }, { quantity: 'some' }] },
			'Rows, entry 2: Quantity "some" is not a whole number',
		],
		[{ rows: [7] }, 'Rows, entry 1: 7 is not a JSON object'],
		[{ rows: [{ quantity: 1 }, {}] }, 'Rows, entry 2 is empty'],
		[{ customFieldsToAdd: [{ value: 'x' }] }, 'Custom Fields, entry 1: Code is empty'],
	])('are checked like the form: %j', async (body, message) => {
		const { error } = await withOthers(JSON.stringify(body));
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(node.sandbox.requests).toHaveLength(0);
	});
});

describe('what the specification does not require', () => {
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
	])('%s is sent from the form', async (_what, parameters, body) => {
		await node.run(parameters as INodeParameters);
		expect(node.lastBody()).toEqual(body);
	});
});

describe('refuses before a request', () => {
	test.each<[string, IDataObject, string]>([
		['an empty form', { rows: {} }, 'There is nothing to send'],
		[
			'an empty row',
			{ rows: { row: [{ quantity: 1 }, { quantity: '' }] } },
			'Rows, entry 2 is empty',
		],
		...['1.5', 'two', '1e3'].map((quantity): [string, IDataObject, string] => [
			`the quantity ${quantity}`,
			{ rows: { row: [{ quantity }] } },
			`Rows, entry 1: Quantity "${quantity}" is not a whole number`,
		]),
		[
			'a stock keeping unit that is no number',
			{ rows: { row: [{ quantity: 1, stockKeepingUnitId: 'SKU-7' }] } },
			'Rows, entry 1: Stock Keeping Unit ID "SKU-7" is not a whole number',
		],
		[
			'a custom field without code',
			{ ...oneRow, customFieldsToAdd: { field: [{ code: '={{ "" }}', value: 'x' }] } },
			'Custom Fields, entry 1: Code is empty',
		],
		[
			'a delivery that is no number',
			{ ...oneRow, additionalFields: { deliveryId: 'D-5012' } },
			'Delivery ID "D-5012" is not a whole number',
		],
	])('%s', async (_what, parameters, message) => {
		const { error } = await node.run(parameters as INodeParameters);
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).not.toBe('');
		expect(node.sandbox.requests).toHaveLength(0);
	});
});
