/** Headers that a user adds can be nothing but further headers. */
import fc from 'fast-check';
import { checkHeaders } from '../../src/http/requestHeaders';

const check = (...headers: Array<[name: unknown, value: unknown]>) =>
	checkHeaders(
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

test.each([
	[
		'Authorization',
		'a',
		'Remove it. The access token goes there; the credential and Scope say which.',
	],
	['Accept', 'a', 'Remove it. Response says what is accepted, and a body is always sent as JSON.'],
	['Host', 'a', 'Remove it. Each request has the one that fits it.'],
	['HTTP2-Settings', 'a', 'Remove it. Each request has the one that fits it.'],
	['Content-Encoding', 'a', 'Remove it. Each request has the one that fits it.'],
	['Proxy-Authenticate', 'a', 'Remove it. Each request has the one that fits it.'],
	['X-HTTP-Method', 'DELETE', 'Remove it. Choose the method in Method.'],
	['X-Method-Override', 'DELETE', 'Remove it. Choose the method in Method.'],
	['', 'a', 'Give the header a name, or remove the entry.'],
	['X A', 'a', 'It has letters, digits and hyphens, such as "X-Request-Id".'],
	['X-A', {}, 'Give it as a text.'],
	['X-A', 'å日', 'Remove line ends, and letters that are not Latin.'],
])('what to do about %j: %j', (name, value, wayOut) => {
	expect(() => check([name, value])).toThrow(expect.objectContaining({ description: wayOut }));
});

test('one name in two writings is refused', () => {
	expect(() => check(['X-A', 'a'], ['x-a', 'b'])).toThrow(
		expect.objectContaining({
			message: 'Header Parameters, entry 2: x-a is there twice',
			description: 'Remove one of the two.',
		}),
	);
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
