import type { IDataObject } from 'n8n-workflow';
import { FieldNames } from '../../../src/api/fieldNames';
import { journalsOf } from '../../../src/api/journals';
import { hintTexts, nodeUnderTest, records, untilUnderWay } from '../nodeUnderTest';

const node = nodeUnderTest('Accounting', { resource: 'journal', operation: 'getAll' });

/** Periods as the service returns them, from the records of the sandbox. */
const shownJournals = () =>
	node.sandbox.state.periods.flatMap((period) =>
		period.journals
			.filter(({ journalType }) => ['INVOICE', 'PAYMENT'].includes(journalType))
			.map((journal) => ({ period, journal })),
	);

describe('Journals', () => {
	test('are one item each, with the fields of their period', async () => {
		const run = await node.run({ output: 'journals', returnAll: true });
		const expected = shownJournals().map(({ period, journal }) => ({
			periodId: period.periodId,
			periodStartDate: period.periodStartDate,
			periodEndDate: period.periodEndDate,
			...journal,
			rows: journal.rows.filter(({ amount }) => amount !== 0),
		}));
		expect(records(run)).toEqual(expected);
	});

	test('are refused without the list that the options name', async () => {
		const options = { journalsField: 'postings' };
		const { error } = await node.run({ output: 'journals', options });
		expect(error).toMatchObject({
			message: 'Period 1 of the response has no list of journals named "postings" [item 0]',
			errorCode: 'invalid-response',
		});
		expect(error?.description).toContain('Journals Field');
	});
});

describe('the list of journals in a period', () => {
	const journals = (period: IDataObject, given = '') =>
		journalsOf(new FieldNames(), [{ id: 1, ...period }], given).map(({ record }) => record);

	test.each<[string, IDataObject, IDataObject[], string?]>([
		['its usual name', { totals: [1], journals: [{ no: 7 }] }, [{ id: 1, totals: [1], no: 7 }]],
		['any name if it is the only list', { bookings: [{ no: 7 }] }, [{ id: 1, no: 7 }]],
		[
			'the chosen name',
			{ debit: [{ no: 7 }], credit: [] },
			[{ id: 1, credit: [], no: 7 }],
			'debit',
		],
		['no entries', { journals: [] }, []],
		['null for its entries', { entries: null, journals: null }, []],
		['null beside it', { entries: null, bookings: [{ no: 7 }] }, [{ id: 1, entries: null, no: 7 }]],
		['null under the chosen name', { bookings: null }, [], 'bookings'],
		[
			'fields that the period has too',
			{ periodId: 2, currency: 'SEK', journals: [{ id: 9, currency: 'EUR' }] },
			[{ id: 9, periodId: 2, periodPeriodId: 1, currency: 'EUR', periodCurrency: 'SEK' }],
		],
		['values that are no records', { journals: ['J1'] }, [{ id: 1, journal: 'J1' }]],
	])('can have %s', (...[, period, expected, given]) => {
		expect(journals(period, given)).toEqual(expected);
	});

	test.each<[string, IDataObject[], string[]]>([
		['no journals', [{ journals: [{ no: 7 }] }, {}], ['7']],
		['another list instead', [{ journals: [{ no: 7 }] }, { tags: [{ no: 8 }] }], ['7']],
		['journals only in a later one', [{ tags: [{ no: 8 }] }, { journals: [{ no: 7 }] }], ['7']],
	])('is the same in all periods, one with %s', (...[, periods, numbers]) => {
		const found = journalsOf(new FieldNames(), periods);
		expect(found.map(({ record }) => String(record.no))).toEqual(numbers);
	});

	test('may be at a path through lists', () => {
		const found = (path: string) =>
			journalsOf(new FieldNames({ 'period.journals': path }), [
				{ id: 1, books: [{ entries: [{ no: 7 }] }, { entries: null }, { entries: [{ no: 8 }] }] },
			]).map(({ record }) => record);
		expect(found('books.entries').map(({ no }) => no)).toEqual([7, 8]);
		expect(() => found('books.entrys')).toThrow('Period 1 of the response has no list of journals');
	});

	test.each([{ debit: [], credit: [] }, {}])('is not found in %j', (period) => {
		expect(() => journals(period)).toThrow(/^Period 1 of the response has no list of journals$/);
	});
});

