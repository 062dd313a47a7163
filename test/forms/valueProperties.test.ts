/** Values as people type, paste, and map them: the right ones stay as they are, the others are named. */
import fc from 'fast-check';
import { readBody, type BodyForm } from '../../src/forms/body';
import { integerParameter, textParameter } from '../../src/forms/parameters';
import { readDay } from '../../src/values/dates';
import { filledIn, refusal } from './filledIn';
import { randomRuns } from '../randomRuns';

const form: BodyForm = {
	isDescribed: true,
	collection: 'additionalFields',
	optional: [textParameter('note', 'Blue')],
	lists: [
		{
			name: 'rows',
			displayName: 'Rows',
			fields: [integerParameter('quantity', '1'), textParameter('articleNumber', 'A-1')],
			key: [],
			mayRepeat: true,
			jsonList: { name: 'rowList', displayName: 'Rows (JSON)' },
		},
	],
};

const rowsOf = (rowList: unknown) =>
	readBody(filledIn({ additionalFields: { rowList } as never }), form).rows;

const spaces = fc.stringMatching(/^[ \t\n\u00A0\u2003\u3000]{0,2}$/);

/** Whole numbers in JSON's way of writing. */
const whole = fc.integer({ min: -1_000_000, max: 1_000_000 });

/** The same numbers as people write them elsewhere. */
const otherwise = fc
	.tuple(fc.integer({ min: 1000, max: 999_999 }), fc.nat({ max: 9 }))
	.map(([number, way]) => {
		const grouped = (separator: string) => String(number).replace(/(?=(\d{3})$)/, separator);
		const ways = [',', '.', ' ', '\u00A0', '\u202F', "'", '_'].map(grouped);
		return [...ways, `+${number}`, `0${number}`, `${number}.0`][way] ?? '';
	});

test('whole numbers are read from a row, whatever is around them', () => {
	fc.assert(
		fc.property(whole, spaces, spaces, (quantity, before, after) => {
			const text = `${before}${quantity}${after}`;
			expect(rowsOf([{ quantity: text }])).toEqual([{ quantity }]);
			expect(rowsOf(JSON.stringify([{ quantity: text }]))).toEqual([{ quantity }]);
		}),
		randomRuns(50),
	);
});

test('numbers in another way of writing are refused with their place', () => {
	fc.assert(
		fc.property(otherwise, (quantity) => {
			expect(refusal(() => rowsOf([{ quantity: 1 }, { quantity }])).message).toBe(
				`Rows (JSON), entry 2: Quantity "${quantity}" is not a whole number`,
			);
		}),
		randomRuns(50),
	);
});

const names = fc.constantFrom(
	...['Malmö', 'Röd', "O'Brien", 'علی\u200Cرضا', 'क्\u200Dष', '👩\u200D💻', 'Ångström', '00123'],
	...['anna+stock@example.org', 'ﬁne', '1,5', '2026-03-31', 'null', 'a  b', 'Ⅷ', 'İstanbul', '𝒳'],
);

test('texts of a row keep their characters, also in another form', () => {
	const forms = fc.constantFrom('NFC' as const, 'NFD' as const);
	fc.assert(
		fc.property(names, forms, spaces, (name, unicode, space) => {
			const articleNumber = name.normalize(unicode);
			const row = { articleNumber: `${space}${articleNumber}${space}`, quantity: ` ${space}` };
			expect(rowsOf([row])).toEqual([{ articleNumber }]);
			expect(rowsOf(JSON.stringify([row]))).toEqual([{ articleNumber }]);
		}),
		randomRuns(50),
	);
});

test('a digit of another script, or with an invisible one, is no number', () => {
	const extra = fc.constantFrom('\u200B', '\u200D', '\u2060', '\u00AD', '٣', '３', '\u0301');
	fc.assert(
		fc.property(whole, extra, fc.nat({ max: 7 }), (number, character, at) => {
			const text = String(number);
			const quantity = `${text.slice(0, at)}${character}${text.slice(at)}`;
			expect(refusal(() => rowsOf([{ quantity }])).message).toContain('is not a whole number');
			expect(readDay(`2026-0${character}3-31`, 'UTC')).toBeUndefined();
		}),
		randomRuns(50),
	);
});
