/**
 * Runs an assignment to its end. One deadline counts for all: waiting for a run of somebody else, and
 * the run itself. At the deadline only a run that this item started is aborted, by the ID that its
 * start returned.
 */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../src/api/errors';
import type { ItemContext } from '../../../../src/runtime/operation';
import { findActiveRun, startRun, type StartedRun, startUnlessActive } from './startRun';
import { type RunWait, waitForRun, type WaitResult, waitToPoll } from './waitForRun';

export interface RunPlan extends Omit<RunWait, 'onPoll' | 'deadline'> {
	/** For the whole item, in milliseconds. */
	readonly runTimeout: number;
	readonly ifAlreadyRunning: 'fail' | 'wait' | 'waitThenStart';
	readonly atTimeout: 'leave' | 'abort';
	/** @returns what to do after each poll of the run */
	readonly follow: (started: StartedRun) => () => Promise<void>;
}

type RunItem = ItemContext<'assignment.run'>;

/**
 * @returns the ended run
 * @throws ServiceError with `timeout` at the deadline, and as {@link waitForRun}
 */
export async function runAndWait(
	item: RunItem,
	plan: RunPlan,
): Promise<{ readonly started: StartedRun; readonly run: IDataObject }> {
	const deadline = Date.now() + plan.runTimeout;
	const started = await startOrJoin(item, plan, deadline);
	const onPoll = plan.follow(started);
	const result = await waitForRun(item, started, { ...plan, deadline, onPoll });
	if (result.hasEnded) return { started, run: result.run };
	if (plan.atTimeout === 'abort' && started.isOwn) {
		return { started, run: await abortRun(item, started, result, plan) };
	}
	throw timeoutError(`Run ${started.runId}`, result, plan, 'The run was not stopped.');
}

async function startOrJoin(item: RunItem, plan: RunPlan, deadline: number): Promise<StartedRun> {
	const { ifAlreadyRunning, stateOptions } = plan;
	if (ifAlreadyRunning === 'fail') return await startRun(item, stateOptions);
	if (ifAlreadyRunning === 'waitThenStart') return await startAfterOthers(item, plan, deadline);
	const found =
		(await startUnlessActive(item, stateOptions)) ?? (await findActiveRun(item, stateOptions));
	// The active run may have ended between the two requests.
	return found ?? (await startRun(item, stateOptions));
}

async function startAfterOthers(
	item: RunItem,
	plan: RunPlan,
	deadline: number,
): Promise<StartedRun> {
	const options = { ...plan, deadline };
	for (let isFirst = true; ; isFirst = false) {
		const started = await startUnlessActive(item, plan.stateOptions);
		if (started) return started;
		const active = await findActiveRun(item, plan.stateOptions);
		// The active run may have ended between the two requests, or is not in the list yet.
		if (!active && isFirst) continue;
		const result = active
			? await waitForRun(item, active, options)
			: { hasEnded: await waitToPoll(item, options) };
		if (result.hasEnded) continue;
		const subject = active ? `The active run ${active.runId}` : 'The active run';
		throw timeoutError(subject, result, plan, 'No run was started.');
	}
}

/**
 * @returns the run if it ended just before
 * @throws ServiceError naming the run, and whether it was aborted
 */
async function abortRun(
	item: RunItem,
	{ runId }: StartedRun,
	result: WaitResult,
	plan: RunPlan,
): Promise<IDataObject> {
	const path = item.service.path('run.abort', { ...item.path, runId });
	const failure = await item.service.request('run.abort', { path }).then(
		() => undefined,
		(error: unknown) => error,
	);
	if (failure === undefined)
		throw timeoutError(`Run ${runId}`, result, plan, 'The run was aborted.');
	if (!(failure instanceof ServiceError)) throw failure;
	if (failure.errorCode === 'run-not-active') {
		return (await item.service.request('run.get', { path })).record;
	}
	const outcome = `The run could not be aborted: ${failure.message}. ${failure.description}`;
	throw timeoutError(`Run ${runId}`, result, plan, outcome);
}

function timeoutError(
	subject: string,
	{ run, unknown }: Partial<WaitResult>,
	{ runTimeout }: RunPlan,
	outcome: string,
): ServiceError {
	const hint = unknown
		? `${unknown.message}. ${unknown.description}`
		: "If it has ended, set 'Finished Statuses' or 'Status Field'.";
	return new ServiceError(
		{
			message: `${subject} has not ended within ${runTimeout} ms`,
			description: `${outcome} Raise 'Run Timeout', or read the run later with Run > Get. ${hint}`,
			errorCode: 'timeout',
		},
		run ? { run } : {},
	);
}