describe('dates', () => {
	test.each([
		["DateTime.fromISO('2026-03-31T23:30:00', { zone: 'Pacific/Auckland' })", '2026-03-31'],
		["DateTime.fromISO('2026-03-31T00:30:00', { zone: 'America/New_York' })", '2026-03-31'],
		["new Date('2026-03-31T12:00:00')", '2026-03-31'],
	])('from an expression can be objects, %s', async (expression, sent) => {
		const { error } = await node.run({ filters: { periodDateFrom: `={{ ${expression} }}` } });
		expect(error).toBeUndefined();
		expect(node.lastRequest()?.query).toEqual({ periodDateFrom: sent });
	});

	test.each([
		['Pacific/Auckland', '2026-04-01'],
		['America/New_York', '2026-03-31'],
	])("without a time zone are in the workflow's, %s", async (timezone, sent) => {
		const moment = "={{ new Date('2026-03-31T20:00:00Z') }}";
		const text = '={{ "2026-03-31T20:00:00Z" }}';
		await node.run({ filters: { periodDateFrom: moment, periodDateTo: text } }, { timezone });
		expect(node.lastRequest()?.query).toEqual({ periodDateFrom: sent, periodDateTo: sent });
	});

	test.each(['31.03.2026', '2026-02-30', '={{ { day: 1 } }}'])(
		'are refused in another form: %s',
		async (periodDateFrom) => {
			const { error } = await node.run({ filters: { periodDateFrom } });
			expect(error?.message).toMatch(/^Period From ".+" is not a date/);
			expect(node.sandbox.requests).toHaveLength(0);
		},
	);

	test('are sent by name, and empty ones are left out', async () => {
		const times = { journalDate: '2026-01-15T00:00:00', periodDateFrom: '2026-02-01T00:00:00' };
		await node.run({ filters: times });
		const days = { journalDate: '2026-01-15', periodDateFrom: '2026-02-01' };
		expect(node.lastRequest()?.query).toEqual(days);
		await node.run({ filters: { journalDate: ' ', periodDateTo: '2026-04-30' } });
		expect(node.lastRequest()?.query).toEqual({ periodDateTo: '2026-04-30' });
	});
});

describe('the range', () => {
	const range = (periodDateFrom: string, periodDateTo: string) =>
		node.run({ filters: { periodDateFrom, periodDateTo } });

	test('is refused when it ends before it begins', async () => {
		const message = "'Period From' (2026-05-01) is after 'Period To' (2026-04-30)";
		node.expectRefused(await range('2026-05-01', '2026-04-30'), message);
	});

	test.each([
		['2024-01-01', '2026-01-02', 2],
		['2023-08-31', '2025-09-01', 2],
		['2020-01-01', '2026-10-31', 6],
		['2020-02-29', '2026-10-31', 6],
		['2026-04-01', '2026-04-01', 1],
		['2024-11-01', '2026-10-31', 1],
		['2024-02-29', '2026-02-27', 1],
	])('%s to %s is read in %d windows of 24 months at most', async (from, to, count) => {
		expect((await range(from, to)).error).toBeUndefined();
		const windows = node.sandbox.requests.map(({ query }) => query);
		expect(windows).toHaveLength(count);
		expect(windows[0]?.periodDateFrom).toBe(from);
		expect(windows.at(-1)?.periodDateTo).toBe(to);
	});

	test('has each period once, in order, however many windows it needs', async () => {
		const { periods } = node.sandbox.state;
		const [first] = periods;
		if (!first) throw new Error('no periods');
		const years = [2021, 2022, 2023].map((year) => ({
			...first,
			periodId: year,
			periodStartDate: `${year}-01-01`,
			periodEndDate: `${year}-12-31`,
			// No text can be made of this object.
			closing: { toString: 'A field' },
		}));
		periods.unshift(...years);
		const filters = { periodDateFrom: '2021-01-01', periodDateTo: '2026-12-31' };
		const run = await node.run({ output: 'periods', returnAll: true, filters });
		const idsOf = (list: readonly object[]) => list.map((each) => Object(each).periodId as number);
		expect(idsOf(records(run))).toEqual(idsOf(periods));
		node.sandbox.requests.length = 0;
		const limited = await node.run({ output: 'periods', limit: 2, filters });
		expect(idsOf(records(limited))).toEqual([2021, 2022]);
		expect(node.sandbox.requests).toHaveLength(1);
	});

	test('is read in all windows at once if all periods are needed', async () => {
		const filters = { periodDateFrom: '2021-01-01', periodDateTo: '2026-12-31' };
		node.fault('journal.getAll', { until: untilUnderWay(node.sandbox, 5) });
		expect((await node.run({ returnAll: true, filters })).error).toBeUndefined();
		expect(node.sandbox.requests).toHaveLength(5);
	});

	test('is left to the service with a journal date', async () => {
		const dates = { periodDateFrom: '2020-01-01', periodDateTo: '2026-10-31' };
		const filters = { ...dates, journalDate: '2026-09-01' };
		await node.run({ filters });
		expect(node.sandbox.requests.map(({ query }) => query)).toEqual([filters]);
	});
});

