import type { IDataObject } from 'n8n-workflow';
import {
	explainUnknownState,
	getStatus,
	isFinished,
	readRunState,
	type RunStateOptions,
	type UnknownState,
} from '../../../../src/agent/runs/runState';
import { ServiceError, withPartialResult } from '../../../../src/api/errors';
import { cancelledFailure } from '../../../../src/http/networkError';
import type { CheckedPath } from '../../../../src/http/path';
import { wait } from '../../../../src/http/wait';
import type { ItemContext } from '../../../../src/runtime/operation';
import type { StartedRun } from './startRun';

type RunItem = ItemContext<'assignment.run'>;

export interface RunWait {
	/** In milliseconds. */
	readonly pollInterval: number;
	/** When the wait ends, in milliseconds since 1970. */
	readonly deadline: number;
	readonly stateOptions: RunStateOptions;
	/** Called after the run was read. */
	readonly onPoll?: () => Promise<void>;
}

/** A run after the wait. */
export interface WaitResult {
	readonly run: IDataObject;
	readonly hasEnded: boolean;
	/** Why it is unknown whether the run has ended. */
	readonly unknown?: UnknownState;
}

/**
 * Waits until a run has ended, or until the deadline.
 *
 * @throws ServiceError if the state of the run can't be read, the execution is cancelled, or a request
 *   fails; `received` has the run as it was last
 */
export async function waitForRun(
	item: RunItem,
	{ run: started, runId }: Pick<StartedRun, 'run' | 'runId'>,
	options: RunWait,
): Promise<WaitResult> {
	const { stateOptions } = options;
	const path = item.service.path('run.get', { ...item.path, runId });
	let result: WaitResult = { run: started, hasEnded: false };
	let lastStatus: string | undefined;
	for (let poll = 0; ; poll++) {
		// The response to the start is short, so a run that seems to have ended is read at once.
		const isReadAtOnce = poll === 0 && isFinished(started, stateOptions);
		if (!isReadAtOnce && !(await waitToPoll(item, options, result.run))) return result;
		const run = await readRun(item, path, result.run, poll === 0);
		if (run === undefined) continue;
		const state = readRunState(run, stateOptions);
		const status = getStatus(run, stateOptions) ?? state;
		if (status !== lastStatus) logStatus(item, runId, status);
		lastStatus = status;
		await options.onPoll?.();
		result = {
			run,
			hasEnded: state === 'finished',
			unknown: explainUnknownState(run, stateOptions),
		};
		if (result.hasEnded) return result;
		assertMayEnd(result);
	}
}

/** @returns false at the deadline */
export async function waitToPoll(
	item: RunItem,
	{ pollInterval, deadline }: RunWait,
	run?: IDataObject,
): Promise<boolean> {
	const left = deadline - Date.now();
	if (left <= 0) return false;
	if (await wait(Math.min(pollInterval, left), item.signal)) return true;
	throw new ServiceError(cancelledFailure, run && { run });
}

/** @returns undefined if the service does not find the run right after its start */
async function readRun(
	item: RunItem,
	path: CheckedPath<'run.get'>,
	lastRun: IDataObject,
	isFirst: boolean,
): Promise<IDataObject | undefined> {
	const response = await item.service.request('run.get', { path }).catch((error: unknown) => {
		const isMissing = error instanceof ServiceError && error.httpStatus === 404;
		if (isFirst && isMissing) return undefined;
		throw withPartialResult(error, { run: lastRun });
	});
	return response?.record;
}

function logStatus({ functions, path }: RunItem, runId: string, status: string): void {
	functions.logger.info(`Run ${runId} of assignment ${path.assignmentId}: ${status}`);
}

function assertMayEnd({ run, unknown }: WaitResult): void {
	if (unknown?.isFinal) throw new ServiceError(unknown, { run });
}
