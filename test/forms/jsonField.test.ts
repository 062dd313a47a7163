/** JSON that a user wrote or an expression returned. */
import { jsonObject, jsonStructure } from '../../src/forms/jsonField';
import { writeJson } from '../../src/values/json';
import { filledIn, refusal } from './filledIn';

const readObject = (value: unknown) =>
	jsonObject(filledIn({ body: value as string }), 'Body', 'body');
const readStructure = (value: unknown) =>
	jsonStructure(filledIn({ body: value as string }), 'Body', 'body');

test.each(['{ "a": [1] }', '\uFEFF{ "a": [1] }', { a: [1] }])(
	'reads an object from %j',
	(value) => {
		expect(readObject(value)).toEqual({ a: [1] });
		expect(readStructure(value)).toEqual({ a: [1] });
	},
);

test('sends a number unchanged that JavaScript would change', () => {
	const written = '{"id":12345678901234567890,"rate":1.10}';
	expect(writeJson(readObject(written))).toBe(written);
	expect(writeJson(readStructure(written))).toBe(written);
});

test.each<[unknown, string]>([
	[{ year: NaN }, 'Body: year "NaN" is not text'],
	[{ ids: [{ id: 12345678901234567000 }] }, 'Body: id "12345678901234567000" is not exact'],
])('refuses %j of an expression, which has lost a number', (value, message) => {
	expect(refusal(() => readObject(value)).message).toBe(message);
	expect(refusal(() => readStructure(value)).message).toBe(message);
});

const objectExpected = `Enter 'Body' as an object in curly brackets, for example { "name": "value" }.`;
const structureExpected = `Enter 'Body' as an object in curly brackets or a list in square brackets, for example { "name": "value" }.`;

test.each<[unknown, string]>([
	['[1]', 'The value is a list. '],
	[[1], 'The value is a list. '],
	['null', ''],
	['"a"', ''],
	[7, ''],
	[false, ''],
])('refuses %j as an object, and as a list if it is none', (value, reason) => {
	expect(refusal(() => readObject(value))).toMatchObject({
		message: 'Body is not a JSON object',
		description: `${reason}${objectExpected}`,
	});
	if (reason !== '') return;
	expect(refusal(() => readStructure(value))).toMatchObject({
		message: 'Body is not a JSON object or list',
		description: structureExpected,
	});
});

test('refuses invalid JSON without the words of the parser', () => {
	const reason = /^The JSON is invalid\. Enter 'Body' as an object in /;
	for (const read of [readObject, readStructure]) {
		expect(refusal(() => read('{"a": x}')).description).toMatch(reason);
	}
});

test("doesn't guess what a model means with invalid JSON", () => {
	const read = (body: string) =>
		jsonObject({ ...filledIn({ body }), isTool: true }, 'Body', 'body');
	for (const written of ["{name: 'Anna'}", '```json\n{"active": true}\n```', '{"a": [1']) {
		expect(refusal(() => read(written)).message).toBe('Body is not a JSON object');
	}
});
