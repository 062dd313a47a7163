import { limits } from '../../../src/api/limits';
import { refuseIf } from './errorStatuses';
import type { Handlers } from './handler';

/** The journal types that the service shows (spec 4.1). */
const shownTypes = ['INVOICE', 'PAYMENT'];

/** The start of the day after the last day that a range from this day may have. */
function endOfLongestRange(from: string): Date {
	const end = new Date(from);
	end.setUTCMonth(end.getUTCMonth() + limits.journalRangeMonths);
	return end;
}

export const accountingHandlers = {
	'journal.getAll': {
		handle: ({ state, query }) => {
			const { journalDate = '', periodDateFrom, periodDateTo } = query;
			const periods = state.periods
				.filter((period) => !periodDateFrom || period.periodStartDate >= periodDateFrom)
				.filter((period) => !periodDateTo || period.periodEndDate <= periodDateTo)
				.map((period) => ({
					...period,
					journals: period.journals
						.filter(({ journalType }) => shownTypes.includes(journalType))
						.filter(({ createdAt }) => createdAt.slice(0, 10) > journalDate)
						.map((journal) => ({
							...journal,
							rows: journal.rows.filter((row) => row.amount !== 0),
						})),
				}))
				.filter((period) => period.journals.length > 0);

			// A missing date is that of the first or last period.
			const first = periods[0]?.periodStartDate;
			const from = periodDateFrom ?? first;
			const to = periodDateTo ?? periods.at(-1)?.periodEndDate;
			if (from && to) refuseIf(new Date(to) >= endOfLongestRange(from), 'date-range-too-large');
			return { body: periods };
		},
	},
} satisfies Partial<Handlers>;
