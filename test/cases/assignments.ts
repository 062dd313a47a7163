import type { Sandbox } from '../sandbox';
import { runDetails } from '../sandbox/operations/assignments';
import { chosen, only, type OperationCases, recordAt } from './operationCase';

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
			...chosen({ assignmentId }),
			items: () => [{ assignmentId, name, runs: runs.map(runDetails).reverse() }],
		};
	},

	'assignment.update': (sandbox) => {
		const { assignmentId, name } = assignmentAt(sandbox, 1);
		const body = { description: 'Every morning', active: false };
		return {
			...chosen({ assignmentId }, { updateFields: body }),
			body,
			items: () => [{ assignmentId, name, ...body }],
		};
	},

	'assignment.delete': (sandbox) => {
		const { assignmentId } = assignmentAt(sandbox, 7);
		return { ...chosen({ assignmentId }), ...only({ deleted: true, assignmentId }) };
	},

	'assignment.run': (sandbox) => {
		const { assignmentId } = assignmentAt(sandbox, 2);
		return {
			...chosen({ assignmentId }, { waitForCompletion: false }),
			items: () => [{ assignmentId, status: 'RUNNING', endedAt: null }],
		};
	},

	'assignment.abort': (sandbox) => {
		const { assignmentId, runId } = withActiveRun(sandbox, 3);
		return {
			...chosen({ assignmentId }),
			items: () => [{ runId, assignmentId, status: 'ABORTED' }],
		};
	},

	'run.getAll': (sandbox) => {
		const { assignmentId, runs } = assignmentAt(sandbox, 4);
		return {
			...chosen({ assignmentId }, { limit: 2 }),
			items: () => [recordAt(runs, -1), recordAt(runs, -2)].map(({ runId }) => ({ runId })),
		};
	},

	'run.get': (sandbox) => {
		const { assignmentId, runs } = assignmentAt(sandbox, 4);
		const { runId, status } = recordAt(runs, 0);
		return { ...chosen({ assignmentId, runId }), items: () => [{ runId, assignmentId, status }] };
	},

	'run.abort': (sandbox) => {
		const { assignmentId, runId } = withActiveRun(sandbox, 5);
		return { ...chosen({ assignmentId, runId }), items: () => [{ runId, status: 'ABORTED' }] };
	},

	'run.getLogs': (sandbox) => {
		const { assignmentId, runs } = assignmentAt(sandbox, 0);
		const { runId, logs } = recordAt(runs, -1);
		const searchAfterId = recordAt(logs, 9).logId;
		return {
			...chosen({ assignmentId, runId }, { limit: 3, filters: { searchAfterId } }),
			query: { searchAfterId, limit: '3' },
			items: () => logs.slice(10, 13).map(({ logId }) => ({ logId })),
		};
	},
} satisfies Partial<OperationCases>;
