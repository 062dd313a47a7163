import { readEventBatches, type StreamEvent } from '../../src/http/eventStream';
import type { HttpResponse } from '../../src/http/request';

/** A source of bytes, which a closed response cuts as a network does. */
export class ByteSource {
	/** How many chunks were asked for. */
	taken = 0;
	/** How many times the response was closed. */
	closings = 0;
	private stop: (reason: Error) => void = () => {};
	private readonly stopped = new Promise<never>((_resolve, reject) => {
		this.stop = reject;
	});

	constructor(
		private readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
		private readonly ending: 'close' | 'reset' | 'stall' = 'close',
	) {
		this.stopped.catch(() => {});
	}

	get response(): HttpResponse & { readonly body: AsyncIterable<Uint8Array> } {
		return {
			statusCode: 200,
			contentType: 'text/event-stream',
			body: this.read(),
			close: () => {
				this.closings += 1;
				this.stop(new Error('closed'));
			},
		};
	}

	private async *read(): AsyncGenerator<Uint8Array> {
		for await (const chunk of this.chunks) {
			if (this.closings > 0) await this.stopped;
			this.taken += 1;
			yield chunk;
		}
		if (this.ending === 'reset') throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		if (this.ending === 'stall') await this.stopped;
	}
}

/** The events of a stream, one by one. */
export async function* readStreamEvents(
	...stream: Parameters<typeof readEventBatches>
): AsyncGenerator<StreamEvent, void> {
	for await (const { events } of readEventBatches(...stream)) yield* events;
}
