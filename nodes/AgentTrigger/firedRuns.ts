import type { IDataObject, INode } from 'n8n-workflow';
import { identifierOf } from '../shared/service/record';
import type { ServiceClient } from '../shared/transport/serviceClient';
import { readNewLogLines } from './runLogs';
import { type KnownRun, type RunEvent, type SeenRun, withLogPosition } from './runTracker';

/** A run with the events that start the workflow. */
export interface FiredRun {
	readonly assignmentId: string;
	readonly seen: SeenRun;
	/** In the order in which they happened. */
	readonly events: readonly RunEvent[];
}

/** The same as the workflow gets it, and what to remember of it. */
export interface ToldRun {
	readonly fired: FiredRun;
	/** One record for each event. */
	readonly records: IDataObject[];
	readonly known: KnownRun;
}

/** Where log lines come from; undefined where the user wants none. */
export interface LogSource {
	readonly node: INode;
	readonly service: ServiceClient;
}

/**
 * Makes the records of a run's events. Log lines go to the last of them, so that each comes once.
 *
 * @param fired the run and its events
 * @param logs where to read the log
 * @throws ServiceError where the log cannot be read
 */
export async function tellRun(fired: FiredRun, logs?: LogSource): Promise<ToldRun> {
	const { assignmentId, events, seen } = fired;
	const { run, previousStatus, known } = seen;
	const [, , finished, , position] = known;
	const runId = identifierOf('run', run);
	const read =
		logs && runId !== undefined
			? await readNewLogLines(logs.service, { assignmentId, runId }, finished === 1, position)
			: undefined;
	const records = events.map((event, index): IDataObject => ({
		event,
		assignmentId,
		runId: runId ?? null,
		run,
		...(event === 'runChanged' && previousStatus !== undefined
			? { previous: { status: previousStatus } }
			: {}),
		...(read ? { logs: index === events.length - 1 ? read.lines : [] } : {}),
	}));
	const after = read?.position;
	return { fired, records, known: after === undefined ? known : withLogPosition(known, after) };
}
