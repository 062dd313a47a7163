import type { HttpResponse } from './request';

/** How much is read of a response that only explains an error. */
const maxBytes = 100_000;

/** Milliseconds. */
const maxWait = 60_000;

/**
 * Reads the beginning of a body as text. The connection of a stream is closed.
 *
 * @param milliseconds timeout of a stream, at most a minute
 * @returns what arrived, also if the connection was lost
 */
export async function readBodyText(
	response: Pick<HttpResponse, 'body' | 'close'>,
	milliseconds: number,
): Promise<string> {
	if (!isStream(response.body)) return String(response.body ?? '').slice(0, maxBytes);
	const decoder = new TextDecoder();
	const deadline = AbortSignal.timeout(Math.min(milliseconds, maxWait));
	deadline.addEventListener('abort', response.close);
	let text = '';
	let left = maxBytes;
	try {
		for await (const chunk of response.body) {
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

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
