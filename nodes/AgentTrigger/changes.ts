/**
 * Compares a snapshot with the state. A run whose record differs from its state has changed:
 * - unknown: `runStarted`, and also `runFinished` if it has ended;
 * - ended, and not before: `runFinished`, once per run;
 * - any other difference: `runChanged`.
 *
 * No start is compared with this machine's clock, and the order of a list does not matter.
 */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint, hashText } from '../../src/api/fingerprint';
import { findRun } from '../../src/agent/runs/runRecord';
import {
	explainUnknownState,
	getStartOrder,
	getStatus,
	isFinished,
	sortByStart,
	type UnknownState,
} from '../../src/agent/runs/runState';
import { runNames } from '../../src/api/assumedNames';
import { identifierOf } from '../../src/api/jsonObject';
import type { FieldTypes } from '../../src/api/outputFields';
import { toEventId } from '../../src/polling/state';
import type {
	KnownAssignment,
	KnownRun,
	RunChange,
	RunEvent,
	Snapshot,
	TriggerSettings,
	TriggerState,
} from './types';

/** The characters of a run's key. */
const keyLength = 12;

/** A longer status is a text, which would make the state grow. */
const maxStatusLength = 100;

export function getRunId(run: IDataObject): string | undefined {
	return identifierOf('run', findRun(run));
}

/** A poll asks for the keys of each run several times. */
const keysByRun = new WeakMap<IDataObject, readonly string[]>();

/**
 * The keys that a run may be known by: its identifier, or else its times, as a run that waits has no
 * start yet. A run without any can't be told from others.
 */
export function getRunKeys(run: IDataObject): readonly string[] {
	const known = keysByRun.get(run);
	if (known) return known;
	const runId = getRunId(run);
	const identities = runId === undefined ? getTimes(run) : [runId];
	const keys = [...new Set(identities)].map((identity) => hashText(identity, keyLength));
	keysByRun.set(run, keys);
	return keys;
}

function getTimes(run: IDataObject): string[] {
	const record = findRun(run);
	return runNames.startedAt
		.map((name) => getStartOrder({ [name]: record[name] }))
		.filter((time) => time !== Infinity)
		.map((time) => `at ${time}`);
}

/** What to compare the runs of an assignment with; null if they are the baseline. */
export function getKnownAssignment(
	state: TriggerState,
	settings: TriggerSettings,
	assignmentId: string,
): KnownAssignment | null {
	const known = state.assignments.get(assignmentId);
	if (known) return known;
	const isNew = known === undefined && state.watchesAll && settings.watchesAll;
	// It may also have been restored, or missing in the list: its finished runs may be old.
	if (isNew) return { runs: new Map(), oldBefore: state.watermark };
	return settings.startFrom === 'existing' ? { runs: new Map() } : null;
}

/** All runs that differ from the state, in the order of their starts. */
export function findChanges(
	state: TriggerState,
	snapshot: Snapshot,
	settings: TriggerSettings,
): RunChange[] {
	const changes: RunChange[] = [];
	for (const [assignmentId, runs] of snapshot.runs) {
		const known = getKnownAssignment(state, settings, assignmentId);
		const seen = new Set<string>();
		for (const run of runs) {
			const keys = getRunKeys(run);
			const key = keys.find((each) => known?.runs.has(each)) ?? keys[0];
			if (key === undefined || seen.has(key)) continue;
			seen.add(key);
			const change = compareRun(known, run, key, settings);
			if (change) changes.push({ ...change, assignmentId, key, run });
		}
	}
	return sortByStart(changes, ({ run }) => run);
}

