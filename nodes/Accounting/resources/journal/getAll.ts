import type { IDataObject, INodeProperties } from 'n8n-workflow';
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
import { addDays, addMonths, readDay } from '../../../../src/values/dates';
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

/** @throws InputError if the value is not a date */
function readDate(item: ItemContext, label: string, value: unknown): string | undefined {
	if (isEmpty(value)) return undefined;
	const day = readDay(value, item.functions.getTimezone());
	if (day !== undefined) return day;
	throw new InputError(
		`${label} "${String(value).trim()}" is not a date`,
		'Select a date, or enter the year, month, and day, for example "2026-03-31".',
	);
}

/** Dates by the names of the filters, which the query has too (spec 4.1). */
type Dates = Readonly<Record<string, string | undefined>>;

/** The longest period that windows find whole, in months. */
const overlapMonths = 12;

function readDates(item: ItemContext<'journal.getAll'>): Dates {
	// One by one, as n8n turns a DateTime inside of a collection into text.
	const read = ({ displayName, name }: INodeProperties) =>
		readDate(item, displayName, item.parameter<unknown>(`filters.${name}`, ''));
	return Object.fromEntries(dateFilters.map((filter) => [filter.name, read(filter)]));
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
