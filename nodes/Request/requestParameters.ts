/** The lists of names and values in the form: query parameters and headers. */
import { InputError } from '../../src/api/errors';
import { formList, positionOf } from '../../src/forms/collectionEntries';
import { titleOf } from '../../src/forms/parameters';
import type { Form } from '../../src/forms/formItem';
import { readTextValue } from '../../src/forms/value';
import type { QueryValue } from '../../src/http/client';
import { isRecord } from '../../src/values/jsonObject';
import { dateAsText, isEmpty } from '../../src/values/scalars';
import { oneOf, words } from '../../src/values/words';

/** The node or n8n sets them. A changed method would make retries of a GET unsafe. */
const isReserved = oneOf(
	words(`
		accept accept-encoding authorization connection content-encoding content-length content-type
		expect host http2-settings keep-alive proxy-authenticate proxy-authorization proxy-connection
		te trailer transfer-encoding upgrade x-http-method x-http-method-override x-method-override
	`),
);

/** RFC 9110, 5.6.2. A record can't have the name __proto__ safely. */
const validName = /^(?!__proto__$)[\w!#$%&'*+.^`|~-]+$/;

/** Latin-1 without control characters, so no line breaks. */
const validValue = /^[\t\x20-\x7e\xa0-\xff]*$/;

/** Entries with a name. A `label` has the field and the position, for messages. */
interface Entry {
	readonly label: string;
	readonly name: string;
	readonly values: QueryValue[];
}

/**
 * An expression may replace the list by something else. Empty entries are left out.
 *
 * @throws InputError naming the entry if its name or value is not text, or it has only a value
 */
function readEntries(form: Form, field: 'headerParameters' | 'queryParameters'): Entry[] {
	const given = formList(form, `${field}.parameter`, []);
	const entries = isEmpty(given) ? [] : given;
	if (!Array.isArray(entries)) {
		throw new InputError(
			`${titleOf(field)} is not a list of names and values`,
			'Add each parameter in the form, with a name and a value.',
		);
	}
	const read = entries.map((entry: unknown, index) => {
		const typed = isRecord(entry) ? entry : { name: entry, value: undefined };
		const label = positionOf(titleOf(field), index);
		const name = readTextValue(`${label}: Name`, typed.name)?.trim() ?? '';
		const values = [typed.value]
			.flat()
			.map(dateAsText)
			.filter((each) => !isEmpty(each));
		for (const each of values) readTextValue(`${label}: Value`, each);
		if (name === '' && values.length > 0) {
			throw new InputError(`${label}: Name is empty`, 'Enter a name, or remove the entry.');
		}
		return { label, name, values: values as QueryValue[] };
	});
	return read.filter(({ name }) => name !== '');
}

/** @throws InputError naming the entry */
export function readQueryParameters(form: Form): Map<string, QueryValue[]> {
	const query = new Map<string, QueryValue[]>();
	for (const { name, values } of readEntries(form, 'queryParameters')) {
		query.set(name, [...(query.get(name) ?? []), ...values]);
	}
	return query;
}

/**
 * The headers that a user adds to a request. Headers without a value are left out.
 *
 * @throws InputError naming the entry
 */
export function readHeaders(form: Form): Record<string, string> {
	const names = new Set<string>();
	const headers: Record<string, string> = {};
	for (const { label, name, values } of readEntries(form, 'headerParameters')) {
		const text = values.join(', ').trim();
		const [problem, remedy = ''] = problemOf(name, text, names) ?? [];
		if (problem !== undefined) throw new InputError(`${label}: ${problem}`, remedy);
		names.add(name.toLowerCase());
		if (text !== '') headers[name] = text;
	}
	return headers;
}

/** What is wrong with a header, and what to do. */
function problemOf(name: string, text: string, earlier: ReadonlySet<string>) {
	if (!validName.test(name)) {
		return [`"${name}" is not a header name`, 'Use letters, digits, and hyphens.'];
	}
	if (isReserved(name.toLowerCase())) {
		const remedy = "Remove it. Use 'Scope', 'Method', and 'Response' instead.";
		return [`${name} is set by the node`, remedy];
	}
	if (earlier.has(name.toLowerCase())) return [`${name} appears twice`, 'Remove one of the two.'];
	if (validValue.test(text)) return undefined;
	const remedy = 'Remove line breaks and non-Latin characters.';
	return [`the value of ${name} contains invalid characters`, remedy];
}
