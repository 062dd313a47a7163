/**
 * Compares a snapshot with the state. A run whose record differs from its state has changed:
 * - unknown: `runStarted`, and also `runFinished` if it has ended;
 * - ended, and not before: `runFinished`, once per run;
 * - any other difference: `runChanged`.
 *
 * No start is compared with this machine's clock, and the order of a list does not matter.
 */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint, hashText } from '../../src/values/fingerprint';
import { findRun } from '../../src/agent/runs/runRecord';
import {
	explainUnknownState,
	getStartOrder,
	getStatus,
	isFinished,
	type RunStateOptions,
	sortByStart,
	type UnknownState,
} from '../../src/agent/runs/runState';
import { runNames } from '../../src/agent/runs/runWords';
import { identifierOf } from '../../src/api/identifiers';
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

function getRunId(run: IDataObject): string | undefined {
	return identifierOf('run', findRun(run));
}

/**
 * The keys that a run may be known by: its identifier, or else its times, as a run that waits has no
 * start yet. A run without any can't be told from others.
 */
export function getRunKeys(run: IDataObject): readonly string[] {
	const runId = getRunId(run);
	const identities = runId === undefined ? getTimes(run) : [runId];
	return [...new Set(identities)].map((identity) => hashText(identity, keyLength));
}

function getTimes(run: IDataObject): string[] {
	const record = findRun(run);
	return runNames.startedAt
		.map((name) => getStartOrder({ [name]: record[name] }))
		.filter((time) => time !== Infinity)
		.map((time) => `at ${time}`);
}

export function hasEnded([, , , { status }]: KnownRun): boolean {
	return status === undefined;
}

/** What to compare the runs of an assignment with; null if they are the baseline. */
export function getKnownAssignment(
	state: TriggerState,
	settings: TriggerSettings,
	assignmentId: string,
): KnownAssignment | null {
	const isKnown = Object.hasOwn(state.assignments, assignmentId);
	const known = isKnown ? state.assignments[assignmentId] : undefined;
	if (known) return known;
	const isNew = !isKnown && state.watchesAll && settings.watchesAll;
	if (!isNew && settings.startFrom === 'now') return null;
	// It may also have been restored, or missing in the list: its finished runs may be old.
	return { runs: {}, oldBefore: isNew ? state.watermark : 0 };
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
			const key = keys.find((each) => known?.runs[each]) ?? keys[0];
			if (key === undefined || seen.has(key)) continue;
			seen.add(key);
			const change = compareRun(known, run, key, settings);
			if (change) changes.push({ ...change, assignmentId, key, runId: getRunId(run), run });
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
	const before = known?.runs[key];
	const [beforePrint, , logPosition = '', { changeCount } = {}] = before ?? [];
	const hadEnded = before !== undefined && hasEnded(before);
	// With other options, a run that was read as finished may not have ended.
	const isReadAlike = known?.readBy === settings.readBy;
	const staysEnded = hadEnded && isReadAlike;
	const print = fingerprint(run);
	const isSame = print === beforePrint;
	if (isSame && staysEnded) return undefined;
	const status = staysEnded ? undefined : getActiveStatus(run, settings.stateOptions);
	const isEnded = status === undefined;
	if (isSame && hadEnded === isEnded) return undefined;

	const start = getStartOrder(run);
	const happened = (): readonly RunEvent[] => {
		if (known === null) return [];
		if (before === undefined) {
			if (!isEnded) return ['runStarted'];
			return start < known.oldBefore ? [] : ['runStarted', 'runFinished'];
		}
		// The options changed, not the run.
		if (isSame && !isReadAlike) return [];
		return isEnded && !hadEnded ? ['runFinished'] : ['runChanged'];
	};
	const events = happened().filter((event) => settings.triggerOn.includes(event));
	const increased = events.includes('runChanged') ? (changeCount ?? 0) + 1 : changeCount;
	const startedAt = start === Infinity ? null : start;
	const details = { status, changeCount: increased };
	return { events, before, after: [print, startedAt, logPosition, details] };
}

/** The status of a run that has not ended; empty if there is none, or only a long text. */
function getActiveStatus(run: IDataObject, options: RunStateOptions): string | undefined {
	if (isFinished(run, options)) return undefined;
	const status = getStatus(run, options) ?? '';
	return status.length > maxStatusLength ? '' : status;
}

/** The newest of these runs that can show a selected event, for a manual test. */
export function findTestEvent(
	changes: readonly RunChange[],
	{ triggerOn }: TriggerSettings,
): RunChange | undefined {
	const shown = changes.flatMap((change) => {
		const latest = hasEnded(change.after) ? 'runFinished' : 'runStarted';
		const likely = [latest, 'runChanged', 'runStarted'] as const;
		const event = likely.find((each) => triggerOn.includes(each));
		return event ? [{ ...change, events: [event] }] : [];
	});
	return shown.at(-1);
}

/** Why it is unknown whether some runs have ended. */
export function findUnknownStates(
	state: TriggerState,
	snapshot: Snapshot,
	{ stateOptions, triggerOn }: TriggerSettings,
): UnknownState[] {
	if (!triggerOn.includes('runFinished')) return [];
	return [...snapshot.runs].flatMap(([assignmentId, listed]) => {
		const { runs = {} } = state.assignments[assignmentId] ?? {};
		const hadEnded = (key: string) => runs[key] !== undefined && hasEnded(runs[key]);
		const active = listed.filter((run) => !getRunKeys(run).some(hadEnded));
		return active.flatMap((run) => explainUnknownState(run, stateOptions) ?? []);
	});
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
 * The items of a change, one for each event. The last one has the log lines, so each is emitted once.
 *
 * @param source a fingerprint of Base URL and tenant
 */
export function toEventItems(
	change: RunChange,
	source: string,
	{ readBy }: TriggerSettings,
): IDataObject[] {
	const { assignmentId, key, runId = null, run, events, before, after, logs } = change;
	// A run starts once, and ends once unless the options change.
	const [print, , , { changeCount = 0 }] = after;
	const occurrences = {
		runStarted: '',
		runFinished: readBy,
		runChanged: `${changeCount} ${print}`,
	};
	const { status } = before?.[3] ?? {};
	return events.map((event, index) => ({
		event,
		eventId: toEventId(source, assignmentId, key, event, occurrences[event]),
		assignmentId,
		runId,
		run,
		...(event === 'runChanged' && status ? { previous: { status } } : {}),
		...(logs ? { logs: index === events.length - 1 ? logs : [] } : {}),
	}));
}
