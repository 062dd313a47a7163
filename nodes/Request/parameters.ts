import { InputError } from '../../src/api/errors';
import type { FormItem } from '../../src/forms/formItem';
import { isEmpty } from '../../src/forms/value';
import { isRecord } from '../../src/api/jsonObject';
import { checkHeaders, type CheckedHeaders } from '../../src/http/requestHeaders';
import type { QueryValue } from '../../src/http/client';
import { labels } from './requestFields';

/** Query parameters by name, in the order of the form; those of one name are together. */
export type Query = Map<string, QueryValue[]>;

interface Entry {
	readonly name: unknown;
	readonly value: unknown;
}

/** The entries of a list of names and values, whatever an expression gave. */
function entriesOf(item: FormItem, name: keyof typeof labels): Entry[] {
	const given = item.parameter<unknown>(`${name}.parameter`, []);
	const entries = isEmpty(given) ? [] : given;
	if (Array.isArray(entries)) {
		return entries.map((entry) =>
			isRecord(entry) ? { name: entry.name, value: entry.value } : { name: entry, value: '' },
		);
	}
	throw new InputError(
		`${labels[name]} is not a list of names and values`,
		'Add each parameter in the form, with its name and its value.',
	);
}

/**
 * The query of the request.
 *
 * @throws InputError naming the entry
 */
export function readQuery(item: FormItem): Query {
	const query: Query = new Map();
	for (const [index, { name, value }] of entriesOf(item, 'queryParameters').entries()) {
		const values = [value].flat().filter((each) => !isEmpty(each));
		const key = String(name ?? '').trim();
		if (key === '' && values.length === 0) continue;
		const refuse = (what: string, wayOut: string) =>
			new InputError(
				`${labels.queryParameters}, entry ${index + 1}: ${what}`,
				`${wayOut} If it comes from an expression, check this item.`,
			);
		if (key === '') throw refuse('Name is empty', 'Give the parameter a name, or remove it.');
		const wrong = values.find((each) => typeof each === 'object');
		if (wrong !== undefined) {
			throw refuse(`the value of ${key} is not a text`, 'Give a text, a number or a list of them.');
		}
		query.set(key, [...(query.get(key) ?? []), ...(values as QueryValue[])]);
	}
	return query;
}

/**
 * The headers of the request, besides those that every request has.
 *
 * @throws InputError naming the entry
 */
export function readHeaders(item: FormItem): CheckedHeaders {
	return checkHeaders(labels.headerParameters, entriesOf(item, 'headerParameters'));
}