describe('Rows', () => {
	const rowsOf = async (more: object = {}) =>
		await node.run({ output: 'rows', returnAll: true, ...more });

	test('are one item each, with the fields of their journal and period', async () => {
		const expected = shownJournals().flatMap(({ period, journal: { rows, ...journal } }) =>
			rows
				.filter(({ amount }) => amount !== 0)
				.map((row) => ({
					periodId: period.periodId,
					periodStartDate: period.periodStartDate,
					periodEndDate: period.periodEndDate,
					...journal,
					...row,
				})),
		);
		const run = await rowsOf();
		expect(records(run)).toEqual(expected);
		expect(records(await rowsOf({ returnAll: false, limit: 3 }))).toEqual(expected.slice(0, 3));
	});

	const replaceJournals = (journals: IDataObject[] | null) =>
		node.sandbox.faults.add({ replaceBody: () => [{ periodId: 1, note: 'spring', journals }] });

	test("keep a row's own field, and no row of another name", async () => {
		replaceJournals([
			{ journalId: 7, note: 'cash', lines: [{ note: 'coins' }, {}, 'R1'] },
			{ journalId: 8, lines: null },
		]);
		const run = await node.run({ output: 'rows' }, node.named({ 'journal.rows': 'lines' }));
		const journal = { periodId: 1, periodNote: 'spring', journalId: 7 };
		expect(records(run)).toEqual([
			{ ...journal, note: 'coins' },
			{ ...journal, note: 'cash' },
			{ ...journal, note: 'cash', row: 'R1' },
		]);
	});

	test('are none of a journal that leaves out its empty list', async () => {
		replaceJournals([{ journalId: 7, rows: [{ no: 1 }] }, { journalId: 8 }]);
		expect(records(await rowsOf()).map(({ no }) => no)).toEqual([1]);
	});

	test('are refused if a journal has no such list', async () => {
		replaceJournals([{ journalId: 7, lines: [{}] }]);
		const { error } = await rowsOf();
		const message = 'Journal 1 of the response has no list of rows named "rows" [item 0]';
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('"journal.rows"');
	});
});

