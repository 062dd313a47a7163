/** Headers that a user adds can be nothing but further headers. */
import fc from 'fast-check';
import { checkHeaders } from '../../../nodes/shared/transport/requestHeaders';
import { aNode } from '../../aNode';

const check = (...headers: Array<[name: unknown, value: unknown]>) =>
	checkHeaders(
		aNode,
		'Header Parameters',
		headers.map(([name, value]) => ({ name, value })),
	);

test('names and values come out without the blanks around them', () => {
	expect(check([' X-Request-Id ', ' 7 '], ['x-number', 42], ['', ''])).toEqual({
		'X-Request-Id': '7',
		'x-number': '42',
	});
});

test('a header without a value is left out', () => {
	expect(check(['X-A', ''], ['X-B', undefined], ['X-C', 0])).toEqual({ 'X-C': '0' });
});

test.each([
	...['Authorization', 'authorization', 'Proxy-Authorization', 'Accept', 'CONTENT-TYPE', 'Host'],
	...[
		'Content-Length',
		'Transfer-Encoding',
		'Connection',
		'Keep-Alive',
		'TE',
		'Trailer',
		'Upgrade',
	],
	...['Expect', 'Accept-Encoding', 'Proxy-Connection', 'X-HTTP-Method-Override'],
])('%s is set by the node', (name) => {
	expect(() => check(['X-A', 'a'], [name, 'x'])).toThrow(
		`Header Parameters, entry 2: ${name} is set by the node`,
	);
});

test.each([
	['X A', 'a', '"X A" is not the name of a header'],
	['X-A:', 'a', '"X-A:" is not the name of a header'],
	['X-Å', 'a', '"X-Å" is not the name of a header'],
	['__proto__', 'a', '"__proto__" is not the name of a header'],
	['', 'a', 'Name is empty'],
	['X-A', 'a\r\nHost: evil', 'the value of X-A has characters that a header cannot have'],
	['X-A', 'a\0', 'the value of X-A has characters that a header cannot have'],
	['X-A', '日本', 'the value of X-A has characters that a header cannot have'],
	['X-A', { a: 1 }, 'the value of X-A is not a text'],
])('%j: %j is refused', (name, value, reason) => {
	expect(() => check([name, value])).toThrow(`Header Parameters, entry 1: ${reason}`);
});

test('one name in two writings is refused', () => {
	expect(() => check(['X-A', 'a'], ['x-a', 'b'])).toThrow('entry 2: x-a is there twice');
});

test('whatever is accepted is one header as it was given', () => {
	let accepted = 0;
	const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('X-A', 'Te'));
	fc.assert(
		fc.property(texts, texts, (name, value) => {
			let headers: Readonly<Record<string, string>>;
			try {
				headers = check([name, value]);
			} catch {
				return;
			}
			accepted += 1;
			const lines = Object.entries(headers).map(([key, text]) => [key.toLowerCase(), text]);
			expect([...new Headers(headers)]).toEqual(lines);
		}),
		{ numRuns: 500 },
	);
	expect(accepted).toBeGreaterThan(20);
});
