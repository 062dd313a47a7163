/**
 * Compares a snapshot with the state. A run whose record differs from its state has changed:
 * - unknown: `runStarted`, and also `runFinished` if it has ended;
 * - ended, and not before: `runFinished`, once per run;
 * - any other difference: `runChanged`.
 *
 * No start is compared with this machine's clock, and the order of a list does not matter.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	explainUnknownState,
	getStartOrder,
	getStatus,
	isFinished,
	type RunStateOptions,
	sortByStart,
	type UnknownState,
} from '../../src/agent/runs/runState';
import { receivedRecord } from '../../src/api/fieldNames';
import { fingerprint } from '../../src/values/fingerprint';
import { getKnownRun, getRunId, getRunKeys, hasEnded } from './knownRuns';
import { getKnownAssignment } from './state';
import type {
	KnownAssignment,
	KnownRun,
	RunChange,
	RunEvent,
	Snapshot,
	TriggerSettings,
	TriggerState,
} from './types';

/** A longer status is a text, which would make the state grow. */
const maxStatusLength = 100;

/** All runs that differ from the state, in the order of their starts. */
export function findChanges(
	state: TriggerState,
	snapshot: Snapshot,
	settings: TriggerSettings,
): RunChange[] {
	const changes = [...snapshot.runs].flatMap(([assignmentId, runs]) => {
		const known = getKnownAssignment(state, settings, assignmentId);
		return [...byKey(runs, known)].flatMap(([key, run]) => {
			const change = compareRun(known, getKnownRun(known, key), run, settings);
			return change ? { ...change, assignmentId, key, runId: getRunId(run), run } : [];
		});
	});
	return sortByStart(changes, ({ run }) => run);
}

/** The runs of a list by the keys that they are known by, each once. */
function byKey(
	runs: readonly IDataObject[],
	known: KnownAssignment | null,
): Map<string, IDataObject> {
	const found = new Map<string, IDataObject>();
	for (const run of runs) {
		const keys = getRunKeys(run);
		const key = keys.find((each) => known?.runs[each]) ?? keys[0];
		if (key !== undefined && !found.has(key)) found.set(key, run);
	}
	return found;
}

/** The change of a run since the last poll; undefined if nothing is different. */
function compareRun(
	known: KnownAssignment | null,
	before: KnownRun | undefined,
	run: IDataObject,
	{ readBy, stateOptions, triggerOn }: TriggerSettings,
): Pick<RunChange, 'events' | 'before' | 'after'> | undefined {
	const optionsChanged = known?.readBy !== readBy;
	// With other options, a run that was read as finished may not have ended.
	const staysEnded = hasEnded(before) && !optionsChanged;
	const after = { ...before, ...readRun(run, stateOptions, staysEnded) };
	const isSameRecord = before?.hash === after.hash;
	if (isSameRecord && hasEnded(before) === hasEnded(after)) return undefined;
	// If only the options changed, nothing happened to the run.
	const isEvent = known !== null && !(isSameRecord && optionsChanged);
	const happened = isEvent ? eventsBetween(before, after, known.oldBefore) : [];
	const events = happened.filter((event) => triggerOn.includes(event));
	return { events, before, after: events.includes('runChanged') ? countChange(after) : after };
}

function readRun(run: IDataObject, options: RunStateOptions, staysEnded: boolean): KnownRun {
	const start = getStartOrder(run);
	return {
		hash: fingerprint(receivedRecord(run)),
		start: start === Infinity ? undefined : start,
		status: staysEnded ? undefined : getActiveStatus(run, options),
	};
}

function countChange(run: KnownRun): KnownRun {
	return { ...run, changes: (run.changes ?? 0) + 1 };
}

/** @param oldBefore a run that started earlier ended before the runs of its assignment were watched */
function eventsBetween(
	before: KnownRun | undefined,
	after: KnownRun,
	oldBefore: number,
): readonly RunEvent[] {
	if (before) return hasEnded(after) && !hasEnded(before) ? ['runFinished'] : ['runChanged'];
	if (!hasEnded(after)) return ['runStarted'];
	const isOld = after.start !== undefined && after.start < oldBefore;
	return isOld ? [] : ['runStarted', 'runFinished'];
}

/** The status of a run that has not ended; empty if there is none, or only a long text. */
function getActiveStatus(run: IDataObject, options: RunStateOptions): string | undefined {
	if (isFinished(run, options)) return undefined;
	const status = getStatus(run, options) ?? '';
	return status.length > maxStatusLength ? '' : status;
}

/** Why it is unknown whether a run has ended, for the first of such runs. */
export function findUnknownState(
	state: TriggerState,
	snapshot: Snapshot,
	{ stateOptions, triggerOn }: TriggerSettings,
): UnknownState | undefined {
	if (!triggerOn.includes('runFinished')) return undefined;
	for (const [assignmentId, listed] of snapshot.runs) {
		const known = state.assignments[assignmentId];
		const hadEnded = (key: string) => hasEnded(getKnownRun(known, key));
		const active = listed.filter((run) => !getRunKeys(run).some(hadEnded));
		for (const run of active) {
			const unknown = explainUnknownState(run, stateOptions);
			if (unknown) return unknown;
		}
	}
	return undefined;
}
