import type { IDataObject } from 'n8n-workflow';
import { nodeUnderTest, records, without } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceCategoryProperty', {
	resource: 'propertyKey',
	operation: 'update',
});

const propertyKeyId = 700;
const key = () => {
	const found = node.sandbox.state.propertyKeys.get(propertyKeyId);
	if (!found) throw new Error('no property key');
	return found;
};
/** The key as the service shows it in an answer. */
const shownKey = () => without(structuredClone(key()), 'property');
const update = (parameters: object, more = {}) =>
	node.run({ propertyKeyId: String(propertyKeyId), ...parameters }, more);
const state = (currentState: unknown, desiredState: unknown) => ({
	changeMode: 'desired',
	currentState: JSON.stringify(currentState),
	desiredState: JSON.stringify(desiredState),
});
const valuesOf = (record: IDataObject) => record.values as IDataObject[];

describe('Changes', () => {
	test('send only what is filled in', async () => {
		const { items } = await update({ name: 'Fabric', simplify: false });
		expect(node.lastRequest()).toMatchObject({
			operation: 'propertyKey.update',
			body: { name: 'Fabric' },
		});
		expect(items[0]?.json).toEqual({ ...shownKey(), name: 'Fabric', changed: true });
	});

	test.each(['={{ "" }}', '   '])('refuse the name %j before a request', async (name) => {
		const { items } = await update({ name }, { onError: 'continueRegularOutput' });
		expect(items[0]?.json.error).toMatchObject({
			message: 'The property key has no name [item 0]',
			errorCode: 'invalid-property-key-name',
			httpStatus: null,
		});
		expect(node.sandbox.requests).toHaveLength(0);
	});

	test.each([
		['', 'Property Key ID is empty [item 0]'],
		['seven', 'Property Key ID "seven" is not a whole number [item 0]'],
		['7/../8', 'Property Key ID "7/../8" is not a whole number [item 0]'],
	])('refuse the ID %j before a request', async (id, message) => {
		const { error } = await update(
			{ propertyKeyId: '={{ $json.id }}', name: 'Fabric' },
			{ items: [{ id }] },
		);
		expect(error?.message).toBe(message);
		expect(node.sandbox.requests).toHaveLength(0);
	});

	test('accept a number as the ID', async () => {
		const { error } = await update(
			{ propertyKeyId: '={{ $json.id }}', name: 'Fabric' },
			{ items: [{ id: propertyKeyId }] },
		);
		expect(error).toBeUndefined();
		expect(key().name).toBe('Fabric');
	});
});

