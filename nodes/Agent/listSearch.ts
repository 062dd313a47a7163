/** The lists of the agent's pickers. */
import type { IDataObject } from 'n8n-workflow';
import { pickedAssignment } from '../../src/agent/pickedAssignment';
import { getStartTime, sortByStart } from '../../src/agent/runs/runStart';
import { getStatus } from '../../src/agent/runs/runState';
import { InputError } from '../../src/api/errors';
import { readList } from '../../src/http/pagination';
import { searchNamed } from '../../src/runtime/namedPicker';
import { searchWhole } from '../../src/runtime/pickerMethods';

export const searchAssignments = searchNamed('assignment');

/** A run has no name, so its start and status identify it. */
function runLabel(run: IDataObject): string {
	return [getStartTime(run), getStatus(run)].filter((part) => part !== undefined).join(', ');
}

/** Runs of the picked assignment, newest first. */
export const searchRuns = searchWhole('run', runLabel, async (service, functions) => {
	const assignmentId = pickedAssignment(functions);
	if (assignmentId === '') {
		throw new InputError(
			'Select an assignment first',
			'The list then shows the runs of the assignment.',
		);
	}
	return sortByStart(await readList(service, 'run.getAll', { path: { assignmentId } })).reverse();
});

/** Threads of the credential's client or user. */
export const searchThreads = searchNamed('thread');
