/** The lists of the agent's pickers. */
import type { IDataObject, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { getStartTime, getStatus, sortByStart } from '../../src/agent/runs/runState';
import { InputError } from '../../src/api/errors';
import { nameOf } from '../../src/forms/recordLabels';
import { readList } from '../../src/http/pagination';
import { searchWhole } from '../../src/runtime/pickerMethods';

const searchNamed = (record: 'assignment' | 'thread') =>
	searchWhole(record, nameOf(`${record}.name`), async (service) => {
		return await readList(service, `${record}.getAll`);
	});

export const searchAssignments = searchNamed('assignment');

/** The ID of the picked assignment; empty if there is none. */
export function pickedAssignment(functions: ILoadOptionsFunctions | IPollFunctions): string {
	const picked = functions.getNodeParameter('assignmentId', '', { extractValue: true });
	return String(picked ?? '').trim();
}

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
