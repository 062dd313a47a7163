/** The body of a response as text. */
import type { HttpResponse } from './request';

/** In bytes, after decompression. */
export const maxBodyBytes = { success: 100_000_000, error: 1_000_000 } as const;

interface EncodedBody extends Pick<HttpResponse, 'close' | 'contentType'> {
	readonly body: AsyncIterable<Uint8Array>;
	/** From the header Content-Length: bytes before decompression. Not a number without it. */
	readonly contentLength?: number;
}

/** Bytes of a body without text: by `br`, `deflate`, `zstd`, and `gzip`. */
const compressedNothing: readonly number[] = [1, 8, 9, 20];

/**
 * Reads at most so many bytes of a body as text, counted while they arrive. The rest isn't received.
 *
 * @returns what arrived, and why the body isn't whole
 */
export async function readBody(
	{ body, close, contentType, contentLength = 0 }: EncodedBody,
	maxBytes: number,
): Promise<{ text: string; isTooLarge: boolean; failure?: unknown }> {
	const chunks: Uint8Array[] = [];
	let left = maxBytes;
	let failure: unknown;
	try {
		for await (const chunk of body) {
			chunks.push(chunk.subarray(0, left));
			left -= chunk.length;
			if (left < 0) break;
		}
		// n8n's HTTP client takes a compressed body that is cut for a whole one.
		if (left === maxBytes && contentLength > 0 && !compressedNothing.includes(contentLength)) {
			throw Object.assign(new Error('The body was cut'), { code: 'ECONNRESET' });
		}
	} catch (error) {
		failure = error;
	}
	if (failure !== undefined || left < 0) close();
	return { text: textOf(Buffer.concat(chunks), contentType), isTooLarge: left < 0, failure };
}

/** JSON is UTF-8 (RFC 8259). Only bytes that can't be have the charset of their header. */
function textOf(bytes: Uint8Array, contentType: string): string {
	const charset = /charset="?([^\s;"]+)/.exec(contentType)?.[1];
	for (const label of ['utf-8', charset]) {
		try {
			return new TextDecoder(label, { fatal: true }).decode(bytes);
		} catch {
			// Not in this charset, or it is unknown.
		}
	}
	return new TextDecoder().decode(bytes);
}
