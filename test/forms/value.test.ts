/** Values of a form in the types that they travel in, whatever an expression gave. */
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../src/forms/fields/field';
import {
	parseBoolean,
	comparable,
	isEmpty,
	isOn,
	readChoice,
	readText,
	readValue,
	readValues,
	wholeNumber,
} from '../../src/forms/value';
import { filledIn, refusal } from './filledIn';

test.each([undefined, null, '', ' ', '\n\t'])('%j is empty', (value) => {
	expect(isEmpty(value)).toBe(true);
});

test.each([0, false, 'a', ' a ', [], {}, NaN])('%j is not empty', (value) => {
	expect(isEmpty(value)).toBe(false);
});

test.each<[string, unknown, unknown]>([
	['languageCode', ' EN-gb ', 'en-gb'],
	['value', ' Red ', 'Red'],
	['languageCode', 7, 7],
	['value', undefined, undefined],
])('a %s of %j is compared as %j', (name, value, expected) => {
	expect(comparable(name, value)).toBe(expected);
});

describe('a truth value', () => {
	test.each(['true', 'yes', 'y', 'on', '1', 1, true, ' YES '])('%j means true', (value) => {
		expect(parseBoolean(value)).toBe(true);
	});

	test.each(['false', 'no', 'n', 'off', '0', 0, false, ' Off '])('%j means false', (value) => {
		expect(parseBoolean(value)).toBe(false);
	});

	test.each(['', 'maybe', 'open', 'undefined', undefined, null, 2, {}])(
		'%j means neither',
		(value) => {
			expect(parseBoolean(value)).toBeUndefined();
		},
	);

	test('has words of its own for some fields, besides the usual ones', () => {
		const words = { yes: 'open', no: 'shut' };
		const read = ['open', ' OPEN', 'shut', 'true', 'off', 'ajar'].map((value) =>
			parseBoolean(value, words),
		);
		expect(read).toEqual([true, true, false, true, false, undefined]);
	});
});

const text: Field = { name: 'title', label: 'Title', type: 'string' };
const whole: Field = { name: 'sort', label: 'Sort', type: 'integer' };
const positive: Field = { ...whole, minimum: 1 };
const truth: Field = { name: 'done', label: 'Done', type: 'boolean' };
const openOrShut: Field = { ...truth, words: { yes: 'open', no: 'shut' } };
const read = (field: Field, value: unknown, position?: string) => readValue(field, value, position);

test.each<[string, Field, unknown, unknown]>([
	['a text without the blanks around it', text, ' a b ', 'a b'],
	['a number in a text field as a text', text, 12, '12'],
	['a truth value in a text field as a text', text, false, 'false'],
	['a whole number', whole, 12, 12],
	['a whole number that is written as a text', whole, ' 12 ', 12],
	['a negative number where none is too small', whole, '-3', -3],
	['zero', whole, 0, 0],
	['the smallest number allowed', positive, '1', 1],
	['the largest number that JavaScript holds', whole, '9007199254740991', 9007199254740991],
	['yes', truth, 'yes', true],
	['no', truth, 'no', false],
	["a field's own word", openOrShut, 'shut', false],
])('%s is taken', (_what, field, value, expected) => {
	expect(read(field, value)).toBe(expected);
});

test.each<[Field, unknown, string]>([
	[text, { a: 1 }, 'Title "{"a":1}" is not text'],
	[text, [' a '], 'Title "[" a "]" is not text'],
	[whole, '1.5', 'Sort "1.5" is not a whole number'],
	[whole, ' 1e3 ', 'Sort "1e3" is not a whole number'],
	[whole, 'a1', 'Sort "a1" is not a whole number'],
	[whole, '1a', 'Sort "1a" is not a whole number'],
	[whole, '0x10', 'Sort "0x10" is not a whole number'],
	[whole, '+1', 'Sort "+1" is not a whole number'],
	[whole, '--1', 'Sort "--1" is not a whole number'],
	[whole, true, 'Sort "true" is not a whole number'],
	[whole, [1], 'Sort "[1]" is not a whole number'],
	[whole, '9007199254740992', 'Sort "9007199254740992" is not a whole number'],
	[positive, 0, 'Sort "0" is not a whole number of at least 1'],
	[positive, 'one', 'Sort "one" is not a whole number of at least 1'],
	[{ ...whole, minimum: 0 }, -1, 'Sort "-1" is not a whole number of at least 0'],
	[truth, 'open', 'Done "open" is not true or false'],
	[truth, {}, 'Done "{}" is not true or false'],
])('%j refuses %j', (field, value, message) => {
	expect(refusal(() => read(field, value))).toEqual({
		message,
		description: 'Correct or clear the value. If it comes from an expression, check this item.',
		errorCode: 'invalid-input',
	});
});

test('a value that is refused in a list is named with its place', () => {
	expect(refusal(() => read(whole, 'x', 'Values > Added, entry 2')).message).toBe(
		'Values > Added, entry 2: Sort "x" is not a whole number',
	);
});

