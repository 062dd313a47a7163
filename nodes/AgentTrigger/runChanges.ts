/**
 * The difference between a snapshot of the service and the memory. A run has changed when its
 * record is not the one remembered:
 * - not seen before: `runStarted`, and `runFinished` too where it is over already;
 * - over now and not before: `runFinished`, once in the life of a run;
 * - any other difference: `runChanged`.
 *
 * No start is compared with this machine's clock, and the order of a list does not matter.
 */
import type { IDataObject } from 'n8n-workflow';
import { fingerprintOf, hashOf } from '../../src/agent/runs/fingerprint';
import { runIn } from '../../src/agent/runs/runRecord';
import {
	compareStarts,
	isFinished,
	orderOf,
	type RunStateNames,
	runStateOf,
	statusOf,
} from '../../src/agent/runs/runState';
import type { FieldTypes } from '../../src/api/outputFields';
import { runNames } from '../../src/api/assumedNames';
import { identifierOf } from '../../src/api/jsonObject';
import type { TriggerSettings } from './triggerFields';
import type { AssignmentMemory, Memory, RunMemory } from './memory';
import type { Snapshot } from './snapshot';

export const runEvents = ['runStarted', 'runChanged', 'runFinished'] as const;

export type RunEvent = (typeof runEvents)[number];

/** A run that is not as it is remembered. */
export interface RunChange {
	readonly assignmentId: string;
	/** Under which the run is remembered. */
	readonly key: string;
	/** Its record, untouched. */
	readonly run: IDataObject;
	/** What to hand over, in the order in which it happened; empty for what is only remembered. */
	readonly events: readonly RunEvent[];
	/** Undefined for a run that was not remembered. */
	readonly before?: RunMemory;
	/** What to remember when the events are handed over. */
	readonly after: RunMemory;
	/** Its new log lines, once they are read. */
	readonly logLines?: IDataObject[];
}

/** The characters of a key, which tells the runs of an assignment apart. */
const keyLength = 12;

/** A longer status is no word but a text, which would swell the memory. */
const longestStatus = 100;

/**
 * The identifier of a run, also of one in a wrapper record.
 *
 * @param run a run's record
 */
export function identifierOfRun(run: IDataObject): string | undefined {
	return identifierOf('run', runIn(run));
}

/**
 * Under which a run may be remembered: its identifier, or else the times that it may go by, as a
 * run that waits has no start yet.
 *
 * @param run a run's record
 * @returns nothing for a run that cannot be told from others
 */
export function keysOf(run: IDataObject): readonly string[] {
	const known = keysOfRuns.get(run);
	if (known) return known;
	const identifier = identifierOfRun(run);
	const identities = identifier === undefined ? timesOf(run) : [identifier];
	const keys = [...new Set(identities)].map((identity) => hashOf(identity, keyLength));
	keysOfRuns.set(run, keys);
	return keys;
}

/** A poll asks for the keys of each run several times. */
const keysOfRuns = new WeakMap<IDataObject, readonly string[]>();

function timesOf(run: IDataObject): string[] {
	const record = runIn(run);
	return runNames.startedAt
		.map((name) => orderOf({ [name]: record[name] }))
		.filter((time) => time !== Infinity)
		.map((time) => `at ${time}`);
}

/**
 * What to hold the runs of an assignment against.
 *
 * @param memory what is remembered
 * @param settings what the user chose
 * @param assignmentId which assignment
 * @returns null where the look at it is the baseline, of which nothing is news
 */
export function rememberedOf(
	memory: Memory,
	settings: TriggerSettings,
	assignmentId: string,
): AssignmentMemory | null {
	const known = memory.assignments.get(assignmentId);
	if (known) return known;
	const hasCome = known === undefined && memory.watchesAll && settings.watchesAll;
	// An assignment may also come back, or be missing in the list once: what it ran then is old.
	if (hasCome) return { runs: new Map(), oldBefore: memory.seenUpTo };
	return settings.startFrom === 'existing' ? { runs: new Map() } : null;
}

/**
 * Compares a snapshot with the memory.
 *
 * @param memory what is remembered
 * @param snapshot what the service lists
 * @param settings what the user chose
 * @returns the changes by the start of their runs, the oldest first
 */
export function diff(memory: Memory, snapshot: Snapshot, settings: TriggerSettings): RunChange[] {
	const changes: RunChange[] = [];
	for (const [assignmentId, runs] of snapshot.runs) {
		const remembered = rememberedOf(memory, settings, assignmentId);
		const seen = new Set<string>();
		for (const run of runs) {
			const keys = keysOf(run);
			const key = keys.find((each) => remembered?.runs.has(each)) ?? keys[0];
			if (key === undefined || seen.has(key)) continue;
			seen.add(key);
			const change = changeOf(remembered, run, key, settings);
			if (change) changes.push({ ...change, assignmentId, key, run });
		}
	}
	return changes.sort((a, b) => compareStarts(a.run, b.run));
}

