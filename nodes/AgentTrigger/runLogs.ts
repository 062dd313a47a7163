import type { IDataObject } from 'n8n-workflow';
import { readRunLogs } from '../shared/agent/runLogs';
import { ServiceError } from '../shared/errors';
import { identifierOf } from '../shared/service/record';
import type { ServiceClient } from '../shared/transport/serviceClient';
import { answerOrRefusal } from './refusals';
import { fingerprintOf } from './runTracker';

/** Log lines of a run that no event has carried yet. */
export interface NewLogLines {
	readonly lines: IDataObject[];
	/** Where the next event goes on; undefined where the log is still empty. */
	readonly position?: string;
}

/**
 * How a position is written: the identifier of the last line, to ask the service for what follows;
 * or a short mark of that line, to find it in the whole log, which is enough for a run that is over
 * and for lines without an identifier.
 */
const positionKinds = { identifier: 'id:', mark: 'is:' } as const;

function markOf(line: IDataObject): string {
	return positionKinds.mark + fingerprintOf(identifierOf('log', line) ?? line);
}

/** The position that takes the least room. */
function shorten(position?: string): string | undefined {
	const { identifier, mark } = positionKinds;
	if (!position?.startsWith(identifier)) return position;
	return mark + fingerprintOf(position.slice(identifier.length));
}

/**
 * Reads the log lines that follow a position.
 *
 * @param service the service
 * @param path identifiers of the assignment and the run
 * @param finished whether the run is over, so that a short position will do
 * @param position where the last event of the run stopped
 * @throws ServiceError where the log cannot be read
 */
export async function readNewLogLines(
	service: ServiceClient,
	path: { readonly assignmentId: string; readonly runId: string },
	finished: boolean,
	position?: string,
): Promise<NewLogLines> {
	const { identifier } = positionKinds;
	const after = position?.startsWith(identifier) ? position.slice(identifier.length) : undefined;
	const read = async (searchAfterId?: string) =>
		await answerOrRefusal(
			readRunLogs(service, path, { searchAfterId }),
			'assignment-not-found',
			'run-not-found',
			'search-after-id-not-found',
		);
	let answer = await read(after);
	if (answer instanceof ServiceError && answer.errorCode === 'search-after-id-not-found') {
		// The service has dropped the oldest lines, so that all it still has are new.
		answer = await read();
	}
	// A run that has just been removed has no log, yet its event is still to be told.
	const answered = answer instanceof ServiceError ? [] : answer;
	const lines =
		after === undefined
			? answered.slice(answered.findLastIndex((line) => markOf(line) === position) + 1)
			: answered;
	const last = lines.at(-1);
	if (last === undefined) return { lines, position: finished ? shorten(position) : position };
	const id = finished ? undefined : identifierOf('log', last);
	return { lines, position: id === undefined ? markOf(last) : identifier + id };
}
