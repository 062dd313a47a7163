/** Values of a form in the types in which they are sent, whatever an expression returned. */
import { type ReadField, readTextValue, readValue, readValues } from '../../src/forms/value';
import { parseWritten, writeJson } from '../../src/values/json';
import { words } from '../../src/values/words';
import { refusal } from './filledIn';

const text: ReadField = { displayName: 'Title', type: 'string' };
const whole: ReadField = { displayName: 'Sort', type: 'number' };
const positive: ReadField = { ...whole, typeOptions: { minValue: 1 } };
const truth: ReadField = { displayName: 'Done', type: 'boolean' };

test.each<[ReadField, unknown, unknown]>([
	[text, ' a b ', 'a b'],
	[text, 12, '12'],
	[text, ' 00123 ', '00123'],
	...["O'Brien", 'علی\u200Cرضا', '👩\u200D💻', 'A\u030Angstro\u0308m', '１,5', 'a  b', 'null'].map(
		(value): [ReadField, unknown, unknown] => [text, `\u00A0${value}\u3000`, value],
	),
	[text, '9007199254740993', '9007199254740993'],
	[text, parseWritten('9007199254740993'), '9007199254740993'],
	[text, Number.MAX_SAFE_INTEGER, '9007199254740991'],
	[text, false, 'false'],
	[text, new Date(0), '1970-01-01T00:00:00.000Z'],
	[whole, 12, 12],
	[whole, ' 12 ', 12],
	[whole, '\u2003-12\u00A0\n', -12],
	[whole, 0, 0],
	[whole, '0', 0],
	[{ ...whole, typeOptions: { maxValue: 7 } }, '7', 7],
	[positive, '1', 1],
	[whole, '9007199254740991', 9007199254740991],
	[truth, 'yes', true],
	[truth, 'Inactive', false],
])('%j reads %j as %j', (field, value, expected) => {
	expect(readValue(field, value)).toBe(expected);
});

test.each<[ReadField, unknown, string]>([
	[text, { a: 1 }, 'Title "{"a":1}" is not text'],
	[text, [' a '], 'Title "[" a "]" is not text'],
	...[
		...words('1.5 1.0 1. .5 1.000 1,000 1,5 1_000 1e3 1E3 0x10 0b1 +5 007 -01 ٣ １ 1n a1 1a --1'),
		...['1 000', '1\u00A0000', '1\u202F000', "1'000", '１2', '1\u0301'],
	].map((value): [ReadField, unknown, string] => [
		whole,
		value,
		`Sort "${value}" is not a whole number`,
	]),
	[
		whole,
		'9007199254740992',
		'Sort "9007199254740992" is not a whole number of at most 9007199254740991',
	],
	[whole, '\u200B5', 'Sort "\\u200B5" is not a whole number'],
	[whole, '5\u0000\r\n6\u0085', 'Sort "5\\u0000\\u000D\\u000A6\\u0085" is not a whole number'],
	[whole, true, 'Sort "true" is not a whole number'],
	[whole, [1], 'Sort "[1]" is not a whole number'],
	[positive, 0, 'Sort "0" is not a whole number of at least 1'],
	[{ ...whole, typeOptions: { minValue: 0 } }, -1, 'Sort "-1" is not a whole number of at least 0'],
	[
		{ ...whole, typeOptions: { minValue: 0, maxValue: 7 } },
		8,
		'Sort "8" is not a whole number from 0 to 7',
	],
	[truth, 'open', 'Done "open" is not true or false'],
	[whole, new Date(0), 'Sort "1970-01-01T00:00:00.000Z" is not a whole number'],
	[text, new Date(NaN), 'Title "null" is not text'],
	[text, NaN, 'Title "NaN" is not text'],
	[truth, ['no'], 'Done "["no"]" is not true or false'],
	[truth, {}, 'Done "{}" is not true or false'],
])('%j refuses %j and names its position', (field, value, message) => {
	expect(refusal(() => readValue(field, value, 'Values, entry 2'))).toEqual({
		message: `Values, entry 2: ${message}`,
		description: expect.stringMatching(
			/^(Correct or clear|Use digits only).* If the value comes from an expression, check this item\.$/,
		) as unknown,
		errorCode: 'invalid-input',
	});
});

