/**
 * One poll: takes a snapshot, compares it with the state, emits the changes that it can handle, and
 * keeps the state of the others, so the next poll finds the same changes again.
 */
import type { IDataObject } from 'n8n-workflow';
import { readLogLinesAfter } from '../../src/agent/runs/runLogs';
import { InputError } from '../../src/api/errors';
import { moveToEnd, type WorkResult, workWithin } from '../../src/polling/budget';
import { type PollFailure, retryLater } from '../../src/polling/failures';
import type { Poll, PollingTrigger, PollResult } from '../../src/polling/poll';
import { findChanges, findTestEvent, findUnknownState, getRunId, toEventItems } from './changes';
import { deletedFailure, noEndedRunError, noRunError } from './failures';
import { readSettings } from './form';
import { takeSnapshot } from './snapshot';
import { emptyState, nextState, readState, type StoredState, toStoredState } from './state';
import type { RunChange, Snapshot, TriggerSettings, TriggerState } from './types';

/** The share of a poll's time after which no more logs are read. */
const logShare = 0.7;

export const runTrigger: PollingTrigger<TriggerSettings, StoredState> = {
	readSettings,
	findEvents,
	getTestEvent,
};

async function findEvents(
	poll: Poll<TriggerSettings>,
	stored?: StoredState,
): Promise<PollResult<StoredState>> {
	const { settings, source } = poll;
	const state = readState(stored);
	const snapshot = await takeSnapshot(poll, state);
	const [deleted] = settings.watchesAll ? [] : snapshot.deleted.values();
	if (deleted) return { items: [], failures: [deletedFailure(deleted)] };
	const unread = retryLater(snapshot.failures, (assignmentId) => [
		assignmentId,
		`reads the runs of assignment ${assignmentId} again`,
	]);
	if (unread.length > 0 && snapshot.runs.size === 0) {
		return { items: [], failures: unread.map((failure) => ({ ...failure, isFatal: true })) };
	}

	const changes = findChanges(state, snapshot, settings);
	const logs = await readLogs(poll, changes);
	const waiting = new Set([...logs.failures.keys(), ...logs.left]);
	const handled = changes
		.filter((change) => !waiting.has(change))
		.map((change) => logs.results.get(change) ?? change);
	return {
		items: handled.flatMap((change) => toEventItems(change, source, settings)),
		failures: [
			// The other assignments go on.
			...unread.map(({ subject, message }) => ({ subject, message })),
			...retryLater(logs.failures, ({ key, run }) => [
				key,
				`emits the event of run ${getRunId(run)}`,
			]),
			...unknownState(settings, state, snapshot),
		],
		next: toStoredState(nextState(state, snapshot, handled, [...waiting], settings)),
	};
}

function unknownState(
	settings: TriggerSettings,
	state: TriggerState,
	snapshot: Snapshot,
): PollFailure[] {
	if (!settings.triggerOn.includes('runFinished')) return [];
	const unknown = findUnknownState(state, snapshot, settings);
	if (!unknown) return [];
	return [{ subject: 'unknown', message: `${unknown.message}. ${unknown.description}` }];
}

/** Reads the new log lines of changes with events, if the user wants them. */
async function readLogs(
	poll: Poll<TriggerSettings>,
	changes: readonly RunChange[],
): Promise<WorkResult<RunChange, RunChange>> {
	const { includeLogs, concurrency } = poll.settings;
	return await workWithin(
		moveToEnd(
			changes.filter(({ events }) => includeLogs && events.length > 0),
			({ key }) => poll.failing.has(key),
		),
		concurrency,
		() => poll.budget.allows(logShare),
		async (change) => await readLog(poll, change),
	);
}

async function readLog({ service }: Poll, change: RunChange): Promise<RunChange> {
	const { assignmentId, run, after } = change;
	const runId = getRunId(run);
	if (runId === undefined) return change;
	const { finished, logPosition } = after;
	const ids = { assignmentId, runId };
	const { lines, position } = await readLogLinesAfter(service, ids, finished, logPosition);
	return { ...change, logs: lines, after: { ...after, logPosition: position ?? logPosition } };
}

/** The newest run that shows a selected event. */
async function getTestEvent(poll: Poll<TriggerSettings>): Promise<IDataObject> {
	const { settings, source } = poll;
	const snapshot = await takeSnapshot(poll, emptyState);
	const deleted = settings.watchesAll ? [] : [...snapshot.deleted.values()];
	const [unread] = [...deleted, ...snapshot.failures.values()];
	if (unread !== undefined && snapshot.runs.size === 0) throw unread;
	const change = findTestEvent(snapshot, settings);
	if (change === undefined) {
		const hasRuns = [...snapshot.runs.values()].some((runs) => runs.length > 0);
		const { message, description } = hasRuns ? noEndedRunError() : noRunError();
		const unknown = findUnknownState(emptyState, snapshot, settings);
		throw new InputError(
			message,
			unknown ? `${unknown.message}. ${unknown.description}` : description,
		);
	}
	const shown = settings.includeLogs ? await readLog(poll, change) : change;
	const [item = {}] = toEventItems(shown, source, settings);
	return item;
}
