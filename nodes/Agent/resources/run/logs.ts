import type { IDataObject } from 'n8n-workflow';
import type { ItemContext } from '../../../shared/execution/operation';
import { limits } from '../../../shared/service/limits';
import { readAfterCursor } from '../../../shared/transport/paging';

/** How much of a log is wanted. */
interface LogRequest {
	/** At most this many lines; undefined for all of them. */
	readonly limit?: number;
	/** Continue after the line with this identifier. */
	readonly searchAfterId?: string;
}

/**
 * The log lines of a run, oldest first as the service gives them (spec 4.4).
 *
 * @param item the item
 * @param path the run
 * @param request how much is wanted
 */
export async function readLogs(
	item: ItemContext,
	path: { readonly assignmentId: string; readonly runId: string },
	request: LogRequest = {},
): Promise<IDataObject[]> {
	return await readAfterCursor(item.node, item.service, 'run.getLogs', {
		...request,
		path,
		kind: 'log',
		maximumPage: limits.logs.maximum,
	});
}
