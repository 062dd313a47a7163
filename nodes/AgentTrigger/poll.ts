/**
 * One poll: takes a snapshot, compares it with the state, emits the changes that it can handle, and
 * keeps the state of the others, so the next poll finds the same changes again.
 */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { readLogLinesAfter } from '../../src/agent/runs/runLogs';
import { InputError, ServiceError } from '../../src/api/errors';
import { connect } from '../../src/http/connections';
import { moveToEnd, PollBudget, type WorkResult, workWithin } from './budget';
import { findChanges, findTestEvent, findUnknownState, getRunId, toEventItems } from './changes';
import {
	deletedFailure,
	listFailures,
	logFailures,
	noEndedRunError,
	noRunError,
	type PollFailure,
	pollTimeout,
	reportFailures,
} from './failures';
import { readSettings } from './form';
import { takeSnapshot } from './snapshot';
import { emptyState, nextState, readState, writeState } from './state';
import type { Poll, RunChange, Snapshot, TriggerState } from './types';

/** The share of a poll's time after which no more logs are read. */
const logShare = 0.7;

/** What this process knows of a trigger, besides its state. */
interface Poller {
	/** n8n may start a poll before the last has ended; both would emit the same. */
	isPolling: boolean;
	/** What failed in the last poll: it is read last in the next, and not reported again. */
	failing: ReadonlySet<string>;
	/** The last poll that emitted something. */
	lastEmit?: Pick<TriggerState, 'source' | 'emitCount'> & { readonly at: number };
}

/** n8n stores the state after the poll. By then it has, or never will. In milliseconds. */
const maxStoringTime = 15_000;

const pollers = new Map<string, Poller>();

/** The contexts that have polled. */
const contexts = new WeakSet<IPollFunctions>();

/**
 * Polls for n8n.
 *
 * @returns an item for each event, or null if there is none; one item in a manual test
 * @throws InputError if a field is wrong, or a manual test finds nothing to show
 * @throws ServiceError if nothing can be read, or no event can be emitted
 */
export async function pollRuns(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (functions.getMode() === 'manual') {
		return [[{ json: await withinBudget(functions, getTestEvent) }]];
	}
	const poller = getPoller(functions);
	if (poller.isPolling) return null;
	poller.isPolling = true;
	try {
		const items = await withinBudget(functions, async (poll) => await getNewEvents(poll, poller));
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} finally {
		poller.isPolling = false;
	}
}

/** After publishing, failures are reported again. */
function getPoller(functions: IPollFunctions): Poller {
	const key = `${functions.getWorkflow().id}:${functions.getNode().id}`;
	const poller = pollers.get(key) ?? { isPolling: false, failing: new Set() };
	pollers.set(key, poller);
	// With durable cursors each poll has a context of its own, and n8n calls it an update.
	if (functions.getActivationMode() !== 'update' && !contexts.has(functions)) {
		poller.failing = new Set();
		poller.lastEmit = undefined;
	}
	contexts.add(functions);
	return poller;
}

async function withinBudget<Result>(
	functions: IPollFunctions,
	work: (poll: Poll) => Promise<Result>,
): Promise<Result> {
	const settings = readSettings(functions);
	const budget = new PollBudget(functions);
	const { timeout, maxRetries } = settings;
	const options = { timeout, maxRetries, signal: budget.signal };
	const service = await connect(functions, 'clientCredentials', options);
	try {
		return await work({ functions, settings, service, budget });
	} catch (error) {
		const isTimeout = budget.signal.aborted && error instanceof ServiceError;
		throw isTimeout ? pollTimeout(budget.milliseconds) : error;
	}
}

