/**
 * How far a run is, read from its record. The specification names no field and no state of a run
 * (spec 2.6 and 3), so that this is how it is told, first what tells first:
 *
 * 1. The words of its status (`stateWords.ts`), in the usual fields or one level into them.
 * 2. A switch such as `finished` or `isRunning`.
 * 3. An end time, where it is a date of the past; a planned or an empty one ends nothing.
 * 4. An end time that is there but empty tells of an active run, where nothing gives a status.
 *
 * A run may stand in a wrapper record. The option Status Field says where the status is instead.
 * The option Finished Statuses replaces the words, and then the status alone decides wherever a run
 * has one. A run of which nothing tells is `unknown`: whoever waits for it says so.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Field } from '../../forms/fields/field';
import { readText, readValues } from '../../forms/value';
import { runNames } from '../../api/assumedNames';
import { isRecord, valueAt } from '../../api/jsonObject';
import { isPastTime, isClockTime } from './pastTime';
import { type FieldNames, fieldNames, isNamed, runIn, valuesUnder } from './runRecord';
import { type RunState, stateInWords } from './stateWords';

export type { RunState } from './stateWords';

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
			'The statuses of a run that is over, separated by commas. When empty, the usual words tell, such as COMPLETED, Failed or TimedOut, or an end time.',
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
 * @throws InputError where one is a record
 */
export function readRunStateNames(options: IDataObject): RunStateNames {
	const statuses = readValues(finishedStatuses, options.finishedStatuses);
	const named = statuses.map((status) => normalize(String(status)));
	return {
		statusField: readText('Status Field', options.statusField),
		finishedStatuses: named.length > 0 ? named : undefined,
	};
}

const finishedStatuses: Field = {
	name: 'finishedStatuses',
	label: 'Finished Statuses',
	type: 'string',
	multiple: true,
};

function normalize(status: string): string {
	return status.trim().toUpperCase();
}

/** What a record tells of its run, and by what. */
export interface RunReading {
	readonly state: RunState;
	/** For a log: what told it, for example `status "RUNNING"`. */
	readonly because: string;
}

interface Word {
	/** Where it stands. */
	readonly path: string;
	readonly word: string;
}

const timePrefixes = ['', 'run', 'actual'];
const switchPrefixes = ['', 'is', 'has', 'was'];
const fields = {
	status: fieldNames(runNames.status),
	outcome: fieldNames(runNames.outcome),
	inStatus: fieldNames([...runNames.status, ...runNames.outcome, ...runNames.statusWord]),
	startedAt: fieldNames(runNames.startedAt, timePrefixes),
	ends: fieldNames(runNames.ends, timePrefixes, runNames.moments),
	allEnds: fieldNames(
		[...runNames.ends, ...runNames.particularEnds],
		timePrefixes,
		runNames.moments,
	),
	finishedFlags: fieldNames(runNames.finishedFlags, switchPrefixes),
	endedFlags: fieldNames(runNames.endedFlags, switchPrefixes),
	activeFlags: fieldNames(runNames.activeFlags, switchPrefixes),
};

/** A text or number that says something. */
function scalar(value: unknown): string | number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The words under names, and those one level inside. */
function wordsUnder(run: IDataObject, where: FieldNames, inside?: FieldNames): Word[] {
	return valuesUnder(run, where).flatMap(({ name, value }) => {
		const nested = inside && isRecord(value) ? valuesUnder(value, inside) : [];
		const found = [
			{ path: name, value },
			...nested.map((each) => ({ path: `${name}.${each.name}`, value: each.value })),
		];
		return found.flatMap(({ path, value: said }) => {
			const word = scalar(said);
			return word === undefined ? [] : [{ path, word: String(word) }];
		});
	});
}

/** The word that tells how far a run is; failing that the likeliest word there is. */
function statusWord(body: IDataObject, names: RunStateNames): Word | undefined {
	const { statusField, finishedStatuses } = names;
	const run = runIn(body);
	if (statusField) {
		const word = scalar(valueAt(body, statusField)) ?? scalar(valueAt(run, statusField));
		return word === undefined ? undefined : { path: statusField, word: String(word) };
	}
	const words = wordsUnder(run, fields.status, fields.inStatus);
	if (finishedStatuses) return words[0];
	const outcomes = wordsUnder(run, fields.outcome);
	return (
		words.find(({ word }) => stateInWords(word) !== 'unknown') ??
		// An outcome may be any text; but the word of an end it gets at the end only.
		outcomes.find(({ word }) => stateInWords(word) === 'finished') ??
		words[0]
	);
}

/**
 * The status of a run as the service words it.
 *
 * @param run a run's record
 * @param names what the user says about names
 * @returns undefined where the record has none
 */
export function statusOf(run: IDataObject, names: RunStateNames = {}): string | undefined {
	return statusWord(run, names)?.word;
}

/**
 * When a run started, as the service words it.
 *
 * @param run a run's record
 * @returns undefined where the record does not say
 */
