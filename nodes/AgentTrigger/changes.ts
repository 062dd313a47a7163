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
import { describeUnknownState } from '../../src/agent/runs/runState';
import { toEventId } from '../../src/polling/poll';
import type { Poll } from '../../src/polling/work';
import type { FieldTypes } from '../../src/runtime/operation';
import type { RunEvent, TriggerSettings } from './form';
import { hasEnded, type KnownRun, type Run, type RunChange, startOf } from './run';
import { type KnownAssignment, listedRuns, type RunLists, type TriggerState } from './state';

/** All runs that differ from the state, in the order of their starts. */
export function findChanges(
	state: TriggerState,
	lists: RunLists,
	settings: TriggerSettings,
): RunChange[] {
	const changes = listedRuns(lists).flatMap((run) => {
		const known = state.assignments[run.assignmentId];
		return known ? (compareRun(known, run, settings) ?? []) : { run, events: [], after: run.now };
	});
	// Two runs without a start are alike: their difference, NaN, sorts like 0.
	return changes.sort((a, b) => startOf(a.after) - startOf(b.after));
}

/** The change of a run since the last poll; undefined if nothing is different. */
function compareRun(known: KnownAssignment, run: Run, settings: TriggerSettings) {
	const before = known.runs[run.key];
	const after = { ...before, ...run.now };
	const optionsChanged = known.readBy !== settings.readBy;
	// With other options, a run that was read as finished may not have ended.
	if (hasEnded(before) && !optionsChanged) after.status = undefined;
	const isSameRecord = before?.hash === after.hash;
	if (isSameRecord && hasEnded(before) === hasEnded(after)) return undefined;
	// If only the options changed, nothing happened to the run.
	const happened = isSameRecord && optionsChanged ? [] : eventsBetween(before, after, known);
	const events = happened.filter((event) => settings.triggerOn.includes(event));
	return { run, events, before, after };
}

function eventsBetween(
	before: KnownRun | undefined,
	after: KnownRun,
	{ oldBefore }: KnownAssignment,
): readonly RunEvent[] {
	if (before) return hasEnded(after) && !hasEnded(before) ? ['runFinished'] : ['runChanged'];
	if (!hasEnded(after)) return ['runStarted'];
	return startOf(after) < oldBefore ? [] : ['runStarted', 'runFinished'];
}

/** Why it is unknown whether a run has ended, for the first of such runs. */
export function findUnknownState(lists: RunLists, { stateOptions, triggerOn }: TriggerSettings) {
	if (!triggerOn.includes('runFinished')) return undefined;
	const unknown = listedRuns(lists).map(({ record }) => describeUnknownState(record, stateOptions));
	return unknown.find((text) => text !== undefined);
}

/** The newest of these runs that can show a selected event, for a manual test. */
export function findTestEvent(
	changes: readonly RunChange[],
	{ triggerOn }: TriggerSettings,
): RunChange | undefined {
	const shown = changes.flatMap((change) => {
		// An active run has not ended. Anything else may have happened to any run.
		const event = hasEnded(change.after)
			? triggerOn.at(-1)
			: triggerOn.find((each) => each !== 'runFinished');
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
 * @param poll whose items they are
 * @param changes how many were emitted before the poll
 */
export function toEventItems(
	change: RunChange,
	{ source, memory, settings }: Pick<Poll<TriggerSettings>, 'source' | 'memory' | 'settings'>,
	changes = 0,
): IDataObject[] {
	const { run, events, before, after, logs } = change;
	const { assignmentId, key, runId, record } = run;
	// A run starts once, and ends once unless the options change.
	const occurrences = {
		runStarted: '',
		runFinished: settings.readBy,
		runChanged: `${after.hash} ${changes} ${memory}`,
	};
	const status = before?.status;
	return events.map((event, index) => ({
		event,
		eventId: toEventId(source, assignmentId, key, event, occurrences[event]),
		assignmentId,
		runId,
		run: record,
		...(event === 'runChanged' && status ? { previous: { status } } : {}),
		...(logs ? { logs: index === events.length - 1 ? logs : [] } : {}),
	}));
}
