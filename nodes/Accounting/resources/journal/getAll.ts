import type { IDataObject } from 'n8n-workflow';
import { hintAtLimit, readLimit, returnAllFields } from '../../../../src/forms/lists';
import {
	choiceParameter,
	collectionParameter,
	readChoice,
	readText,
	textParameter,
} from '../../../../src/forms/parameters';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { fingerprint } from '../../../../src/values/fingerprint';
import { addDays, addMonths, isDay } from '../../../../src/values/dates';
import { isEmpty } from '../../../../src/values/scalars';
import { limits } from '../../../../src/api/limits';
import { InputError } from '../../../../src/api/errors';
import { namesOf } from '../../../../src/api/assumedNames';
import { journalsOf } from '../../../../src/api/journals';

function dateFilter(displayName: string, ...text: Parameters<typeof textParameter>) {
	return { ...textParameter(...text), displayName, type: 'dateTime' } as const;
}

const dateFilters = [
	dateFilter('Journal Date', 'journalDate', '2026-03-31', 'Only journals created after this day'),
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

/** Day, then anything that ISO 8601 lets follow it. */
const isoDate =
	/^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]+\])?)?$/i;

/** A date as text, from text or a date object of an expression: a DateTime is ISO 8601 as text. */
function asText(item: ItemContext, value: unknown): string {
	if (!(value instanceof Date) || Number.isNaN(value.getTime())) return String(value).trim();
	// Swedish writes dates as ISO 8601 does; the object has no time zone of its own.
	return value.toLocaleDateString('sv-SE', { timeZone: item.functions.getTimezone() });
}

/**
 * A date as it travels, `YYYY-MM-DD`: the calendar day as it is written, in whatever time zone.
 *
 * @throws InputError if it is not a date
 */
function readDate(item: ItemContext, label: string, value: unknown): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = asText(item, value);
	const day = isoDate.exec(text)?.[1];
	if (day !== undefined && isDay(day)) return day;
	throw new InputError(
		`${label} "${text}" is not a date`,
		'Select a date, or enter the year, month, and day, for example "2026-03-31".',
	);
}

/** Dates by the names of the filters, which the query has too (spec 4.1). */
type Dates = Readonly<Record<string, string | undefined>>;

/** The longest period that windows find whole, in months. */
const overlapMonths = 12;

function readDates(item: ItemContext<'journal.getAll'>): Dates {
	const given = item.parameter<IDataObject>('filters');
	return Object.fromEntries(
		dateFilters.map(({ displayName, name }) => [name, readDate(item, displayName, given[name])]),
	);
}

/**
 * Splits a range of periods that is too long for one response (spec 8) into windows. They overlap, so
 * each period lies within one of them. A range with an open end is left to the service, and so is any
 * range with a journal date.
 *
 * @throws InputError if the range is backwards
 */
function splitRange(dates: Dates): Dates[] {
	const { journalDate, periodDateFrom: from, periodDateTo: to } = dates;
	if (journalDate !== undefined || from === undefined || to === undefined) return [dates];
	if (from > to) {
		throw new InputError(
			`'Period From' (${from}) is after 'Period To' (${to})`,
			"Enter the earlier date in 'Period From'.",
		);
	}
	const windows: Dates[] = [];
	for (let months = 0; ; months += limits.journalRangeMonths - overlapMonths) {
		const end = addDays(addMonths(from, months + limits.journalRangeMonths), -1);
		const isLast = end >= to;
		windows.push({ periodDateFrom: addMonths(from, months), periodDateTo: isLast ? to : end });
		if (isLast) return windows;
	}
}

/** The periods of the filters, in as many requests as their range needs, each period once. */
async function* readPeriods(item: ItemContext<'journal.getAll'>): AsyncGenerator<IDataObject[]> {
	const known = new Set<string>();
	for (const query of splitRange(readDates(item))) {
		const periods = await item.list({ query });
		const prints = periods.map(fingerprint);
		yield periods.filter((_period, index) => !known.has(prints[index] ?? ''));
		for (const print of prints) known.add(print);
	}
}

const output = choiceParameter('output', 'journals', 'What each item contains', {
	journals: ['Journals', 'One item per journal, with the fields of its period'],
	periods: ['Periods', 'One item per period'],
});

const journalsField = textParameter(
	'journalsField',
	'journals',
	'Field of a period that contains its journals. Leave empty to detect it.',
);

export const getAll: NodeOperation<'journal.getAll'> = {
	id: 'journal.getAll',
	description: 'Get invoice and payment journals. Rows with a net zero amount are excluded.',
	fields: [output, ...returnAllFields, collectionParameter('filters', dateFilters)],
	options: [journalsField],
	outputFields: { [namesOf('period.journals')[0]]: 'object[]' },
	async execute(item) {
		const choice = readChoice(item, output);
		const listName = readText(item, journalsField, 'options') ?? '';
		const limit = readLimit(item);
		const records: IDataObject[] = [];
		for await (const periods of readPeriods(item)) {
			records.push(...(choice === 'journals' ? journalsOf(periods, listName) : periods));
			if (limit !== undefined && records.length >= limit) break;
		}
		hintAtLimit(item, records, limit);
		return records.slice(0, limit);
	},
};
