import {
	inOrderOfStart,
	isFinished,
	type RunStateNames,
	statusOf,
} from '../../../shared/agent/runState';
import { type Failure, ServiceError } from '../../../shared/errors';
import type { ItemContext } from '../../../shared/node/operation';
import { identifierOf } from '../../../shared/service/record';
import { cancelledFailure } from '../../../shared/transport/networkFailure';
import { readList } from '../../../shared/transport/paging';
import { settle } from '../../../shared/transport/settle';
import { wait } from '../../../shared/transport/wait';
import type { IDataObject } from 'n8n-workflow';

export interface RunWait {
	readonly assignmentId: string;
	/** Milliseconds between two looks at the run. */
	readonly pollInterval: number;
	/** Milliseconds to wait in all. */
	readonly timeout: number;
	/** How to tell that a run is over. */
	readonly names: RunStateNames;
}

function timeoutFailure(timeout: number): Failure {
	return {
		message: `The run has not finished within ${timeout} ms`,
		description:
			'It goes on in the service. Raise Timeout in the options, or look at it later with Run > Get. If it has ended, tell how with Finished Statuses or Status Field.',
		errorCode: 'timeout',
	};
}

const lostFailure: Failure = {
	message: 'The service started a run but did not say which',
	description: 'Run > Get Many shows the runs of the assignment.',
	errorCode: 'invalid-response',
};

/**
 * Does some work after something was received, so that a failure does not lose it.
 *
 * @param item the item
 * @param received what an error item is to keep
 * @param work what may fail
 */
export async function keeping<Result>(
	item: ItemContext,
	received: IDataObject,
	work: Promise<Result>,
): Promise<Result> {
	const outcome = await settle(work);
	if (outcome.ok) return outcome.value;
	const { reason } = outcome;
	if (!(reason instanceof ServiceError)) throw reason;
	throw new ServiceError(item.node, reason.details, { ...reason.received, ...received });
}

async function activeRun(
	item: ItemContext,
	{ assignmentId, names }: RunWait,
): Promise<IDataObject | undefined> {
	const runs = await readList(item.service, 'run.getAll', {
		path: item.service.path('run.getAll', { assignmentId }),
	});
	return inOrderOfStart(runs.filter((run) => !isFinished(run, names))).at(-1);
}

/**
 * Starts a run.
 *
 * @param item the item
 * @param request the assignment, and how to tell that a run is over
 * @param joins whether to take the run that is already active, where there is one
 * @throws ServiceError as the service refuses; with run-already-active unless `joins`
 */
export async function startRun(
	item: ItemContext,
	request: RunWait,
	joins: boolean,
): Promise<{ readonly run: IDataObject; readonly alreadyRunning: boolean }> {
	const { assignmentId } = request;
	const starting = item.service.request('assignment.run', {
		path: item.service.path('assignment.run', { assignmentId }),
	});
	const outcome = await settle(starting);
	if (outcome.ok) return { run: outcome.value.record, alreadyRunning: false };
	const { reason } = outcome;
	const isActive = reason instanceof ServiceError && reason.errorCode === 'run-already-active';
	if (!joins || !isActive) throw reason;
	const run = await activeRun(item, request);
	if (run) return { run, alreadyRunning: true };
	// It ended between the two requests, so that a new one can start.
	return await startRun(item, request, false);
}

/**
 * Waits until a run is over.
 *
 * @param item the item
 * @param started the run as it started
 * @param request which run, how often to look and how long to wait
 * @returns the run as it ended, and its identifier
 * @throws ServiceError where it takes too long, the execution is cancelled or the service does not
 *   tell; `received` holds the run as it was last
 */
export async function waitForRun(
	item: ItemContext,
	started: IDataObject,
	request: RunWait,
): Promise<{ readonly run: IDataObject; readonly runId: string }> {
	const { assignmentId, names, pollInterval, timeout } = request;
	const deadline = Date.now() + timeout;
	const runId = await findRunId(item, started, request);
	let run = started;
	let status = statusOf(run, names);
	const report = () => {
		item.functions.logger.info(
			`Run ${runId} of assignment ${assignmentId}: ${status ?? 'started'}`,
		);
	};
	report();
	// A run that is over at once is still read, as the answer to its start may say less.
	for (let mayBeOver = isFinished(run, names); ; mayBeOver = false) {
		const left = deadline - Date.now();
		if (!mayBeOver) {
			if (left <= 0) throw new ServiceError(item.node, timeoutFailure(timeout), { run });
			if (!(await wait(Math.min(pollInterval, left), item.signal))) {
				throw new ServiceError(item.node, cancelledFailure, { run });
			}
		}
		const path = item.service.path('run.get', { assignmentId, runId });
		const asking = item.service.request('run.get', { path });
		run = (await keeping(item, { run }, asking)).record;
		const before = status;
		status = statusOf(run, names);
		if (status !== before) report();
		if (isFinished(run, names)) return { run, runId };
	}
}

async function findRunId(item: ItemContext, run: IDataObject, request: RunWait): Promise<string> {
	const runId =
		identifierOf('run', run) ??
		identifierOf('run', (await keeping(item, { run }, activeRun(item, request))) ?? {});
	if (runId !== undefined) return runId;
	throw new ServiceError(item.node, lostFailure, { run });
}
