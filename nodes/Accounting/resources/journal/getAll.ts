import type { INodeProperties } from 'n8n-workflow';
import { hintAtLimit, readLimit, returnAllFields } from '../../../../src/forms/lists';
import { readChoice, readText } from '../../../../src/forms/value';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { limits } from '../../../../src/api/limits';
import { checkRange, readDate } from './dates';
import { journalsOf } from '../../../../src/forms/journals';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Journal Date',
			name: 'journalDate',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-03-31',
			description: 'Only journals created after this day',
		},
		{
			displayName: 'Period From',
			name: 'periodDateFrom',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-01-01',
			description: 'Only periods that start on this day or later',
		},
		{
			displayName: 'Period To',
			name: 'periodDateTo',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-03-31',
			description: `Only periods that end on this day or earlier, at most ${limits.journalRangeMonths} months after 'Period From'`,
		},
	],
};

/** Dates in the query, by their names (spec 4.1). */
interface JournalQuery {
	readonly journalDate?: string;
	readonly periodDateFrom?: string;
	readonly periodDateTo?: string;
}

function readQuery(item: ItemContext): JournalQuery {
	const given = item.parameter<Record<keyof JournalQuery, unknown>>('filters');
	const query = {
		journalDate: readDate(item, 'Journal Date', given.journalDate),
		periodDateFrom: readDate(item, 'Period From', given.periodDateFrom),
		periodDateTo: readDate(item, 'Period To', given.periodDateTo),
	};
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
		filters,
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
		const query = { ...readQuery(item) };
		const periods = await item.list({ query });
		const records = output === 'journals' ? journalsOf(periods, journalsField) : periods;
		hintAtLimit(item, records, limit);
		return records.slice(0, limit);
	},
};
