/**
 * Compares what the service lists with the state, and makes the items. A run whose record differs from
 * its state has changed:
 * - unknown: `runStarted`, and also `runFinished` if it has ended;
 * - ended, and not before: `runFinished`, once per run;
 * - any other difference: `runChanged`.
 *
 * No start is compared with this machine's clock, and the order of a list does not matter.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	describeUnknownState,
	getStartOrder,
	getStatus,
	isFinished,
	sortByStart,
} from '../../src/agent/runs/runState';
import { receivedRecord } from '../../src/api/fieldNames';
import type { FieldTypes } from '../../src/api/outputFields';
import { toEventId } from '../../src/polling/poll';
import { fingerprint } from '../../src/values/fingerprint';
import type { RunEvent, TriggerSettings } from './form';
import {
	getKnownAssignment,
	getKnownRun,
	getRunId,
	getRunKeys,
	hasEnded,
	type KnownAssignment,
	type KnownRun,
	type RunChange,
	type Snapshot,
	type TriggerState,
} from './state';

/** A longer status is a text, which would make the state grow. */
const maxStatusLength = 100;

/** All runs that differ from the state, in the order of their starts. */
export function findChanges(
	state: TriggerState,
	snapshot: Snapshot,
	settings: TriggerSettings,
): RunChange[] {
	const changes = [...snapshot.results].flatMap(([assignmentId, runs = []]) => {
		const known = getKnownAssignment(state, settings, assignmentId);
		return [...runsByKey(runs, known)].flatMap(([key, run]) => {
			const change = compareRun(known, getKnownRun(known, key), run, settings);
			return change ? { ...change, assignmentId, key, runId: getRunId(run), run } : [];
		});
	});
	return sortByStart(changes, ({ run }) => run);
}

/** The runs of a list by the keys that they are known by, each once. */
function runsByKey(
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
	settings: TriggerSettings,
): Pick<RunChange, 'events' | 'before' | 'after'> | undefined {
	const optionsChanged = known?.readBy !== settings.readBy;
	// With other options, a run that was read as finished may not have ended.
	const staysEnded = hasEnded(before) && !optionsChanged;
	const after = { ...before, ...readRun(run, settings, staysEnded) };
	const isSameRecord = before?.hash === after.hash;
	if (isSameRecord && hasEnded(before) === hasEnded(after)) return undefined;
	// If only the options changed, nothing happened to the run.
	const happened = isSameRecord && optionsChanged ? [] : eventsBetween(before, after, known);
	const events = happened.filter((event) => settings.triggerOn.includes(event));
	if (!events.includes('runChanged')) return { events, before, after };
	return { events, before, after: { ...after, changes: (after.changes ?? 0) + 1 } };
}

function readRun(
	run: IDataObject,
	{ stateOptions }: TriggerSettings,
	staysEnded: boolean,
): KnownRun {
	const start = getStartOrder(run);
	const isOver = staysEnded || isFinished(run, stateOptions);
	const status = isOver ? undefined : (getStatus(run, stateOptions) ?? '');
	return {
		hash: fingerprint(receivedRecord(run)),
		start: start === Infinity ? undefined : start,
		status: status && status.length > maxStatusLength ? '' : status,
	};
}

function eventsBetween(
	before: KnownRun | undefined,
	after: KnownRun,
	known: KnownAssignment | null,
): readonly RunEvent[] {
	if (known === null) return [];
	if (before) return hasEnded(after) && !hasEnded(before) ? ['runFinished'] : ['runChanged'];
	if (!hasEnded(after)) return ['runStarted'];
	const isOld = after.start !== undefined && after.start < known.oldBefore;
	return isOld ? [] : ['runStarted', 'runFinished'];
}

/** Why it is unknown whether a run has ended, for the first of such runs. */
export function findUnknownState(
	{ results }: Snapshot,
	{ stateOptions, triggerOn }: TriggerSettings,
): string | undefined {
	if (!triggerOn.includes('runFinished')) return undefined;
	for (const run of [...results.values()].flatMap((runs = []) => runs)) {
		const unknown = describeUnknownState(run, stateOptions);
		if (unknown) return unknown;
	}
	return undefined;
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

/**
 * The fields of every event, of which the build makes the output schema.
 *
 * @public
 */
export const itemFields: FieldTypes = {
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
	const occurrences = {
		runStarted: '',
		runFinished: readBy,
		runChanged: `${after.changes ?? 0} ${after.hash}`,
	};
	const status = before?.status;
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
