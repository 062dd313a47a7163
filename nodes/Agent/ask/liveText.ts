import type { ItemContext } from '../../../src/runtime/operation';

/**
 * Streams text to the chat or webhook of the workflow, without the secrets of the credential, even if a
 * secret arrives in parts. If the chat or webhook disconnects, the work continues.
 */
export class LiveText {
	private readonly isStreamed: boolean;
	private hasBegun = false;
	/** The end of the text, where a secret may begin. */
	private open = '';
	/** n8n's error after the chat or webhook disconnected. */
	disconnectReason: string | undefined;

	constructor(
		private readonly item: ItemContext,
		isEnabled: boolean,
	) {
		// The model writes its own answer from the result of a tool.
		this.isStreamed = isEnabled && !item.isTool && !item.isPreview && item.functions.isStreaming();
	}

	get isActive(): boolean {
		return this.isStreamed && this.disconnectReason === undefined;
	}

	async add(texts: readonly string[]): Promise<void> {
		if (!this.isActive) return;
		for (const text of texts) {
			const [redacted, open] = this.item.service.redactBeginning(this.open + text);
			this.open = open;
			if (redacted !== '') await this.send('item', redacted);
		}
	}

	/** Ends the text when the work is done, or with the reason why it failed. */
	async during<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = await work().catch(async (error: unknown) => {
			await this.sendRest();
			// n8n sends the error only if it ends the workflow.
			const message = error instanceof Error ? error.message : String(error);
			if (this.item.functions.continueOnFail()) await this.send('error', message);
			throw error;
		});
		await this.sendRest();
		await this.send('end');
		return result;
	}

	private async sendRest(): Promise<void> {
		if (this.open !== '') await this.send('item', this.open);
		this.open = '';
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
