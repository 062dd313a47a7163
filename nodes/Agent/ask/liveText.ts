import type { ItemContext } from '../../../src/runtime/operation';
import { settle } from '../../../src/http/settle';

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
	 * @param item the item whose text comes in
	 * @param isWanted whether the user wants it to be passed on
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

	/**
	 * Tells the listener that the text breaks off, where n8n does not, as the workflow goes on.
	 *
	 * @param reason why
	 */
	async breakOff(reason: unknown): Promise<void> {
		if (!this.item.functions.continueOnFail()) return;
		await this.begin();
		await this.send('error', reason instanceof Error ? reason.message : String(reason));
	}

	private async send(type: Parameters<Functions['sendChunk']>[0], text?: string): Promise<void> {
		if (!this.isHeard) return;
		// Typed as if it returned nothing, it is done when the listener has taken the chunk.
		const sending = async () => await this.functions.sendChunk?.(type, this.item.itemIndex, text);
		const outcome = await settle(sending());
		if (!outcome.ok) this.gone = String(outcome.reason);
	}
}
