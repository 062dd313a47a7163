import type { IDataObject } from 'n8n-workflow';
import {
	booleanParameter,
	choiceParameter,
	isOn,
	numberParameter,
	readChoice,
	readNumber,
	readText,
	textParameter,
} from '../../src/forms/parameters';
import { filledIn, refusal } from './filledIn';

test.each<[unknown, boolean, boolean]>([
	[true, true, true],
	[false, false, false],
	['yes', true, true],
	['off', false, false],
	['  ', false, true],
	[null, false, true],
	[undefined, false, true],
])(
	'reads a Boolean with %j as %j, and as %j if it is on by default',
	(value, expected, byDefault) => {
		const item = filledIn({ options: { full: value } as IDataObject });
		const isFull = (initial: boolean) =>
			isOn(item, booleanParameter('full', '', initial), 'options');
		expect([isFull(false), isFull(true)]).toEqual([expected, byDefault]);
	},
);

test('trims a text, and reads an empty one as undefined', () => {
	const keywords = textParameter('keywords', 'anna', '');
	const read = (value: unknown) =>
		readText(filledIn({ filters: { keywords: value } as IDataObject }), keywords, 'filters');
	const texts = [' 12 ', 12, false, ' ', null, undefined].map(read);
	expect(texts).toEqual(['12', '12', 'false', undefined, undefined, undefined]);
	expect(refusal(() => read(['anna'])).message).toBe('Keywords "["anna"]" is not text');
});

describe('a drop-down', () => {
	const parameter = choiceParameter('output', 'page', { page: ['Page'], allSections: ['All'] });
	const choose = (output?: unknown) => readChoice(filledIn({ output } as IDataObject), parameter);

	test('has its default until an option is chosen, in any case', () => {
		expect(choose()).toBe('page');
		for (const value of ['allSections', ' AllSections ', 'allsections']) {
			expect(choose(value)).toBe('allSections');
		}
	});

	test.each([
		['sections', 'sections'],
		['', ''],
		[null, ''],
		[{ a: 1 }, '{"a":1}'],
	])('refuses %j', (value, shown) => {
		expect(refusal(() => choose(value))).toMatchObject({
			message: `Output "${shown}" is not one of the choices`,
			description: 'Use one of page, allSections.',
		});
	});
});

test('refuses a number of the options that is not whole or too small', () => {
	const parameter = numberParameter('timeout', 7, '');
	const read = (timeout: unknown) => readNumber({ timeout } as IDataObject, parameter);
	expect([read(1), read('12'), readNumber({}, parameter)]).toEqual([1, 12, 7]);
	for (const value of [0, 1.5, 'soon', undefined, Infinity]) {
		expect(refusal(() => read(value))).toEqual({
			message: `Timeout "${String(value)}" is not a whole number of at least 1`,
			description: "Correct 'Timeout' in the options, or remove it.",
			errorCode: 'invalid-input',
		});
	}
});
