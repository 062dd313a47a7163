/**
 * Starts a run, or finds the active one. The response to a start may lack the ID of the run (spec 2.6
 * shows no field). Then the active run of the list is the one, as an assignment has at most one.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	explainUnknownState,
	readRunState,
	type RunStateOptions,
} from '../../../../src/agent/runs/runState';
import { sortByStart } from '../../../../src/agent/runs/runStart';
import { ServiceError, withPartialResult } from '../../../../src/api/errors';
import { identifierOf } from '../../../../src/api/identifiers';
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
 * The active run of an assignment. Undefined if the service lists none.
 *
 * @throws ServiceError with `unknown-status` if it may be a run with an unknown status
 */
export async function findActiveRun(
	{ service, path }: ItemContext<'assignment.run'>,
	stateOptions: RunStateOptions,
): Promise<StartedRun | undefined> {
	const runs = sortByStart(service.fieldNames, await readList(service, 'run.getAll', { path }));
	const run = runs.findLast((each) => readRunState(each, stateOptions) === 'active');
	if (!run) {
		const unclear = runs.findLast((each) => readRunState(each, stateOptions) === 'unknown');
		if (unclear) throwUnknownState(unclear, stateOptions);
		return undefined;
	}
	const runId = identifierOf(service.fieldNames, 'run', run);
	if (runId === undefined) throw noRunId(run);
	return { run, runId, alreadyRunning: true, isOwn: false };
}

/** @throws ServiceError with `unknown-status` if the state of the run is unknown */
export function throwUnknownState(run: IDataObject, stateOptions: RunStateOptions): void {
	const unknown = explainUnknownState(run, stateOptions);
	if (unknown) throw new ServiceError({ ...unknown, errorCode: 'unknown-status' }, { run });
}

/** @throws ServiceError with run-already-active if another run of the assignment is active */
export async function startRun(
	item: ItemContext<'assignment.run'>,
	stateOptions: RunStateOptions,
): Promise<StartedRun> {
	const run = (await item.request()).record;
	const runId = identifierOf(item.fieldNames, 'run', run);
	// The `id` of a response may be that of the assignment.
	if (runId !== undefined && runId.toLowerCase() !== item.path.assignmentId.toLowerCase()) {
		return { run, runId, alreadyRunning: false, isOwn: true };
	}
	try {
		const found = await findActiveRun(item, stateOptions);
		if (!found) throw noRunId(run);
		return { ...found, run, alreadyRunning: false };
	} catch (error) {
		throw withPartialResult(error, { run });
	}
}

function noRunId(run: IDataObject): ServiceError {
	return ServiceError.invalidResponse(
		'The service started a run but did not return its ID',
		`Use Run > Get Many to find the run. If the response has the ID, add its field as "run.runId" to 'Field Names (JSON)' in the credential.`,
		{ run },
	);
}
