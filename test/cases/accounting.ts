import { type OperationCases, recordAt } from './operationCase';

export const accountingCases = {
	'journal.getAll': ({ state }) => {
		const { periodId, periodStartDate, periodEndDate } = recordAt(state.periods, 5);
		const range = { periodDateFrom: periodStartDate, periodDateTo: periodEndDate };
		return {
			parameters: { output: 'periods', returnAll: true, filters: range },
			query: range,
			items: () => [{ periodId, periodStartDate }],
		};
	},
} satisfies Partial<OperationCases>;
