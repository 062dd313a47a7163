import type { IDataObject } from 'n8n-workflow';
import { recordAt } from '../../cases/operationCase';
import { without } from '../../sandbox/operations/handler';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('CategoryProperty', { resource: 'propertyKey', operation: 'update' });

const propertyKeyId = 700;
const key = () => recordAt(node.sandbox.state.propertyKeys.values(), 0);
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

describe('Desired State', () => {
	test('sends a rename by ID as one modified entry with all plain fields', async () => {
		const current = shownKey();
		const desired = shownKey();
		Object.assign(valuesOf(desired)[0] ?? {}, { value: 'Organic cotton' });
		node.sandbox.faults.change('propertyKey.update', { propertyKeyId: undefined });
		const run = await update(state(current, desired));
		const fields = without(desired, 'propertyKeyId', 'presentation', 'translations');
		expect(node.lastBody()).toEqual({ ...fields, values: { modified: [valuesOf(desired)[0]] } });
		expect(records(run)).toEqual([
			{
				...shownKey(),
				changed: true,
				changes: node.lastBody(),
				summary: expect.stringMatching(
					/ is modified: Value changes from .* to "Organic cotton"\.$/,
				) as string,
			},
		]);
		expect(shownKey()).toEqual(desired);
		const again = await update(state(without(records(run)[0] ?? {}, 'propertyKeyId'), desired));
		expect(records(again)).toMatchObject([{ ...shownKey(), changed: false }]);
		expect(node.sandbox.requests).toHaveLength(1);
	});

	test('can be previewed with its changes', async () => {
		const desired = state(shownKey(), { name: 'Fabric' });
		const run = await update({ ...desired, options: { previewOnly: true } });
		expect(records(run)).toEqual([
			{
				preview: true,
				summary: expect.stringMatching(/Name changes from .* to "Fabric"\.$/) as string,
				changes: expect.objectContaining({ name: 'Fabric' }) as object,
				propertyKeyId,
				request: expect.objectContaining({ method: 'PUT' }) as object,
			},
		]);
	});

	test('keeps a missing list and empties an empty one', async () => {
		await update(state(shownKey(), { values: [] }));
		expect(node.lastBody()).toMatchObject({ values: { removed: [7000, 7001, 7002, 7003] } });
		expect(key().values).toEqual([]);
		expect(key().translations).toHaveLength(2);
	});

	const red = { propertyValueId: 1, value: 'Red' };
	const fields = { keyGroup: null, usedForFilter: true, usedForPresentation: false, sort: 1 };
	const flags = { allowUpdateInUI: false, sendToShippingProvider: false };
	const current = { ...fields, ...flags, name: 'Colour', values: [red], translations: [] };
	test.each<[string, unknown, unknown, message: string, errorCode?: string]>([
		['an empty current state', {}, { name: 'Colour' }, "'Current State' is empty"],
		[
			'a field that no state has',
			without(current, 'sort', 'keyGroup'),
			{ name: 'Color', keyGroup: 'Clothing' },
			`'Current State' has no "sort"`,
		],
		[
			'an empty name',
			current,
			{ name: '' },
			'The property key has no name',
			'invalid-property-key-name',
		],
		[
			'an identifier that is not there',
			current,
			{ values: [{ value: 'New' }, red, { propertyValueId: 2, value: 'Blue' }] },
			"Desired State > Values: Property Value ID 2 is not in 'Current State'",
		],
	])('refuses %s before a request', async (...[, now, desired, message, errorCode]) => {
		node.expectRefused(await update(state(now, desired)), message, errorCode);
	});
});
