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
import { getRunId, getRunKeys, hasEnded } from './knownRuns';
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

/** The change of a run since the last poll; undefined if nothing is different. */
function compareRun(
	known: KnownAssignment | null,
	run: IDataObject,
	key: string,
	settings: TriggerSettings,
): Pick<RunChange, 'events' | 'before' | 'after'> | undefined {
	const before = known?.runs[key];
	const hadEnded = before !== undefined && hasEnded(before);
	// With other options, a run that was read as finished may not have ended.
	const optionsChanged = known?.readBy !== settings.readBy;
	const print = fingerprint(receivedRecord(run));
	const isSameRecord = print === before?.fingerprint;
	const status =
		hadEnded && !optionsChanged ? undefined : getActiveStatus(run, settings.stateOptions);
	const isEnded = status === undefined;
	if (isSameRecord && hadEnded === isEnded) return undefined;

	const start = getStartOrder(run);
	// If only the options changed, nothing happened to the run.
	const happened =
		known === null || (isSameRecord && optionsChanged)
			? []
			: eventsBetween(before, isEnded, start < known.oldBefore);
	const events = happened.filter((event) => settings.triggerOn.includes(event));
	const changeCount = before?.changeCount ?? 0;
	return {
		events,
		before,
		after: {
			fingerprint: print,
			startedAt: start === Infinity ? null : start,
			logPosition: before?.logPosition ?? '',
			status,
			changeCount: events.includes('runChanged') ? changeCount + 1 : before?.changeCount,
		},
	};
}

/** @param isOld whether the run started before the runs of its assignment were watched */
function eventsBetween(
	before: KnownRun | undefined,
	isEnded: boolean,
	isOld: boolean,
): readonly RunEvent[] {
	if (before) return isEnded && !hasEnded(before) ? ['runFinished'] : ['runChanged'];
	if (!isEnded) return ['runStarted'];
	return isOld ? [] : ['runStarted', 'runFinished'];
}

/** The status of a run that has not ended; empty if there is none, or only a long text. */
function getActiveStatus(run: IDataObject, options: RunStateOptions): string | undefined {
	if (isFinished(run, options)) return undefined;
	const status = getStatus(run, options) ?? '';
	return status.length > maxStatusLength ? '' : status;
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
