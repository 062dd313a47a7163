import type { IDataObject } from 'n8n-workflow';
import {
	explainUnknownState,
	getStatus,
	isFinished,
	readRunState,
	type RunStateOptions,
	type UnknownState,
} from '../../../../src/agent/runs/runState';
import { type ErrorDetails, ServiceError, withPartialResult } from '../../../../src/api/errors';
import { cancelledFailure } from '../../../../src/http/networkError';
import { wait } from '../../../../src/http/wait';
import type { ItemContext } from '../../../../src/runtime/operation';
import type { StartedRun } from './startRun';

export interface RunWait {
	/** In milliseconds. */
	readonly pollInterval: number;
	/** For the whole run, in milliseconds. */
	readonly runTimeout: number;
	readonly stateOptions: RunStateOptions;
	/** Called after the run was read. */
	readonly onPoll: () => Promise<void>;
}

function runTimeoutFailure(runTimeout: number, unknown?: UnknownState): ErrorDetails {
	const hint = unknown
		? `${unknown.message}. ${unknown.description}`
		: "If it has ended, set 'Finished Statuses' or 'Status Field'.";
	return {
		message: `The run has not ended within ${runTimeout} ms`,
		description: `Raise 'Run Timeout', or read the run later with Run > Get. The run was not stopped. ${hint}`,
		errorCode: 'timeout',
	};
}

/**
 * Waits until a run has ended.
 *
 * @returns the run as it ended
 * @throws ServiceError if it takes too long, its state can't be read, the execution is cancelled, or
 *   a request fails; `received` has the run as it was last
 */
export async function waitForRun(
	item: ItemContext<'assignment.run'>,
	{ run: started, runId }: StartedRun,
	{ stateOptions, pollInterval, runTimeout, onPoll }: RunWait,
): Promise<IDataObject> {
	const deadline = Date.now() + runTimeout;
	const label = `Run ${runId} of assignment ${item.path.assignmentId}`;
	const path = item.service.path('run.get', { ...item.path, runId });
	let run = started;
	let lastStatus: string | undefined;
	let unknown: UnknownState | undefined;
	for (let poll = 0; ; poll++) {
		const left = deadline - Date.now();
		// The response to the start is short, so a run that seems to have ended is read at once.
		if (poll > 0 || !isFinished(run, stateOptions)) {
			if (left <= 0) throw new ServiceError(runTimeoutFailure(runTimeout, unknown), { run });
			if (!(await wait(Math.min(pollInterval, left), item.signal))) {
				throw new ServiceError(cancelledFailure, { run });
			}
		}
		try {
			run = (await item.service.request('run.get', { path })).record;
		} catch (error) {
			// The service may not find a run right after its start.
			const isMissing = error instanceof ServiceError && error.httpStatus === 404;
			if (poll === 0 && isMissing) continue;
			throw withPartialResult(error, { run });
		}
		const state = readRunState(run, stateOptions);
		const status = getStatus(run, stateOptions) ?? state;
		if (status !== lastStatus) item.functions.logger.info(`${label}: ${status}`);
		lastStatus = status;
		await onPoll();
		if (state === 'finished') return run;
		unknown = explainUnknownState(run, stateOptions);
		if (unknown?.isFinal) throw new ServiceError(unknown, { run });
	}
}
