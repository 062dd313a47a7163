/**
 * Runs an assignment to its end. One deadline counts for all: waiting for a run of somebody else, and
 * the run itself. At the deadline only a run that this item started is aborted, by the ID that its
 * start returned.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	describeUnknownState,
	explainUnknownState,
	getStatus,
	isFinished,
	readRunState,
	type RunStateOptions,
} from '../../../../src/agent/runs/runState';
import { ServiceError, withPartialResult } from '../../../../src/api/errors';
import { cancelledFailure } from '../../../../src/http/networkError';
import { wait } from '../../../../src/http/wait';
import type { ItemContext } from '../../../../src/runtime/operation';
import { startOrJoin, startRun, type StartedRun } from './startRun';

export interface RunPlan {
	/** For the whole item, in milliseconds. */
	readonly runTimeout: number;
	/** In milliseconds. */
	readonly pollInterval: number;
	readonly stateOptions: RunStateOptions;
	readonly ifAlreadyRunning: 'fail' | 'wait' | 'waitThenStart';
	readonly atTimeout: 'leave' | 'abort';
	/** Called after each poll of the run. */
	readonly onPoll: (runId: string) => Promise<void>;
}

/** The ended run, and how it was started. */
type EndedRun = Omit<StartedRun, 'isOwn'>;

export class RunToEnd {
	/** In milliseconds since 1970. */
	private readonly deadline: number;
	/** In the log of n8n. */
	private lastMessage: string | undefined;

	constructor(
		private readonly item: ItemContext<'assignment.run'>,
		private readonly plan: RunPlan,
	) {
		this.deadline = Date.now() + plan.runTimeout;
	}

	/**
	 * @throws ServiceError with `timeout` at the deadline; or if the state of the run can't be read, the
	 *   execution is cancelled, or a request fails; `received` has the run as it was last
	 */
	async execute(): Promise<EndedRun> {
		const started = await this.start();
		const { runId } = started;
		const run = await this.waitForEnd(started, async () => await this.plan.onPoll(runId));
		if (this.hasEnded(run)) return { ...started, run };
		if (this.plan.atTimeout === 'abort' && started.isOwn) {
			return { ...started, run: await this.abort(runId, run) };
		}
		throw this.timeoutError(`Run ${runId}`, 'The run was not stopped.', run);
	}

	private async start(): Promise<StartedRun> {
		const { item } = this;
		const { ifAlreadyRunning, stateOptions } = this.plan;
		if (ifAlreadyRunning === 'fail') return await startRun(item, stateOptions);
		if (ifAlreadyRunning === 'waitThenStart') return await this.startAfterOthers();
		// The active run may have ended between the two requests.
		return (await startOrJoin(item, stateOptions)) ?? (await startRun(item, stateOptions));
	}

	private async startAfterOthers(): Promise<StartedRun> {
		const { stateOptions } = this.plan;
		for (let isFirst = true; ; isFirst = false) {
			const active = await startOrJoin(this.item, stateOptions);
			if (active?.alreadyRunning === false) return active;
			// The active run may have ended between the two requests, or is not in the list yet.
			if (!active && isFirst) continue;
			const run = active && (await this.waitForEnd(active));
			if (run ? this.hasEnded(run) : await this.waitToPoll()) continue;
			const subject = active ? `The active run ${active.runId}` : 'The active run';
			throw this.timeoutError(subject, 'No run was started.', run);
		}
	}

	/** @returns the run as it is at its end, or at the deadline */
	private async waitForEnd(
		{ run: started, runId }: StartedRun,
		onPoll?: () => Promise<void>,
	): Promise<IDataObject> {
		let run = started;
		for (let poll = 0; ; poll++) {
			// The response to the start is short, so a run that seems to have ended is read at once.
			const isReadAtOnce = poll === 0 && this.hasEnded(started);
			if (!isReadAtOnce && !(await this.waitToPoll(run))) return run;
			const found = await this.read(runId, run, poll === 0);
			if (found === undefined) continue;
			run = found;
			this.logStatus(runId, run);
			await onPoll?.();
			if (this.hasEnded(run)) return run;
			const unknown = explainUnknownState(run, this.plan.stateOptions);
			if (unknown?.isFinal) throw new ServiceError(unknown, { run });
		}
	}

	private hasEnded(run: IDataObject): boolean {
		return isFinished(run, this.plan.stateOptions);
	}

	/** @returns false at the deadline */
	private async waitToPoll(run?: IDataObject): Promise<boolean> {
		const left = this.deadline - Date.now();
		if (left <= 0) return false;
		if (await wait(Math.min(this.plan.pollInterval, left), this.item.signal)) return true;
		throw new ServiceError(cancelledFailure, run && { run });
	}

	/** @returns undefined if the service does not find the run right after its start */
	private async read(
		runId: string,
		lastRun: IDataObject,
		isFirst: boolean,
	): Promise<IDataObject | undefined> {
		const path = { ...this.item.path, runId };
		const request = this.item.service.request('run.get', { path });
		const response = await request.catch((error: unknown) => {
			const isMissing = error instanceof ServiceError && error.httpStatus === 404;
			if (isFirst && isMissing) return undefined;
			throw withPartialResult(error, { run: lastRun });
		});
		return response?.record;
	}

	private logStatus(runId: string, run: IDataObject): void {
		const { functions, path } = this.item;
		const { stateOptions } = this.plan;
		const status = getStatus(run, stateOptions) ?? readRunState(run, stateOptions);
		const message = `Run ${runId} of assignment ${path.assignmentId}: ${status}`;
		if (message !== this.lastMessage) functions.logger.info(message);
		this.lastMessage = message;
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
				return `The run could not be aborted: ${error.message}. ${error.description}`;
			},
		);
		if (outcome !== undefined) throw this.timeoutError(`Run ${runId}`, outcome, run);
		return (await service.request('run.get', { path })).record;
	}

	private timeoutError(subject: string, outcome: string, run?: IDataObject): ServiceError {
		const hint =
			(run && describeUnknownState(run, this.plan.stateOptions)) ??
			"If it has ended, set 'Finished Statuses' or 'Status Field'.";
		return new ServiceError(
			{
				message: `${subject} has not ended within ${this.plan.runTimeout} ms`,
				description: `${outcome} Raise 'Run Timeout', or read the run later with Run > Get. ${hint}`,
				errorCode: 'timeout',
			},
			run ? { run } : {},
		);
	}
}
