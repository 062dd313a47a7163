import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../api/errors';
import { identifierOf } from '../../api/jsonObject';
import { readList } from '../../http/pagination';
import type { ServiceClient } from '../../http/client';
import { responseOrRejection } from '../../http/rejection';
import { fingerprint } from './fingerprint';

/** Which run. */
export interface RunIdentifiers {
	readonly assignmentId: string;
	readonly runId: string;
}

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
 * @param request how much is wanted
 */
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

/** Log lines of a run that no event has carried yet. */
export interface LogLines {
	readonly lines: IDataObject[];
	/** Where the next event goes on; undefined where the log is still empty. */
	readonly position?: string;
}

/**
 * How a position is written: the identifier of the last line, to ask the service for what follows;
 * or a short mark of that line, to find it in the whole log, which is enough for a run that is over
 * and for lines without an identifier. As such a line may come again, its mark has its number too.
 */
const positionKinds = { identifier: 'id:', mark: 'is:' } as const;
const beforeNumber = '#';

function markOf(line: IDataObject): string {
	return positionKinds.mark + fingerprint(identifierOf('log', line) ?? line);
}

/** The position that takes the least room. */
function shorten(position?: string): string | undefined {
	const { identifier, mark } = positionKinds;
	if (!position?.startsWith(identifier)) return position;
	return mark + fingerprint(position.slice(identifier.length));
}

/**
 * Reads the log lines that follow a position.
 *
 * @param finished whether the run is over, so that a short position will do
 * @param position where the last event of the run stopped
 * @throws ServiceError where the log cannot be read
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
		// The service has dropped the oldest lines, so that all it still has are new.
		response = await read();
		isWhole = true;
	}
	// A run that has just been removed has no log, yet its event is still to be told.
	const all = response instanceof ServiceError ? [] : response;
	const [mark, number] = after === undefined ? (position?.split(beforeNumber) ?? []) : [];
	// Where the service has dropped lines, the one that is looked for has come nearer to the first.
	const seen = number === undefined ? all : all.slice(0, Number(number));
	const lines = all.slice(seen.findLastIndex((line) => markOf(line) === mark) + 1);
	const last = lines.at(-1);
	if (last === undefined) return { lines, position: finished ? shorten(position) : position };
	const id = identifierOf('log', last);
	if (id !== undefined) return { lines, position: finished ? markOf(last) : identifier + id };
	const numbered = isWhole ? `${beforeNumber}${all.length}` : '';
	return { lines, position: markOf(last) + numbered };
}
