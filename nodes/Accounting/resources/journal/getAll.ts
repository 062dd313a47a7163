import type { IDataObject } from 'n8n-workflow';
import { filtersField, hintAtLimit, readLimit, returnAllFields } from '../../../../src/forms/lists';
import {
	choiceParameter,
	readChoice,
	readText,
	textParameter,
} from '../../../../src/forms/parameters';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { fingerprint } from '../../../../src/values/fingerprint';
import { readDate, splitRange } from './dates';
import { namesOf } from '../../../../src/api/assumedNames';
import { journalsOf } from '../../../../src/api/journals';

function dateFilter(displayName: string, name: string, example: string, description: string) {
	const placeholder = `e.g. ${example}`;
	return { displayName, name, type: 'dateTime', default: '', placeholder, description } as const;
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

/** The dates in the query, which have the names of the filters (spec 4.1). */
function readQuery(item: ItemContext<'journal.getAll'>): Record<string, string | undefined> {
	const given = item.parameter<IDataObject>('filters');
	const query = Object.fromEntries(
		dateFilters.map(({ displayName, name }) => [name, readDate(item, displayName, given[name])]),
	);
	return query;
}

/** The periods of the filters, in as many requests as their range needs, each period once. */
async function* readPeriods(item: ItemContext<'journal.getAll'>): AsyncGenerator<IDataObject[]> {
	const query = readQuery(item);
	// With a journal date, the service decides which range is too long.
	const ranges = query.journalDate === undefined ? splitRange(query) : [query];
	const known = new Set<string>();
	for (const range of ranges) {
		const periods = await item.list({ query: { ...query, ...range } });
		const prints = periods.map(fingerprint);
		yield periods.filter((_period, index) => !known.has(prints[index] ?? ''));
		for (const print of prints) known.add(print);
	}
}

const output = choiceParameter(
	'output',
	'journals',
	{
		journals: ['Journals', 'One item per journal, with the fields of its period'],
		periods: ['Periods', 'One item per period'],
	},
	'What each item contains',
);

const journalsField = textParameter(
	'journalsField',
	'journals',
	'Field of a period that contains its journals. Leave empty to detect it.',
);

export const getAll: NodeOperation<'journal.getAll'> = {
	id: 'journal.getAll',
	name: 'Get Many',
	action: 'Get many journals',
	description: 'Get invoice and payment journals. Rows with a net zero amount are excluded.',
	fields: [output, ...returnAllFields, filtersField(dateFilters)],
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
