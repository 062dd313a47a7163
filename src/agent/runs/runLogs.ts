/**
 * The log of a run, read part by part: each reading continues after the position of the last one. A
 * trigger stores positions, so they are texts. The service is assumed to list the oldest line first.
 */
import type { IDataObject } from 'n8n-workflow';
import { onRejection } from '../../api/errors';
import { fieldNamesLabel } from '../../api/assumedNames';
import type { PathValues } from '../../api/operations';
import type { ServiceClient } from '../../http/client';
import { readList } from '../../http/pagination';

/**
 * A position is the identifier of the last line, to request the lines after it. If lines have no
 * identifier, the position is their number.
 */
const positionKinds = { identifier: 'id:', count: '#' } as const;

/** Shown if a short page doesn't prove that a log ends there, and the log can't be continued. */
export const openLogHint = `The log may have more lines, because the last one has no known ID to continue after. Add the field with the ID as "log.logId" to '${fieldNamesLabel}' in the credential.`;

/** Whether a position counts lines. If the service returns only a part of a log, some are missed. */
export function isCounted(position = ''): boolean {
	return position.startsWith(positionKinds.count);
}

/**
 * Reads the log lines after a position.
 *
 * @param position of the last line that was read
 * @param enough lines, of which the rest is read later; all if not set
 * @returns the lines in the order of the service, and the position to continue from, which is undefined
 *   if the log is empty
 * @throws ServiceError if the log can't be read
 */
export async function readLogLinesAfter(
	service: ServiceClient,
	{ assignmentId, runId }: PathValues,
	position = '',
	enough?: number,
): Promise<{ lines: IDataObject[]; position?: string }> {
	const { identifier, count } = positionKinds;
	const after = position.startsWith(identifier) ? position.slice(identifier.length) : undefined;
	const path = { assignmentId, runId };
	const read = async (searchAfterId?: string) =>
		await readList(service, 'run.getLogs', { path, searchAfterId, enough });
	const all = await read(after)
		// The service has dropped the oldest lines, so all others are new.
		.catch(onRejection(['search-after-id-not-found'], async () => await read()))
		// A run that was just removed has no log, but still an event.
		.catch(onRejection(['assignment-not-found', 'run-not-found'], () => []));
	const lines = isCounted(position) ? all.slice(Number(position.slice(count.length))) : all;
	const last = lines.at(-1);
	if (!last) return { lines, position: position || undefined };
	const lastId = service.fieldNames.identifierOf('log', last);
	return { lines, position: lastId === undefined ? `${count}${all.length}` : identifier + lastId };
}