function compareRun(
	known: KnownAssignment | null,
	run: IDataObject,
	key: string,
	settings: TriggerSettings,
): Pick<RunChange, 'events' | 'before' | 'after'> | undefined {
	const before = known?.runs.get(key);
	// With other options, a run that was read as finished may not have ended.
	const isReadAlike = known?.readBy === settings.readBy;
	const wasFinished = isReadAlike && before?.finished === true;
	const isSame = before?.fingerprint === fingerprint(run);
	if (isSame && wasFinished) return undefined;
	const read = readRun(run, settings, wasFinished);
	if (isSame && before?.finished === read.finished) return undefined;

	const happened = (): readonly RunEvent[] => {
		if (known === null) return [];
		if (before === undefined) {
			if (!read.finished) return ['runStarted'];
			const isOld = (read.startedAt ?? Infinity) < (known.oldBefore ?? -Infinity);
			return isOld ? [] : ['runStarted', 'runFinished'];
		}
		// The options changed, not the run.
		if (isSame && !isReadAlike) return [];
		if (read.finished && !before.finished) return ['runFinished'];
		return isSame ? [] : ['runChanged'];
	};
	const events = happened().filter((event) => settings.triggerOn.includes(event));
	const { logPosition, changeCount = 0 } = before ?? {};
	const increment = events.includes('runChanged') ? 1 : 0;
	return {
		events,
		before,
		after: { ...read, logPosition, changeCount: changeCount + increment },
	};
}

function readRun(
	run: IDataObject,
	{ stateOptions }: TriggerSettings,
	wasFinished = false,
): KnownRun {
	const startedAt = getStartOrder(run);
	const finished = wasFinished || isFinished(run, stateOptions);
	const status = finished ? undefined : getStatus(run, stateOptions);
	return {
		fingerprint: fingerprint(run),
		startedAt: startedAt === Infinity ? undefined : startedAt,
		finished,
		status: status !== undefined && status.length <= maxStatusLength ? status : undefined,
		changeCount: 0,
	};
}

/** The newest run that can show a selected event, for a manual test. */
export function findTestEvent(
	snapshot: Snapshot,
	settings: TriggerSettings,
): RunChange | undefined {
	const changes: RunChange[] = [];
	for (const [assignmentId, runs] of snapshot.runs) {
		for (const run of runs) {
			const after = readRun(run, settings);
			const likely: readonly RunEvent[] = after.finished
				? ['runFinished', 'runChanged', 'runStarted']
				: ['runStarted', 'runChanged'];
			const event = likely.find((each) => settings.triggerOn.includes(each));
			const [key] = getRunKeys(run);
			if (event && key) changes.push({ assignmentId, key, run, events: [event], after });
		}
	}
	return sortByStart(changes, ({ run }) => run).at(-1);
}

/** The first run that is not known to have ended, and whose state is unknown. */
export function findUnknownState(
	state: TriggerState,
	snapshot: Snapshot,
	{ stateOptions }: TriggerSettings,
): UnknownState | undefined {
	for (const [assignmentId, runs] of snapshot.runs) {
		const known = state.assignments.get(assignmentId)?.runs;
		for (const run of runs) {
			const hasEnded = getRunKeys(run).some((key) => known?.get(key)?.finished);
			const unknown = hasEnded ? undefined : explainUnknownState(run, stateOptions);
			if (unknown) return unknown;
		}
	}
	return undefined;
}

/** The fields of every event. */
export const eventFields: FieldTypes = {
	event: 'string',
	eventId: 'string',
	assignmentId: 'string',
	runId: 'string',
	run: 'object',
};

/**
 * The items of a change, one for each event. The log lines are in the last one, so each comes once.
 *
 * @param source a fingerprint of Base URL and tenant
 */
export function toEventItems(
	change: RunChange,
	source: string,
	{ readBy }: TriggerSettings,
): IDataObject[] {
	const { assignmentId, key, run, events, before, after, logs } = change;
	// A run starts once, and ends once as long as the same options say so.
	const occurrences = {
		runStarted: '',
		runFinished: readBy,
		runChanged: `${after.changeCount} ${after.fingerprint}`,
	};
	return events.map((event, index) => ({
		event,
		eventId: toEventId(source, assignmentId, key, event, occurrences[event]),
		assignmentId,
		runId: getRunId(run) ?? null,
		run,
		...(event === 'runChanged' && before?.status !== undefined
			? { previous: { status: before.status } }
			: {}),
		...(logs ? { logs: index === events.length - 1 ? logs : [] } : {}),
	}));
}
