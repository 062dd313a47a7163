/**
 * Starts a run, or finds the active one. The response to a start may lack the ID of the run (spec 2.6
 * shows no field). The list of runs then has it: an assignment has at most one active run, and a run
 * that has ended already is recognized by its start.
 */
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
 * The active run of an assignment, or else one that started at this time and may have ended already.
 * Undefined if the service lists none.
 */
export async function findActiveRun(
	{ service, path }: ItemContext<'assignment.run'>,
	stateOptions: RunStateOptions,
	startedAt = Infinity,
): Promise<StartedRun | undefined> {
	const runs = sortByStart(await readList(service, 'run.getAll', { path }));
	const hasJustStarted = (run: IDataObject) =>
		Math.abs(getStartOrder(run) - startedAt) < clockTolerance;
	const isActive = (run: IDataObject) => !isFinished(run, stateOptions);
	const run = runs.findLast(isActive) ?? runs.findLast(hasJustStarted);
	if (!run) return undefined;
	const runId = findRunId(run);
	if (runId === undefined) throw noRunId(run);
	return { run, runId, alreadyRunning: true, isOwn: false };
}

/** @throws ServiceError with run-already-active if another run of the assignment is active */
export async function startRun(
	item: ItemContext<'assignment.run'>,
	stateOptions: RunStateOptions,
): Promise<StartedRun> {
	const startedAt = Date.now();
	const run = (await item.request()).record;
	// The `id` of a response may be that of the assignment.
	const { id, ...others } = run;
	const runId = findRunId(String(id) === item.path.assignmentId ? others : run);
	if (runId !== undefined) return { run, runId, alreadyRunning: false, isOwn: true };
	try {
		const found = await findActiveRun(item, stateOptions, startedAt);
		if (!found) throw noRunId(run);
		return { ...found, run, alreadyRunning: false };
	} catch (error) {
		throw withPartialResult(error, { run });
	}
}

function noRunId(run: IDataObject): ServiceError {
	return ServiceError.invalidResponse(
		'The service started a run but did not return its ID',
		'Use Run > Get Many to find the run.',
		{ run },
	);
}
