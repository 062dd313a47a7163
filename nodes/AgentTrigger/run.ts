/**
 * What a run is to the trigger. {@link readRuns} reads each listed record once, into a
 * {@link Run}. Its `now` is what the state keeps of it, so a poll compares the `now` of a run with the
 * {@link KnownRun} of the last poll, and the difference is a {@link RunChange}.
 */
import type { IDataObject } from 'n8n-workflow';
import { getStartOrder } from '../../src/agent/runs/runStart';
import { getStatus, isFinished } from '../../src/agent/runs/runState';
import { watchedById } from '../../src/polling/poll';
import { fingerprint, hashText } from '../../src/values/fingerprint';
import type { RunEvent, TriggerSettings } from './form';

/** What the trigger knows of a run. n8n stores it as JSON. */
export interface KnownRun {
	/** Changes with the record. */
	readonly hash: string;
	/** In milliseconds since 1970 by the service's clock; null if there is none, so it may still wait. */
	readonly start: number | null;
	/** The position in the log after the last event, if the log was read. */
	readonly log?: string;
	/** Undefined if the run has ended, and empty if it has no short status. */
	readonly status?: string;
}

/** A run as the service lists it. */
export type Run = ReturnType<typeof readRun>;

/** By their keys. */
export type Runs = ReadonlyMap<string, Run>;

/** A run that differs from its state. */
export interface RunChange {
	readonly run: Run;
	/** In the order in which they happened. Empty if only the state changes. */
	readonly events: readonly RunEvent[];
	/** Undefined for an unknown run. */
	readonly before?: KnownRun;
	readonly after: KnownRun;
	/** New log lines, after they are read. */
	readonly logs?: IDataObject[];
}

/** A longer status is a text, which would make the state grow. */
const maxStatusLength = 100;

/** The start of a run, after all others if there is none. */
export function startOf({ start }: KnownRun): number {
	return start ?? Infinity;
}

/** Whether a run was read as finished. */
export function hasEnded(run: KnownRun | undefined): boolean {
	return run !== undefined && run.status === undefined;
}

/**
 * Reads the list of an assignment, each run once.
 *
 * @throws ServiceError as {@link watchedById}
 */
export function readRuns(
	assignmentId: string,
	records: readonly IDataObject[],
	settings: TriggerSettings,
): Runs {
	const listed = watchedById(settings.fieldNames, 'run', records, (record) => record);
	const runs = [...listed].map(([runId, record]) => readRun(assignmentId, runId, record, settings));
	return new Map(runs.map((run) => [run.key, run]));
}

function readRun(
	assignmentId: string,
	runId: string,
	record: IDataObject,
	{ fieldNames, stateOptions }: TriggerSettings,
) {
	const status = getStatus(record, stateOptions) ?? '';
	const shortStatus = status.length > maxStatusLength ? '' : status;
	const start = getStartOrder(fieldNames.toNodes('run', record));
	const now: KnownRun = {
		hash: fingerprint(record),
		start: start < Infinity ? start : null,
		status: isFinished(record, stateOptions) ? undefined : shortStatus,
	};
	// The key is that of the run in the state.
	return { assignmentId, key: hashText(runId), runId, record, now };
}
