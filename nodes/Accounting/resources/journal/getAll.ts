import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readLimit, returnAllFields } from '../../../../src/forms/lists';
import {
	choiceParameter,
	collectionParameter,
	readChoice,
	readText,
	textParameter,
} from '../../../../src/forms/parameters';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { fingerprint } from '../../../../src/values/fingerprint';
import { addDays, addMonths, readDay, toDay } from '../../../../src/values/dates';
import { isEmpty, showValue } from '../../../../src/values/scalars';
import { limits } from '../../../../src/api/limits';
import { InputError } from '../../../../src/api/errors';
import { namesOf, periodIdNames } from '../../../../src/api/assumedNames';
import { journalsOf, rowsOf } from '../../../../src/api/journals';
import { firstValue } from '../../../../src/values/jsonObject';

function dateFilter(displayName: string, ...text: Parameters<typeof textParameter>) {
	return { ...textParameter(...text), displayName, type: 'dateTime' } as const;
}

const dateFilters = [
	dateFilter('Created After', 'journalDate', '2026-03-31', 'Only journals created after this day'),
	dateFilter(
		'Period From',
		'periodDateFrom',
		'2026-01-01',
		'Only periods that start on this day or later',
	),
	dateFilter(
		'Period To',
		'periodDateTo',
		'2026-03-31',
		'Only periods that end on this day or earlier',
	),
];

/** @throws InputError if the value is not a date */
function readDate(item: ItemContext, { displayName, name }: INodeProperties): string | undefined {
	// One by one, as n8n turns a DateTime inside of a collection into text.
	const value = item.parameter<unknown>(`filters.${name}`, '');
	if (isEmpty(value)) return undefined;
	const day = readDay(value, item.functions.getTimezone());
	if (day !== undefined) return day;
	throw new InputError(
		`${displayName} "${showValue(value)}" is not a date`,
		'Select a date, or enter the year, month, and day, for example "2026-03-31".',
	);
}

/** Dates by the names of the filters, which the query has too (spec 4.1). */
type Dates = Readonly<Record<string, string | undefined>>;

/** The longest period that windows find whole, in months. */
const overlapMonths = 12;

/** No journals are older. */
const firstDay = '1970-01-01';

/** People enter such a day as no end. */
const lastDay = '9999-12-31';

/** Whether one response can have all periods of a range (spec 8). */
function isShort(from: string, to: string): boolean {
	return from !== '' && to < addMonths(from, limits.journalRangeMonths);
}

/**
 * Splits a range of periods that is too long for one response into windows. They overlap, so each
 * period lies within one of them. A range without a start is left to the service, and so is any range
 * with a journal date. In a long range, a day more than a year ahead means no end.
 *
 * @throws InputError if the range is backwards
 */
function splitRange(dates: Dates): Dates[] {
	const { journalDate, periodDateFrom: from = '', periodDateTo: to = lastDay } = dates;
	if (from > to) {
		throw new InputError(
			`'Period From' (${from}) is after 'Period To' (${to})`,
			"Enter the earlier date in 'Period From'.",
		);
	}
	if (isShort(from, to)) return [dates];
	const today = toDay(Date.now());
	if (from !== '' && journalDate === undefined) return windowsOf(from, to, today);
	return [{ ...dates, periodDateTo: to > addMonths(today, 12) ? undefined : to }];
}

function windowsOf(start: string, to: string, today: string): Dates[] {
	const from = start < firstDay ? firstDay : start;
	const windows: Dates[] = [];
	for (let months = 0; ; months += limits.journalRangeMonths - overlapMonths) {
		// Counted from its own first day: from 29 February, two years can end on the 28th.
		const first = addMonths(from, months);
		if (isShort(first, to)) return [...windows, { periodDateFrom: first, periodDateTo: to }];
		// It reaches a year ahead.
		if (first > addMonths(today, -12)) return [...windows, { periodDateFrom: first }];
		const end = addDays(addMonths(first, limits.journalRangeMonths), -1);
		windows.push({ periodDateFrom: first, periodDateTo: end });
	}
}

