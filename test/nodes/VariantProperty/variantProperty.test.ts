import type { IDataObject } from 'n8n-workflow';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceVariantProperty', {
	resource: 'propertyKey',
	operation: 'create',
});

test('creates a key by name with a single choice', async () => {
	const run = await node.run({ name: 'Width', simplify: false });
	expect(node.lastRequest()).toMatchObject({
		operation: 'propertyKey.create',
		body: { name: 'Width', presentation: 'SINGLE_SELECT' },
	});
	expect(node.lastBody()).toEqual({ name: 'Width', presentation: 'SINGLE_SELECT' });
	expect(records(run)).toEqual([
		{
			propertyKeyId: expect.any(Number) as unknown,
			name: 'Width',
			presentation: 'SINGLE_SELECT',
			translations: [],
			values: [],
		},
	]);
});

test('sends the whole form, with translations inside values', async () => {
	const run = await node.run({
		name: 'Width',
		simplify: false,
		presentation: 'SWATCH',
		translations: {
			translation: [
				{ languageCode: 'en', name: 'Width', description: 'Width of the shoe' },
				{ languageCode: 'sv', name: 'Bredd', description: '' },
			],
		},
		values: {
			value: [
				{
					value: 'Narrow',
					mediaURL: 'https://media.example.com/narrow.png',
					filterTag: 'narrow',
					sort: 1,
					translations: {
						translation: [
							{ languageCode: 'en', name: 'Narrow', description: '' },
							{ languageCode: 'sv', name: 'Smal', description: '' },
						],
					},
				},
				{ value: 'Wide', mediaURL: '', filterTag: '', sort: '', translations: {} },
			],
		},
		additionalFields: {
			keyGroup: 'Shoes',
			usedForFilter: true,
			usedForPresentation: false,
			allowUpdateInUI: true,
			sendToShippingProvider: false,
			sort: 4,
		},
	});
	const request = {
		name: 'Width',
		presentation: 'SWATCH',
		keyGroup: 'Shoes',
		usedForFilter: true,
		usedForPresentation: false,
		allowUpdateInUI: true,
		sendToShippingProvider: false,
		sort: 4,
		translations: [
			{ languageCode: 'en', name: 'Width', description: 'Width of the shoe' },
			{ languageCode: 'sv', name: 'Bredd' },
		],
		values: [
			{
				value: 'Narrow',
				mediaURL: 'https://media.example.com/narrow.png',
				filterTag: 'narrow',
				sort: 1,
				translations: [
					{ languageCode: 'en', name: 'Narrow' },
					{ languageCode: 'sv', name: 'Smal' },
				],
			},
			{ value: 'Wide' },
		],
	};
	expect(node.lastBody()).toEqual(request);
	const [created] = records(run);
	expect(created).toMatchObject({ ...request, propertyKeyId: expect.any(Number) as unknown });
	for (const value of created?.values as IDataObject[]) {
		expect(value.propertyValueId).toEqual(expect.any(Number));
	}
});

test('leaves out an empty presentation', async () => {
	node.sandbox.faults.add({ status: 400, errorCode: 'invalid-request' });
	await node.run({ name: 'Width', presentation: '' });
	expect(node.lastBody()).toEqual({ name: 'Width' });
});

describe('lists from an expression', () => {
	const values = [
		{ value: 'Narrow', sort: '1', translations: [{ languageCode: 'sv', name: 'Smal' }] },
		{ value: 38, colour: 'red' },
	];
	const translations = [{ languageCode: 'sv', name: 'Bredd' }];
	const sent = {
		values: [
			{ ...values[0], sort: 1 },
			{ value: '38', colour: 'red' },
		],
		translations,
	};

	test('replace those of the form', async () => {
		node.sandbox.faults.add({ status: 400, errorCode: 'invalid-request' });
		await node.run(
			{ name: 'Width', additionalFields: { additionalBody: '={{ $json }}' } },
			{ items: [{ values, translations }] },
		);
		expect(node.lastBody()).toEqual({ name: 'Width', presentation: 'SINGLE_SELECT', ...sent });
	});
});

describe('refuses before a request', () => {
	test.each<[string, IDataObject, string, string]>([
		['an empty name', { name: ' ' }, 'The property key has no name', 'invalid-property-key-name'],
		[
			'a value twice',
			{ values: { value: [{ value: 'S' }, { value: 'M' }, { value: 'S' }] } },
			'"S" appears twice: Values, entry 1 and Values, entry 3',
			'duplicate-property-value',
		],
		[
			'a language twice',
			{ translations: { translation: [{ languageCode: 'en' }, { languageCode: 'en' }] } },
			'"en" appears twice: Translations, entry 1 and Translations, entry 2',
			'invalid-input',
		],
	])('%s', async (_what, parameters, message, errorCode) => {
		const { items } = await node.run(
			{ name: 'Width', ...(parameters as object) },
			{ onError: 'continueRegularOutput' },
		);
		expect(items[0]?.json.error).toMatchObject({
			message: `${message} [item 0]`,
			errorCode,
			httpStatus: null,
		});
		expect(node.sandbox.requests).toHaveLength(0);
	});
});
