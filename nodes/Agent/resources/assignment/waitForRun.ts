import type { IDataObject } from 'n8n-workflow';
import {
	readRunState,
	type RunStateNames,
	statusOf,
	unknownStateMessage,
} from '../../../../src/agent/runs/runState';
import { type ErrorDetails, ServiceError, withPartialResult } from '../../../../src/api/errors';
import type { ItemContext } from '../../../../src/runtime/operation';
import { cancelledFailure } from '../../../../src/http/networkError';
import { wait } from '../../../../src/http/wait';
import type { StartedRun } from './startRun';

export interface RunWait {
	readonly assignmentId: string;
	/** Milliseconds between two looks at the run. */
	readonly pollInterval: number;
	/** Milliseconds to wait in all. */
	readonly timeout: number;
	/** How to tell that a run is over. */
	readonly names: RunStateNames;
	/** Called after each look at the run. */
	readonly onLook?: () => Promise<void>;
}

function timeoutFailure(timeout: number, unknownState?: string): ErrorDetails {
	return {
		message: `The run has not finished within ${timeout} ms`,
		description:
			unknownState === undefined
				? 'It goes on in the service. Raise Timeout in the options, or look at it later with Run > Get. If it has ended, tell how with Finished Statuses or Status Field.'
				: `${unknownState} If it goes on in the service, raise Timeout.`,
		errorCode: 'timeout',
	};
}

/** Says in n8n's log how far a run is, whenever that changes, and once where it cannot be told. */
class Report {
	private before: string | undefined;
	private hasWarned = false;

	constructor(
		private readonly item: ItemContext,
		private readonly run: string,
		private readonly names: RunStateNames,
	) {}

	/** @returns what to tell the user where the state is unknown */
	add(record: IDataObject): string | undefined {
		const { logger } = this.item.functions;
		const { state, because } = readRunState(record, this.names);
		const status = statusOf(record, this.names) ?? state;
		if (status !== this.before) {
			logger.info(`${this.run}: ${status}`);
			logger.debug(`${this.run} is taken as ${state} by its ${because}`);
		}
		this.before = status;
		if (state !== 'unknown') return undefined;
		const message = unknownStateMessage(record, this.names);
		if (!this.hasWarned) logger.warn(`${this.run}: ${message}`);
		this.hasWarned = true;
		return message;
	}
}

/**
 * Waits until a run is over.
 *
 * @param started the run as it started
 * @param request which run, how often to look and how long to wait
 * @returns the run as it ended
 * @throws ServiceError where it takes too long, the execution is cancelled or the service does not
 *   tell; `received` holds the run as it was last
 */
export async function waitForRun(
	item: ItemContext,
	started: StartedRun,
	request: RunWait,
): Promise<IDataObject> {
	const { assignmentId, names, pollInterval, timeout } = request;
	const { runId } = started;
	const deadline = Date.now() + timeout;
	const report = new Report(item, `Run ${runId} of assignment ${assignmentId}`, names);
	const path = item.service.path('run.get', { assignmentId, runId });
	let { run } = started;
	let mayBeMissing = true;
	// What the start answers says little, so that only a run that seems over is read at once.
	let looksAtOnce = readRunState(run, names).state === 'finished';
	let unknownState: string | undefined;
	for (;;) {
		const left = deadline - Date.now();
		if (!looksAtOnce) {
			if (left <= 0) {
				throw new ServiceError(timeoutFailure(timeout, unknownState), { run });
			}
			if (!(await wait(Math.min(pollInterval, left), item.signal))) {
				throw new ServiceError(cancelledFailure, { run });
			}
		}
		looksAtOnce = false;
		try {
			run = (await item.service.request('run.get', { path })).record;
		} catch (error) {
			// A run that was just started may not be there to be read yet.
			if (!mayBeMissing || !isMissing(error)) throw withPartialResult(error, { run });
			mayBeMissing = false;
			continue;
		}
		mayBeMissing = false;
		unknownState = report.add(run);
		await request.onLook?.();
		if (readRunState(run, names).state === 'finished') return run;
	}
}

function isMissing(reason: unknown): boolean {
	return reason instanceof ServiceError && reason.httpStatus === 404;
}
