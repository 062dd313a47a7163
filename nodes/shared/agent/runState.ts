/**
 * How far a run is, read from its record. The specification names no field and no state of a run
 * (spec 2.6 and 3), so that this is how a finished run is recognised:
 *
 * 1. Its record has an end time, under one of `runNames.endedAt`; or
 * 2. its status, under one of `runNames.status`, is one of `runNames.finishedStatuses`.
 *
 * The option Status Field says where the status is instead. The option Finished Statuses replaces
 * the list, and then the status alone decides wherever a run has one.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { runNames } from '../service/assumedNames';
import { valueAt } from '../transport/answer';

/** What the user says about the names that we assume. */
export interface RunStateNames {
	/** Where a run's status is, as a name or a path with dots. */
	readonly statusField?: string;
	/** The statuses of a finished run, in upper case. */
	readonly finishedStatuses?: readonly string[];
}

/** The options that correct the assumed names, for the Options collection of a node. */
export const runStateOptions: readonly INodeProperties[] = [
	{
		displayName: 'Finished Statuses',
		name: 'finishedStatuses',
		type: 'string',
		default: '',
		placeholder: 'e.g. COMPLETED, FAILED, ABORTED',
		description:
			'The statuses of a run that is over, separated by commas. When empty, an end time or one of the usual statuses tells.',
	},
	{
		displayName: 'Status Field',
		name: 'statusField',
		type: 'string',
		default: '',
		placeholder: 'e.g. progress.state',
		description:
			'Where the record of a run holds its status, if your service does not use one of the usual names',
	},
];

/**
 * Reads the options that correct the assumed names.
 *
 * @param options values of the Options collection; statuses as text with commas, or as a list
 */
export function readRunStateNames(options: IDataObject): RunStateNames {
	const { finishedStatuses, statusField } = options;
	const texts = Array.isArray(finishedStatuses) ? finishedStatuses : [finishedStatuses ?? ''];
	const statuses = texts.flatMap((text) => String(text).split(',')).map(normalize);
	const named = statuses.filter((status) => status !== '');
	return {
		statusField: String(statusField ?? '').trim() || undefined,
		finishedStatuses: named.length > 0 ? named : undefined,
	};
}

function normalize(status: string): string {
	return status.trim().toUpperCase();
}

/** A text or number that says something. */
function scalar(value: unknown): string | number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function firstOf(run: IDataObject, names: readonly string[]): string | number | undefined {
	for (const name of names) {
		const value = scalar(run[name]);
		if (value !== undefined) return value;
	}
	return undefined;
}

/**
 * The status of a run as the service words it.
 *
 * @param run a run's record
 * @param names what the user says about names
 * @returns undefined where the record has none
 */
export function statusOf(run: IDataObject, names: RunStateNames = {}): string | undefined {
	const { statusField } = names;
	const value = statusField ? scalar(valueAt(run, statusField)) : firstOf(run, runNames.status);
	return value === undefined ? undefined : String(value);
}

/**
 * When a run started, as the service words it.
 *
 * @param run a run's record
 * @returns undefined where the record does not say
 */
export function startedAtOf(run: IDataObject): string | number | undefined {
	return firstOf(run, runNames.startedAt);
}

/**
 * When a run ended, as the service words it.
 *
 * @param run a run's record
 * @returns undefined where it has not ended or the record does not say
 */
export function endedAtOf(run: IDataObject): string | number | undefined {
	return firstOf(run, runNames.endedAt);
}

/**
 * Whether a run is over, by the rule at the top of this file.
 *
 * @param run a run's record
 * @param names what the user says about names
 */
export function isFinished(run: IDataObject, names: RunStateNames = {}): boolean {
	const status = statusOf(run, names);
	const { finishedStatuses = runNames.finishedStatuses } = names;
	const saysFinished =
		status !== undefined && (finishedStatuses as readonly string[]).includes(normalize(status));
	if (status !== undefined && names.finishedStatuses) return saysFinished;
	return saysFinished || endedAtOf(run) !== undefined;
}

/**
 * Where a run stands among others: when it started by the service's clock, in milliseconds.
 *
 * @param run a run's record
 * @returns infinity where the record does not say, as for a run that waits for its start
 */
export function orderOf(run: IDataObject): number {
	const startedAt = startedAtOf(run) ?? '';
	const time = typeof startedAt === 'number' ? startedAt : Date.parse(startedAt);
	return Number.isNaN(time) ? Infinity : time;
}

/**
 * Orders runs by when they started; those that do not say come last.
 *
 * @param a a run's record
 * @param b another
 * @returns below, at or above 0, as `sort` takes it
 */
export function compareStarts(a: IDataObject, b: IDataObject): number {
	const [orderOfA, orderOfB] = [orderOf(a), orderOf(b)];
	return orderOfA === orderOfB ? 0 : orderOfA - orderOfB;
}

/**
 * Runs with the oldest first, whatever the order in which the service lists them.
 *
 * @param runs records of runs; the list itself stays as it is
 */
export function inOrderOfStart<Run extends IDataObject>(runs: readonly Run[]): Run[] {
	return [...runs].sort(compareStarts);
}
