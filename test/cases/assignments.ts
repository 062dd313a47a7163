import type { Sandbox } from '../sandbox';
import { runDetails } from '../sandbox/operations/assignments';
import { type OperationCases, picked, recordAt } from './operationCase';

const assignmentAt = ({ state }: Sandbox, position: number) =>
	recordAt(state.assignments.values(), position);

/** An assignment with a run that continues until it is ended. */
const withActiveRun = (sandbox: Sandbox, position: number) => {
	const { assignmentId } = assignmentAt(sandbox, position);
	return { assignmentId, runId: sandbox.runs.start(assignmentId).runId };
};

export const assignmentCases = {
	'assignment.getAll': ({ state }) => ({
		parameters: { returnAll: false, limit: 2 },
		items: () =>
			[...state.assignments.keys()].slice(0, 2).map((assignmentId) => ({ assignmentId })),
	}),

	'assignment.create': (sandbox) => {
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

	'assignment.get': (sandbox) => {
		const { assignmentId, name, runs } = assignmentAt(sandbox, 0);
		return {
			parameters: { assignmentId: picked(assignmentId) },
			path: { assignmentId },
			items: () => [{ assignmentId, name, runs: runs.map(runDetails).reverse() }],
		};
	},

	'assignment.update': (sandbox) => {
		const { assignmentId, name } = assignmentAt(sandbox, 1);
		const body = { description: 'Every morning', active: false };
		return {
			parameters: { assignmentId: picked(assignmentId), updateFields: body },
			path: { assignmentId },
			body,
			items: () => [{ assignmentId, name, ...body }],
		};
	},

	'assignment.delete': (sandbox) => {
		const { assignmentId } = assignmentAt(sandbox, 7);
		return {
			parameters: { assignmentId: picked(assignmentId) },
			path: { assignmentId },
			items: () => [{ deleted: true, assignmentId }],
			nothingElse: true,
		};
	},

	'assignment.run': (sandbox) => {
		const { assignmentId } = assignmentAt(sandbox, 2);
		return {
			parameters: { assignmentId: picked(assignmentId), waitForCompletion: false },
			path: { assignmentId },
			items: () => [{ assignmentId, status: 'RUNNING', endedAt: null }],
		};
	},

	'assignment.abort': (sandbox) => {
		const { assignmentId, runId } = withActiveRun(sandbox, 3);
		return {
			parameters: { assignmentId: picked(assignmentId) },
			path: { assignmentId },
			items: () => [{ runId, assignmentId, status: 'ABORTED' }],
		};
	},

	'run.getAll': (sandbox) => {
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

	'run.get': (sandbox) => {
		const { assignmentId, runs } = assignmentAt(sandbox, 4);
		const { runId, status } = recordAt(runs, 0);
		return {
			parameters: { assignmentId: picked(assignmentId), runId: picked(runId) },
			path: { assignmentId, runId },
			items: () => [{ runId, assignmentId, status }],
		};
	},

	'run.abort': (sandbox) => {
		const { assignmentId, runId } = withActiveRun(sandbox, 5);
		return {
			parameters: { assignmentId: picked(assignmentId), runId: picked(runId) },
			path: { assignmentId, runId },
			items: () => [{ runId, status: 'ABORTED' }],
		};
	},

	'run.getLogs': (sandbox) => {
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
} satisfies Partial<OperationCases>;
