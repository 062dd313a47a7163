import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../src/api/errors';
import { identifierOf } from '../../src/api/jsonObject';
import { readList } from '../../src/http/pagination';
import type { ServiceClient } from '../../src/http/client';
import { responseOrRejection } from '../../src/http/rejection';
import type { Memory } from './memory';
import type { Poll } from './poll';
import { inTurn, workWithin } from './pollBudget';
import { keysOf } from './runChanges';

/** The runs of what is watched, as the service lists them now. */
export interface Snapshot {
	/** The runs of each assignment that was read. */
	readonly runs: ReadonlyMap<string, readonly IDataObject[]>;
	/** What the service said of assignments that it does not have. */
	readonly gone: ReadonlyMap<string, ServiceError>;
	/** Why other assignments could not be read. */
	readonly failures: ReadonlyMap<string, unknown>;
	/** Those that there was no time for, in the order in which to read them next. */
	readonly unread: readonly string[];
}

/** The part of a poll's time after which no more lists are begun. */
const listShare = 0.4;

/**
 * Reads the runs of all that is watched.
 *
 * @param poll what the poll works with
 * @param memory what is remembered: which assignments there were, and where to begin
 * @param failing the assignments that failed last time, which are read last
 * @throws ServiceError where the assignments cannot be listed
 */
export async function takeSnapshot(
	{ service, settings, budget }: Poll,
	memory: Memory,
	failing: ReadonlySet<string>,
): Promise<Snapshot> {
	const watched =
		settings.assignmentId === undefined
			? await watchedOf(service, memory)
			: [settings.assignmentId];
	const { results, failures, left } = await workWithin(
		inTurn(watched, (assignmentId) => failing.has(assignmentId)),
		settings.concurrency,
		() => budget.allows(listShare),
		async (assignmentId) => {
			const isFirst = !memory.assignments.get(assignmentId);
			return await insistOn(isFirst, async () => await listRuns(service, assignmentId));
		},
	);
	const runs = new Map<string, readonly IDataObject[]>();
	const gone = new Map<string, ServiceError>();
	for (const [assignmentId, result] of results) {
		if (result instanceof ServiceError) gone.set(assignmentId, result);
		else runs.set(assignmentId, result);
	}
	return { runs, gone, failures, unread: left };
}

/** All assignments to look at, in the order in which to look. */
async function watchedOf(service: ServiceClient, memory: Memory): Promise<string[]> {
	const isFirst = !memory.watchesAll;
	const listed = await insistOn(isFirst, async () => await listAssignments(service));
	// One that is listed no more is asked for until it is gone, so that a gap in the list loses nothing.
	const known = memory.watchesAll
		? [...memory.assignments].filter(([, each]) => each && !each.gone).map(([id]) => id)
		: [];
	const sorted = [...new Set([...listed, ...known])].sort();
	const start = sorted.findIndex((assignmentId) => assignmentId >= (memory.continueAt ?? ''));
	return start > 0 ? [...sorted.slice(start), ...sorted.slice(0, start)] : sorted;
}

/** Reads a list once more where it is the first and empty, as all that it left out would be news. */
async function insistOn<List extends readonly unknown[] | ServiceError>(
	isFirst: boolean,
	read: () => Promise<List>,
): Promise<List> {
	const list = await read();
	return isFirst && Array.isArray(list) && list.length === 0 ? await read() : list;
}

async function listAssignments(service: ServiceClient): Promise<string[]> {
	const assignments = await readList(service, 'assignment.getAll');
	return assignments.map((assignment) => {
		const assignmentId = identifierOf('assignment', assignment);
		if (assignmentId !== undefined) return assignmentId;
		throw unidentified(
			'The service lists an assignment without an ID',
			'Set Watch to "One Assignment" and give its ID.',
		);
	});
}

async function listRuns(
	service: ServiceClient,
	assignmentId: string,
): Promise<IDataObject[] | ServiceError> {
	const runs = await responseOrRejection(
		readList(service, 'run.getAll', { path: service.path('run.getAll', { assignmentId }) }),
		['assignment-not-found'],
	);
	if (runs instanceof ServiceError) return runs;
	if (runs.every((run) => keysOf(run).length > 0)) return runs;
	throw unidentified(
		'The service lists a run with neither an ID nor a start time',
		'Such runs cannot be told apart. The HTTP Request node with the same credential shows the raw answer.',
	);
}

function unidentified(message: string, description: string): ServiceError {
	return new ServiceError({ message, description, errorCode: 'invalid-response' });
}
