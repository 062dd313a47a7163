/** JSON that a user wrote or an expression gave. */
import { jsonObject, jsonStructure } from '../../src/forms/jsonField';
import { writeJson } from '../../src/http/parseJson';
import { filledIn, refusal } from './filledIn';

const given = (value: unknown) => filledIn({ body: value as string });
const readObject = (value: unknown) => jsonObject(given(value), 'Body', 'body');
const readStructure = (value: unknown) => jsonStructure(given(value), 'Body', 'body');

test.each(['{ "a": [1] }', { a: [1] }])('an object is read from %j', (value) => {
	expect(readObject(value)).toEqual({ a: [1] });
	expect(readStructure(value)).toEqual({ a: [1] });
});

test.each(['[{ "a": 1 }]', [{ a: 1 }]])(
	'a list is read from %j when lists are allowed',
	(value) => {
		expect(readStructure(value)).toEqual([{ a: 1 }]);
	},
);

test('a number that JavaScript would change is sent unchanged', () => {
	const written = '{"id":12345678901234567890,"rate":1.10}';
	expect(writeJson(readObject(written))).toBe(written);
	expect(writeJson(readStructure(written))).toBe(written);
});

test.each(['', ' ', null, undefined])('%j is an empty object', (value) => {
	expect(readObject(value)).toEqual({});
});

test.each(['', ' ', null, undefined])('%j is refused as nothing to send', (value) => {
	expect(refusal(() => readStructure(value))).toEqual({
		message: 'Body is empty',
		description: "Enter the body to send, or turn off 'Send Body'.",
		errorCode: 'invalid-input',
	});
});

test('a missing field is empty', () => {
	const item = filledIn({});
	expect(jsonObject(item, 'Body', 'body')).toEqual({});
	expect(refusal(() => jsonStructure(item, 'Body', 'body')).message).toBe('Body is empty');
});

const objectWanted = `Enter 'Body' as an object in curly brackets, for example { "name": "value" }.`;
const structureWanted = `Enter 'Body' as an object in curly brackets or a list in square brackets, for example { "name": "value" }.`;

test.each<[unknown, string]>([
	['[1]', 'The value is a list. '],
	[[1], 'The value is a list. '],
	['null', ''],
	['"a"', ''],
	[7, ''],
	[false, ''],
])('%j is refused as an object', (value, reason) => {
	expect(refusal(() => readObject(value))).toEqual({
		message: 'Body is not a JSON object',
		description: `${reason}${objectWanted}`,
		errorCode: 'invalid-input',
	});
});

test.each(['null', '"a"', 7, false])('%j is refused as an object or list', (value) => {
	expect(refusal(() => readStructure(value))).toEqual({
		message: 'Body is not a JSON object or list',
		description: structureWanted,
		errorCode: 'invalid-input',
	});
});

test('text that is no JSON is refused with the reason', () => {
	const reason = /^The JSON is invalid: Unexpected token .*x.*\. Enter 'Body' as an object in /;
	expect(refusal(() => readObject('{"a": x}'))).toMatchObject({
		message: 'Body is not a JSON object',
		description: expect.stringMatching(reason) as string,
	});
	expect(refusal(() => readStructure('{"a": x}'))).toMatchObject({
		message: 'Body is not a JSON object or list',
		description: expect.stringMatching(reason) as string,
	});
});

describe('from a model', () => {
	const read = (body: string) =>
		jsonObject({ ...filledIn({ body }), isTool: true }, 'Body', 'body');

	test.each<[string, unknown]>([
		["{name: 'Anna', tags: ['a',],}", { name: 'Anna', tags: ['a'] }],
		['```json\n{"active": True, "note": None}\n```', { active: true, note: null }],
		['{"a": 1 /* one */ "b": "[x]"}', { a: 1, b: '[x]' }],
	])('%j is repaired', (written, value) => {
		expect(read(written)).toEqual(value);
		expect(refusal(() => readObject(written)).message).toBe('Body is not a JSON object');
	});

	test.each([
		['a long ID', '{groupId: 12345678901234567890}'],
		['a long quoted ID', "{groupId: '12345678901234567890'}"],
		['an exponent', '{rate: 1e999}'],
		['a long decimal', '{rate: 0.12345678901234567890}'],
		['a cut off list', '{"reports": [{"reportId": 1}, {"reportId"'],
		['a cut off object', '{name: "Anna", tags: [1]'],
		['a sentence', 'All users'],
	])('%s is not repaired', (_what, written) => {
		const { message, description } = refusal(() => read(written));
		expect(message).toBe('Body is not a JSON object');
		expect(description).toContain(objectWanted);
	});

	test('valid JSON keeps its numbers', () => {
		const written = '{"id":12345678901234567890,"rate":1.10}';
		expect(writeJson(read(written))).toBe(written);
	});
});
