/**
 * One poll: takes a snapshot, compares it with the state, emits the changes that it can handle, and
 * keeps the state of the others, so the next poll finds the same changes again.
 */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceError } from '../../src/api/errors';
import { readLogLinesAfter } from '../../src/agent/runs/runLogs';
import { workWithin, type WorkResult } from '../../src/polling/budget';
import { type PollFailure, retryLater } from '../../src/polling/failures';
import type { Poll, PollingTrigger, PollResult } from '../../src/polling/poll';
import { findChanges, findUnknownState } from './changes';
import { findTestEvent, toEventItems } from './events';
import { deletedFailure, noEventError, unknownFailure } from './failures';
import { readSettings } from './form';
import { hasEnded } from './knownRuns';
import { takeSnapshot } from './snapshot';
import { emptyState, nextState } from './state';
import type { RunChange, Snapshot, TriggerSettings, TriggerState } from './types';

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
	const snapshot = await takeSnapshot(poll, state);
	const deleted = onlyIsDeleted(snapshot, settings);
	if (deleted) return { items: [], failures: [deletedFailure(deleted)] };
	const changes = findChanges(state, snapshot, settings);
	const logs = await readLogs(poll, changes);
	const waiting = new Set([...logs.failures.keys(), ...logs.left]);
	const handled = changes
		.filter((change) => !waiting.has(change))
		.map((change) => logs.results.get(change) ?? change);
	const unknown = findUnknownState(state, snapshot, settings);
	return {
		items: handled.flatMap((change) => toEventItems(change, source, settings)),
		failures: [
			...retryLater(snapshot.failures, String, describeRetry).map(withoutError),
			...retryLater(logs.failures, getKey, ({ runId }) => `emits the event of run ${runId}`),
			...(unknown ? [unknownFailure(unknown)] : []),
		],
		next: nextState(state, snapshot, handled, [...waiting], settings),
	};
}

/** Why the only assignment to watch can't be watched, if it is deleted. */
function onlyIsDeleted(
	{ deleted }: Snapshot,
	{ assignmentId }: TriggerSettings,
): ServiceError | undefined {
	return assignmentId === undefined ? undefined : deleted.get(assignmentId);
}

const describeRetry = (id: string) => `reads the runs of assignment ${id} again`;

/** The other assignments go on, so nothing is thrown. */
const withoutError = (failure: PollFailure) => ({ ...failure, error: undefined });

const getKey = ({ key }: RunChange) => key;

/** Reads the new log lines of all runs with events. */
async function readLogs(
	poll: Poll<TriggerSettings>,
	changes: readonly RunChange[],
): Promise<WorkResult<RunChange, RunChange>> {
	const withEvents = changes.filter(({ events }) => events.length > 0);
	const tasks = poll.settings.includeLogs ? withEvents : [];
	return await workWithin(poll, logShare, tasks, getKey, async (each) => await readLog(poll, each));
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
	const deleted = onlyIsDeleted(snapshot, settings);
	if (deleted) throw deleted;
	const change = findTestEvent(findChanges(emptyState, snapshot, settings), settings);
	if (change === undefined) {
		const hasRuns = [...snapshot.runs.values()].some((runs) => runs.length > 0);
		throw noEventError(hasRuns, findUnknownState(emptyState, snapshot, settings));
	}
	const shown = settings.includeLogs ? await readLog(poll, change) : change;
	const [item = {}] = toEventItems(shown, source, settings);
	return item;
}
