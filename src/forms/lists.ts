import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { activeFilter } from '../api/activeFilter';
import type { FormItem } from './formItem';
import { isEmpty, isOn, readText } from './value';

const limitField = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
} satisfies INodeProperties;

/** Return All and Limit, as every list has them. */
export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	limitField,
];

/** Undefined for all records. */
export function readLimit(item: FormItem): number | undefined {
	if (isOn(item, 'Return All', 'returnAll')) return undefined;
	const limit = item.parameter<unknown>(limitField.name, limitField.default);
	const number = isEmpty(limit) ? limitField.default : Number(limit);
	if (Number.isInteger(number) && number >= 1) return number;
	throw new InputError(
		`Limit "${String(limit)}" is not a whole number of at least 1`,
		"Set 'Limit' to the number of records to return, or turn on 'Return All'.",
	);
}

/** n8n itself says that a limit was reached, but only of a single input item. */
export function hintAtLimit(
	item: FormItem & { readonly itemCount: number },
	records: readonly object[],
	limit: number | undefined,
): void {
	if (limit === undefined || records.length < limit || item.itemCount === 1) return;
	item.hint("'Limit' was reached. Turn on 'Return All' to return all records.");
}

export function filtersField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options,
	};
}

/** Filters of the user and user group searches (spec 4.2). */
const searchFilters = filtersField([
	{
		displayName: 'Active',
		name: 'active',
		type: 'options',
		options: [
			{ name: 'Active Only', value: 'ACTIVE' },
			{ name: 'All', value: 'ALL' },
			{ name: 'Inactive Only', value: 'INACTIVE' },
		],
		default: activeFilter.default,
		description: 'If not set, the service returns active records only',
	},
	{
		displayName: 'Keywords',
		name: 'keywords',
		type: 'string',
		default: '',
		placeholder: 'e.g. anna stockholm',
		description: 'Space-separated words to search for',
	},
]);

export function readSearchFilters(item: FormItem): { keywords?: string; active?: string } {
	const values: readonly string[] = activeFilter.values;
	const active = readText('Active', item.parameter('filters.active', ''))?.toUpperCase();
	if (active !== undefined && !values.includes(active)) {
		throw InputError.notAChoice('Active', active, values);
	}
	return { keywords: readText('Keywords', item.parameter('filters.keywords', '')), active };
}

/** Where a list that is read by cursor begins (spec 4.4 and 4.5). */
const cursorFilters = filtersField([
	{
		displayName: 'Search After ID',
		name: 'searchAfterId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 4711',
		description:
			'Return only records after the record with this ID, such as the last one of an earlier execution',
	},
]);

/** Corrects the assumed name of an identifier, for the Options collection of lists by cursor. */
export const idFieldOption: INodeProperties = {
	displayName: 'ID Field',
	name: 'idField',
	type: 'string',
	default: '',
	placeholder: 'e.g. messageUuid',
	description: 'Field with the ID that the next page continues from. Leave empty to detect it.',
};

/** Which part of a list by cursor to read. */
export function readCursorRequest(item: FormItem): {
	limit?: number;
	searchAfterId?: string;
	idField?: string;
} {
	return {
		limit: readLimit(item),
		searchAfterId: readText('Search After ID', item.parameter('filters.searchAfterId', '')),
		idField: readText('ID Field', item.parameter('options.idField', '')),
	};
}

/** What the form of a list has, and how it is read. */
export const listForms = {
	whole: {
		fields: returnAllFields,
		read: (item: FormItem) => ({ limit: readLimit(item) }),
	},
	search: {
		fields: [...returnAllFields, searchFilters],
		read: (item: FormItem) => ({ query: readSearchFilters(item), limit: readLimit(item) }),
	},
	cursor: {
		fields: [...returnAllFields, cursorFilters],
		options: [idFieldOption],
		read: readCursorRequest,
	},
} as const;
