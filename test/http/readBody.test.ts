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
	[5, 'abcde', 2],
	[6, 'abcdef', 2],
	[7, 'abcdefg', 3],
])('reads at most %i bytes: %s', async (maximum, text, taken) => {
	const source = new ByteSource(['abc', 'def', 'ghi', 'jkl'].map(bytesOf));
	expect(await readBodyText(source.response, 1000, maximum)).toBe(text);
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
