import type { INodeProperties } from 'n8n-workflow';
import { fieldNamesLabel } from '../api/assumedNames';
import { activeFilter } from '../api/activeFilter';
import type { FormItem } from './formItem';
import {
	booleanParameter,
	choiceParameter,
	collectionParameter,
	isOn,
	numberParameter,
	readChoice,
	readText,
	textParameter,
} from './parameters';
import { readValue } from './value';
import { isEmpty } from '../values/scalars';

const limitField: INodeProperties = {
	...numberParameter('limit', 50, 'Max number of results to return'),
	displayOptions: { show: { returnAll: [false] } },
};

const returnAll = booleanParameter(
	'returnAll',
	'Whether to return all results or only up to a given limit',
);

/** Return All and Limit, as every list has them. */
export const returnAllFields: INodeProperties[] = [returnAll, limitField];

/** Undefined for all records. */
export function readLimit(item: FormItem): number | undefined {
	if (isOn(item, returnAll)) return undefined;
	const given = item.parameter<unknown>(limitField.name, '');
	const limit = isEmpty(given) ? limitField.default : given;
	const remedy = "Set 'Limit' to the number of records to return, or turn on 'Return All'.";
	return Number(readValue(limitField, limit, '', remedy));
}

const activeChoice = choiceParameter(
	'active',
	activeFilter.default,
	'If not set, the service returns active records only',
	{ ACTIVE: ['Active Only'], ALL: ['All'], INACTIVE: ['Inactive Only'] },
);

const keywords = textParameter('keywords', 'stockholm', 'Space-separated words to search for');

/** Where a list that is read by cursor begins (spec 4.4 and 4.5). */
const searchAfterId = textParameter(
	'searchAfterId',
	'4711',
	'Only return records after the record with this ID',
);

/** Corrects the assumed name of an identifier, for the Options collection of lists by cursor. */
export const idFieldOption = textParameter(
	'idField',
	'messageUuid',
	'Field with the ID that the next page starts after. Leave empty to detect it.',
);

const addIdField = `Set 'ID Field' to the field with the ID, or add the field to '${fieldNamesLabel}' in the credential.`;

/** Shown if a list by cursor can't be continued after a page that doesn't prove its end. */
export const openListHint = `The list may have more records, because the last one has no known ID to continue after. ${addIdField}`;

/** What to do if a list can't be read whole, in the labels of its form. */
export const listRemedies = {
	ifRepeated: "Turn off 'Return All' and set a 'Limit' that fits one page.",
	ifNoIdentifier: `${addIdField} Without it, turn off 'Return All' and lower 'Limit'.`,
};

/** What the form of a list has, and how it is read. */
export const listForms = {
	whole: {
		fields: returnAllFields,
		read: (item: FormItem) => ({ limit: readLimit(item) }),
	},
	/** The searches of users and user groups (spec 4.2 and 4.3). */
	search: {
		fields: [...returnAllFields, collectionParameter('filters', [activeChoice, keywords])],
		read: (item: FormItem) => {
			const isSet = !isEmpty(item.parameter<unknown>('filters.active', ''));
			const active = isSet ? readChoice(item, activeChoice, 'filters') : undefined;
			const query = { keywords: readText(item, keywords, 'filters'), active };
			return { query, limit: readLimit(item) };
		},
	},
	cursor: {
		fields: [...returnAllFields, collectionParameter('filters', [searchAfterId])],
		options: [idFieldOption],
		read: (item: FormItem) => ({
			limit: readLimit(item),
			searchAfterId: readText(item, searchAfterId, 'filters'),
			idField: readText(item, idFieldOption, 'options'),
		}),
	},
} as const;
