import type { GenericValue } from 'n8n-workflow';
import { readText } from '../../../nodes/shared/transport/readText';

/** A response whose body comes in these chunks and then ends, breaks off or never ends. */
function responseOf(chunks: Uint8Array[], ending: 'end' | 'break' | 'never' = 'end') {
	let stop: (reason: Error) => void = () => {};
	const stopped = new Promise<never>((_resolve, reject) => (stop = reject));
	stopped.catch(() => {});
	const seen = { chunks: 0, closed: 0 };
	const body = (async function* () {
		for (const chunk of chunks) {
			seen.chunks += 1;
			yield await Promise.resolve(chunk);
		}
		if (ending === 'break') throw new Error('aborted');
		if (ending === 'never') await stopped;
	})() as unknown as GenericValue;
	const close = () => {
		seen.closed += 1;
		stop(new Error('closed'));
	};
	return { response: { statusCode: 400, headers: {}, body, close }, seen };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a text is read across its chunks, and the connection closed', async () => {
	const bytes = bytesOf('två ord');
	const { response, seen } = responseOf([bytes.subarray(0, 3), bytes.subarray(3)]);
	expect(await readText(response, 100, 1000)).toBe('två ord');
	expect(seen).toEqual({ chunks: 2, closed: 1 });
});

test.each([
	[5, 'abcde', 2],
	[6, 'abcdef', 2],
	[7, 'abcdefg', 3],
])('of %i bytes no more is read: %s', async (maximum, text, chunks) => {
	const { response, seen } = responseOf(['abc', 'def', 'ghi', 'jkl'].map(bytesOf));
	expect(await readText(response, maximum, 1000)).toBe(text);
	expect(seen).toEqual({ chunks, closed: 1 });
});

test('what arrived before the connection broke off is kept', async () => {
	const { response, seen } = responseOf([bytesOf('half')], 'break');
	expect(await readText(response, 100, 1000)).toBe('half');
	expect(seen.closed).toBe(1);
});

test('a text that does not come to its end is not waited for longer than allowed', async () => {
	const { response } = responseOf([bytesOf('half')], 'never');
	expect(await readText(response, 100, 20)).toBe('half');
});
