import type { IDataObject } from 'n8n-workflow';
import { filtersField, hintAtLimit, readLimit, returnAllFields } from '../../../../src/forms/lists';
import { readChoice, readText } from '../../../../src/forms/value';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { limits } from '../../../../src/api/limits';
import { checkRange, readDate } from './dates';
import { journalsOf } from '../../../../src/forms/journals';

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
		`Only periods that end on this day or earlier, at most ${limits.journalRangeMonths} months after 'Period From'`,
	),
];

/** The dates in the query, which have the names of the filters (spec 4.1). */
function readQuery(item: ItemContext): Record<string, string | undefined> {
	const given = item.parameter<IDataObject>('filters');
	const query = Object.fromEntries(
		dateFilters.map(({ displayName, name }) => [name, readDate(item, displayName, given[name])]),
	);
	checkRange(query.periodDateFrom, query.periodDateTo);
	return query;
}

export const getAll: NodeOperation<'journal.getAll'> = {
	id: 'journal.getAll',
	name: 'Get Many',
	action: 'Get many journals',
	description:
		'List invoice and payment journals by accounting period, without rows with a net zero amount',
	fields: [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Journals',
					value: 'journals',
					description: 'One item per journal, with the fields of its period',
				},
				{
					name: 'Periods',
					value: 'periods',
					description: 'One item per period',
				},
			],
			default: 'periods',
			description: 'What each item contains',
		},
		...returnAllFields,
		filtersField(dateFilters),
	],
	options: [
		{
			displayName: 'Journals Field',
			name: 'journalsField',
			type: 'string',
			default: '',
			placeholder: 'e.g. journals',
			description: 'Field of a period that contains its journals. Leave empty to detect it.',
		},
	],
	async execute(item) {
		const output = readChoice(item, 'Output', 'output', ['journals', 'periods'], 'periods');
		const field = item.parameter<unknown>('options.journalsField', '');
		const journalsField = readText('Journals Field', field) ?? '';
		const limit = readLimit(item);
		const periods = await item.list({ query: readQuery(item) });
		const records = output === 'journals' ? journalsOf(periods, journalsField) : periods;
		hintAtLimit(item, records, limit);
		return records.slice(0, limit);
	},
};
