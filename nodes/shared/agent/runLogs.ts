import type { IDataObject } from 'n8n-workflow';
import { readList } from '../transport/paging';
import type { ServiceClient } from '../transport/serviceClient';

/** How much of a log is wanted. */
export interface LogRequest {
	/** At most this many lines; undefined for all of them. */
	readonly limit?: number;
	/** Continue after the line with this identifier. */
	readonly searchAfterId?: string;
}

/**
 * The log lines of a run, oldest first as the service gives them (spec 4.4).
 *
 * @param service the service
 * @param run the run
 * @param request how much is wanted
 */
export async function readRunLogs(
	service: ServiceClient,
	run: { readonly assignmentId: string; readonly runId: string },
	request: LogRequest = {},
): Promise<IDataObject[]> {
	return await readList(service, 'run.getLogs', {
		...request,
		path: service.path('run.getLogs', run),
	});
}
