import type { ItemContext } from '../shared/node/operation';

/**
 * Tells the user something beside the output of the node; older versions of n8n only log it.
 *
 * @param item the item that it is about
 * @param message what there is to know, and what to do
 */
export function hint({ functions, itemIndex }: ItemContext, message: string): void {
	const host: Partial<Pick<typeof functions, 'addExecutionHints'>> = functions;
	functions.logger.warn(`${message} [item ${itemIndex}]`);
	host.addExecutionHints?.({
		message: `${message} [item ${itemIndex}]`,
		type: 'warning',
		location: 'outputPane',
	});
}
