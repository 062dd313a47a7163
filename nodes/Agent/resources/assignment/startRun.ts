import type { IDataObject } from 'n8n-workflow';
import { findRunId } from '../../../../src/agent/runs/runRecord';
import {
	getStartOrder,
	isFinished,
	type RunStateOptions,
	sortByStart,
} from '../../../../src/agent/runs/runState';
import { clockTolerance } from '../../../../src/values/timestamps';
import { ServiceError, withPartialResult } from '../../../../src/api/errors';
import type { ItemContext } from '../../../../src/runtime/operation';
import { readList } from '../../../../src/http/pagination';
import { responseOrRejection } from '../../../../src/http/rejection';

/** A run that was started or joined. */
export interface StartedRun {
	readonly run: IDataObject;
	readonly runId: string;
	/** It was active before, so it was joined. */
	readonly alreadyRunning: boolean;
}

/** The active run of an assignment, or else one that started at this time and may have ended already. */
async function findRunOf(
	{ service, path }: ItemContext<'assignment.run'>,
	stateOptions: RunStateOptions,
	startedAt = Infinity,
): Promise<IDataObject | undefined> {
	const list = { path: service.path('run.getAll', path) };
	const runs = sortByStart(await readList(service, 'run.getAll', list), (run) => run);
	const hasJustStarted = (run: IDataObject) =>
		Math.abs(getStartOrder(run) - startedAt) < clockTolerance;
	return runs.findLast((run) => !isFinished(run, stateOptions)) ?? runs.findLast(hasJustStarted);
}

/**
 * Starts a run.
 *
 * @throws ServiceError with run-already-active, unless `joins`
 */
export async function startRun(
	item: ItemContext<'assignment.run'>,
	stateOptions: RunStateOptions,
	joins: boolean,
): Promise<StartedRun> {
	const startedAt = Date.now();
	const response = await responseOrRejection(item.request(), joins ? ['run-already-active'] : []);
	if (response instanceof ServiceError) {
		const run = await findRunOf(item, stateOptions);
		// The active run has ended between the two requests.
		if (!run) return await startRun(item, stateOptions, false);
		return { run, runId: requireRunId(run, run), alreadyRunning: true };
	}
	const run = response.record;
	// The `id` of a response may be that of the assignment.
	const { id, ...others } = run;
	const runId = findRunId(String(id) === item.path.assignmentId ? others : run);
	if (runId !== undefined) return { run, runId, alreadyRunning: false };
	try {
		const found = (await findRunOf(item, stateOptions, startedAt)) ?? {};
		return { run, runId: requireRunId(found, run), alreadyRunning: false };
	} catch (error) {
		throw withPartialResult(error, { run });
	}
}

function requireRunId(found: IDataObject, run: IDataObject): string {
	const runId = findRunId(found);
	if (runId !== undefined) return runId;
	throw new ServiceError(
		{
			message: 'The service started a run but did not return its ID',
			description: 'Use Run > Get Many to find the run.',
			errorCode: 'invalid-response',
		},
		{ run },
	);
}
