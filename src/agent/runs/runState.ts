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
import { runNames } from '../../api/assumedNames';
import { isRecord, valueAt } from '../../api/jsonObject';
import type { Field } from '../../forms/fields/field';
import { readText, readValues } from '../../forms/value';
import { findFields, findRun } from './runRecord';
import { classifyStatus, looksLikeStatus, type RunState } from './statusWords';
import { isPast, parseTimestamp } from './timestamps';

export type { RunState } from './statusWords';

/** What the user corrects. */
export interface RunStateOptions {
	/** A name, or a path with dots. */
	readonly statusField?: string;
	/** In upper case. */
	readonly finishedStatuses?: readonly string[];
}

export const runStateOptions: readonly INodeProperties[] = [
	{
		displayName: 'Finished Statuses',
		name: 'finishedStatuses',
		type: 'string',
		default: '',
		placeholder: 'e.g. COMPLETED, FAILED, ABORTED',
		description:
			'Comma-separated list of statuses of a run that has ended. Leave empty to detect common statuses, such as COMPLETED, Failed, or TimedOut.',
	},
	{
		displayName: 'Status Field',
		name: 'statusField',
		type: 'string',
		default: '',
		placeholder: 'e.g. progress.state',
		description: 'Name or path of the field with the status of a run. Leave empty to detect it.',
	},
];

const finishedStatusesField: Field = {
	name: 'finishedStatuses',
	label: 'Finished Statuses',
	type: 'string',
	multiple: true,
};

function normalizeStatus(status: string): string {
	return status.trim().toUpperCase();
}

/** @throws InputError if an option holds an object */
export function readRunStateOptions(options: IDataObject): RunStateOptions {
	const values = readValues(finishedStatusesField, options.finishedStatuses);
	const finishedStatuses = values.map((status) => normalizeStatus(String(status)));
	return {
		statusField: readText('Status Field', options.statusField),
		finishedStatuses: finishedStatuses.length > 0 ? finishedStatuses : undefined,
	};
}

function toText(path: string, value: unknown) {
	const isScalar = typeof value === 'string' || typeof value === 'number';
	const text = isScalar ? String(value).trim() : '';
	return text === '' ? [] : [{ path, text }];
}

/** The status of a run; the first that the table knows, if there are several. */
function findStatus(body: IDataObject, options: RunStateOptions) {
	const run = findRun(body);
	const { statusField: path, finishedStatuses } = options;
	if (path) {
		const [found] = [...toText(path, valueAt(body, path)), ...toText(path, valueAt(run, path))];
		return found;
	}
	const found = findFields(run, runNames.status).flatMap(({ name, value }) => {
		const inside = isRecord(value) ? findFields(value, runNames.statusText) : [];
		const texts = inside.flatMap((inner) => toText(`${name}.${inner.name}`, inner.value));
		return [...toText(name, value), ...texts];
	});
	const known = found.find(({ text }) => classifyStatus(text) !== 'unknown');
	return finishedStatuses ? found[0] : (known ?? found[0]);
}

/** The status of a run as the service writes it. */
export function getStatus(run: IDataObject, options: RunStateOptions = {}): string | undefined {
	return findStatus(run, options)?.text;
}

/** The fields of a run, and those of its status if that is an object. */
function fieldsOf(body: IDataObject, names: readonly string[]) {
	const run = findRun(body);
	const inside = findFields(run, runNames.status).map(({ value }) => value);
	return [run, ...inside.filter(isRecord)].flatMap((record) => findFields(record, names));
}

export interface StateReading {
	readonly state: RunState;
	/** For a log, for example `status "RUNNING"`. */
	readonly reason: string;
}

function readFlags(body: IDataObject): StateReading | undefined {
	for (const [names, whenOn, whenOff] of [
		[runNames.finishedFlags, 'finished', 'active'],
		[runNames.activeFlags, 'active', 'finished'],
	] as const) {
		const flag = fieldsOf(body, names).find(({ value }) => typeof value === 'boolean');
		if (flag) return { state: flag.value ? whenOn : whenOff, reason: `${flag.name} ${flag.value}` };
	}
	return undefined;
}

function readEndTime(body: IDataObject): StateReading | undefined {
	const end = fieldsOf(body, runNames.endedAt)
		.flatMap(({ name, value }) => toText(name, value))
		.find(({ text }) => isPast(text));
	return end && { state: 'finished', reason: `${end.path} ${end.text}` };
}

export function readRunState(body: IDataObject, options: RunStateOptions = {}): StateReading {
	const status = findStatus(body, options);
	const reason = status ? `${status.path} "${status.text}"` : 'no status';
	if (status && options.finishedStatuses) {
		const isFinished = options.finishedStatuses.includes(normalizeStatus(status.text));
		return { state: isFinished ? 'finished' : 'active', reason };
	}
	const state = status ? classifyStatus(status.text) : 'unknown';
	if (state !== 'unknown') return { state, reason };
	return readFlags(body) ?? readEndTime(body) ?? { state, reason };
}

export function isFinished(run: IDataObject, options: RunStateOptions = {}): boolean {
	return readRunState(run, options).state === 'finished';
}

/** What to tell the user about a run whose state is unknown. */
export interface UnknownState {
	readonly message: string;
	readonly description: string;
	/** Whether the record has a status, so that waiting for another field is in vain. */
	readonly isFinal: boolean;
}

/** @returns undefined if the state of the run is known */
export function explainUnknownState(
	body: IDataObject,
	options: RunStateOptions = {},
): UnknownState | undefined {
	if (readRunState(body, options).state !== 'unknown') return undefined;
	const status = getStatus(body, options);
	if (status !== undefined) {
		return {
			message: `Can't tell whether a run with status "${status}" has ended`,
			description: "Add its end statuses to 'Finished Statuses', or set 'Status Field'.",
			isFinal: true,
		};
	}
	const run = findRun(body);
	const fields = Object.keys(run).join(', ') || 'none';
	const hasEndTime = fieldsOf(body, runNames.endedAt).length > 0;
	const hasStatus = Object.entries(run).some(
		([name, value]) =>
			typeof value === 'string' && (/status|state$/i.test(name) || looksLikeStatus(value)),
	);
	return {
		message: "Can't tell whether the run has ended",
		description: `Set 'Status Field' to the field with its status. Available fields: ${fields}.`,
		isFinal: hasStatus && !hasEndTime && !options.statusField,
	};
}

/** When a run started, as the service writes it. */
export function getStartTime(run: IDataObject): string | undefined {
	const fields = findFields(findRun(run), runNames.startedAt);
	return fields.flatMap(({ name, value }) => toText(name, value))[0]?.text;
}

/** The start of a run in milliseconds since 1970; infinity if it has none, so it may still wait. */
export function getStartOrder(run: IDataObject): number {
	const time = parseTimestamp(getStartTime(run) ?? '');
	return time > 0 ? time : Infinity;
}

/** A copy of a list, with the oldest run first. */
export function sortByStart<Item>(
	items: readonly Item[],
	getRun: (item: Item) => IDataObject,
): Item[] {
	const starts = items.map((item) => ({ item, start: getStartOrder(getRun(item)) }));
	// Two runs without a start are alike: their difference, NaN, sorts like 0.
	return starts.sort((a, b) => a.start - b.start).map(({ item }) => item);
}
