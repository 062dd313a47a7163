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
		[
			'a quantity that is no number',
			{ rows: { row: [{ quantity: 'two' }] } },
			'Rows, entry 1: Quantity "two" is not a whole number',
		],
		[
			'a custom field without code',
			{ ...oneRow, customFieldsToAdd: { field: [{ code: '={{ "" }}', value: 'x' }] } },
			'Custom Fields, entry 1: Code is empty',
		],
	])('%s', async (_what, parameters, message) => {
		const { error } = await node.run(parameters as INodeParameters);
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).not.toBe('');
		expect(node.sandbox.requests).toHaveLength(0);
	});
});
