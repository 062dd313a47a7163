/** The smallest update from one state to another, checked against a service modelled here. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { PropertyValue as Value, Translation } from '../../sandbox/records';
import { compareStates } from '../../../src/forms/changeSet/diff';
import { propertyKey, userGroup } from '../tables';
import { randomRuns } from '../../randomRuns';

interface Update {
	values?: { added?: Value[]; modified?: Value[]; removed?: number[] };
}

const updateKey = (current: object, desired: object) =>
	compareStates(propertyKey, current as IDataObject, desired as IDataObject).body as Update;

/** The spec does not define whether a modified entry is merged into the old one or replaces it. */
type Semantics = 'merges' | 'replaces';
const semantics: Semantics[] = ['merges', 'replaces'];

/** Applies a change-set as a service does, and rejects a wrong one. */
function applyValues(current: Value[], changes: Update['values'] = {}, how: Semantics): Value[] {
	const { added = [], modified = [], removed = [] } = changes;
	const values = new Map(current.map((value) => [value.propertyValueId, value]));
	for (const id of removed) if (!values.delete(id)) throw new Error(`removes ${id}`);
	for (const value of modified) {
		const old = values.get(value.propertyValueId);
		if (!old) throw new Error(`modifies ${value.propertyValueId}`);
		values.set(value.propertyValueId, how === 'merges' ? { ...old, ...value } : value);
	}
	return [...values.values(), ...added];
}

const byLanguage = (translations: Translation[] = []) =>
	[...translations].sort((a, b) => a.languageCode.localeCompare(b.languageCode));

/** Values as a set: without order, and without the identifiers, which new ones do not have yet. */
const asSet = (values: Value[]) =>
	values
		.map((value) => ({
			...value,
			propertyValueId: undefined,
			translations: byLanguage(value.translations),
		}))
		.sort((a, b) => String(a.value).localeCompare(String(b.value)));

const word = fc.constantFrom('', 'a', 'b', 'c');
const languages = ['de', 'en', 'fi', 'sv'];
const translation = fc.record({
	languageCode: fc.constantFrom(...languages),
	name: word,
	description: word,
});
const translations = fc.uniqueArray(translation, {
	selector: ({ languageCode }) => languageCode,
	maxLength: 4,
});
const fullValue = fc.record({
	value: fc.constantFrom('Red', 'Green', 'Blue', 'Black', 'White', 'Pink'),
	mediaURL: word,
	filterTag: word,
	sort: fc.integer({ min: 0, max: 3 }),
	translations,
});
const uniqueValues = (value: fc.Arbitrary<Value>) =>
	fc.uniqueArray(value, { selector: (each) => each.value, maxLength: 6 });

const withIdentifiers = (values: Value[]) =>
	values.map((value, index) => ({ ...value, propertyValueId: 10 + index }));

/** What to make of one of the current entries. */
const edit = fc.record({
	keep: fc.boolean(),
	named: fc.boolean(),
	change: fc.option(fullValue, { nil: undefined, freq: 2 }),
});

/** A current list, and a desired one that keeps, renames, changes, drops and adds entries. */
const states = fc
	.tuple(
		uniqueValues(fullValue).map(withIdentifiers),
		fc.array(edit, { minLength: 6, maxLength: 6 }),
		uniqueValues(fullValue),
		fc.infiniteStream(fc.nat()),
	)
	.map(([current, edits, further, order]) => {
		const kept = current.flatMap(({ propertyValueId, ...value }, index): Value[] => {
			const { keep, named, change } = edits[index] ?? { keep: true, named: false };
			if (!keep) return [];
			if (named) return [{ ...value, ...change, value: value.value }];
			return [{ propertyValueId, ...value, ...change }];
		});
		const names = new Set<string | undefined>();
		const desired = [...kept, ...further].filter(({ value }) => {
			const isNew = !names.has(value);
			names.add(value);
			return isNew;
		});
		const positions = new Map(desired.map((entry) => [entry, order.next().value]));
		desired.sort((a, b) => Number(positions.get(a)) - Number(positions.get(b)));
		return { current, desired };
	});

