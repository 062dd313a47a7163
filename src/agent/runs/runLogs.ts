import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel } from '../../api/assumedNames';
import type { PathValues } from '../../api/operations';
import type { ServiceClient } from '../../http/client';
import { readList } from '../../http/pagination';

/** Shown if a short page doesn't prove that a log ends there, and the log can't be continued. */
export const openLogHint = `The log may have more lines, because the last one has no known ID to continue after. Add the field with the ID as "log.logId" to '${fieldNamesLabel}' in the credential.`;

/** Reads the whole log of a run so far. */
export async function readLog(
	service: ServiceClient,
	{ assignmentId, runId }: PathValues,
	hint: (text: string) => void,
): Promise<IDataObject[]> {
	const path = { assignmentId, runId };
	return await readList(service, 'run.getLogs', { path, noteOpenEnd: () => hint(openLogHint) });
}