/** A day, or its midnight. */
const wholeDay = /^\d{4}-\d{2}-\d{2}(?:[T ]00:00|$)/;

/**
 * What each period keeps when it changes: its ID, which may be the number of a month, with its first and
 * last day. Empty if that isn't known, or the same for two periods of a response.
 */
function identify(periods: readonly IDataObject[]): string[] {
	const keys = periods.flatMap((period) => {
		const id = firstValue(period, periodIdNames);
		const days = Object.values(period)
			.filter((value) => typeof value === 'string' && wholeDay.test(value))
			.sort();
		return id === undefined ? [] : JSON.stringify([id, ...days]);
	});
	return new Set(keys).size === periods.length ? keys : [];
}

/**
 * The periods of a range, in as many requests as it needs, each period once.
 *
 * @param readsAll whether all windows are needed, so they are read at once
 */
async function* readPeriods(
	item: ItemContext,
	dates: Dates,
	readsAll: boolean,
): AsyncGenerator<IDataObject[]> {
	const windows = splitRange(dates);
	const read = async (query: Dates) => await item.list({ query });
	const whole = readsAll ? await Promise.all(windows.map(read)) : [];
	/** IDs and contents of the periods in the last window. */
	let before = new Set<string | undefined>();
	for (const [index, query] of windows.entries()) {
		const periods = whole[index] ?? (await read(query));
		const keys = identify(periods);
		const prints = periods.map(fingerprint);
		const known = before;
		yield periods.filter((_period, index) => !known.has(keys[index]) && !known.has(prints[index]));
		// No period is in two windows that don't overlap.
		before = new Set([...keys, ...prints]);
	}
}

/** Explains an empty result of a range without a whole month. */
function hintIfShort(item: ItemContext, { periodDateFrom: from, periodDateTo: to }: Dates): void {
	if (from === undefined || to === undefined) return;
	const nextMonth = addMonths(`${addDays(from, -1).slice(0, 7)}-01`, 1);
	if (addDays(addMonths(nextMonth, 1), -1) <= to) return;
	item.hint('Only whole periods inside the range are returned.');
}

const output = choiceParameter('output', 'journals', 'What each item contains', {
	journals: ['Journals', 'One item per journal, with the fields of its period'],
	periods: ['Periods', 'One item per period'],
	rows: ['Rows', 'One item per row of a journal, with the fields of its journal and period'],
});

const journalsField = textParameter(
	'journalsField',
	'journals',
	'Field of a period that contains its journals. Leave empty to detect it.',
);

export const getAll: NodeOperation = {
	id: 'journal.getAll',
	description: 'Get invoice and payment journals. Rows with a net zero amount are excluded.',
	fields: [output, ...returnAllFields, collectionParameter('filters', dateFilters)],
	options: [journalsField],
	outputFields: { [namesOf('period.journals')[0]]: 'object[]' },
	async execute(item) {
		const choice = readChoice(item, output);
		const listName = readText(item, journalsField, 'options') ?? '';
		const limit = readLimit(item);
		const dates: Dates = Object.fromEntries(
			dateFilters.map((filter) => [filter.name, readDate(item, filter)]),
		);
		const recordsOf = (periods: IDataObject[]) => {
			if (choice === 'periods') return periods;
			const journals = journalsOf(item.fieldNames, periods, listName).map(({ record }) => record);
			return choice === 'rows' ? rowsOf(item.fieldNames, journals) : journals;
		};
		const records: IDataObject[] = [];
		for await (const periods of readPeriods(item, dates, limit === undefined)) {
			for (const record of recordsOf(periods)) records.push(record);
			if (limit !== undefined && records.length >= limit) break;
		}
		if (records.length === 0) hintIfShort(item, dates);
		item.hintAtLimit(records, limit);
		return records.slice(0, limit);
	},
};