describe('a day that means no end or no start', () => {
	const sentFor = async (filters: IDataObject) => {
		const { error } = await node.run({ filters: filters as never, returnAll: true });
		expect(error).toBeUndefined();
		return node.sandbox.requests.map(({ query }) => query);
	};
	const thisYear = new Date().getUTCFullYear();

	test.each(['9999-12-31', '2999-01-01', ''])(
		'%j has no window after the next year',
		async (to) => {
			const sent = await sentFor({ periodDateFrom: `${thisYear - 2}-01-01`, periodDateTo: to });
			expect(sent.length).toBeLessThanOrEqual(3);
			expect(sent.at(-1)).toEqual({ periodDateFrom: expect.stringMatching(/-01-01$/) as string });
		},
	);

	test('a year from now is sent as it is in a range of 24 months', async () => {
		const range = { periodDateFrom: `${thisYear}-12-31`, periodDateTo: `${thisYear + 2}-12-30` };
		expect(await sentFor(range)).toEqual([range]);
	});

	test.each<[IDataObject, IDataObject]>([
		[{}, {}],
		[{ journalDate: '2026-09-01' }, { journalDate: '2026-09-01' }],
		[{ periodDateFrom: '9999-01-01' }, { periodDateFrom: '9999-01-01' }],
		[{ periodDateFrom: `${thisYear}-01-01` }, { periodDateFrom: `${thisYear}-01-01` }],
	])('9999-12-31 is not sent with %j', async (other, query) => {
		expect(await sentFor({ ...other, periodDateTo: '9999-12-31' })).toEqual([query]);
	});

	test('0001-01-01 needs no window for each year', async () => {
		const sent = await sentFor({ periodDateFrom: '0001-01-01', periodDateTo: '1975-12-31' });
		expect(sent).toHaveLength(5);
	});
});

test.each<[string, () => void]>([
	[
		'changes',
		() => {
			let note = 0;
			node.sandbox.faults.change('journal.getAll', () => ({ note: ++note }));
		},
	],
	[
		'has its fields in another order',
		() => {
			const reordered = (period: object) => Object.fromEntries(Object.entries(period).reverse());
			const replaceBody = (body: unknown) => (body as object[]).map(reordered);
			node.fault('journal.getAll', { skip: 1, replaceBody });
		},
	],
])('a period that %s in the next window comes once', async (_how, change) => {
	const { periods } = node.sandbox.state;
	change();
	const filters = { periodDateFrom: '2024-01-01', periodDateTo: '2026-12-31' };
	const run = await node.run({ output: 'periods', returnAll: true, filters });
	expect(node.sandbox.requests.length).toBeGreaterThan(1);
	const ids = records(run).map(({ periodId }) => periodId);
	expect(ids).toHaveLength(new Set(ids).size);
	expect(ids.length).toBeLessThanOrEqual(periods.length);
});

test.each([
	['of all months', /./],
	['of one month of the first and last year', /202[46]-03/],
	['of other months in each year', /2024-03|2024-07|2025-05|2026-0[37]/],
])('whose ID is only the number of a month are all returned: periods %s', async (_what, used) => {
	const { state } = node.sandbox;
	const [model] = state.periods;
	const months = [2024, 2025, 2026].flatMap((year) =>
		Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`),
	);
	state.periods = months
		.filter((month) => used.test(month))
		.map((month) => ({
			...(model as NonNullable<typeof model>),
			periodId: Number(month.slice(5)),
			periodStartDate: `${month}-01`,
			periodEndDate: `${month}-28`,
		}));
	const filters = { periodDateFrom: '2024-01-01' };
	const run = await node.run({ output: 'periods', returnAll: true, filters });
	expect(node.sandbox.requests.length).toBeGreaterThan(1);
	const startsOf = (list: readonly object[]) => list.map((each) => Object(each).periodStartDate);
	expect(startsOf(records(run))).toEqual(startsOf(state.periods));
});

test.each([
	['2026-03-05', '2026-03-20', 1],
	['2025-01-15', '2025-02-27', 1],
	['2025-01-01', '2025-01-30', 1],
	['2025-01-01', '2025-01-31', 0],
	['2025-01-31', '2025-02-28', 0],
	['2030-01-01', '2030-12-31', 0],
])('an empty result from %s to %s has %d hints about whole periods', async (from, to, count) => {
	const run = await node.run({ filters: { periodDateFrom: from, periodDateTo: to } });
	expect(records(run)).toEqual([]);
	const hint = 'Only whole periods inside the range are returned.';
	expect(hintTexts(run)).toEqual([hint].slice(0, count));
});
