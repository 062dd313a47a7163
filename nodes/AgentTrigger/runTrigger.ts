/**
 * One poll: reads the lists of runs, compares them with the state, emits the changes that it can
 * handle, and keeps the state of the others, so the next poll finds the same changes again.
 */
import type { IDataObject } from 'n8n-workflow';
import { readLogLinesAfter } from '../../src/agent/runs/runLogs';
import { InputError, onRejection, ServiceError } from '../../src/api/errors';
import { identifierOf } from '../../src/api/identifiers';
import { type PollFailure, workWithin } from '../../src/polling/work';
import {
	type Poll,
	type PollingTrigger,
	type PollResult,
	readWatched,
} from '../../src/polling/poll';
import { findChanges, findTestEvent, findUnknownState, toEventItems } from './changes';
import { readSettings, type TriggerSettings } from './form';
import {
	emptyState,
	getRunKeys,
	hasEnded,
	nextState,
	type RunChange,
	type Snapshot,
	type TriggerState,
} from './state';

/** The share of a poll's time after which no more lists are read. */
const listShare = 0.4;

/** The share of a poll's time after which no more logs are read. */
const logShare = 0.7;

export const runTrigger: PollingTrigger<TriggerSettings, TriggerState> = {
	readSettings,
	findEvents,
	getTestEvent,
};

async function findEvents(
	poll: Poll<TriggerSettings>,
	state: TriggerState = emptyState,
): Promise<PollResult<TriggerState>> {
	const { settings, source } = poll;
	const snapshot = await takeSnapshot(poll, state).catch(
		onRejection(['assignment-not-found'], deletedFailure),
	);
	if ('subject' in snapshot) return { items: [], failures: [snapshot] };
	const changes = findChanges(state, snapshot, settings);
	const withLog = settings.includeLogs ? changes.filter(({ events }) => events.length > 0) : [];
	const describe = ({ key, runId }: RunChange) => ({
		subject: key,
		retry: `emits the event of run ${runId}`,
	});
	const read = async (change: RunChange) => await readLog(poll, change);
	const logs = await workWithin(poll, logShare, withLog, describe, read);
	const waiting = new Set([...logs.failures.keys(), ...logs.left]);
	const handled = changes
		.filter((change) => !waiting.has(change))
		.map((change) => logs.results.get(change) ?? change);
	const unknown = findUnknownState(snapshot, settings);
	return {
		items: handled.flatMap((change) => toEventItems(change, source, settings)),
		failures: [
			// The other assignments go on, so nothing is thrown.
			...[...snapshot.failures.values()].map((failure) => ({ ...failure, error: undefined })),
			...logs.failures.values(),
			...(unknown === undefined ? [] : [{ subject: 'unknown', message: unknown }]),
		],
		next: nextState(state, snapshot, handled, [...waiting], settings),
	};
}

/** A change with the new log lines of its run. */
async function readLog({ service }: Poll, change: RunChange): Promise<RunChange> {
	const { assignmentId, runId, after } = change;
	if (runId === undefined) return change;
	const ids = { assignmentId, runId };
	const { lines, position } = await readLogLinesAfter(service, ids, hasEnded(after), after.log);
	return { ...change, logs: lines, after: { ...after, log: position ?? after.log } };
}

/** The newest run that shows a selected event. */
async function getTestEvent(poll: Poll<TriggerSettings>): Promise<IDataObject> {
	const { settings, source } = poll;
	const snapshot = await takeSnapshot(poll, emptyState);
	const change = findTestEvent(findChanges(emptyState, snapshot, settings), settings);
	if (change === undefined) throw nothingToShow(snapshot, settings);
	const shown = settings.includeLogs ? await readLog(poll, change) : change;
	const [item = {}] = toEventItems(shown, source, settings);
	return item;
}

function nothingToShow(snapshot: Snapshot, settings: TriggerSettings): InputError {
	if ([...snapshot.results.values()].every((runs = []) => runs.length === 0)) {
		return new InputError(
			'There is no run yet',
			'Start a run, for example with Assignment > Run of the Integration Service Agent node. Then test this trigger again.',
		);
	}
	return new InputError(
		'No run has ended yet',
		findUnknownState(snapshot, settings) ??
			"Wait for a run to end, or select another event in 'Trigger On'. If a run has ended, set 'Finished Statuses', or add its status as \"run.finishedStatuses\" to 'Field Names (JSON)' in the credential.",
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
 * Reads the runs of all watched assignments.
 *
 * @throws ServiceError if the assignments cannot be listed, or no list of runs can be read
 */
async function takeSnapshot(poll: Poll<TriggerSettings>, state: TriggerState): Promise<Snapshot> {
	const { assignmentId } = poll.settings;
	const watched = assignmentId === undefined ? await listWatched(poll, state) : [assignmentId];
	const list = async (id: string) => await listRuns(poll, !state.assignments[id], id);
	const describe = (id: string) => ({
		subject: id,
		retry: `reads the runs of assignment ${id} again`,
	});
	const snapshot = await workWithin(poll, listShare, watched, describe, list);
	const [failure] = snapshot.failures.values();
	const isRead = [...snapshot.results.values()].some((runs) => runs !== undefined);
	if (failure && !isRead) throw failure.error;
	return snapshot;
}

/** All assignments to read, in the order in which to read them. */
async function listWatched(poll: Poll, state: TriggerState): Promise<string[]> {
	const isFirst = !state.watchesAll;
	const listed = await readWatched(poll, isFirst, 'assignment.getAll');
	// An unlisted one is read until the service reports that it is deleted: lists can have gaps.
	const known = Object.entries(state.assignments).filter(([, each]) => each && !each.deleted);
	const all = [...listed.map(requireId), ...(isFirst ? [] : known.map(([id]) => id))];
	const sorted = [...new Set(all)].sort();
	const start = sorted.findIndex((assignmentId) => assignmentId >= (state.continueAt ?? ''));
	return start > 0 ? [...sorted.slice(start), ...sorted.slice(0, start)] : sorted;
}

function requireId(assignment: IDataObject): string {
	const assignmentId = identifierOf('assignment', assignment);
	if (assignmentId !== undefined) return assignmentId;
	throw ServiceError.invalidResponse(
		'The service lists an assignment without an ID',
		"Set 'Watch' to 'One Assignment' and enter its ID.",
	);
}

/** The runs of an assignment; undefined if one of several assignments is deleted. */
async function listRuns(
	poll: Poll<TriggerSettings>,
	isFirst: boolean,
	assignmentId: string,
): Promise<IDataObject[] | undefined> {
	const isOneOfAll = poll.settings.assignmentId === undefined;
	const list = { path: { assignmentId } };
	const runs = await readWatched(poll, isFirst, 'run.getAll', list).catch(
		onRejection(isOneOfAll ? ['assignment-not-found'] : [], () => undefined),
	);
	if (!runs || runs.every((run) => getRunKeys(run).length > 0)) return runs;
	throw ServiceError.invalidResponse(
		'The service lists a run with neither an ID nor a start time',
		'The trigger needs one of them to recognize a run. To see the response, use the HTTP Request node with the same credential.',
	);
}
