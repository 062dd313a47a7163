/** Reads fields and lists of fields. */
import type { IDataObject } from 'n8n-workflow';
import type { ErrorCode } from '../api/errorCodes';
import { InputError } from '../api/errors';
import { isRecord } from '../values/jsonObject';
import { writeJson } from '../values/json';
import { translationFields } from './fields/changeSetFields';
import type { Field } from './fields/field';
import type { FormItem } from './formItem';
import { jsonList } from './jsonField';
import { collectionLabels, type EntryList } from './formProperties';
import { readValue, readValues } from './value';
import { comparable, isEmpty } from '../values/scalars';

/**
 * The fields of an entry as they are sent, without empty ones.
 *
 * @param position of the entry, for example "Values > Added, entry 2"
 */
export function readFields(
	entry: IDataObject,
	fields: readonly Field[],
	position = '',
): IDataObject {
	const read: IDataObject = {};
	for (const field of fields) {
		const value = entry[field.name];
		if (isEmpty(value)) continue;
		const sent = field.multiple
			? readValues(field, value)
			: field.type === 'translations'
				? readTranslations(value, `${position}, ${field.label}`)
				: readValue(field, value, position);
		const isEmptyList = Array.isArray(sent) && sent.length === 0;
		if (!isEmptyList) read[field.name] = sent as IDataObject[string];
	}
	return read;
}

/**
 * The fields that the user added to 'Update Fields'. An empty string or list clears the value. A
 * field that an expression left undefined keeps it.
 */
export function readUpdateFields(item: FormItem, fields: readonly Field[]): IDataObject {
	const entry = item.parameter<IDataObject>('updateFields', {});
	const cleared: IDataObject = {};
	for (const field of fields.filter(({ name }) => entry[name] !== undefined)) {
		const { name, label, type, multiple, required, choices } = field;
		if (multiple) cleared[name] = [];
		if (multiple || !isEmpty(entry[name])) continue;
		if (type !== 'string' || required || choices) {
			throw new InputError(
				`'${label}' is empty`,
				`Enter a value, or remove '${label}' from '${collectionLabels.updateFields}' to keep the current one.`,
			);
		}
		cleared[name] = '';
	}
	return { ...cleared, ...readFields(entry, fields) };
}

/** The entries of a list in the shape of the form or of the service, or a single entry. */
function toEntries(value: unknown, entryName: string): unknown[] {
	const isForm = isRecord(value) && (entryName in value || Object.keys(value).length === 0);
	const entries = isForm ? value[entryName] : value;
	return isEmpty(entries) ? [] : [entries].flat();
}

/** As {@link toEntries}; what is not an object becomes an empty entry. */
export function formEntries(value: unknown, entryName: string): IDataObject[] {
	return toEntries(value, entryName).map((entry) => (isRecord(entry) ? entry : {}));
}

export function findPosition(list: string): (index: number) => string {
	return (index) => `${list}, entry ${index + 1}`;
}

function readTranslations(value: unknown, list: string): IDataObject[] {
	const position = findPosition(list);
	const translations = formEntries(value, 'translation').map((entry, index) =>
		readFields(entry, translationFields, position(index)),
	);
	requireFields(translations, ['languageCode'], translationFields, position);
	assertUnique(translations, ['languageCode'], translationFields, position);
	return translations;
}

/** An entry as it was filled in, and which of its fields are sent although the form lacks them. */
interface GivenEntry {
	readonly entry: unknown;
	readonly position: string;
	unknownFields(entry: IDataObject): IDataObject;
}

const withoutEmpty = (entry: IDataObject) =>
	Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value)));

function givenEntries(
	item: FormItem,
	{ name, displayName, entryName, jsonList: json }: EntryList,
	others: IDataObject,
): GivenEntry[] {
	const given = (value: unknown, label: string, unknownFields: GivenEntry['unknownFields']) => {
		const position = findPosition(label);
		return toEntries(value, entryName).map((entry, index) => ({
			entry,
			position: position(index),
			unknownFields,
		}));
	};
	if (Object.hasOwn(others, name)) return given(others[name], displayName, (entry) => entry);
	const inForm = given(item.parameter<unknown>(name, {}), displayName, () => ({}));
	if (!json) return inForm;
	const listed = jsonList(item, json.displayName, `additionalFields.${json.name}`);
	return [...inForm, ...given(listed, json.displayName, withoutEmpty)];
}

/**
 * The entries of a list in the form and in its JSON list, or those that 'Other Fields (JSON)' has in its place, with
 * their unknown fields. Undefined if there are none.
 */
export function readEntryList(
	item: FormItem,
	list: EntryList,
	others: IDataObject,
): IDataObject[] | undefined {
	const { name, fields, required, unique, duplicateCode } = list;
	const isWritten = Object.hasOwn(others, name);
	const given = givenEntries(item, list, others);
	const position = (index: number) => given[index]?.position ?? '';
	const entries = given.map(({ entry, unknownFields }, index) => {
		if (!isRecord(entry)) {
			throw notAnObject(`${position(index)}: ${writeJson(entry)}`, fields);
		}
		return { ...unknownFields(entry), ...readFields(entry, fields, position(index)) };
	});
	requireFields(entries, required, fields, position);
	const empty = entries.findIndex((entry) => Object.keys(entry).length === 0);
	if (empty >= 0) {
		throw new InputError(
			`${position(empty)} is empty`,
			'Fill in or remove the entry. If the value comes from an expression, check this item.',
		);
	}
	if (unique) assertUnique(entries, unique, fields, position, duplicateCode);
	return isWritten || entries.length > 0 ? entries : undefined;
}

export function notAnObject(what: string, fields: readonly Field[]): InputError {
	return new InputError(
		`${what} is not a JSON object`,
		`Enter an object with ${fields.map(({ name }) => `"${name}"`).join(', ')}.`,
	);
}

function labelOf(fields: readonly Field[], name: string): string {
	return fields.find((field) => field.name === name)?.label ?? name;
}

export function requireFields(
	entries: readonly IDataObject[],
	names: readonly string[],
	fields: readonly Field[],
	position: (index: number) => string,
): void {
	for (const [index, entry] of entries.entries()) {
		const missing = names.find((name) => isEmpty(entry[name]));
		if (missing === undefined) continue;
		const label = labelOf(fields, missing);
		throw new InputError(
			`${position(index)}: ${label} is empty`,
			`Enter '${label}', or remove the entry.`,
		);
	}
}

/** Refuses two entries in which all named fields are equal. Incomplete entries are not compared. */
export function assertUnique(
	entries: readonly IDataObject[],
	names: readonly string[],
	fields: readonly Field[],
	position: (index: number) => string,
	errorCode?: ErrorCode,
): void {
	const positions = new Map<string, number>();
	for (const [index, entry] of entries.entries()) {
		const values = names.map((name) => entry[name]);
		if (values.some(isEmpty)) continue;
		const key = JSON.stringify(names.map((name) => comparable(name, entry[name])));
		const first = positions.get(key);
		positions.set(key, first ?? index);
		if (first === undefined) continue;
		throw new InputError(
			`"${values.join(', ')}" appears twice: ${position(first)} and ${position(index)}`,
			`Remove one of the entries, or correct ${names.map((name) => `'${labelOf(fields, name)}'`).join(' and ')}.`,
			errorCode,
		);
	}
}
