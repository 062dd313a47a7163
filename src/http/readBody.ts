/** A body whose connection may be open. */
interface OpenBody {
	/** Text, or a readable stream. */
	readonly body: unknown;
	/** Closes the connection. */
	readonly close: () => void;
}

/** In bytes, after decompression. */
export const maxBodyBytes = { success: 100_000_000, error: 1_000_000 } as const;

interface ReceivedBody {
	/** What arrived, up to the limit. */
	readonly text: string;
	/** More would have arrived. */
	readonly isTooLarge: boolean;
	/** Why the connection ended within the body. */
	readonly failure?: unknown;
}

/** Reads at most so many bytes of a body as text, counted while they arrive. The rest isn't received. */
export async function readBody({ body, close }: OpenBody, maxBytes: number): Promise<ReceivedBody> {
	if (!isStream(body)) return { text: String(body ?? ''), isTooLarge: false };
	const decoder = new TextDecoder();
	const pieces: string[] = [];
	let left = maxBytes;
	let failure: unknown;
	try {
		for await (const chunk of body) {
			pieces.push(decoder.decode(chunk.subarray(0, left), { stream: true }));
			left -= chunk.length;
			if (left < 0) break;
		}
	} catch (error) {
		failure = error ?? new Error('The connection was lost');
	}
	if (failure !== undefined || left < 0) close();
	return { text: pieces.join(''), isTooLarge: left < 0, failure };
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
