import type { IDataObject } from 'n8n-workflow';
import { onRejection, ServiceError } from '../../src/api/errors';
import { identifierOf } from '../../src/api/identifiers';
import { workWithin } from '../../src/polling/budget';
import { invalidResponse } from '../../src/polling/failures';
import { type Poll, readWatched } from '../../src/polling/poll';
import { getRunKeys } from './knownRuns';
import type { Snapshot, TriggerSettings, TriggerState } from './types';

/** The share of a poll's time after which no more lists are read. */
const listShare = 0.4;

/**
 * Reads the runs of all watched assignments.
 *
 * @throws ServiceError if the assignments cannot be listed, or no list of runs can be read
 */
export async function takeSnapshot(
	poll: Poll<TriggerSettings>,
	state: TriggerState,
): Promise<Snapshot> {
	const { assignmentId } = poll.settings;
	const watched = assignmentId === undefined ? await listWatched(poll, state) : [assignmentId];
	const work = async (id: string) => await listRuns(poll, !state.assignments[id], id);
	const { results, failures, left } = await workWithin(poll, listShare, watched, String, work);
	const runs = new Map<string, readonly IDataObject[]>();
	const deleted = new Map<string, ServiceError>();
	for (const [id, result] of results) {
		if (result instanceof ServiceError) deleted.set(id, result);
		else runs.set(id, result);
	}
	const [failure] = failures.values();
	if (failure !== undefined && runs.size === 0) throw failure;
	return { runs, deleted, failures, unread: left };
}

/** All assignments to read, in the order in which to read them. */
async function listWatched(poll: Poll, state: TriggerState): Promise<string[]> {
	const isFirst = !state.watchesAll;
	const listed = await readWatched(poll, isFirst, 'assignment.getAll');
	// An unlisted one is read until the service reports that it is deleted: lists can have gaps.
	const known = Object.entries(state.assignments).filter(([, each]) => each && !each.deleted);
	const all = [...listed.map(requireId), ...(isFirst ? [] : known.map(([id]) => id))];
	const sorted = [...new Set(all)].sort();
	const start = sorted.findIndex((assignmentId) => assignmentId >= (state.continueAt ?? ''));
	return start > 0 ? [...sorted.slice(start), ...sorted.slice(0, start)] : sorted;
}

function requireId(assignment: IDataObject): string {
	const assignmentId = identifierOf('assignment', assignment);
	if (assignmentId !== undefined) return assignmentId;
	throw invalidResponse(
		'The service lists an assignment without an ID',
		"Set 'Watch' to 'One Assignment' and enter its ID.",
	);
}

/** The runs of an assignment, or the error if it is deleted. */
async function listRuns(
	poll: Poll,
	isFirst: boolean,
	assignmentId: string,
): Promise<IDataObject[] | ServiceError> {
	const path = poll.service.path('run.getAll', { assignmentId });
	const runs = await readWatched(poll, isFirst, 'run.getAll', { path }).catch(
		onRejection(['assignment-not-found'], (rejection) => rejection),
	);
	if (runs instanceof ServiceError) return runs;
	if (runs.every((run) => getRunKeys(run).length > 0)) return runs;
	throw invalidResponse(
		'The service lists a run with neither an ID nor a start time',
		'The trigger needs one of them to recognize a run. To see the response, use the HTTP Request node with the same credential.',
	);
}
