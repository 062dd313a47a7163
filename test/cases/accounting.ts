import { type OperationCases, recordAt } from './operationCase';

export const accountingCases = {
	'journal.getAll': {
		success: ({ state }) => {
			const { periodId, periodStartDate, periodEndDate } = recordAt(state.periods, 5);
			const range = { periodDateFrom: periodStartDate, periodDateTo: periodEndDate };
			return {
				parameters: { output: 'periods', returnAll: true, filters: range },
				query: range,
				items: () => [{ periodId, periodStartDate }],
			};
		},
		refusals: {
			'date-range-too-large': () => ({
				query: { periodDateFrom: '2024-01-01', periodDateTo: '2026-01-01' },
			}),
		},
	},
} satisfies Partial<OperationCases>;