describe('a switch', () => {
	const isSwitchOn = (value: unknown, fallback?: boolean) =>
		isOn(filledIn({ options: { full: value as string } }), 'Full', 'options.full', fallback);

	test.each<[unknown, boolean]>([
		[true, true],
		[false, false],
		['yes', true],
		['off', false],
	])('with %j says %j, whatever it would be by itself', (value, expected) => {
		expect([isSwitchOn(value), isSwitchOn(value, true)]).toEqual([expected, expected]);
	});

	test.each(['', '  ', null, undefined])('with %j is as it would be by itself', (value) => {
		expect([isSwitchOn(value), isSwitchOn(value, true)]).toEqual([false, true]);
	});

	test('that the form does not have is as it would be by itself', () => {
		const item = filledIn({});
		expect([isOn(item, 'Full', 'full'), isOn(item, 'Full', 'full', true)]).toEqual([false, true]);
	});

	test('with anything else is refused by its label', () => {
		expect(refusal(() => isSwitchOn('partly')).message).toBe('Full "partly" is not true or false');
	});
});

describe('a field that takes several', () => {
	const several = (value: unknown, type: Field['type'] = 'string') =>
		readValues({ name: 'ids', label: 'IDs', type, minimum: 0, multiple: true }, value);

	test.each<[string, unknown, unknown[]]>([
		['a list', ['a', 'b'], ['a', 'b']],
		['a list with lists in it', [['a'], 'b', [['c']]], ['a', 'b', 'c']],
		['a list with texts with commas', ['a, b', 'c'], ['a', 'b', 'c']],
		['a text with commas', ' a ,b,, c ', ['a', 'b', 'c']],
		['one entry', 'a', ['a']],
		['one number', 7, [7]],
		['zero', 0, [0]],
		['JSON', ' ["a", " b ","c"] ', ['a', 'b', 'c']],
		['JSON over several lines', '[\n"a",\n"b\nc"\n]', ['a', 'b\nc']],
		['an empty list as JSON', '[]', []],
		['JSON with a blank text', '["a", " "]', ['a']],
		[
			'brackets and quotes inside of a text',
			'a[1], [b]c, d"e", "f"g',
			['a[1]', '[b]c', 'd"e"', '"f"g'],
		],
		['a bracket on one side', '[a', ['[a']],
		['a bracket on the other side', 'a]', ['a]']],
		['brackets at the end of a text', 'a[1]', ['a[1]']],
		['brackets at the beginning of a text', '[1]a', ['[1]a']],
		['nothing', '', []],
		['blanks', '  ', []],
		['null', null, []],
		['a list of nothing', [undefined, null, '', ' '], []],
		['the same entry again', ['a', 'b', ' a ', 'b,c'], ['a', 'b', 'c']],
	])('takes %s', (_what, value, expected) => {
		expect(several(value)).toEqual(expected);
	});

	test('passes an identifier on as the number or text that it is, and a number as a number', () => {
		expect(several([7, '7', '8'])).toEqual([7, '7', '8']);
		expect(several([7, '7', '8'], 'integer')).toEqual([7, 8]);
	});

	test.each<[unknown, Field['type'], string]>([
		['1, x', 'integer', 'IDs, entry 2: the value "x" is not a whole number of at least 0'],
		[[1, -1], 'integer', 'IDs, entry 2: the value "-1" is not a whole number of at least 0'],
		[[{ id: 1 }], 'string', 'IDs, entry 1: the value "{"id":1}" is not text'],
	])('names the entry of %j that is no %s', (value, type, message) => {
		expect(refusal(() => several(value, type))).toMatchObject({
			message,
			description: 'Correct or clear the value. If it comes from an expression, check this item.',
		});
	});
});

describe('a text', () => {
	test.each<[unknown, string | undefined]>([
		[' 12 ', '12'],
		[12, '12'],
		[false, 'false'],
		[' ', undefined],
		[null, undefined],
	])('of %j is read as %j', (value, text) => {
		expect(readText('Keywords', value)).toBe(text);
	});

	test.each([[{ first: 'Anna' }], [['anna']]])('%j is refused', (value) => {
		expect(refusal(() => readText('Keywords', value)).message).toBe(
			`Keywords "${JSON.stringify(value)}" is not text`,
		);
	});
});

describe('an entry of a drop-down', () => {
	const choose = (output?: unknown) =>
		readChoice(
			filledIn({ output } as IDataObject),
			'Output',
			'output',
			['page', 'allSections'],
			'page',
		);

	test('is the usual one where nothing was chosen', () => {
		expect(choose()).toBe('page');
	});

	test.each(['allSections', ' AllSections ', 'allsections'])('%j is known', (value) => {
		expect(choose(value)).toBe('allSections');
	});

	test.each([
		['sections', 'sections'],
		['', ''],
		[null, ''],
		[{ a: 1 }, '{"a":1}'],
	])('%j is refused', (value, shown) => {
		expect(refusal(() => choose(value))).toMatchObject({
			message: `Output "${shown}" is not one of the choices`,
			description: 'Use one of page, allSections.',
		});
	});
});

describe('a number of the options', () => {
	test.each<[unknown, number]>([
		[1, 1],
		['12', 12],
		[2, 1],
	])('of %j is taken where at least %j is wanted', (value, minimum) => {
		expect(wholeNumber('Timeout', value, minimum)).toBe(Number(value));
	});

	test.each([0, 1.5, 'soon', undefined, Infinity])('of %j is refused', (value) => {
		expect(refusal(() => wholeNumber('Timeout', value, 1))).toEqual({
			message: `Timeout "${String(value)}" is not a whole number of at least 1`,
			description: "Correct 'Timeout' in the options, or remove it.",
			errorCode: 'invalid-input',
		});
	});
});
