/**
 * Whether a run has ended, from its record. The specification shows no field and no status of a run
 * (spec 2.6 and 3), so the first of these decides:
 *
 * 1. Its status (`statusWords.ts`), or the option Finished Statuses when the user sets it.
 * 2. A switch such as `finished` or `isRunning`.
 * 3. An end time in the past.
 *
 * If none does, the state is unknown, and the message names the option that helps.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { namesOf } from '../../api/assumedNames';
import { type FieldNames, valueSetByUser } from '../../api/fieldNames';
import { isRecord } from '../../values/jsonObject';
import { textParameter } from '../../forms/parameters';
import { readTextValue, readTextValues } from '../../forms/value';
import { findRun, readEndTimes, valuesUnder } from './runRecord';
import { classifyStatus, looksLikeStatus, type RunState } from './statusWords';
import { isPast, parseTimestamp } from '../../values/timestamps';
import { words } from '../../values/words';

/** Where a status that is an object has its text. */
const statusTextNames = words('name code label state value status phase lifeCycleState result');

/** Switches that are on when a run has ended. */
const finishedFlags = words('finished isFinished completed isCompleted done isDone ended');

/** Switches that are on while a run is active. */
const activeFlags = words('running isRunning active isActive inProgress');

const statusField = textParameter(
	'statusField',
	'progress.state',
	'Name or path of the field with the status of a run. Leave empty to detect it.',
);

export const runStateOptions: readonly INodeProperties[] = [
	textParameter(
		'finishedStatuses',
		'COMPLETED, FAILED, ABORTED',
		'Comma-separated list of statuses of ended runs. Leave empty to detect common statuses, such as COMPLETED or FAILED.',
	),
	statusField,
];

const normalizeStatus = (status: string) => status.trim().toUpperCase();

/**
 * The options of a node, completed by the 'Field Names' of its credential.
 *
 * @throws InputError if an option is an object
 */
export function readRunStateOptions(options: IDataObject, names?: FieldNames) {
	const statusesIn = (value: unknown) =>
		readTextValues('Finished Statuses', value).map(normalizeStatus);
	const own = statusesIn(options.finishedStatuses);
	const statuses = own.length > 0 ? own : statusesIn(names?.entry('run.finishedStatuses'));
	return {
		/** A name, or a path with dots. */
		statusField: readTextValue(statusField.displayName, options.statusField),
		/** In upper case. */
		finishedStatuses: statuses.length > 0 ? statuses : undefined,
	};
}

/** What the user corrects. */
export type RunStateOptions = Partial<ReturnType<typeof readRunStateOptions>>;

/** The texts and numbers among these values, without empty ones. */
function textsAmong(values: readonly unknown[]): string[] {
	const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
	const texts = values.filter(isText).map((value) => String(value).trim());
	return texts.filter((text) => text !== '');
}

/** The status of a run as the service writes it; the first that is known, if there are several. */
export function getStatus(
	body: IDataObject,
	{ statusField, finishedStatuses }: RunStateOptions = {},
): string | undefined {
	const run = findRun(body);
	if (statusField) {
		const value = valueSetByUser(body, statusField) ?? valueSetByUser(run, statusField);
		return textsAmong([value])[0];
	}
	const values = valuesUnder(run, namesOf('run.status')).flatMap((value) =>
		isRecord(value) ? valuesUnder(value, statusTextNames) : [value],
	);
	const statuses = textsAmong(values);
	const known = statuses.find((status) => classifyStatus(status) !== 'unknown');
	return finishedStatuses ? statuses[0] : (known ?? statuses[0]);
}

export function readRunState(body: IDataObject, options: RunStateOptions = {}): RunState {
	const status = getStatus(body, options);
	if (status !== undefined && options.finishedStatuses) {
		return options.finishedStatuses.includes(normalizeStatus(status)) ? 'finished' : 'active';
	}
	const state = classifyStatus(status ?? '');
	if (state !== 'unknown') return state;
	const run = findRun(body);
	const flagsOf = (names: readonly string[]) =>
		valuesUnder(run, names).filter((value) => typeof value === 'boolean');
	const isIdle = flagsOf(activeFlags).map((isActive) => !isActive);
	const [isEnded] = [...flagsOf(finishedFlags), ...isIdle];
	if (isEnded !== undefined) return isEnded ? 'finished' : 'active';
	return textsAmong(readEndTimes(run)).some(isPast) ? 'finished' : 'unknown';
}

export function isFinished(run: IDataObject, options: RunStateOptions = {}): boolean {
	return readRunState(run, options) === 'finished';
}

/**
 * Explains a run whose state is unknown.
 *
 * @returns undefined if the state is known. `isFinal` is whether the record has a status, so waiting
 *   for another field is useless.
 */
export function explainUnknownState(body: IDataObject, options: RunStateOptions = {}) {
	if (readRunState(body, options) !== 'unknown') return undefined;
	const status = getStatus(body, options);
	if (status !== undefined) {
		return {
			message: `Can't tell whether a run with status "${status}" has ended`,
			description: `Add its end statuses as "run.finishedStatuses" to 'Field Names (JSON)' in the credential, or set 'Finished Statuses' or 'Status Field'.`,
			isFinal: true,
		};
	}
	const run = findRun(body);
	const fields = Object.keys(run).join(', ') || 'none';
	const mayEnd = options.statusField || readEndTimes(run).length > 0;
	const hasStatus = Object.entries(run).some(
		([name, value]) =>
			typeof value === 'string' && (/status|state$/i.test(name) || looksLikeStatus(value)),
	);
	return {
		message: "Can't tell whether the run has ended",
		description: `Set 'Status Field' to the field with its status, or add the field as "run.status" to 'Field Names (JSON)' in the credential. Available fields: ${fields}.`,
		isFinal: hasStatus && !mayEnd,
	};
}

/** As {@link explainUnknownState}, as one text. */
export function describeUnknownState(body: IDataObject, options: RunStateOptions) {
	const unknown = explainUnknownState(body, options);
	return unknown && `${unknown.message}. ${unknown.description}`;
}

/** When a run started, as the service writes it. */
export function getStartTime(run: IDataObject): string | undefined {
	return textsAmong(valuesUnder(findRun(run), namesOf('run.startedAt')))[0];
}

/** The start of a run in milliseconds since 1970; infinity if it has none, so it may still wait. */
export function getStartOrder(run: IDataObject): number {
	const time = parseTimestamp(getStartTime(run) ?? '');
	return time > 0 ? time : Infinity;
}

/** A copy of a list, with the oldest run first. */
export function sortByStart(runs: readonly IDataObject[]): IDataObject[] {
	const starts = runs.map((run) => ({ run, start: getStartOrder(run) }));
	// Two runs without a start are alike: their difference, NaN, sorts like 0.
	return starts.sort((a, b) => a.start - b.start).map(({ run }) => run);
}
