import type { Sandbox } from '../sandbox';
import { runDetails } from '../sandbox/operations/assignments';
import { type OperationCases, picked, recordAt } from './operationCase';

const assignmentAt = ({ state }: Sandbox, position: number) =>
	recordAt(state.assignments.values(), position);

const pathOf = (sandbox: Sandbox) => {
	const { assignmentId, runs } = assignmentAt(sandbox, 0);
	return { assignmentId, runId: recordAt(runs, -1).runId };
};

/** An assignment with a run that continues until it is ended. */
const withActiveRun = (sandbox: Sandbox, position: number) => {
	const { assignmentId } = assignmentAt(sandbox, position);
	return { assignmentId, runId: sandbox.runs.start(assignmentId).runId };
};

const unknownAssignment = () => ({ path: { assignmentId: 'none', runId: 'none' } });

const unknownRun = (sandbox: Sandbox) => ({ path: { ...pathOf(sandbox), runId: 'none' } });

export const assignmentCases = {
	'assignment.getAll': {
		success: ({ state }) => ({
			parameters: { returnAll: false, limit: 2 },
			items: () =>
				[...state.assignments.keys()].slice(0, 2).map((assignmentId) => ({ assignmentId })),
		}),
		refusals: {},
	},

	'assignment.create': {
		success: (sandbox) => {
			const body = { name: 'Count the stock', instructions: 'Count', shelf: 7 };
			return {
				parameters: {
					name: body.name,
					instructions: body.instructions,
					additionalFields: { additionalBody: '={{ { shelf: 7 } }}' },
				},
				body,
				items: () => {
					const { assignmentId } = assignmentAt(sandbox, -1);
					return [{ ...body, assignmentId, active: true }];
				},
			};
		},
		refusals: { 'invalid-request': () => ({ body: { name: 17 } }) },
	},

	'assignment.get': {
		success: (sandbox) => {
			const { assignmentId, name, runs } = assignmentAt(sandbox, 0);
			return {
				parameters: { assignmentId: picked(assignmentId) },
				path: { assignmentId },
				items: () => [{ assignmentId, name, runs: runs.map(runDetails).reverse() }],
			};
		},
		refusals: { 'assignment-not-found': unknownAssignment },
	},

	'assignment.update': {
		success: (sandbox) => {
			const { assignmentId, name } = assignmentAt(sandbox, 1);
			const body = { description: 'Every morning', active: false };
			return {
				parameters: { assignmentId: picked(assignmentId), updateFields: body },
				path: { assignmentId },
				body,
				items: () => [{ assignmentId, name, ...body }],
			};
		},
		refusals: {
			'assignment-not-found': () => ({ ...unknownAssignment(), body: { active: true } }),
			'invalid-request': (sandbox) => ({ path: pathOf(sandbox), body: { name: '' } }),
		},
	},

	'assignment.delete': {
		success: (sandbox) => {
			const { assignmentId } = assignmentAt(sandbox, 7);
			return {
				parameters: { assignmentId: picked(assignmentId) },
				path: { assignmentId },
				items: () => [{ deleted: true, assignmentId }],
				nothingElse: true,
			};
		},
		refusals: { 'assignment-not-found': unknownAssignment },
	},

	'assignment.run': {
		success: (sandbox) => {
			const { assignmentId } = assignmentAt(sandbox, 2);
			return {
				parameters: { assignmentId: picked(assignmentId), waitForCompletion: false },
				path: { assignmentId },
				items: () => [{ assignmentId, status: 'RUNNING', endedAt: null }],
			};
		},
		refusals: {
			'assignment-not-found': unknownAssignment,
			'run-already-active': (sandbox) => ({ path: withActiveRun(sandbox, 0) }),
			'usage-limit-exceeded': (sandbox) => {
				sandbox.state.runsLeftThisMonth = 0;
				return { path: pathOf(sandbox) };
			},
		},
	},

	'assignment.abort': {
		success: (sandbox) => {
			const { assignmentId, runId } = withActiveRun(sandbox, 3);
			return {
				parameters: { assignmentId: picked(assignmentId) },
				path: { assignmentId },
				items: () => [{ runId, assignmentId, status: 'ABORTED' }],
			};
		},
		refusals: {
			'assignment-not-found': unknownAssignment,
			'no-active-run': (sandbox) => ({ path: pathOf(sandbox) }),
		},
	},

	'run.getAll': {
		success: (sandbox) => {
			const { assignmentId, runs } = assignmentAt(sandbox, 4);
			return {
				parameters: { assignmentId: picked(assignmentId), limit: 2 },
				path: { assignmentId },
				items: () =>
					runs
						.map(({ runId }) => ({ runId }))
						.reverse()
						.slice(0, 2),
			};
		},
		refusals: { 'assignment-not-found': unknownAssignment },
	},

	'run.get': {
		success: (sandbox) => {
			const { assignmentId, runs } = assignmentAt(sandbox, 4);
			const { runId, status } = recordAt(runs, 0);
			return {
				parameters: { assignmentId: picked(assignmentId), runId: picked(runId) },
				path: { assignmentId, runId },
				items: () => [{ runId, assignmentId, status }],
			};
		},
		refusals: { 'assignment-not-found': unknownAssignment, 'run-not-found': unknownRun },
	},

	'run.abort': {
		success: (sandbox) => {
			const { assignmentId, runId } = withActiveRun(sandbox, 5);
			return {
				parameters: { assignmentId: picked(assignmentId), runId: picked(runId) },
				path: { assignmentId, runId },
				items: () => [{ runId, status: 'ABORTED' }],
			};
		},
		refusals: {
			'assignment-not-found': unknownAssignment,
			'run-not-active': (sandbox) => ({ path: pathOf(sandbox) }),
			'run-not-found': unknownRun,
		},
	},

	'run.getLogs': {
		success: (sandbox) => {
			const { assignmentId, runs } = assignmentAt(sandbox, 0);
			const { runId, logs } = recordAt(runs, -1);
			const searchAfterId = recordAt(logs, 9).logId;
			return {
				parameters: {
					assignmentId: picked(assignmentId),
					runId: picked(runId),
					limit: 3,
					filters: { searchAfterId },
				},
				path: { assignmentId, runId },
				query: { searchAfterId, limit: '3' },
				items: () => logs.slice(10, 13).map(({ logId }) => ({ logId })),
			};
		},
		refusals: {
			'assignment-not-found': unknownAssignment,
			'run-not-found': unknownRun,
			'search-after-id-not-found': (sandbox) => ({
				path: pathOf(sandbox),
				query: { searchAfterId: 'none' },
			}),
		},
	},
} satisfies Partial<OperationCases>;
