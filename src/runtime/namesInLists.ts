/** The IDs of the records that lists and forms name by a key. */
import { namesOf } from '../api/assumedNames';
import { keyInsteadOfId, type KeyedPicker, NaturalKey, naturalKeys } from '../forms/naturalKeys';
import { splitValues } from '../forms/value';
import type { ServiceClient } from '../http/client';
import { parseIfJson } from '../values/json';
import { isRecord } from '../values/jsonObject';
import { keyedRecords } from './keySearch';

/**
 * The IDs of names and IDs. A text is one name if a record has this name, else several.
 *
 * @param values texts and lists; undefined is returned if there is none
 */
export async function resolveNames(
	service: ServiceClient,
	picker: KeyedPicker,
	values: readonly unknown[],
): Promise<unknown[] | undefined> {
	if (values.length === 0) return undefined;
	const ids: unknown[] = [];
	for (const value of values) {
		const entries = splitValues(value);
		const keys = entries.map((entry) => keyInsteadOfId(picker, entry));
		const whole = keys.some(Boolean) ? wholeName(picker, value, entries) : undefined;
		const id = whole && (await keyedRecords(service, whole).find(whole));
		if (id !== undefined) ids.push(id);
		else
			for (const [index, key] of keys.entries()) {
				ids.push(key ? await keyedRecords(service, key).require(key) : entries[index]);
			}
	}
	return ids;
}

/** The fields whose IDs can be names of reports. */
const reportFields: readonly string[] = ['reportId', ...namesOf('group.reports')];

/**
 * A copy of a form in which the name of each report is replaced by its ID.
 *
 * @param field that has the value
 */
export async function replaceNames(
	service: ServiceClient,
	value: unknown,
	field: string,
): Promise<unknown> {
	const replace = async (inner: unknown, name = field) => await replaceNames(service, inner, name);
	if (Array.isArray(value)) return await Promise.all(value.map((each) => replace(each)));
	if (isRecord(value)) {
		const fields = Object.entries(value).map(
			async ([name, inner]) => [name, await replace(inner, name)] as const,
		);
		return Object.fromEntries(await Promise.all(fields));
	}
	const key = reportFields.includes(field) ? keyInsteadOfId('reportId', value) : undefined;
	return key ? await keyedRecords(service, key).require(key) : value;
}

/** The name that a text can be besides its entries. A list, also as JSON, is none. */
function wholeName(
	picker: KeyedPicker,
	value: unknown,
	[only, ...others]: readonly unknown[],
): NaturalKey | undefined {
	if (typeof value !== 'string' || Array.isArray(parseIfJson(value))) return undefined;
	const isEntry = others.length === 0 && value.trim() === only;
	return isEntry || !naturalKeys[picker].read(value) ? undefined : new NaturalKey(picker, value);
}