describe('Desired State', () => {
	test('sends nothing when nothing changed', async () => {
		const run = await update(state(shownKey(), shownKey()));
		expect(records(run)).toEqual([{ ...shownKey(), changed: false }]);
		expect(node.sandbox.requests).toHaveLength(0);
		expect(node.sandbox.tokenRequests).toHaveLength(0);
	});

	test('sends a rename by ID as one modified entry with all plain fields', async () => {
		const current = shownKey();
		const desired = shownKey();
		Object.assign(valuesOf(desired)[0] ?? {}, { value: 'Organic cotton' });
		const run = await update(state(current, desired));
		const fields = without(desired, 'propertyKeyId', 'presentation', 'translations');
		expect(node.lastBody()).toEqual({
			...fields,
			values: { modified: [valuesOf(desired)[0]] },
		});
		expect(records(run)).toEqual([{ ...shownKey(), changed: true }]);
		expect(shownKey()).toEqual(desired);
	});

	test('starts from a response of the service', async () => {
		const desired = {
			name: 'Fabric',
			sort: 3,
			usedForFilter: false,
			translations: [
				{ languageCode: 'en', name: 'Fabric', description: '' },
				{ languageCode: 'fi', name: 'Kangas' },
			],
			values: [
				{ value: 'Wool', sort: 1 },
				{ value: 'Silk', sort: 2, translations: [{ languageCode: 'en', name: 'Silk' }] },
				{ propertyValueId: 7002, value: 'Fine linen' },
			],
		};
		const before = shownKey();
		const { error } = await update(state(before, desired));
		expect(error).toBeUndefined();
		const after = shownKey();
		expect(after).toMatchObject({ name: 'Fabric', sort: 3, usedForFilter: false });
		expect(after.keyGroup).toBe(before.keyGroup);
		expect(after.translations).toEqual(desired.translations);
		const [, wool, linen] = valuesOf(before);
		expect(valuesOf(after)).toEqual([
			{ ...wool, sort: 1 },
			{ ...linen, value: 'Fine linen' },
			{
				propertyValueId: expect.any(Number) as unknown,
				value: 'Silk',
				sort: 2,
				translations: [{ languageCode: 'en', name: 'Silk' }],
			},
		]);
		const again = await update(state(shownKey(), desired));
		expect(records(again)).toEqual([{ ...shownKey(), changed: false }]);
	});

	test('updates a single field', async () => {
		await update(state(shownKey(), { name: 'Fabric' }));
		expect(node.lastBody()).toMatchObject({ name: 'Fabric', keyGroup: 'Clothing', sort: 1 });
		expect(node.lastBody()).not.toHaveProperty('values');
		expect(node.lastBody()).not.toHaveProperty('translations');
	});

	test('keeps a missing list and empties an empty one', async () => {
		await update(state(shownKey(), { values: [] }));
		expect(node.lastBody()).toMatchObject({ values: { removed: [7000, 7001, 7002, 7003] } });
		expect(key().values).toEqual([]);
		expect(key().translations).toHaveLength(2);
	});

	test('accepts states as objects and as text', async () => {
		const run = await update(
			{
				changeMode: 'desired',
				currentState: '={{ $json.now }}',
				desiredState: '={{ $json.wanted }}',
			},
			{
				items: [
					{ now: shownKey(), wanted: { name: 'Fabric' } },
					{ now: { ...shownKey(), name: 'Fabric' }, wanted: { name: 'Fabric' } },
				],
			},
		);
		expect(records(run).map(({ changed }) => changed)).toEqual([true, false]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	const red = { propertyValueId: 1, value: 'Red' };
	const current = { name: 'Colour', values: [red], translations: [] };
	const refused: Array<[string, unknown, unknown, string]> = [
		['an empty current state', {}, { name: 'Colour' }, "'Current State' is empty"],
		['an empty desired state', current, {}, "'Desired State' is empty"],
		['a list as state', current, [], 'Desired State is not a JSON object'],
		[
			'the wanted state of another key',
			current,
			{ name: 'Colour', propertyKeyId: 999 },
			`'Desired State' belongs to property key 999, but you're updating 700`,
		],
		[
			'a list that the current state lacks',
			{ name: 'Colour', values: [red] },
			{ translations: [{ languageCode: 'en', name: 'Colour' }] },
			`'Current State' has no list "translations", but 'Desired State' has one`,
		],
		[
			'a name that no update carries',
			current,
			{ color: 'red' },
			`Desired State: "color" can't be updated`,
		],
		['an empty name', current, { name: '' }, 'The property key has no name'],
		[
			'the state of another key',
			{ ...current, propertyKeyId: 701 },
			{ name: 'Colour' },
			`'Current State' belongs to property key 701, but you're updating 700`,
		],
		[
			'another presentation',
			{ ...current, presentation: 'SINGLE_SELECT' },
			{ presentation: 'SWATCH' },
			`Presentation can't change from "SINGLE_SELECT" to "SWATCH"`,
		],
		[
			'an identifier that is not there',
			current,
			{ values: [red, { propertyValueId: 2, value: 'Blue' }] },
			"Desired State > Values, entry 2: Property Value ID 2 is not in 'Current State'",
		],
		[
			'current values without identifiers',
			{ ...current, values: [{ value: 'Red' }] },
			{ values: [] },
			'Current State > Values, entry 1: Property Value ID is empty',
		],
		[
			'a value twice',
			current,
			{ values: [red, { value: 'Blue' }, { value: 'Blue' }] },
			'"Blue" appears twice: Desired State > Values, entry 2 and Desired State > Values, entry 3',
		],
		[
			'an identifier twice',
			current,
			{ values: [red, { propertyValueId: '1', value: 'Blue' }] },
			'"1" appears twice: Desired State > Values, entry 1 and Desired State > Values, entry 2',
		],
		[
			'a language twice',
			{ ...current, translations: [{ languageCode: 'en' }, { languageCode: 'en' }] },
			{ translations: [] },
			'"en" appears twice: Current State > Translations, entry 1 and Current State > Translations, entry 2',
		],
		[
			'a language twice inside a value',
			current,
			{ values: [{ ...red, translations: [{ languageCode: 'en' }, { languageCode: 'en' }] }] },
			'"en" appears twice: Desired State > Values, entry 1, Translations, entry 1 and Desired State > Values, entry 1, Translations, entry 2',
		],
		[
			'a value without a name',
			current,
			{ values: [{ sort: 1 }] },
			'Desired State > Values, entry 1: Value is empty',
		],
		['what is no list', current, { values: red }, 'Desired State > Values is not a list'],
		[
			'what is no record',
			current,
			{ values: [null] },
			'Desired State > Values, entry 1 is not a JSON object',
		],
		[
			'a wrong number',
			current,
			{ values: [{ value: 'Blue', sort: 'last' }] },
			'Desired State > Values, entry 1: Sort "last" is not a whole number',
		],
		[
			'a wrong single field',
			current,
			{ usedForFilter: 'often' },
			'Desired State: Used for Filter "often" is not true or false',
		],
	];
	test.each(refused)('refuses %s before a request', async (_what, now, wanted, message) => {
		const { error } = await update(state(now, wanted));
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).not.toBe('');
		expect(node.sandbox.requests).toHaveLength(0);
	});

	test('refuses two values with one name by the error code', async () => {
		const wanted = { values: [{ value: 'Blue' }, { value: 'Blue' }] };
		const { error } = await update(state(current, wanted));
		expect(error?.errorCode).toBe('duplicate-property-value');
	});
});
