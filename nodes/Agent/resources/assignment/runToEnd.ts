/**
 * Runs an assignment to its end. One deadline counts for all: waiting for a run of somebody else, and
 * the run itself. At the deadline only a run that this item started is aborted, by the ID that its
 * start returned. The response to a start may lack it (spec 2.6 shows no field). Then the active run of
 * the list is the one, as an assignment has at most one. A poll that fails for a while does not end the
 * wait.
 */
import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel } from '../../../../src/api/assumedNames';
import {
	describeUnknownState,
	explainUnknownState,
	isFinished,
	readRunState,
	type RunStateOptions,
} from '../../../../src/agent/runs/runState';
import { newestRunFirst } from '../../../../src/agent/runs/runStart';
import { onRejection, ServiceError, withPartialResult } from '../../../../src/api/errors';
import { cancelledFailure } from '../../../../src/http/networkError';
import { mayRecover } from '../../../../src/http/retries';
import { readList } from '../../../../src/http/pagination';
import { wait } from '../../../../src/http/wait';
import type { ItemContext } from '../../../../src/runtime/operation';
import { formatMinutes } from '../../../../src/values/scalars';
import type { RunPlan } from './runFields';

/** Streams new log lines of a run to the chat or webhook, each once and in order; all once it has ended. */
export type StreamLog = (runId: string, hasEnded: boolean) => Promise<void>;

/** A run that was started or joined. */
export interface StartedRun {
	readonly run: IDataObject;
	readonly runId: string;
	/** It was active before, so it was joined. */
	readonly alreadyRunning: boolean;
	/** The response to the start has its ID, so no other run can be meant. */
	readonly isOwn: boolean;
}

/**
 * The active run of an assignment. Undefined if the service lists none.
 *
 * @throws ServiceError with `unknown-status` if it may be a run with an unknown status
 */
async function findActiveRun(
	{ service, path }: ItemContext,
	stateOptions: RunStateOptions,
): Promise<StartedRun | undefined> {
	const runs = newestRunFirst(service.fieldNames, await readList(service, 'run.getAll', { path }));
	const run = runs.find((each) => readRunState(each, stateOptions) === 'active');
	if (!run) {
		for (const each of runs) assertKnownState(each, stateOptions);
		return undefined;
	}
	const runId = service.fieldNames.identifierOf('run', run);
	if (runId === undefined) throw noRunId('The active run has no known ID', run);
	return { run, runId, alreadyRunning: true, isOwn: false };
}

/** @throws ServiceError with `unknown-status` if the state of the run is unknown */
function assertKnownState(run: IDataObject, stateOptions: RunStateOptions): void {
	const unknown = explainUnknownState(run, stateOptions);
	if (unknown) throw new ServiceError({ ...unknown, errorCode: 'unknown-status' }, { run });
}

/** @throws ServiceError with run-already-active if another run of the assignment is active */
async function startRun(item: ItemContext, stateOptions: RunStateOptions): Promise<StartedRun> {
	const run = (await item.request()).record;
	const runId = item.fieldNames.identifierOf('run', run);
	// The `id` of a response may be that of the assignment.
	if (runId !== undefined && runId.toLowerCase() !== String(item.path.assignmentId).toLowerCase()) {
		return { run, runId, alreadyRunning: false, isOwn: true };
	}
	try {
		const found = await findActiveRun(item, stateOptions);
		if (!found) throw noRunId('The service started a run but did not return its ID', run);
		return { ...found, run, alreadyRunning: false };
	} catch (error) {
		throw withPartialResult(error, { run });
	}
}

function noRunId(message: string, run: IDataObject): ServiceError {
	return ServiceError.invalidResponse(
		message,
		`Use Run > Get Many to find the run. If the response has the ID, add its field as "run.runId" to '${fieldNamesLabel}' in the credential.`,
		{ run },
	);
}

export class RunToEnd {
	/** In milliseconds of a clock that is never corrected. */
	private readonly deadline: number;
	/** Why the last poll failed, if the next one may succeed. */
	private failure: unknown;

	constructor(
		private readonly item: ItemContext,
		private readonly plan: RunPlan,
		private readonly streamLog: StreamLog,
	) {
		this.deadline = performance.now() + plan.runTimeout;
	}

	/**
	 * @returns the ended run
	 * @throws ServiceError with `timeout` at the deadline; or if the state of the run can't be read, the
	 *   execution is cancelled, or a request fails; `received` has the run as it was last
	 */
	async execute(): Promise<StartedRun> {
		const started = await this.start();
		const { runId } = started;
		const run = await this.waitForEnd(started, this.streamLog);
		if (this.hasEnded(run)) return { ...started, run };
		if (this.plan.atTimeout === 'abort' && started.isOwn) {
			return { ...started, run: await this.abort(runId, run) };
		}
		throw this.failure ?? this.timeoutError(`Run ${runId}`, 'The run was not stopped.', run);
	}

