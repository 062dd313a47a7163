import type { IDataObject } from 'n8n-workflow';
import {
	explainUnknownState,
	getStatus,
	readRunState,
	type RunState,
	type RunStateOptions,
	type UnknownState,
} from '../../../../src/agent/runs/runState';
import { type ErrorDetails, ServiceError, withPartialResult } from '../../../../src/api/errors';
import { cancelledFailure } from '../../../../src/http/networkError';
import { wait } from '../../../../src/http/wait';
import type { ItemContext } from '../../../../src/runtime/operation';
import type { StartedRun } from './startRun';

export interface RunWait {
	readonly assignmentId: string;
	/** In milliseconds. */
	readonly pollInterval: number;
	/** For the whole run, in milliseconds. */
	readonly runTimeout: number;
	readonly stateOptions: RunStateOptions;
	/** Called after the run was read. */
	readonly onPoll?: () => Promise<void>;
}

function runTimeoutFailure(runTimeout: number, unknown?: UnknownState): ErrorDetails {
	const hint = unknown
		? `${unknown.message}. ${unknown.description}`
		: "If it has ended, set 'Finished Statuses' or 'Status Field'.";
	return {
		message: `The run has not ended within ${runTimeout} ms`,
		description: `Raise 'Run Timeout', or read the run later with 'Run > Get'. The run was not stopped. ${hint}`,
		errorCode: 'timeout',
	};
}

/** Logs the status of a run whenever it changes. */
class StatusLog {
	private last: string | undefined;

	constructor(
		private readonly item: ItemContext,
		private readonly label: string,
		private readonly stateOptions: RunStateOptions,
	) {}

	/** @returns the state of the run */
	add(record: IDataObject): RunState {
		const { logger } = this.item.functions;
		const { state, reason } = readRunState(record, this.stateOptions);
		const status = getStatus(record, this.stateOptions) ?? state;
		if (status !== this.last) {
			logger.info(`${this.label}: ${status}`);
			logger.debug(`${this.label} is ${state}: ${reason}`);
		}
		this.last = status;
		return state;
	}
}

/**
 * Waits until a run has ended.
 *
 * @returns the run as it ended
 * @throws ServiceError if it takes too long, its state can't be read, the execution is cancelled, or
 *   a request fails; `received` has the run as it was last
 */
export async function waitForRun(
	item: ItemContext,
	started: StartedRun,
	request: RunWait,
): Promise<IDataObject> {
	const { assignmentId, stateOptions, pollInterval, runTimeout } = request;
	const { runId } = started;
	const deadline = Date.now() + runTimeout;
	const log = new StatusLog(item, `Run ${runId} of assignment ${assignmentId}`, stateOptions);
	const path = item.service.path('run.get', { assignmentId, runId });
	let { run } = started;
	let mayBeMissing = true;
	// The response to the start is short, so a run that seems to have ended is read at once.
	let skipsWait = readRunState(run, stateOptions).state === 'finished';
	let unknown: UnknownState | undefined;
	for (;;) {
		const left = deadline - Date.now();
		if (!skipsWait) {
			if (left <= 0) throw new ServiceError(runTimeoutFailure(runTimeout, unknown), { run });
			if (!(await wait(Math.min(pollInterval, left), item.signal))) {
				throw new ServiceError(cancelledFailure, { run });
			}
		}
		skipsWait = false;
		try {
			run = (await item.service.request('run.get', { path })).record;
		} catch (error) {
			// The service may not find a run right after its start.
			if (!mayBeMissing || !isNotFound(error)) throw withPartialResult(error, { run });
			mayBeMissing = false;
			continue;
		}
		mayBeMissing = false;
		const state = log.add(run);
		await request.onPoll?.();
		if (state === 'finished') return run;
		unknown = explainUnknownState(run, stateOptions);
		if (unknown?.isFinal) {
			const { message, description } = unknown;
			throw new ServiceError({ message, description, errorCode: 'unknown-status' }, { run });
		}
	}
}

function isNotFound(error: unknown): boolean {
	return error instanceof ServiceError && error.httpStatus === 404;
}
