import type { IDataObject } from 'n8n-workflow';
import { identifierNames, requestNames, runNames } from '../../../src/api/assumedNames';
import { limits } from '../../../src/api/limits';
import type { ServiceError } from '../errorAnswers';
import type { AssignmentState, RunState, SandboxState } from '../state';
import { activeRun, advanceRun, finishRun, isActive, runStatuses, startRun } from '../state';
import type { ErrorStatuses, Handlers } from './handler';
import { malformed, otherFields } from './handler';
import { after } from './lists';
import { logQuery, numberInQuery, openRecord, text, nonEmptyString, boolean } from './schemas';

const names = requestNames.assignment;
const assignmentIdName = identifierNames.assignment[0];
const runIdName = identifierNames.run[0];

const fields = {
	[names.name]: nonEmptyString,
	[names.description]: text,
	[names.instructions]: text,
	[names.active]: boolean,
};

interface AssignmentCall {
	state: SandboxState;
	path: Readonly<Record<string, string>>;
	error(code: 'assignment-not-found'): ServiceError;
}

interface RunCall extends AssignmentCall {
	error(code: 'assignment-not-found' | 'run-not-found'): ServiceError;
}

/** The assignment of a path, with its runs brought to where the clock says they are. */
function assignmentOf({ state, path, error }: AssignmentCall): AssignmentState {
	const assignment = state.assignments.get(path.assignmentId ?? '');
	if (!assignment || assignment.deleted) throw error('assignment-not-found');
	for (const run of assignment.runs) advanceRun(run);
	return assignment;
}

function runOf(call: RunCall): RunState {
	const run = assignmentOf(call).runs.find((each) => each.runId === call.path.runId);
	if (!run) throw call.error('run-not-found');
	return run;
}

function assignmentDetails(assignment: AssignmentState): IDataObject {
	return {
		...assignment.other,
		[assignmentIdName]: assignment.assignmentId,
		[names.name]: assignment.name,
		[names.description]: assignment.description,
		[names.instructions]: assignment.instructions,
		[names.active]: assignment.active,
		createdAt: assignment.createdAt,
		modifiedAt: assignment.modifiedAt,
	};
}

/** A run as it travels. */
export function runDetails(run: RunState): IDataObject {
	return {
		[runIdName]: run.runId,
		[assignmentIdName]: run.assignmentId,
		[runNames.status[0]]: run.status,
		[runNames.startedAt[0]]: new Date(run.startedAt).toISOString(),
		endedAt: run.endedAt === undefined ? null : new Date(run.endedAt).toISOString(),
		progress: run.progress,
	};
}

/** The runs of an assignment, newest first. */
function runList(assignment: AssignmentState): IDataObject[] {
	return assignment.runs.map(runDetails).reverse();
}

export const assignmentErrorStatuses = {
	'invalid-request': 400,
	'assignment-not-found': 404,
	'no-active-run': 409,
	'run-already-active': 409,
	'usage-limit-exceeded': 403,
	'run-not-found': 404,
	'run-not-active': 409,
} satisfies ErrorStatuses;

export const assignmentHandlers = {
	'assignment.getAll': {
		handle: ({ state }) => ({
			body: [...state.assignments.values()]
				.filter((assignment) => !assignment.deleted)
				.map((assignment) => ({
					[assignmentIdName]: assignment.assignmentId,
					[names.name]: assignment.name,
					[names.description]: assignment.description,
					[names.active]: assignment.active,
				})),
		}),
	},

	'assignment.create': {
		body: openRecord(fields, [names.name]),
		handle: ({ state, body }) => {
			const input = body as IDataObject;
			const now = new Date().toISOString();
			const assignment: AssignmentState = {
				assignmentId: state.random.uuid(),
				name: String(input[names.name]),
				description: String(input[names.description] ?? ''),
				instructions: String(input[names.instructions] ?? ''),
				active: input[names.active] !== false,
				createdAt: now,
				modifiedAt: now,
				deleted: false,
				runs: [],
				other: otherFields(input, Object.values(names)),
			};
			state.assignments.set(assignment.assignmentId, assignment);
			return { body: assignmentDetails(assignment) };
		},
	},

	'assignment.get': {
		handle: (call) => {
			const assignment = assignmentOf(call);
			return { body: { ...assignmentDetails(assignment), runs: runList(assignment) } };
		},
	},

	'assignment.update': {
		body: { ...openRecord(fields), minProperties: 1 },
		handle: (call) => {
			const assignment = assignmentOf(call);
			const input = call.body as IDataObject;
			Object.assign(assignment, {
				name: input[names.name] ?? assignment.name,
				description: input[names.description] ?? assignment.description,
				instructions: input[names.instructions] ?? assignment.instructions,
				active: input[names.active] ?? assignment.active,
				modifiedAt: new Date().toISOString(),
				other: { ...assignment.other, ...otherFields(input, Object.values(names)) },
			});
			return { body: assignmentDetails(assignment) };
		},
	},

	'assignment.delete': {
		handle: (call) => {
			const assignment = assignmentOf(call);
			const run = activeRun(assignment);
			if (run) finishRun(run, runStatuses.aborted);
			assignment.deleted = true;
			return {};
		},
	},

	'assignment.run': {
		handle: (call) => {
			const assignment = assignmentOf(call);
			if (activeRun(assignment)) throw call.error('run-already-active');
			if (call.state.runsLeftThisMonth <= 0) throw call.error('usage-limit-exceeded');
			return { body: runDetails(startRun(call.state, assignment, call.runDurationMs)) };
		},
	},

	'assignment.abort': {
		handle: (call) => {
			const run = activeRun(assignmentOf(call));
			if (!run) throw call.error('no-active-run');
			finishRun(run, runStatuses.aborted);
			return { body: runDetails(run) };
		},
	},

	'run.getAll': { handle: (call) => ({ body: runList(assignmentOf(call)) }) },

	'run.get': { handle: (call) => ({ body: runDetails(runOf(call)) }) },

	'run.abort': {
		handle: (call) => {
			const run = runOf(call);
			if (!isActive(run)) throw call.error('run-not-active');
			finishRun(run, runStatuses.aborted);
			return { body: { [runIdName]: run.runId, [runNames.status[0]]: run.status } };
		},
	},

	'run.getLogs': {
		query: logQuery,
		handle: (call) => {
			const run = runOf(call);
			const limit = numberInQuery(call.query.limit, limits.logs.default, 1, limits.logs.maximum);
			if (limit === undefined) throw malformed(`query/limit must be 1 to ${limits.logs.maximum}`);
			const lines = after(run.logs, call.query.searchAfterId, (line) => line.logId);
			if (!lines) throw call.error('search-after-id-not-found');
			return {
				body: {
					logs: lines.slice(0, limit).map(({ logId, ...line }) => ({
						[identifierNames.log[0]]: logId,
						...line,
					})),
				},
			};
		},
	},
} satisfies Partial<Handlers>;