async function getNewEvents(poll: Poll, poller: Poller): Promise<IDataObject[]> {
	const { functions, settings, service } = poll;
	const staticData = functions.getWorkflowStaticData('node');
	const state = readState(staticData, service.source);
	if (isOutdated(state, poller)) return [];
	const snapshot = await takeSnapshot(poll, state, poller.failing);

	const [deleted] = settings.watchesAll ? [] : snapshot.deleted.values();
	if (deleted) {
		report(poll, poller, [deletedFailure(deleted)], true);
		return [];
	}
	const [unread] = snapshot.failures.values();
	if (unread !== undefined && snapshot.runs.size === 0) {
		poller.failing = new Set(snapshot.failures.keys());
		throw unread;
	}

	const changes = findChanges(state, snapshot, settings);
	const logs = await readLogs(poll, changes, poller.failing);
	const waiting = new Set([...logs.failures.keys(), ...logs.left]);
	const handled = changes
		.filter((change) => !waiting.has(change))
		.map((change) => logs.results.get(change) ?? change);
	const items = handled.flatMap((change) => toEventItems(change, service.source, settings));
	const failures = [...listFailures(snapshot.failures), ...logFailures(logs.failures)];
	report(poll, poller, [...failures, ...unknownState(poll, state, snapshot)], items.length === 0);
	// Last of all, so a poll that fails changes nothing.
	const next = nextState(state, snapshot, handled, [...waiting], settings);
	writeState(staticData, next);
	if (items.length > 0) {
		poller.lastEmit = { source: next.source, emitCount: next.emitCount, at: Date.now() };
	}
	return items;
}

/** Whether n8n has not stored the state of the last poll yet, so the same would be emitted again. */
function isOutdated(state: TriggerState, { lastEmit }: Poller): boolean {
	if (lastEmit === undefined || lastEmit.source !== state.source) return false;
	return state.emitCount < lastEmit.emitCount && Date.now() - lastEmit.at < maxStoringTime;
}

/** Reports what failed, unless it did so in the last poll. */
function report(
	poll: Poll,
	poller: Poller,
	failures: readonly PollFailure[],
	mayThrow: boolean,
): void {
	const fresh = failures.filter(({ subject }) => !poller.failing.has(subject));
	poller.failing = new Set(failures.map(({ subject }) => subject));
	reportFailures(poll, fresh, mayThrow);
}

function unknownState({ settings }: Poll, state: TriggerState, snapshot: Snapshot): PollFailure[] {
	if (!settings.triggerOn.includes('runFinished')) return [];
	const unknown = findUnknownState(state, snapshot, settings);
	if (!unknown) return [];
	return [{ subject: 'unknown', message: `${unknown.message}. ${unknown.description}` }];
}

/** Reads the new log lines of changes with events, if the user wants them. */
async function readLogs(
	poll: Poll,
	changes: readonly RunChange[],
	failing: ReadonlySet<string>,
): Promise<WorkResult<RunChange, RunChange>> {
	const { includeLogs, concurrency } = poll.settings;
	return await workWithin(
		moveToEnd(
			changes.filter(({ events }) => includeLogs && events.length > 0),
			({ key }) => failing.has(key),
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
async function getTestEvent(poll: Poll): Promise<IDataObject> {
	const { settings, service } = poll;
	const state = emptyState(service.source);
	const snapshot = await takeSnapshot(poll, state, new Set());
	const deleted = settings.watchesAll ? [] : [...snapshot.deleted.values()];
	const [unread] = [...deleted, ...snapshot.failures.values()];
	if (unread !== undefined && snapshot.runs.size === 0) throw unread;
	const change = findTestEvent(snapshot, settings);
	if (change === undefined) {
		const hasRuns = [...snapshot.runs.values()].some((runs) => runs.length > 0);
		const { message, description } = hasRuns ? noEndedRunError() : noRunError();
		const unknown = findUnknownState(state, snapshot, settings);
		throw new InputError(
			message,
			unknown ? `${unknown.message}. ${unknown.description}` : description,
		);
	}
	const shown = settings.includeLogs ? await readLog(poll, change) : change;
	const [item = {}] = toEventItems(shown, service.source, settings);
	return item;
}
