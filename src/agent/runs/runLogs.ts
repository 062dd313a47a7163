import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../api/errors';
import { identifierOf } from '../../api/jsonObject';
import { readList } from '../../http/pagination';
import type { ServiceClient } from '../../http/client';
import { responseOrRejection } from '../../http/rejection';
import { fingerprint } from './fingerprint';

export interface RunIdentifiers {
	readonly assignmentId: string;
	readonly runId: string;
}

export interface LogRequest {
	/** Undefined for all lines. */
	readonly limit?: number;
	/** Continue after the line with this identifier. */
	readonly searchAfterId?: string;
}

/** The log lines of a run, oldest first, as the service returns them (spec 4.4). */
export async function readRunLogs(
	service: ServiceClient,
	run: RunIdentifiers,
	request: LogRequest = {},
): Promise<IDataObject[]> {
	return await readList(service, 'run.getLogs', {
		...request,
		path: service.path('run.getLogs', run),
	});
}

/** Log lines of a run that no event contains yet. */
export interface LogLines {
	readonly lines: IDataObject[];
	/** Where the next event continues; undefined if the log is empty. */
	readonly position?: string;
}

/**
 * A position is the identifier of the last line, to request the lines after it, or a short mark of
 * that line, to find it in the whole log. A mark is enough for a run that has ended and for lines
 * without an identifier. Such a line may appear again, so its mark contains its number.
 */
const positionKinds = { identifier: 'id:', mark: 'is:' } as const;
const beforeNumber = '#';

function markOf(line: IDataObject): string {
	return positionKinds.mark + fingerprint(identifierOf('log', line) ?? line);
}

function shorten(position?: string): string | undefined {
	const { identifier, mark } = positionKinds;
	if (!position?.startsWith(identifier)) return position;
	return mark + fingerprint(position.slice(identifier.length));
}

/**
 * Reads the log lines after a position.
 *
 * @param finished whether the run has ended, so a short position is enough
 * @param position where the last event of the run stopped
 * @throws ServiceError if the log can't be read
 */
export async function readLogLinesAfter(
	service: ServiceClient,
	run: RunIdentifiers,
	finished: boolean,
	position?: string,
): Promise<LogLines> {
	const { identifier } = positionKinds;
	const after = position?.startsWith(identifier) ? position.slice(identifier.length) : undefined;
	const read = async (searchAfterId?: string) =>
		await responseOrRejection(readRunLogs(service, run, { searchAfterId }), [
			'assignment-not-found',
			'run-not-found',
			'search-after-id-not-found',
		]);
	let isWhole = after === undefined;
	let response = await read(after);
	if (response instanceof ServiceError && response.errorCode === 'search-after-id-not-found') {
		// The service has dropped the oldest lines, so all others are new.
		response = await read();
		isWhole = true;
	}
	// A run that was just removed has no log, but still an event.
	const all = response instanceof ServiceError ? [] : response;
	const [mark, number] = after === undefined ? (position?.split(beforeNumber) ?? []) : [];
	// If the service has dropped lines, the last known line is nearer to the first.
	const seen = number === undefined ? all : all.slice(0, Number(number));
	const lines = all.slice(seen.findLastIndex((line) => markOf(line) === mark) + 1);
	const last = lines.at(-1);
	if (last === undefined) return { lines, position: finished ? shorten(position) : position };
	const id = identifierOf('log', last);
	if (id !== undefined) return { lines, position: finished ? markOf(last) : identifier + id };
	const numbered = isWhole ? `${beforeNumber}${all.length}` : '';
	return { lines, position: markOf(last) + numbered };
}