describe('values of a property key', () => {
	test.each(semantics)('reach the desired state at a service that %s', (how) => {
		fc.assert(
			fc.property(states, ({ current, desired }) => {
				const { values } = updateKey({ values: current }, { values: desired });
				const result = applyValues(current, values, how);
				expect(asSet(result)).toEqual(asSet(desired));
				for (const { propertyValueId, value } of desired) {
					if (propertyValueId === undefined) continue;
					const same = result.find((each) => each.propertyValueId === propertyValueId);
					expect(same?.value).toBe(value);
				}
			}),
			randomRuns(100),
		);
	});

	const red = { propertyValueId: 1, value: 'Red', sort: 1, mediaURL: 'red.png' };
	const blue = { propertyValueId: 2, value: 'Blue', sort: 2 };

	test.each<[string, Value[], Update['values']]>([
		[
			'a rename without an ID as another value',
			[{ value: 'Crimson' }, blue],
			{ added: [{ value: 'Crimson' }], removed: [1] },
		],
		[
			'swapped names as two modified entries',
			[
				{ ...red, value: 'Blue' },
				{ ...blue, value: 'Red' },
			],
			{
				modified: [
					{ ...red, value: 'Blue' },
					{ ...blue, value: 'Red' },
				],
			},
		],
		[
			'an ID before a name',
			[{ value: 'Red' }, { propertyValueId: 1, value: 'Blue' }],
			{ added: [{ value: 'Red' }], modified: [{ ...red, value: 'Blue' }], removed: [2] },
		],
	])('have a change-set with %s', (_what, values, changes) => {
		expect(updateKey({ values: [red, blue] }, { values })).toEqual({ values: changes });
	});

	test('are sent with all translations if one of them changed', () => {
		const current = {
			...red,
			translations: [
				{ languageCode: 'en', name: 'Red', description: 'Warm' },
				{ languageCode: 'sv', name: 'Röd' },
			],
		};
		const desired = { value: 'Red', translations: [{ languageCode: 'en', name: 'Crimson' }] };
		expect(updateKey({ values: [current] }, { values: [desired] })).toEqual({
			values: {
				modified: [
					{
						...red,
						translations: [{ languageCode: 'en', name: 'Crimson', description: 'Warm' }],
					},
				],
			},
		});
	});
});

test('removes an entry once that the current list has twice', () => {
	const current = { reports: [{ reportId: 1 }, { reportId: 1 }] };
	const { body, summary } = compareStates(userGroup, current, { reports: [] });
	expect(body).toEqual({ reports: { removed: [1] } });
	expect(summary).toEqual(['Report 1 is removed.']);
});

const red = { propertyValueId: 0, value: 'Red', sort: 1 };
const blue = { propertyValueId: 2, value: 'Blue', sort: 2, filterTag: 'b' };
const en = { languageCode: 'en', name: 'Red' };
const sv = { languageCode: 'sv', name: 'Röd' };
const redIn = (translations?: object[]) => ({ values: [{ ...red, translations }] });

describe('the summary', () => {
	test.each<[string, object, object, string[]]>([
		['a name', { name: 'Color' }, { name: 'Colour' }, ['Name changes from "Color" to "Colour".']],
		['a number', { sort: 1 }, { sort: 0 }, ['Sort changes from 1 to 0.']],
		[
			'a cleared field',
			{ keyGroup: 'A' },
			{ keyGroup: '' },
			['Key Group changes from "A" to empty.'],
		],
		['a new field', {}, { keyGroup: 'A' }, ['Key Group becomes "A".']],
		[
			'only what differs',
			{ name: 'A', sort: 1, values: [red] },
			{ name: ' A ', values: [red] },
			[],
		],
		['no list that is not desired', { values: [red] }, { name: 'A' }, ['Name becomes "A".']],
		[
			'entries by their name and ID',
			{ values: [red, blue] },
			{ values: [{ value: 'Red', sort: 5 }, { value: 'Green' }] },
			[
				'Value "Green" is added.',
				'Value "Red" (0) is modified: Sort changes from 1 to 5.',
				'Value "Blue" (2) is removed.',
			],
		],
		[
			'a renamed entry by its old name, with changes in the order of the form',
			{ values: [blue] },
			{ values: [{ propertyValueId: 2, sort: 3, filterTag: '', mediaURL: 'm', value: 'Navy' }] },
			[
				'Value "Blue" (2) is modified: Value changes from "Blue" to "Navy", Media URL becomes "m", Filter Tag changes from "b" to empty, Sort changes from 2 to 3.',
			],
		],
		[
			'new translations of a value',
			redIn(),
			redIn([{ ...en, description: 'Warm' }, sv]),
			['Value "Red" (0) is modified: Translations becomes en "Red" "Warm", sv "Röd".'],
		],
		[
			'removed translations of a value',
			redIn([en]),
			redIn([]),
			['Value "Red" (0) is modified: Translations changes from en "Red" to empty.'],
		],
		['no other order of translations', redIn([en, sv]), redIn([sv, en]), []],
		[
			'fields before lists',
			{ name: 'Color' },
			{ values: [{ value: 'Red' }], translations: [sv], name: 'Colour' },
			[
				'Name changes from "Color" to "Colour".',
				'Translation "sv" is added.',
				'Value "Red" is added.',
			],
		],
	])('describes %s', (_what, current, desired, sentences) => {
		const { summary } = compareStates(propertyKey, current as IDataObject, desired as IDataObject);
		expect(summary).toEqual(sentences);
	});

	test('names an entry by all fields of its key', () => {
		const warehouses = [
			{ warehouseCompanyId: 1, warehouseId: 2 },
			{ warehouseCompanyId: 1, warehouseId: 3 },
		];
		const desired = { warehouses: warehouses.slice(1) };
		expect(compareStates(userGroup, { warehouses }, desired).summary).toEqual([
			'Warehouse 1 / 2 is removed.',
		]);
	});
});
