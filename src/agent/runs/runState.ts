/**
 * Whether a run has ended, and well, by its status alone: by the words that the user lists, or else by
 * the table of `statusWords.ts`. Without either, the state is unknown, and the message has the JSON that
 * helps.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { namesOf } from '../../api/assumedNames';
import { entriesToPaste, type FieldNames, valueAt } from '../../api/fieldNames';
import { getValue, isIdentifier } from '../../values/jsonObject';
import { textParameter } from '../../forms/parameters';
import { readTextValue, readTextValues } from '../../forms/value';
import { comparableStatus, meaningOf, type StatusMeaning } from './statusWords';

export type RunState = StatusMeaning | 'unknown';

const statusField = textParameter(
	'statusField',
	'progress.state',
	'Name or path of the field with the status of a run. Leave empty to use its usual names.',
);

const finishedStatuses = textParameter(
	'finishedStatuses',
	'SETTLED, VOIDED',
	'Comma-separated list of further statuses of ended runs. Common statuses, such as COMPLETED or FAILED, are known.',
);

export const runStateOptions: readonly INodeProperties[] = [finishedStatuses, statusField];

/** The words of a list in their comparable form. Undefined if there are none. */
function readStatuses(value: unknown): readonly string[] | undefined {
	const statuses = readTextValues(finishedStatuses.displayName, value).map(comparableStatus);
	return statuses.length > 0 ? statuses : undefined;
}

/**
 * The options of a node, completed by the 'Field Names' of its credential.
 *
 * @throws InputError if an option is an object
 */
export function readRunStateOptions(options: IDataObject, names?: FieldNames) {
	return {
		/** A name, or a path with dots. */
		statusField: readTextValue(statusField.displayName, options.statusField),
		/** Of runs that have ended. With these, a status that nobody knows is that of an active run. */
		finishedStatuses:
			readStatuses(options.finishedStatuses) ??
			readStatuses(names?.entries['run.finishedStatuses']),
		/** Of runs that have ended well. */
		succeededStatuses: readStatuses(names?.entries['run.succeededStatuses']),
		names,
	};
}

/** What the user corrects. */
export type RunStateOptions = Partial<ReturnType<typeof readRunStateOptions>>;

function valuesOfStatus(
	run: IDataObject,
	{ statusField: path, names }: RunStateOptions,
): unknown[] {
	const entry = names?.entry('run.status');
	if (!path && entry === undefined) return namesOf('run.status').map((name) => run[name]);
	const value = path ? getValue(run, path) : valueAt(run, String(entry));
	// Under a usual name, true may mean that the request succeeded.
	return [typeof value === 'boolean' ? String(value) : value];
}

/** Whether a value without a status may have one later, unlike a record or no field at all. */
function mayComeLater(value: unknown): boolean {
	return value === null || typeof value === 'string';
}

/** The status of a run as the service writes it. */
export function getStatus(run: IDataObject, options: RunStateOptions = {}): string | undefined {
	return valuesOfStatus(run, options).find(isIdentifier)?.toString().trim();
}

/** What a status means. Words that the user lists come first. */
export function classifyStatus(status: string, options: RunStateOptions = {}): RunState {
	const { finishedStatuses, succeededStatuses } = options;
	const word = comparableStatus(status);
	const isIn = (list?: readonly string[]) => list?.includes(word) === true;
	const meaning = meaningOf(word);
	if (isIn(succeededStatuses)) return 'succeeded';
	if (!isIn(finishedStatuses)) return meaning ?? (finishedStatuses ? 'active' : 'unknown');
	if (meaning === 'succeeded' || meaning === 'failed') return meaning;
	return succeededStatuses ? 'failed' : 'ended';
}

export function readRunState(run: IDataObject, options: RunStateOptions = {}): RunState {
	const status = getStatus(run, options);
	return status === undefined ? 'unknown' : classifyStatus(status, options);
}

export function isEnd(state: RunState): boolean {
	return state !== 'active' && state !== 'unknown';
}

export function isFinished(run: IDataObject, options: RunStateOptions = {}): boolean {
	return isEnd(readRunState(run, options));
}

/** Whether a run has succeeded; null if its status doesn't show it. */
export function hasSucceeded(run: IDataObject, options: RunStateOptions = {}): boolean | null {
	const state = readRunState(run, options);
	return state === 'succeeded' || (state === 'failed' ? false : null);
}

/**
 * Explains a run whose state is unknown.
 *
 * @returns undefined if the state is known. `isFinal` is whether waiting is useless: a status that is
 *   null, or in a field that the user named, may come later.
 */
export function explainUnknownState(run: IDataObject, options: RunStateOptions = {}) {
	if (readRunState(run, options) !== 'unknown') return undefined;
	const status = getStatus(run, options);
	if (status !== undefined) {
		return {
			message: `Can't tell whether a run with status "${status}" has ended`,
			description: `If this run has ended, add its status and those of all other ended runs to 'Finished Statuses', or to ${entriesToPaste({ 'run.finishedStatuses': [status] })}. To find them, use Integration Service Check. If the status is in another field, set 'Status Field'.`,
			isFinal: true,
		};
	}
	const fields = Object.keys(run).join(', ') || 'none';
	const isNamed = options.statusField !== undefined || options.names?.entry('run.status');
	return {
		message: "Can't tell whether the run has ended",
		description: `Add to ${entriesToPaste({ 'run.status': 'NAME' })}. Replace NAME by the field with the status, or set 'Status Field'. Available fields: ${fields}.`,
		isFinal: !isNamed && !valuesOfStatus(run, options).some(mayComeLater),
	};
}

/** As {@link explainUnknownState}, as one text. */
export function describeUnknownState(run: IDataObject, options: RunStateOptions) {
	const unknown = explainUnknownState(run, options);
	return unknown && `${unknown.message}. ${unknown.description}`;
}
