import type { IDataObject } from 'n8n-workflow';
import { findRunId } from '../../../../src/agent/runs/runRecord';
import {
	getStartTime,
	isFinished,
	type RunStateOptions,
	sortByStart,
} from '../../../../src/agent/runs/runState';
import { clockTolerance, parseTimestamp } from '../../../../src/agent/runs/timestamps';
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

/** Oldest first. */
async function listRuns(
	{ service }: ItemContext,
	{ assignmentId }: RunRequest,
): Promise<IDataObject[]> {
	const path = service.path('run.getAll', { assignmentId });
	const runs = await readList(service, 'run.getAll', { path });
	return sortByStart(runs, (run) => run);
}

function findActive(
	runs: readonly IDataObject[],
	{ stateOptions }: RunRequest,
): IDataObject | undefined {
	return runs.findLast((run) => !isFinished(run, stateOptions));
}

/** The run that was just started, which may have ended already. An older ended run is another. */
async function findStarted(
	item: ItemContext,
	request: RunRequest,
	startedAt: number,
): Promise<IDataObject | undefined> {
	const runs = await listRuns(item, request);
	const isRecent = (run: IDataObject) =>
		Math.abs(parseTimestamp(getStartTime(run) ?? '') - startedAt) < clockTolerance;
	return findActive(runs, request) ?? runs.findLast(isRecent);
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
		const run = findActive(await listRuns(item, request), request);
		if (run) return withRunId(run, run, true);
		// The active run has ended between the two requests.
		return await startRun(item, request, false);
	}
	const run = response.record;
	const runId = findRunId(withoutAssignmentId(run, assignmentId));
	if (runId !== undefined) return { run, runId, alreadyRunning: false };
	try {
		return withRunId((await findStarted(item, request, startedAt)) ?? {}, run, false);
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
