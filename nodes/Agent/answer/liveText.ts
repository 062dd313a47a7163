import type { ItemContext } from '../../shared/node/operation';

type Functions = ItemContext['functions'];

/** What n8n takes while an execution runs; older versions have neither. */
interface Streaming {
	isStreaming?: Functions['isStreaming'];
	sendChunk?: (...chunk: Parameters<Functions['sendChunk']>) => unknown;
}

/** How n8n names the tool that it makes of a node. */
const toolSuffix = 'Tool';

/** Passes text on to the chat or webhook that the workflow began with, while it comes in. */
export class LiveText {
	private constructor(
		private readonly send: (
			type: Parameters<Functions['sendChunk']>[0],
			text?: string,
		) => Promise<void>,
	) {}

	/**
	 * Begins to pass text on.
	 *
	 * @param item the item whose answer comes in
	 * @returns undefined where nobody listens
	 */
	static async begin(item: ItemContext): Promise<LiveText | undefined> {
		const functions: Streaming = item.functions;
		// What a tool answers is for the model, which words it anew for whoever listens.
		if (item.node.type.endsWith(toolSuffix)) return undefined;
		if (!functions.sendChunk || !functions.isStreaming?.()) return undefined;
		const live = new LiveText(async (type, text) => {
			// Typed as if it returned nothing, it is done when the listener has taken the chunk.
			await functions.sendChunk?.(type, item.itemIndex, text);
		});
		await live.send('begin');
		return live;
	}

	async add(text: string): Promise<void> {
		await this.send('item', text);
	}

	async end(): Promise<void> {
		await this.send('end');
	}

	/**
	 * Tells the listener that the text breaks off, where n8n does not, as the workflow goes on.
	 *
	 * @param message what happened
	 */
	async breakOff(message: string): Promise<void> {
		await this.send('error', message);
	}
}
