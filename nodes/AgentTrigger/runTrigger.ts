/**
 * One poll: reads the lists of runs, compares them with the state, emits the changes that it can
 * handle, and keeps the state of the others, so the next poll finds the same changes again.
 *
 * All steps are called here, in this order, and none calls another: `watch` (state.ts), `readRuns`
 * (run.ts), `findChanges` (changes.ts), `readLog`, `toEventItems` (changes.ts), `nextState` (state.ts).
 */
import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel } from '../../src/api/assumedNames';
import { isCounted, openLogHint, readLogLinesAfter } from '../../src/agent/runs/runLogs';
import { InputError, onRejection, ServiceError } from '../../src/api/errors';
import { type PollingTrigger, readWatched, requireId } from '../../src/polling/poll';
import { type Poll, type PollFailure, workWithin } from '../../src/polling/work';
import { findChanges, findTestEvent, findUnknownState, toEventItems } from './changes';
import { readSettings, type TriggerSettings } from './form';
import { readRuns, type RunChange } from './run';
import {
	initialState,
	listedRuns,
	nextState,
	type RunLists,
	type TriggerState,
	watch,
} from './state';

/** The share of a poll's time after which no more lists are read. */
const listShare = 0.4;

/** The share of a poll's time after which no more logs are read. */
const logShare = 0.7;

export const runTrigger: PollingTrigger<TriggerSettings, TriggerState> = {
	readSettings,
	idKeysOf: () => ['assignment.assignmentId', 'run.runId'],
	findEvents,
	getTestEvent,
};

async function findEvents(poll: Poll<TriggerSettings>, before = initialState) {
	const { settings } = poll;
	const reading = await readLists(poll, before).catch(
		onRejection(['assignment-not-found'], deletedFailure),
	);
	if ('subject' in reading) return { items: [], failures: [reading] };
	const { state, lists } = reading;
	const changes = findChanges(state, lists, settings);
	const needsLog = ({ events }: RunChange) => settings.includeLogs && events.length > 0;
	const withLog = changes.filter(needsLog);
	const describe = ({ run: { key, runId } }: RunChange) => ({
		subject: key,
		retry: `emits the event of run ${runId}`,
	});
	const read = async (change: RunChange) => await readLog(poll, change);
	const logs = await workWithin(poll, logShare, withLog, describe, read);
	const waiting = withLog.filter((change) => !logs.results.has(change));
	const handled = changes.flatMap((change) =>
		needsLog(change) ? (logs.results.get(change) ?? []) : change,
	);
	const unknown = findUnknownState(lists, settings);
	const next = nextState(state, lists, handled, waiting, settings);
	const known = Object.values(next.assignments).flatMap((each) => Object.values(each?.runs ?? {}));
	const isUncertain = known.some(({ log }) => isCounted(log));
	return {
		items: handled.flatMap((change) => toEventItems(change, poll, state.changes)),
		failures: [
			// The other assignments go on, so nothing is thrown.
			...lists.failures.map((failure) => ({ ...failure, error: undefined })),
			...logs.failures,
			...(unknown === undefined ? [] : [{ subject: 'unknown', message: unknown }]),
			...(isUncertain ? [{ subject: 'log', message: openLogHint }] : []),
		],
		next,
	};
}

/** A change with the new log lines of its run. */
async function readLog({ service }: Poll, change: RunChange): Promise<RunChange> {
	const { run, after } = change;
	const { lines, position } = await readLogLinesAfter(service, run, after.log);
	return { ...change, logs: lines, after: { ...after, log: position } };
}

/** The newest run that shows a selected event. */
async function getTestEvent(poll: Poll<TriggerSettings>): Promise<IDataObject> {
	const { settings } = poll;
	const { state, lists } = await readLists(poll, initialState);
	const change = findTestEvent(findChanges(state, lists, settings), settings);
	if (change === undefined) throw nothingToShow(lists, settings);
	const shown = settings.includeLogs ? await readLog(poll, change) : change;
	const [item = {}] = toEventItems(shown, poll);
	return item;
}

function nothingToShow(lists: RunLists, settings: TriggerSettings): InputError {
	if (listedRuns(lists).length === 0) {
		return new InputError(
			'There is no run yet',
			'Start a run, for example with Assignment > Run of the Integration Service Agent node. Then test this trigger again.',
		);
	}
	return new InputError(
		'No run has ended yet',
		findUnknownState(lists, settings) ??
			`Wait for a run to end, or select another event in 'Trigger On'. If a run has ended, set 'Finished Statuses', or add its status as "run.finishedStatuses" to '${fieldNamesLabel}' in the credential.`,
	);
}

/** The only assignment to watch is deleted. */
function deletedFailure({ details }: ServiceError): PollFailure {
	const error = new ServiceError({
		...details,
		message: 'The watched assignment does not exist',
		description:
			'It may have been deleted. Select another assignment, or unpublish the workflow. This error is shown once after each publishing.',
	});
	return { subject: 'deleted', message: error.message, error };
}

/**
 * Reads the runs of all watched assignments. The state then has all of these.
 *
 * @throws ServiceError if the assignments cannot be listed, or no list of runs can be read
 */
async function readLists(poll: Poll<TriggerSettings>, before: TriggerState) {
	const { assignmentId } = poll.settings;
	const watched = assignmentId === undefined ? await listWatched(poll, before) : [assignmentId];
	const state = watch(before, watched, assignmentId === undefined, poll.includesExisting);
	const list = async (id: string) => {
		const request = { path: { assignmentId: id } };
		const records = await readWatched(poll, !state.assignments[id], 'run.getAll', request);
		return readRuns(id, records, poll.settings);
	};
	const describe = (id: string) => ({
		subject: id,
		retry: `reads the runs of assignment ${id} again`,
	});
	const lists = await workWithin(poll, listShare, watched, describe, list);
	const [failure] = lists.failures;
	if (failure && lists.results.size === 0) throw failure.error;
	return { state, lists };
}

/** All assignments to read, in the order in which to read them. */
async function listWatched(poll: Poll, state: TriggerState): Promise<string[]> {
	const listed = await readWatched(poll, !state.watchesAll, 'assignment.getAll');
	const idOf = (each: IDataObject) => requireId(poll.service.fieldNames, 'assignment', each);
	const sorted = [...new Set(listed.map(idOf))].sort();
	const isNext = (id: string) => id >= (state.continueAt ?? '');
	return [...sorted.filter(isNext), ...sorted.filter((id) => !isNext(id))];
}
