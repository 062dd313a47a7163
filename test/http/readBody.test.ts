import { readBody } from '../../src/http/responseBody';
import { ByteSource } from './byteSource';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('reads text across chunks', async () => {
	const bytes = bytesOf('två ord');
	const source = new ByteSource([bytes.subarray(0, 3), bytes.subarray(3)]);
	expect(await readBody(source.response, 1000)).toEqual({ text: 'två ord', isTooLarge: false });
	expect(source).toMatchObject({ taken: 2, closings: 0 });
});

test.each([
	[40_000, 100_000, 3, true],
	[50_000, 100_000, 3, true],
	[25_000, 100_000, 4, false],
])('receives parts of %i up to %i bytes', async (length, maxBytes, taken, isTooLarge) => {
	const parts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(length));
	const source = new ByteSource(parts.map(bytesOf));
	const text = parts.join('').slice(0, maxBytes);
	expect(await readBody(source.response, maxBytes)).toEqual({ text, isTooLarge });
	expect(source).toMatchObject({ taken, closings: isTooLarge ? 1 : 0 });
});

test('keeps what arrived before the connection was lost', async () => {
	const source = new ByteSource([bytesOf('half')], 'reset');
	const { text, failure } = await readBody(source.response, 1000);
	expect(text).toBe('half');
	expect(failure).toMatchObject({ code: 'ECONNRESET' });
	expect(source.closings).toBe(1);
});

test.each<[string, string, BufferEncoding]>([
	['without a charset', 'application/json', 'utf8'],
	['with its charset', 'application/json; charset=iso-8859-1', 'latin1'],
	['with its charset in quotes', 'application/json;charset="utf-16le"', 'utf16le'],
	['with a charset that it does not have', 'application/json; charset=iso-8859-1', 'utf8'],
	['with an unknown charset', 'application/json; charset=x-none', 'utf8'],
])('reads text %s', async (_name, contentType, encoding) => {
	const { response } = new ByteSource([Buffer.from('Malmö', encoding)]);
	expect(await readBody({ ...response, contentType }, 1000)).toMatchObject({ text: 'Malmö' });
});

test.each([
	[undefined, false],
	[NaN, false],
	[0, false],
	// Nothing, as gzip writes it.
	[20, false],
	[10, true],
	[500, true],
])('takes no text for a cut body if its length is %s: %s', async (contentLength, isCut) => {
	const { response } = new ByteSource([]);
	const { text, failure } = await readBody({ ...response, contentLength }, 1000);
	expect(text).toBe('');
	expect(failure !== undefined).toBe(isCut);
});
