import type { FastifyReply } from 'fastify';
import { sleep } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';

/** A piece of a stream as it goes out, with the milliseconds to wait before it. */
export type StreamChunk = string | Uint8Array | { bytes: string | Uint8Array; delayMs?: number };

type StreamChunks = Iterable<StreamChunk> | AsyncIterable<StreamChunk>;

/** What a streamed answer is made of. */
export interface StreamScript {
	/** The pieces; a function is called for each answer, so a script can serve several. */
	chunks?: StreamChunks | (() => StreamChunks);
	/** Milliseconds before each piece without its own delay; 0 if left out. */
	delayMs?: number;
	/**
	 * `close` ends the answer properly, `reset` cuts the connection, `stall` sends nothing more
	 * until the client leaves or the sandbox closes. `close` if left out.
	 */
	ending?: 'close' | 'reset' | 'stall';
	/** `text/event-stream` if left out. */
	contentType?: string;
}

/** A streamed answer as the sandbox saw it. */
export interface StreamRecord {
	/** Milliseconds since 1970. */
	endedAt?: number;
	chunksSent: number;
	/** True if the client disconnected before the end of the script. */
	closedByClient: boolean;
}

interface QueuedScript {
	script: StreamScript;
	operation?: OperationId;
	left: number;
}

/** The scripts waiting to be used, and the streams sent so far. */
export class EventStreams {
	readonly records: StreamRecord[] = [];

	private queue: QueuedScript[] = [];

	/** Uses a script for the next streamed answers in place of the usual one. */
	add(script: StreamScript, options: { operation?: OperationId; times?: number } = {}): void {
		this.queue.push({ script, operation: options.operation, left: options.times ?? 1 });
	}

	/** The script to use for an answer, if one waits. */
	take(operation: OperationId): StreamScript | undefined {
		const queued = this.queue.find((each) => !each.operation || each.operation === operation);
		if (!queued) return undefined;
		queued.left -= 1;
		if (queued.left <= 0) this.queue = this.queue.filter((each) => each !== queued);
		return queued.script;
	}

	begin(): StreamRecord {
		const record = { chunksSent: 0, closedByClient: false };
		this.records.push(record);
		return record;
	}

	clear(): void {
		this.queue = [];
		this.records.length = 0;
	}
}

/** One event as it travels. */
export function eventText(event: string, data: unknown, id?: string): string {
	const idLine = id === undefined ? '' : `id: ${id}\n`;
	return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Waits, unless the signal stops it. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	// A signal of its own, as Node.js warns of more than ten listeners.
	await sleep(milliseconds, AbortSignal.any([signal])).catch(() => undefined);
}

/** Sends a script, no faster than the client reads; resolves with whether all of it went out. */
export async function sendStream(
	raw: FastifyReply['raw'],
	script: StreamScript,
	record: StreamRecord,
	closing: AbortSignal,
): Promise<boolean> {
	const disconnected = new AbortController();
	const stop = AbortSignal.any([disconnected.signal, closing]);
	const stopped = new Promise((resolve) => stop.addEventListener('abort', resolve));
	raw.once('close', () => {
		if (record.endedAt === undefined && !closing.aborted) record.closedByClient = true;
		disconnected.abort();
	});
	raw.on('error', () => disconnected.abort());
	raw.writeHead(200, {
		'content-type': script.contentType ?? 'text/event-stream',
		'cache-control': 'no-cache',
	});
	raw.flushHeaders();

	let complete = false;
	try {
		const chunks = typeof script.chunks === 'function' ? script.chunks() : (script.chunks ?? []);
		for await (const chunk of chunks) {
			const isBytes = typeof chunk === 'string' || chunk instanceof Uint8Array;
			const { bytes, delayMs = script.delayMs ?? 0 } = isBytes ? { bytes: chunk } : chunk;
			if (delayMs > 0) await pause(delayMs, stop);
			if (stop.aborted) break;
			record.chunksSent += 1;
			if (!raw.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)) {
				// Until the client has read enough for more to be written.
				await Promise.race([new Promise((resolve) => raw.once('drain', resolve)), stopped]);
			}
			if (stop.aborted) break;
		}
		if (script.ending === 'stall' && !stop.aborted) await stopped;
		// Then the written bytes are on their way, so a reset does not lose them.
		if (script.ending === 'reset') await new Promise((resolve) => raw.write('', resolve));
		complete = !stop.aborted;
	} finally {
		record.endedAt = Date.now();
		if (complete && script.ending !== 'reset') raw.end();
		else raw.destroy();
	}
	return complete;
}