test.each([2 ** 53, -1e20, Infinity])('a text is refused as the rounded number %d', (value) => {
	const { message, description } = refusal(() => readTextValue('Delivery Number', value));
	expect(message).toBe(`Delivery Number "${value}" is not exact`);
	expect(description).toMatch(/^Send the number as text, in quotes/);
});

test('an ID above 2^53 in JSON is sent as it was written', () => {
	for (const written of ['9007199254740992', '9007199254740993', '-40063813339310000000']) {
		expect(writeJson([readValue(whole, parseWritten(written))])).toBe(`[${written}]`);
		expect(readValue(text, parseWritten(written))).toBe(written);
	}
	// A number of JSON is no text: it is whole if its decimals are zeros.
	expect(readValue(whole, parseWritten('7.00'))).toBe(7);
	for (const written of ['7.50', '7e3', '1.0e1']) {
		const { message } = refusal(() => readValue(whole, parseWritten(written)));
		expect(message).toBe(`Sort "${written}" is not a whole number`);
	}
});

describe('a field that takes several values', () => {
	const read = (value: unknown, type: ReadField['type'] = 'string') => {
		const readAs = { type, typeOptions: type === 'number' ? { minValue: 0, maxValue: 99 } : {} };
		return readValues({ displayName: 'IDs', type: 'multiOptions', readAs }, value);
	};

	test.each<[string, unknown, unknown[]]>([
		['lists in lists, without splitting their texts', [['a'], 'b, c', [['d']]], ['a', 'b, c', 'd']],
		['a string with commas', ' a ,b,, c ', ['a', 'b', 'c']],
		['one number', 0, [0]],
		['JSON', ' ["a", " b ","c"] ', ['a', 'b', 'c']],
		['JSON over several lines', '[\n"a",\n"b, c"\n]', ['a', 'b, c']],
		['an empty list as JSON', '[]', []],
		['JSON with a blank string', '["a", " "]', ['a']],
		[
			'brackets and quotes inside a string',
			'a[1], [b]c, d"e", "f"g',
			['a[1]', '[b]c', 'd"e"', '"f"g'],
		],
		['brackets at the end', 'a[1]', ['a[1]']],
		['a blank string', '  ', []],
		['null', null, []],
		['a list of empty values', [undefined, null, '', ' '], []],
		['the same value again', ['a', 'b', ' a ', 'b,c'], ['a', 'b', 'b,c']],
		['the same ID as number and text', [7, '7', '8', '07'], [7, '8', '07']],
		['the same text in another spelling', ['Malm\u00F6', 'Malmo\u0308 '], ['Malm\u00F6']],
	])('takes %s', (_what, value, expected) => {
		expect(read(value)).toEqual(expected);
	});

	test.each<[unknown, ReadField['type'], string]>([
		['1, x', 'number', 'IDs, entry 2: the value "x" is not a whole number from 0 to 99'],
		[[1, -1], 'number', 'IDs, entry 2: the value "-1" is not a whole number from 0 to 99'],
		['7, 100', 'number', 'IDs, entry 2: the value "100" is not a whole number from 0 to 99'],
		[[2 ** 53], 'string', 'IDs, entry 1: the value "9007199254740992" is not exact'],
		[[NaN], 'string', 'IDs, entry 1: the value "NaN" is not text'],
		[[{ id: 1 }], 'string', 'IDs, entry 1: the value "{"id":1}" is not text'],
	])('names the entry of %j that is not of type %s', (value, type, message) => {
		expect(refusal(() => read(value, type)).message).toBe(message);
	});
});
