import type { ItemContext } from '../../../src/runtime/operation';

type Functions = ItemContext['functions'];

/** Older versions of n8n have neither. */
interface Streaming {
	isStreaming?: Functions['isStreaming'];
	sendChunk?: (...chunk: Parameters<Functions['sendChunk']>) => unknown;
}

/** Streams text to the chat or webhook of the workflow. If that disconnects, the work continues. */
export class LiveText {
	private readonly functions: Streaming;
	private begun = false;
	/** n8n's error after the chat or webhook disconnected. */
	disconnectReason: string | undefined;

	constructor(
		private readonly item: ItemContext,
		private readonly isEnabled: boolean,
	) {
		this.functions = item.functions;
	}

	get isActive(): boolean {
		const { isEnabled, item, functions } = this;
		// The model writes its own answer from the result of a tool.
		if (!isEnabled || this.disconnectReason !== undefined || item.isTool) return false;
		return functions.sendChunk !== undefined && functions.isStreaming?.() === true;
	}

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

	/** Ends the text when the work is done, or with the reason why it failed. */
	async during<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = await work().catch(async (error: unknown) => {
			await this.interrupt(error);
			throw error;
		});
		await this.end();
		return result;
	}

	/** Sends the error, which n8n doesn't do if the workflow continues. */
	private async interrupt(reason: unknown): Promise<void> {
		if (!this.item.functions.continueOnFail()) return;
		await this.begin();
		await this.send('error', reason instanceof Error ? reason.message : String(reason));
	}

	private async send(type: Parameters<Functions['sendChunk']>[0], text?: string): Promise<void> {
		if (!this.isActive) return;
		// Its type is void, but it returns a promise.
		try {
			await this.functions.sendChunk?.(type, this.item.itemIndex, text);
		} catch (error) {
			this.disconnectReason = String(error);
		}
	}
}
