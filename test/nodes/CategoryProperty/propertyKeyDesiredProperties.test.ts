/** Rules for every Desired State of a property key, against a service that takes only spec 2.1. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { recordAt } from '../../cases/operationCase';
import { nodeUnderTest, without } from '../nodeUnderTest';
import { randomRuns } from '../../randomRuns';

const node = nodeUnderTest('integrationServiceCategoryProperty', {
	resource: 'propertyKey',
	operation: 'update',
	changeMode: 'desired',
});

const propertyKeyId = 700;
const key = () => recordAt(node.sandbox.state.propertyKeys.values(), 0);
const shownKey = () => without(structuredClone(key()), 'property');
const run = async (now: IDataObject, desired: IDataObject, options = {}) => {
	const { items, error } = await node.run(
		{
			propertyKeyId: String(propertyKeyId),
			currentState: '={{ $json.now }}',
			desiredState: '={{ $json.desired }}',
			options,
		},
		{ items: [{ now, desired }] },
	);
	if (error) throw new Error(error.message);
	return items[0]?.json ?? {};
};

const word = fc.constantFrom('Warm', ' Warm', 'Cold');
const translations = fc.uniqueArray(
	fc.record(
		{ languageCode: fc.constantFrom('en', 'EN ', 'sv', 'SV', 'de'), name: word, description: word },
		{ requiredKeys: ['languageCode'] },
	),
	{ selector: ({ languageCode }) => languageCode.trim().toLowerCase(), maxLength: 3 },
);
const further = fc.uniqueArray(
	fc.record(
		{
			value: fc.constantFrom('Silk', ' Jute ', 'Hemp', 'Cotton', 'Wool'),
			sort: fc.constantFrom(1, '2', 3),
			filterTag: word,
			translations,
		},
		{ requiredKeys: ['value'] },
	),
	{ selector: ({ value }) => value.trim(), maxLength: 4 },
);
const fields = fc.record(
	{
		name: fc.constantFrom('Material', 'Fabric', ' Fabric '),
		keyGroup: fc.constantFrom('', 'Clothing', 'Clothes'),
		usedForFilter: fc.constantFrom(true, false, 'TRUE', 'No', 1, 'off'),
		sort: fc.constantFrom(1, 2, '3', null),
		translations,
	},
	{ requiredKeys: [] },
);

/** The sandbox's language codes are lower case, so a code in capitals must be found again. */
const inKnownLanguages = (list: IDataObject[] = [], known: Array<{ languageCode: string }>) =>
	list.filter(({ languageCode }) => {
		const code = String(languageCode).trim().toLowerCase();
		return known.some((each) => each.languageCode === code) || String(languageCode).trim() === code;
	});

test('reaches the desired state with one update', async () => {
	await fc.assert(
		fc.asyncProperty(
			fields,
			fc.option(further, { nil: undefined }),
			fc.array(fc.constantFrom('keep', 'drop', 'rename', 'copy'), { minLength: 4, maxLength: 4 }),
			fc.boolean(),
			async (single, added, plan, isReversed) => {
				node.sandbox.reset();
				const current = { ...shownKey(), modifiedAt: '2026-11-01' };
				const desired: IDataObject = { ...single, modifiedAt: '2026-11-01', changed: false };
				if (single.translations) {
					desired.translations = inKnownLanguages(single.translations, key().translations);
				}
				if (added) {
					const names = new Set<string>();
					const values = [
						...key().values.flatMap((value, index) => {
							const { propertyValueId } = value;
							if (plan[index] === 'drop') return [];
							if (plan[index] === 'rename') return [{ propertyValueId, value: `New ${index}` }];
							return [plan[index] === 'copy' ? { ...value } : { value: value.value }];
						}),
						...added.map((value) => ({
							...value,
							translations: inKnownLanguages(value.translations, []),
						})),
					].filter(({ value = '' }) => {
						const isNew = !names.has(value.trim());
						names.add(value.trim());
						return isNew;
					}) as IDataObject[];
					desired.values = isReversed ? values.reverse() : values;
				}
				const preview = await run(current, desired, { previewOnly: true });
				expect(node.sandbox.requests).toHaveLength(0);
				const item = await run(current, desired);
				const [sent] = node.sandbox.requests;
				expect(preview).toMatchObject({ preview: true, propertyKeyId, changes: sent?.body ?? {} });
				expect(/ unchanged\.$/.test(String(preview.summary))).toBe(sent === undefined);
				expect(item.changed).toBe(sent !== undefined);
				if (desired.values) {
					const names = (list: unknown) =>
						(list as IDataObject[]).map(({ value }) => String(value).trim()).sort();
					expect(names(key().values)).toEqual(names(desired.values));
				}
				node.sandbox.requests.length = 0;
				const shown = { ...item, modifiedAt: '2026-11-01' };
				const again = await run(shown, desired);
				expect(again).toEqual({ ...without(shown, 'changes', 'summary'), changed: false });
				expect(await run(again, desired)).toEqual(again);
				expect(node.sandbox.requests).toHaveLength(0);
			},
		),
		randomRuns(5),
	);
});
