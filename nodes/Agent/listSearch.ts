/** The lists of the agent's pickers. */
import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { pickedAssignment } from '../../src/agent/pickedAssignment';
import { getStartTime, newestRunFirst } from '../../src/agent/runs/runStart';
import { getStatus } from '../../src/agent/runs/runState';
import { threadTimes } from '../../src/api/assumedNames';
import { InputError } from '../../src/api/errors';
import type { ServiceClient } from '../../src/http/client';
import { readList } from '../../src/http/pagination';
import { searchWhole } from '../../src/runtime/pickerMethods';
import { firstValue } from '../../src/values/jsonObject';
import { newestFirst } from '../../src/values/timestamps';

/** A run has no name, so its start and status identify it. */
function runLabel(run: IDataObject): string {
	return [getStartTime(run), getStatus(run)].filter((part) => part !== undefined).join(', ');
}

/** Runs of the picked assignment, newest first. */
async function readRuns(service: ServiceClient, functions: ILoadOptionsFunctions) {
	const assignmentId = pickedAssignment(functions);
	if (assignmentId === '') {
		throw new InputError(
			'Select an assignment first',
			'The list then shows the runs of the assignment.',
		);
	}
	const runs = await readList(service, 'run.getAll', { path: { assignmentId } });
	return newestRunFirst(service.fieldNames, runs);
}

export const searchRuns = searchWhole('run', readRuns, runLabel);

/** Threads of the credential's client or user, newest first. */
export const searchThreads = searchWhole('thread', async (service) => {
	const threads = await readList(service, 'thread.getAll');
	return newestFirst(threads, (thread) => firstValue(thread, threadTimes));
});
