import type { IDataObject } from 'n8n-workflow';
import { clockTolerance, timeOf } from '../../../../src/agent/runs/pastTime';
import { runIdIn } from '../../../../src/agent/runs/runRecord';
import {
	inOrderOfStart,
	isFinished,
	startedAtOf,
	type RunStateNames,
} from '../../../../src/agent/runs/runState';
import { type ErrorDetails, ServiceError, withPartialResult } from '../../../../src/api/errors';
import type { ItemContext } from '../../../../src/runtime/operation';
import { readList } from '../../../../src/http/pagination';
import { responseOrRejection } from '../../../../src/http/rejection';

/** A run that was started or joined. */
export interface StartedRun {
	readonly run: IDataObject;
	readonly runId: string;
	/** It was active before. */
	readonly alreadyRunning: boolean;
}

interface RunStart {
	readonly assignmentId: string;
	/** How to tell that a run is over. */
	readonly names: RunStateNames;
}

const lostFailure: ErrorDetails = {
	message: 'The service started a run but did not say which',
	description: 'Run > Get Many shows the runs of the assignment.',
	errorCode: 'invalid-response',
};

/** The runs of an assignment, oldest first. */
async function runsOf(
	{ service }: ItemContext,
	{ assignmentId }: RunStart,
): Promise<IDataObject[]> {
	const path = service.path('run.getAll', { assignmentId });
	return inOrderOfStart(await readList(service, 'run.getAll', { path }));
}

async function activeRun(item: ItemContext, start: RunStart): Promise<IDataObject | undefined> {
	return (await runsOf(item, start)).findLast((run) => !isFinished(run, start.names));
}

/** The run that was just started: the active one, or the newest where it is over already. */
async function newestRun(
	item: ItemContext,
	start: RunStart,
	startedAt: number,
): Promise<IDataObject | undefined> {
	const runs = await runsOf(item, start);
	const isRecent = (run: IDataObject) =>
		Math.abs(timeOf(startedAtOf(run) ?? '') - startedAt) < clockTolerance;
	// An older run that is over is another one.
	return runs.findLast((run) => !isFinished(run, start.names)) ?? runs.findLast(isRecent);
}

/**
 * Starts a run.
 *
 * @param start the assignment, and how to tell that a run is over
 * @param joins whether to take the run that is already active, where there is one
 * @throws ServiceError as the service refuses; with run-already-active unless `joins`
 */
export async function startRun(
	item: ItemContext,
	start: RunStart,
	joins: boolean,
): Promise<StartedRun> {
	const startedAt = Date.now();
	const path = item.service.path('assignment.run', { assignmentId: start.assignmentId });
	const response = await responseOrRejection(
		item.service.request('assignment.run', { path }),
		joins ? ['run-already-active'] : [],
	);
	if (response instanceof ServiceError) {
		const run = await activeRun(item, start);
		if (run) return withRunId(run, run, true);
		// The active run ended between the two requests, so a new one can start.
		return await startRun(item, start, false);
	}
	const run = response.record;
	const runId = runIdIn(withoutAssignment(run, start.assignmentId));
	if (runId !== undefined) return { run, runId, alreadyRunning: false };
	try {
		return withRunId((await newestRun(item, start, startedAt)) ?? {}, run, false);
	} catch (error) {
		throw withPartialResult(error, { run });
	}
}

/** A response may tell the identifier of its assignment as its own. */
function withoutAssignment(body: IDataObject, assignmentId: string): IDataObject {
	const { id, ...others } = body;
	return String(id) === assignmentId ? others : body;
}

function withRunId(found: IDataObject, run: IDataObject, alreadyRunning: boolean): StartedRun {
	const runId = runIdIn(found);
	if (runId !== undefined) return { run, runId, alreadyRunning };
	throw new ServiceError(lostFailure, { run });
}