	private async start(): Promise<StartedRun> {
		const { item, plan } = this;
		const { ifAlreadyRunning, stateOptions } = plan;
		const handled = ifAlreadyRunning === 'fail' ? [] : (['run-already-active'] as const);
		for (;;) {
			const started = await startRun(item, stateOptions).catch(
				onRejection(handled, (rejection) => rejection),
			);
			if (!(started instanceof ServiceError)) return started;
			const active = await findActiveRun(item, stateOptions);
			if (active && ifAlreadyRunning === 'wait') return active;
			await this.waitForOther(active);
		}
	}

	/** Waits until the run of somebody else may have ended. It may be missing in the list for a while. */
	private async waitForOther(active: StartedRun | undefined): Promise<void> {
		const run = active && (await this.waitForEnd(active));
		if (run ? this.hasEnded(run) : await this.waitToPoll()) return;
		const subject = active ? `The active run ${active.runId}` : 'The active run';
		throw this.failure ?? this.timeoutError(subject, 'No run was started.', run);
	}

	/** @returns the run as it is at its end, or at the deadline */
	private async waitForEnd({ run: started, runId }: StartedRun, streamLog?: StreamLog) {
		let run = started;
		for (let poll = 0; ; poll++) {
			// The response to the start is short, so a run that seems to have ended is read at once.
			const isReadAtOnce = poll === 0 && this.hasEnded(started);
			if (!isReadAtOnce && !(await this.waitToPoll(run))) return run;
			const found = await this.poll(runId, run, poll === 0);
			if (found === undefined) continue;
			run = found;
			const hasEnded = this.hasEnded(run);
			await streamLog?.(runId, hasEnded);
			if (hasEnded) return run;
			if (explainUnknownState(run, this.plan.stateOptions)?.isFinal) {
				assertKnownState(run, this.plan.stateOptions);
			}
		}
	}

	private hasEnded(run: IDataObject): boolean {
		return isFinished(run, this.plan.stateOptions);
	}

	/** @returns false at the deadline */
	private async waitToPoll(run?: IDataObject): Promise<boolean> {
		const left = this.deadline - performance.now();
		if (left <= 0) return false;
		if (await wait(Math.min(this.plan.pollInterval, left), this.item.signal)) return true;
		throw new ServiceError(cancelledFailure, run && { run });
	}

	/** As {@link read}; undefined also if the service can't be reached for a while. */
	private async poll(runId: string, lastRun: IDataObject, isFirst: boolean) {
		this.failure = undefined;
		return await this.read(runId, lastRun, isFirst).catch((error: unknown) => {
			if (!(error instanceof ServiceError) || !mayRecover(error.details)) throw error;
			this.failure = error;
			return undefined;
		});
	}

	/** @returns undefined if the service does not find the run right after its start */
	private async read(runId: string, lastRun: IDataObject, isFirst = false) {
		const path = { ...this.item.path, runId };
		const request = this.item.service.request('run.get', { path });
		const response = await request.catch((error: unknown) => {
			const isMissing = error instanceof ServiceError && error.httpStatus === 404;
			if (isFirst && isMissing) return undefined;
			throw withPartialResult(error, { run: lastRun });
		});
		return response?.record;
	}

	/**
	 * @returns the run if it ended just before
	 * @throws ServiceError naming the run, and whether it was aborted
	 */
	private async abort(runId: string, run: IDataObject): Promise<IDataObject> {
		const { service } = this.item;
		const path = { ...this.item.path, runId };
		const outcome = await service.request('run.abort', { path }).then(
			() => 'The run was aborted.',
			(error: unknown) => {
				if (!(error instanceof ServiceError)) throw error;
				if (error.errorCode === 'run-not-active') return undefined;
				return `The abort failed, so the run may still be active: ${error.message}. ${error.description}`;
			},
		);
		if (outcome !== undefined) throw this.timeoutError(`Run ${runId}`, outcome, run);
		return (await this.read(runId, run)) ?? run;
	}

	private timeoutError(subject: string, outcome: string, run?: IDataObject): ServiceError {
		const hint =
			(run && describeUnknownState(run, this.plan.stateOptions)) ??
			"If the run had ended before, set 'Finished Statuses' or 'Status Field'.";
		return new ServiceError(
			{
				message: `${subject} has not ended within ${formatMinutes(this.plan.runTimeout)}`,
				description: `${outcome} Raise 'Run Timeout', or read the run later with Run > Get. ${hint}`,
				errorCode: 'timeout',
			},
			run && { run },
		);
	}
}
