/** The lists of the agent's pickers. */
import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { pickedAssignment } from '../../src/agent/pickedAssignment';
import { getStartTime, sortByStart } from '../../src/agent/runs/runStart';
import { getStatus } from '../../src/agent/runs/runState';
import { threadTimes } from '../../src/api/assumedNames';
import { InputError } from '../../src/api/errors';
import type { ServiceClient } from '../../src/http/client';
import { readList } from '../../src/http/pagination';
import { searchWhole } from '../../src/runtime/pickerMethods';
import { firstValue } from '../../src/values/jsonObject';
import { parseTimestamp } from '../../src/values/timestamps';

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
	return sortByStart(service.fieldNames, runs).reverse();
}

export const searchRuns = searchWhole('run', readRuns, runLabel);

/** Milliseconds since 1970; 0 for a thread without a time. */
function timeOf(thread: IDataObject): number {
	return parseTimestamp(firstValue(thread, threadTimes) ?? '') || 0;
}

/** Threads of the credential's client or user, newest first. */
export const searchThreads = searchWhole('thread', async (service) => {
	const threads = await readList(service, 'thread.getAll');
	const timed = threads.map((thread) => ({ thread, time: timeOf(thread) }));
	return timed.sort((a, b) => b.time - a.time).map(({ thread }) => thread);
});
