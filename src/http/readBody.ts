import type { HttpResponse } from './request';

/** Longest wait for a text that only explains, in milliseconds. */
const longestWait = 60_000;

/**
 * The beginning of a streamed body as text, and no more of it: the connection is closed then.
 *
 * @param maximumBytes how much of it
 * @param milliseconds how long it may take, a minute at the most
 * @returns what arrived, even where the connection broke off
 */
export async function readText(
	response: HttpResponse,
	maximumBytes: number,
	milliseconds: number,
): Promise<string> {
	const decoder = new TextDecoder();
	const deadline = AbortSignal.timeout(Math.min(milliseconds, longestWait));
	deadline.addEventListener('abort', response.close);
	let text = '';
	let left = maximumBytes;
	try {
		for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
			text += decoder.decode(chunk.subarray(0, left), { stream: true });
			left -= chunk.length;
			if (left <= 0) break;
		}
	} catch {
		// The text only explains what went wrong: what arrived of it is enough.
		return text;
	} finally {
		deadline.removeEventListener('abort', response.close);
		response.close();
	}
	return text;
}