export function startedAtOf(run: IDataObject): string | number | undefined {
	for (const { value } of valuesUnder(runIn(run), fields.startedAt)) {
		const said = scalar(value);
		if (said !== undefined) return said;
	}
	return undefined;
}

/** The record of a run, and of its status where that is a record. */
function placesIn(run: IDataObject): IDataObject[] {
	return [
		run,
		...valuesUnder(run, fields.status).flatMap(({ value }) => (isRecord(value) ? [value] : [])),
	];
}

/**
 * When a run ended, as the service words it.
 *
 * @param run a run's record
 * @returns undefined where it has not ended or the record does not say
 */
export function endedAtOf(run: IDataObject): string | number | undefined {
	for (const place of placesIn(runIn(run))) {
		for (const { value } of valuesUnder(place, fields.allEnds)) {
			const said = scalar(value);
			if (said !== undefined && isPastTime(said)) return said;
		}
	}
	return undefined;
}

function stateOfFlags(place: IDataObject): RunReading | undefined {
	for (const [name, value] of Object.entries(place)) {
		if (typeof value !== 'boolean') continue;
		const because = `${name} is ${value}`;
		if (isNamed(name, fields.finishedFlags))
			return { state: value ? 'finished' : 'active', because };
		if (isNamed(name, fields.activeFlags)) return { state: value ? 'active' : 'finished', because };
		if (value && isNamed(name, fields.endedFlags)) return { state: 'finished', because };
	}
	return undefined;
}

/**
 * How far a run is, by the rules at the top of this file, and what told it.
 *
 * @param body a run's record, perhaps in a wrapper
 * @param names what the user says about names
 */
export function readRunState(body: IDataObject, names: RunStateNames = {}): RunReading {
	const said = statusWord(body, names);
	if (said) {
		const { finishedStatuses } = names;
		const because = `${said.path} "${said.word}"`;
		if (finishedStatuses) {
			return {
				state: finishedStatuses.includes(normalize(said.word)) ? 'finished' : 'active',
				because,
			};
		}
		const state = stateInWords(said.word);
		if (state !== 'unknown') return { state, because };
	}
	const run = runIn(body);
	const places = placesIn(run);
	for (const place of places) {
		const flags = stateOfFlags(place);
		if (flags) return flags;
	}
	const endedAt = endedAtOf(run);
	if (endedAt !== undefined) return { state: 'finished', because: `end time ${endedAt}` };
	if (said) return { state: 'unknown', because: `${said.path} "${said.word}"` };
	const awaited = places.flatMap((place) => valuesUnder(place, fields.ends))[0];
	if (awaited) return { state: 'active', because: `${awaited.name} without a past date` };
	return { state: 'unknown', because: 'no status' };
}

/**
 * How far a run is, by the rules at the top of this file.
 *
 * @param run a run's record, perhaps in a wrapper
 * @param names what the user says about names
 */
export function runStateOf(run: IDataObject, names: RunStateNames = {}): RunState {
	return readRunState(run, names).state;
}

/**
 * Whether a run is over, by the rules at the top of this file.
 *
 * @param run a run's record, perhaps in a wrapper
 * @param names what the user says about names
 */
export function isFinished(run: IDataObject, names: RunStateNames = {}): boolean {
	return runStateOf(run, names) === 'finished';
}

/**
 * What to tell the user of a run whose state is `unknown`: what it says, and which option helps.
 *
 * @param body a run's record, perhaps in a wrapper
 * @param names what the user says about names
 */
export function unknownStateMessage(body: IDataObject, names: RunStateNames = {}): string {
	const status = statusOf(body, names);
	if (status !== undefined) {
		return `Nothing tells whether a run with the status "${status}" is over. Name the statuses of runs that are over in Finished Statuses, or another field in Status Field.`;
	}
	const fields = Object.keys(runIn(body)).join(', ');
	return `Nothing tells whether the run is over. Name the field with its status in Status Field; the record has ${fields === '' ? 'no fields' : fields}.`;
}

/**
 * Where a run stands among others: when it started by the service's clock, in its unit.
 *
 * @param run a run's record
 * @returns infinity where the record does not say, as for a run that waits for its start
 */
export function orderOf(run: IDataObject): number {
	const startedAt = startedAtOf(run);
	const count = Number(startedAt);
	const time = Number.isNaN(count) ? Date.parse(String(startedAt)) : count;
	return isClockTime(time) ? time : Infinity;
}

/**
 * Orders runs by when they started; those that do not say come last.
 *
 * @param a a run's record
 * @param b another
 * @returns below, at or above 0, as `sort` takes it; NaN, which it takes for 0, where neither says
 */
export function compareStarts(a: IDataObject, b: IDataObject): number {
	return orderOf(a) - orderOf(b);
}

/**
 * Runs with the oldest first, whatever the order in which the service lists them.
 *
 * @param runs records of runs; the list itself stays as it is
 */
export function inOrderOfStart<Run extends IDataObject>(runs: readonly Run[]): Run[] {
	return [...runs].sort(compareStarts);
}
