import type { HttpResponse } from './request';

/** Milliseconds. */
const maxWait = 60_000;

/**
 * Reads the beginning of a streamed body as text, then closes the connection.
 *
 * @param milliseconds timeout, at most a minute
 * @returns what arrived, also if the connection was lost
 */
export async function readText(
	response: HttpResponse,
	maximumBytes: number,
	milliseconds: number,
): Promise<string> {
	const decoder = new TextDecoder();
	const deadline = AbortSignal.timeout(Math.min(milliseconds, maxWait));
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
		// The text only explains an error, so a part of it is enough.
		return text;
	} finally {
		deadline.removeEventListener('abort', response.close);
		response.close();
	}
	return text;
}
