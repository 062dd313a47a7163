import type { ItemContext } from '../../../src/runtime/operation';

/** Streams text to the chat or webhook of the workflow. If that disconnects, the work continues. */
export class LiveText {
	private readonly isHeard: boolean;
	private hasBegun = false;
	/** n8n's error after the chat or webhook disconnected. */
	disconnectReason: string | undefined;

	constructor(
		private readonly item: ItemContext,
		isEnabled: boolean,
	) {
		// The model writes its own answer from the result of a tool.
		this.isHeard = isEnabled && !item.isTool && !item.isPreview && item.functions.isStreaming();
	}

	get isActive(): boolean {
		return this.isHeard && this.disconnectReason === undefined;
	}

	async add(texts: readonly string[]): Promise<void> {
		for (const text of texts) if (text !== '' && this.isActive) await this.send('item', text);
	}

	/** Ends the text when the work is done, or with the reason why it failed. */
	async during<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = await work().catch(async (error: unknown) => {
			// n8n sends the error only if it ends the workflow.
			const message = error instanceof Error ? error.message : String(error);
			if (this.item.functions.continueOnFail()) await this.send('error', message);
			throw error;
		});
		await this.send('end');
		return result;
	}

	private async send(type: 'begin' | 'item' | 'end' | 'error', text?: string): Promise<void> {
		if (!this.hasBegun) {
			this.hasBegun = true;
			await this.send('begin');
		}
		if (!this.isActive) return;
		try {
			// Its type is void, but it returns a promise.
			await (this.item.functions.sendChunk(type, this.item.itemIndex, text) as unknown);
		} catch (error) {
			this.disconnectReason = String(error);
		}
	}
}
