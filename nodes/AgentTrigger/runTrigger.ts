/**
 * One poll: takes a snapshot, compares it with the state, emits the changes that it can handle, and
 * keeps the state of the others, so the next poll finds the same changes again.
 */
import type { IDataObject } from 'n8n-workflow';
import { withFieldNames } from '../../src/agent/runs/runState';
import { readLogLinesAfter } from '../../src/agent/runs/runLogs';
import { workWithin } from '../../src/polling/budget';
import { retryLater } from '../../src/polling/failures';
import type { Poll, PollingTrigger, PollResult } from '../../src/polling/poll';
import { findChanges, findUnknownStates } from './changes';
import { findTestEvent, toEventItems } from './events';
import { deletedFailure, noEventError, unknownFailure } from './failures';
import { readSettings } from './form';
import { hasEnded, restoreState, storeState, type StoredTriggerState } from './knownRuns';
import { takeSnapshot } from './snapshot';
import { emptyState, nextState } from './state';
import type { RunChange, TriggerSettings } from './types';

/** The share of a poll's time after which no more logs are read. */
const logShare = 0.7;

export const runTrigger: PollingTrigger<TriggerSettings, StoredTriggerState> = {
	readSettings,
	findEvents,
	getTestEvent,
};

/** A poll whose options are completed by the 'Field Names' of the credential. */
function completed(poll: Poll<TriggerSettings>): Poll<TriggerSettings> {
	const { settings, service } = poll;
	const stateOptions = withFieldNames(settings.stateOptions, service.fieldNames);
	return { ...poll, settings: { ...settings, stateOptions } };
}

async function findEvents(
	given: Poll<TriggerSettings>,
	stored?: StoredTriggerState,
): Promise<PollResult<StoredTriggerState>> {
	const poll = completed(given);
	const state = stored ? restoreState(stored) : emptyState;
	const { settings, source } = poll;
	const snapshot = await takeSnapshot(poll, state);
	const [deleted] = settings.watchesAll ? [] : snapshot.deleted.values();
	if (deleted) return { items: [], failures: [deletedFailure(deleted)] };
	const changes = findChanges(state, snapshot, settings);
	const withEvents = changes.filter(({ events }) => settings.includeLogs && events.length > 0);
	const read = async (change: RunChange) => await readLog(poll, change);
	const logs = await workWithin(poll, logShare, withEvents, ({ key }) => key, read);
	const unknown = findUnknownStates(state, snapshot, settings);
	const waiting = new Set([...logs.failures.keys(), ...logs.left]);
	const handled = changes
		.filter((change) => !waiting.has(change))
		.map((change) => logs.results.get(change) ?? change);
	return {
		items: handled.flatMap((change) => toEventItems(change, source, settings)),
		failures: [
			// The other assignments go on, so nothing is thrown.
			...retryLater(snapshot.failures, (assignmentId) => [
				assignmentId,
				`reads the runs of assignment ${assignmentId} again`,
			]).map(({ subject, message }) => ({ subject, message })),
			...retryLater(logs.failures, ({ key, runId }) => [key, `emits the event of run ${runId}`]),
			...unknown.slice(0, 1).map(unknownFailure),
		],
		next: storeState(nextState(state, snapshot, handled, [...waiting], settings)),
	};
}

/** Reads the new log lines of a run. */
async function readLog({ service }: Poll, change: RunChange): Promise<RunChange> {
	const { assignmentId, runId, after } = change;
	if (runId === undefined) return change;
	const { logPosition } = after;
	const ids = { assignmentId, runId };
	const log = await readLogLinesAfter(service, ids, hasEnded(after), logPosition);
	const next = { ...after, logPosition: log.position ?? logPosition };
	return { ...change, logs: log.lines, after: next };
}

/** The newest run that shows a selected event. */
async function getTestEvent(given: Poll<TriggerSettings>): Promise<IDataObject> {
	const poll = completed(given);
	const { settings, source } = poll;
	const snapshot = await takeSnapshot(poll, emptyState);
	const [deleted] = settings.watchesAll ? [] : snapshot.deleted.values();
	if (deleted) throw deleted;
	const change = findTestEvent(findChanges(emptyState, snapshot, settings), settings);
	if (change === undefined) {
		const hasRuns = [...snapshot.runs.values()].some((runs) => runs.length > 0);
		const [unknown] = findUnknownStates(emptyState, snapshot, settings);
		throw noEventError(hasRuns, unknown);
	}
	const shown = settings.includeLogs ? await readLog(poll, change) : change;
	const [item = {}] = toEventItems(shown, source, settings);
	return item;
}
