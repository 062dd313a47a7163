import { readBodyText } from '../../src/http/readBody';
import { ByteSource } from './byteSource';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('reads text across chunks and closes the connection', async () => {
	const bytes = bytesOf('två ord');
	const source = new ByteSource([bytes.subarray(0, 3), bytes.subarray(3)]);
	expect(await readBodyText(source.response, 1000)).toBe('två ord');
	expect(source).toMatchObject({ taken: 2, closings: 1 });
});

test.each([
	[60_000, 2],
	[50_000, 2],
	[40_000, 3],
])('reads at most 100,000 bytes, in parts of %i', async (length, taken) => {
	const parts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(length));
	const source = new ByteSource(parts.map(bytesOf));
	expect(await readBodyText(source.response, 1000)).toBe(parts.join('').slice(0, 100_000));
	expect(source).toMatchObject({ taken, closings: 1 });
});

test('keeps what arrived before the connection was lost', async () => {
	const source = new ByteSource([bytesOf('half')], 'reset');
	expect(await readBodyText(source.response, 1000)).toBe('half');
	expect(source.closings).toBe(1);
});

test('stops waiting for a body that does not end', async () => {
	const source = new ByteSource([bytesOf('half')], 'stall');
	expect(await readBodyText(source.response, 20)).toBe('half');
});
