import type { IDataObject } from 'n8n-workflow';
import { findRunId } from '../../../../src/agent/runs/runRecord';
import {
	getStartOrder,
	isFinished,
	type RunStateOptions,
	sortByStart,
} from '../../../../src/agent/runs/runState';
import { clockTolerance } from '../../../../src/api/timestamps';
import { type ErrorDetails, ServiceError, withPartialResult } from '../../../../src/api/errors';
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

interface RunRequest {
	readonly assignmentId: string;
	readonly stateOptions: RunStateOptions;
}

const missingRunId: ErrorDetails = {
	message: 'The service started a run but did not return its ID',
	description: 'Use Run > Get Many to find the run.',
	errorCode: 'invalid-response',
};

/** The active run of an assignment, or else one that started at this time and may have ended already. */
async function findRunOf(
	{ service }: ItemContext,
	{ assignmentId, stateOptions }: RunRequest,
	startedAt = Infinity,
): Promise<IDataObject | undefined> {
	const path = service.path('run.getAll', { assignmentId });
	const runs = sortByStart(await readList(service, 'run.getAll', { path }), (run) => run);
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
	item: ItemContext,
	request: RunRequest,
	joins: boolean,
): Promise<StartedRun> {
	const startedAt = Date.now();
	const { assignmentId } = request;
	const path = item.service.path('assignment.run', { assignmentId });
	const response = await responseOrRejection(
		item.service.request('assignment.run', { path }),
		joins ? ['run-already-active'] : [],
	);
	if (response instanceof ServiceError) {
		const run = await findRunOf(item, request);
		if (run) return withRunId(run, run, true);
		// The active run has ended between the two requests.
		return await startRun(item, request, false);
	}
	const run = response.record;
	const runId = findRunId(withoutAssignmentId(run, assignmentId));
	if (runId !== undefined) return { run, runId, alreadyRunning: false };
	try {
		return withRunId((await findRunOf(item, request, startedAt)) ?? {}, run, false);
	} catch (error) {
		throw withPartialResult(error, { run });
	}
}

/** The `id` of a response may be that of the assignment. */
function withoutAssignmentId(body: IDataObject, assignmentId: string): IDataObject {
	const { id, ...others } = body;
	return String(id) === assignmentId ? others : body;
}

function withRunId(found: IDataObject, run: IDataObject, alreadyRunning: boolean): StartedRun {
	const runId = findRunId(found);
	if (runId !== undefined) return { run, runId, alreadyRunning };
	throw new ServiceError(missingRunId, { run });
}
