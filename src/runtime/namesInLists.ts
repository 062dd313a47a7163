/** The IDs of the records that lists and forms name by a key. */
import type { IDataObject } from 'n8n-workflow';
import { keyInsteadOfId, type KeyedPicker, NaturalKey, naturalKeys } from '../forms/naturalKeys';
import { nameOf } from '../forms/recordLabels';
import { splitValues } from '../forms/value';
import type { ServiceClient } from '../http/client';
import { parseIfJson } from '../values/json';
import { isRecord } from '../values/jsonObject';
import { keyedRecords } from './keySearch';

/** A text or list of names, and of IDs if they may be there. */
export interface NamedValues {
	readonly value: unknown;
	readonly mayHaveIds: boolean;
}

/**
 * The IDs of names and IDs. A text is one name if a record has this name, else several.
 *
 * @returns undefined if there are no values
 */
export async function resolveNames(
	service: ServiceClient,
	picker: KeyedPicker,
	values: readonly NamedValues[],
): Promise<unknown[] | undefined> {
	if (values.length === 0) return undefined;
	const ids: unknown[] = [];
	for (const { value, mayHaveIds } of values) {
		const entries = splitValues(value);
		const keys = entries.map((entry) =>
			mayHaveIds ? keyInsteadOfId(picker, entry) : new NaturalKey(picker, entry),
		);
		const whole = keys.some(Boolean) ? wholeName(picker, value) : undefined;
		const id = whole && (await keyedRecords(service, whole).find(whole));
		if (id !== undefined) ids.push(id);
		else
			for (const [index, key] of keys.entries()) {
				ids.push(key ? await keyedRecords(service, key).require(key) : entries[index]);
			}
	}
	return ids;
}

/**
 * A copy of a form in which the name of each report is replaced by its ID, or has it beside it.
 *
 * @param field that has the value
 */
export async function replaceNames(
	service: ServiceClient,
	value: unknown,
	field: string,
): Promise<unknown> {
	const replace = async (inner: unknown, name: string) => await replaceNames(service, inner, name);
	if (Array.isArray(value)) {
		const entry = field === 'reports' ? 'reportId' : field;
		return await Promise.all(value.map((each) => replace(each, entry)));
	}
	if (isRecord(value)) {
		const fields = Object.entries(value).map(
			async ([name, inner]) => [name, await replace(inner, name)] as const,
		);
		const replaced = Object.fromEntries(await Promise.all(fields)) as IDataObject;
		return field === 'reportId' ? await withReportId(service, replaced) : replaced;
	}
	const key = field === 'reportId' ? keyInsteadOfId('reportId', value) : undefined;
	return key ? await keyedRecords(service, key).require(key) : value;
}

/** A report with its ID, which is found by its name if the report doesn't have it. */
async function withReportId(service: ServiceClient, report: IDataObject): Promise<IDataObject> {
	const { fieldNames } = service;
	const isKnown = fieldNames.identifierValueOf('report', report) !== undefined;
	const name = isKnown ? '' : nameOf('report', fieldNames.toNodes('report', report));
	if (name === '') return report;
	const key = new NaturalKey('reportId', name);
	return { ...report, reportId: await keyedRecords(service, key).require(key) };
}

/** The name that a text can be besides its entries. A list, also as JSON, is none. */
function wholeName(picker: KeyedPicker, value: unknown): NaturalKey | undefined {
	if (typeof value !== 'string' || Array.isArray(parseIfJson(value))) return undefined;
	return naturalKeys[picker].read(value) ? new NaturalKey(picker, value) : undefined;
}