function changeOf(
	remembered: AssignmentMemory | null,
	run: IDataObject,
	key: string,
	{ names, readBy, triggerOn }: TriggerSettings,
): Pick<RunChange, 'events' | 'before' | 'after'> | undefined {
	const before = remembered?.runs.get(key);
	const fingerprint = fingerprintOf(run);
	const isSame = before?.fingerprint === fingerprint;
	// With other options, what was taken for finished may never have been.
	const isReadAlike = remembered?.readBy === readBy;
	const wasFinished = isReadAlike && before?.finished === true;
	if (isSame && wasFinished) return undefined;
	const after = {
		...memoryOf(run, names, wasFinished),
		fingerprint,
		logPosition: before?.logPosition,
	};
	if (isSame && before?.finished === after.finished) return undefined;

	const happened = (): readonly RunEvent[] => {
		if (remembered === null) return [];
		if (before === undefined) {
			// A run that is going was hardly forgotten, and its start is not to be missed.
			if (after.finished && (after.startedAt ?? Infinity) < (remembered.oldBefore ?? -Infinity)) {
				return [];
			}
			return after.finished ? ['runStarted', 'runFinished'] : ['runStarted'];
		}
		// A record that only an option reads differently says nothing new.
		if (isSame && !isReadAlike) return [];
		if (after.finished && !before.finished) return ['runFinished'];
		return isSame ? [] : ['runChanged'];
	};
	return { events: happened().filter((event) => triggerOn.includes(event)), before, after };
}

/**
 * The newest run as a change, for a manual test.
 *
 * @param snapshot what the service lists
 * @param settings what the user chose
 * @returns undefined where no run could have caused an event that the user has chosen
 */
export function sampleOf(
	snapshot: Snapshot,
	{ names, triggerOn }: TriggerSettings,
): RunChange | undefined {
	const samples: RunChange[] = [];
	for (const [assignmentId, runs] of snapshot.runs) {
		for (const run of runs) {
			const after = { ...memoryOf(run, names), fingerprint: fingerprintOf(run) };
			const likely: readonly RunEvent[] = after.finished
				? ['runFinished', 'runChanged', 'runStarted']
				: ['runStarted', 'runChanged'];
			const event = likely.find((each) => triggerOn.includes(each));
			const [key] = keysOf(run);
			if (event && key) samples.push({ assignmentId, key, run, events: [event], after });
		}
	}
	return samples.sort((a, b) => compareStarts(a.run, b.run)).at(-1);
}

function memoryOf(
	run: IDataObject,
	names: RunStateNames,
	wasFinished = false,
): Omit<RunMemory, 'fingerprint'> {
	const startedAt = orderOf(run);
	const finished = wasFinished || isFinished(run, names);
	const status = finished ? undefined : statusOf(run, names);
	return {
		startedAt: startedAt === Infinity ? undefined : startedAt,
		finished,
		status: status !== undefined && status.length <= longestStatus ? status : undefined,
	};
}

/**
 * A run of which nothing tells whether it is over.
 *
 * @param memory what is remembered: what was finished is not looked at again
 * @param snapshot what the service lists
 * @param settings what the user chose
 */
export function unknownRun(
	memory: Memory,
	snapshot: Snapshot,
	{ names }: TriggerSettings,
): IDataObject | undefined {
	for (const [assignmentId, runs] of snapshot.runs) {
		const known = memory.assignments.get(assignmentId)?.runs;
		const unknown = runs.find(
			(run) =>
				!keysOf(run).some((key) => known?.get(key)?.finished) &&
				runStateOf(run, names) === 'unknown',
		);
		if (unknown) return unknown;
	}
	return undefined;
}

/** The fields of a record of any event; log lines and the status before are not always there. */
export const eventFields: FieldTypes = {
	event: 'string',
	assignmentId: 'string',
	runId: 'string',
	run: 'object',
};

/**
 * The records of a change, one for each event. Log lines go to the last of them, so that each
 * comes once.
 *
 * @param change with its log lines, where the user wants them
 */
export function recordsOf({
	assignmentId,
	run,
	events,
	before,
	logLines,
}: RunChange): IDataObject[] {
	return events.map((event, index) => ({
		event,
		assignmentId,
		runId: identifierOfRun(run) ?? null,
		run,
		...(event === 'runChanged' && before?.status !== undefined
			? { previous: { status: before.status } }
			: {}),
		...(logLines ? { logs: index === events.length - 1 ? logLines : [] } : {}),
	}));
}
