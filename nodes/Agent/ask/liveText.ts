import type { ItemContext } from '../../../src/runtime/operation';

type Functions = ItemContext['functions'];

/** What n8n takes while an execution runs; older versions have neither. */
interface Streaming {
	isStreaming?: Functions['isStreaming'];
	sendChunk?: (...chunk: Parameters<Functions['sendChunk']>) => unknown;
}

/**
 * Passes text on to the chat or webhook that the workflow began with, while it comes in. Whoever
 * listens may go: then nothing more is sent, and the work goes on.
 */
export class LiveText {
	private readonly functions: Streaming;
	private begun = false;
	private gone: string | undefined;

	/**
	 */
	constructor(
		private readonly item: ItemContext,
		private readonly isWanted: boolean,
	) {
		this.functions = item.functions;
	}

	/** Whether somebody listens. */
	get isHeard(): boolean {
		const { isWanted, item, functions } = this;
		// What a tool answers is for the model, which words it anew for whoever listens.
		if (!isWanted || this.gone !== undefined || item.isTool) return false;
		return functions.sendChunk !== undefined && functions.isStreaming?.() === true;
	}

	/** What n8n said where the listener has gone. */
	get lost(): string | undefined {
		return this.gone;
	}

	/** Tells the listener that text will come. */
	async begin(): Promise<void> {
		if (this.begun) return;
		this.begun = true;
		await this.send('begin');
	}

	async add(text: string): Promise<void> {
		if (text === '') return;
		await this.begin();
		await this.send('item', text);
	}

	async end(): Promise<void> {
		await this.begin();
		await this.send('end');
	}

	/** Ends the text when the work is done, or says why it stopped. */
	async during<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = await work().catch(async (error: unknown) => {
			await this.interrupt(error);
			throw error;
		});
		await this.end();
		return result;
	}

	/** Tells the listener that the text stops, which n8n doesn't when the workflow continues. */
	private async interrupt(reason: unknown): Promise<void> {
		if (!this.item.functions.continueOnFail()) return;
		await this.begin();
		await this.send('error', reason instanceof Error ? reason.message : String(reason));
	}

	private async send(type: Parameters<Functions['sendChunk']>[0], text?: string): Promise<void> {
		if (!this.isHeard) return;
		// Typed as if it returned nothing, it is done when the listener has taken the chunk.
		try {
			await this.functions.sendChunk?.(type, this.item.itemIndex, text);
		} catch (error) {
			this.gone = String(error);
		}
	}
}
