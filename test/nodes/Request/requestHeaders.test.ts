/** Headers that a user adds can be nothing but further headers. */
import type { Form } from '../../../src/forms/formItem';
import { readHeaders } from '../../../nodes/Request/requestParameters';

const check = (...headers: Array<[name: unknown, value: unknown]>) => {
	const entries = headers.map(([name, value]) => ({ name, value }));
	return readHeaders({ parameter: () => entries } as unknown as Form);
};

test('refuses a header in one text', () => {
	const form = { parameter: () => ['X-A: 1'] } as unknown as Form;
	expect(() => readHeaders(form)).toThrow('Header Parameters, entry 1: "X-A: 1" is not a header');
});

test('trims names and values, and leaves out what is empty', () => {
	const sent = check([' X-Request-Id ', ' 7 '], ['x-number', 0], ['X-A', ''], ['', '']);
	expect(sent).toEqual({ 'X-Request-Id': '7', 'x-number': '0' });
});

test.each([
	...['Authorization', 'authorization', 'Proxy-Authorization', 'Accept', 'CONTENT-TYPE'],
	...['X-HTTP-Method', 'X-HTTP-Method-Override', 'X-Method-Override', 'Accept-Encoding'],
	...['Connection', 'Content-Encoding', 'Content-Length', 'Expect', 'Host', 'HTTP2-Settings'],
	...['Keep-Alive', 'Proxy-Authenticate', 'Proxy-Connection', 'TE', 'Trailer'],
	...['Transfer-Encoding', 'Upgrade'],
])('refuses %s', (name) => {
	expect(() => check(['X-A', 'a'], [name, 'x'])).toThrow(
		expect.objectContaining({
			message: `Header Parameters, entry 2: ${name} is set by the node`,
			description: "Remove it. Use 'Scope', 'Method', and 'Response' instead.",
		}) as Error,
	);
});

const correct =
	'Correct or clear the value. If the value comes from an expression, check this item.';
const useLetters = 'Use letters, digits, and hyphens.';
const characters = 'the value of X-A contains invalid characters';
const removeCharacters = 'Remove line breaks and non-Latin characters.';

test.each([
	['X-A:', 'a', '"X-A:" is not a header name', useLetters],
	['X-A\nX-B', 'a', '"X-A\nX-B" is not a header name', useLetters],
	['__proto__', 'a', '"__proto__" is not a header name', useLetters],
	['', 'a', 'Name is empty', 'Enter a name, or remove the entry.'],
	['X-A', 'a\r\nHost: evil', characters, removeCharacters],
	['X-A', '日本', characters, removeCharacters],
	['X-A', { a: 1 }, 'Value "{"a":1}" is not text', correct],
])('refuses %j: %j with %s', (name, value, reason, description) => {
	expect(() => check([name, value])).toThrow(
		expect.objectContaining({
			message: `Header Parameters, entry 1: ${reason}`,
			description,
		}) as Error,
	);
});

test('refuses one name in two spellings', () => {
	expect(() => check(['X-A', 'a'], ['x-a', 'b'])).toThrow(
		expect.objectContaining({
			message: 'Header Parameters, entry 2: x-a appears twice',
			description: 'Remove one of the two.',
		}),
	);
});
