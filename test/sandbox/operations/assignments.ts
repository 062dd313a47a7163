import type { IDataObject } from 'n8n-workflow';
import { limits } from '../../../src/api/limits';
import {
	activeRun,
	advanceRun,
	type AssignmentState,
	finishRun,
	isActive,
	type RunState,
	runStatuses,
	startRun,
} from '../state';
import { existing, refuseIf } from './errorStatuses';
import { type Call, type Handlers, malformed, without } from './handler';
import { after } from './lists';
import { boolean, nonEmptyString, openRecord, text } from './schemas';

const fields = { name: nonEmptyString, description: text, instructions: text, active: boolean };

/** The assignment of a path, with its runs at the present time. */
function assignmentOf({ state, path }: Call): AssignmentState {
	const assignment = existing(
		state.assignments.get(path.assignmentId ?? ''),
		'assignment-not-found',
	);
	refuseIf(assignment.deleted, 'assignment-not-found');
	for (const run of assignment.runs) advanceRun(run);
	return assignment;
}

function runOf(call: Call): RunState {
	const { runs } = assignmentOf(call);
	return existing(
		runs.find((each) => each.runId === call.path.runId),
		'run-not-found',
	);
}

function assignmentDetails(assignment: AssignmentState): IDataObject {
	return without(assignment, 'deleted', 'runs');
}

/** A run as the service shows it. */
export function runDetails(run: RunState): IDataObject {
	const { runId, assignmentId, status, progress } = run;
	const startedAt = new Date(run.startedAt).toISOString();
	const endedAt = run.endedAt === undefined ? null : new Date(run.endedAt).toISOString();
	return { runId, assignmentId, status, startedAt, endedAt, progress };
}

/** The runs of an assignment, newest first. */
function runList(assignment: AssignmentState): IDataObject[] {
	return assignment.runs.map(runDetails).reverse();
}

export const assignmentHandlers = {
	'assignment.getAll': {
		handle: ({ state }) => ({
			body: [...state.assignments.values()]
				.filter(({ deleted }) => !deleted)
				.map(({ assignmentId, name, description, active }) => ({
					assignmentId,
					name,
					description,
					active,
				})),
		}),
	},

	'assignment.create': {
		body: openRecord(fields, ['name']),
		handle: ({ state, body }) => {
			const now = new Date().toISOString();
			const assignment: AssignmentState = {
				assignmentId: state.random.uuid(),
				name: '',
				description: '',
				instructions: '',
				active: true,
				createdAt: now,
				modifiedAt: now,
				deleted: false,
				runs: [],
				...body,
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
			const modifiedAt = new Date().toISOString();
			Object.assign(assignment, call.body, { modifiedAt });
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
			refuseIf(activeRun(assignment) !== undefined, 'run-already-active');
			return { body: runDetails(startRun(call.state, assignment, call.runDurationMs)) };
		},
	},

	'assignment.abort': {
		handle: (call) => {
			const run = existing(activeRun(assignmentOf(call)), 'no-active-run');
			finishRun(run, runStatuses.aborted);
			return { body: runDetails(run) };
		},
	},

	'run.getAll': { handle: (call) => ({ body: runList(assignmentOf(call)) }) },

	'run.get': { handle: (call) => ({ body: runDetails(runOf(call)) }) },

	'run.abort': {
		handle: (call) => {
			const run = runOf(call);
			refuseIf(!isActive(run), 'run-not-active');
			finishRun(run, runStatuses.aborted);
			return { body: { runId: run.runId, status: run.status } };
		},
	},

	'run.getLogs': {
		handle: (call) => {
			const { limit = limits.logs.default } = call.query;
			if (limit < 1) throw malformed('query/limit must be at least 1');
			const lines = after(call, runOf(call).logs, (line) => line.logId).slice(0, limit);
			return { body: { logs: lines } };
		},
	},
} satisfies Partial<Handlers>;
