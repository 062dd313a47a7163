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
import { wait } from '../../../../src/http/wait';
import type { ItemContext } from '../../../../src/runtime/operation';
import type { StartedRun } from './startRun';

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
	item: ItemContext<'assignment.run'>,
	{ run: started, runId }: Pick<StartedRun, 'run' | 'runId'>,
	{ stateOptions, pollInterval, deadline, onPoll }: RunWait,
): Promise<WaitResult> {
	const label = `Run ${runId} of assignment ${item.path.assignmentId}`;
	const path = item.service.path('run.get', { ...item.path, runId });
	let run = started;
	let lastStatus: string | undefined;
	let unknown: UnknownState | undefined;
	for (let poll = 0; ; poll++) {
		// The response to the start is short, so a run that seems to have ended is read at once.
		if (poll > 0 || !isFinished(run, stateOptions)) {
			const left = deadline - Date.now();
			if (left <= 0) return { run, hasEnded: false, unknown };
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
		await onPoll?.();
		if (state === 'finished') return { run, hasEnded: true };
		unknown = explainUnknownState(run, stateOptions);
		if (unknown?.isFinal) throw new ServiceError(unknown, { run });
	}
}
