/** Reads fields and lists of fields. */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { isRecord } from '../values/jsonObject';
import { writeJson } from '../values/json';
import { type ListField, translationList } from './fields/listField';
import type { Field } from './fields/field';
import type { FormItem } from './formItem';
import { jsonList } from './jsonField';
import type { EntryList } from './formProperties';
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
		const sent = readField(field, value, position);
		const isEmptyList = Array.isArray(sent) && sent.length === 0;
		if (!isEmptyList) read[field.name] = sent as IDataObject[string];
	}
	return read;
}

function readField(field: Field, value: unknown, position: string): unknown {
	if (field.multiple) return readValues(field, value);
	if (field.type !== 'translations') return readValue(field, value, position);
	return readTranslations(value, translationList(field), `${position}, ${field.label}`);
}

/**
 * The fields that the user added to 'Update Fields'. An empty string or list clears the value. A
 * field that an expression left undefined keeps it.
 */
export function readUpdateFields(item: FormItem, fields: readonly Field[]): IDataObject {
	const entry = item.parameter<IDataObject>('updateFields', {});
	const cleared: IDataObject = {};
	for (const field of fields) {
		const value = entry[field.name];
		if (value === undefined) continue;
		if (field.multiple) cleared[field.name] = [];
		else if (isEmpty(value)) cleared[field.name] = clear(field);
	}
	return { ...cleared, ...readFields(entry, fields) };
}

/** The value that clears a field, if the service takes an empty one. */
function clear({ label, type, required, choices }: Field): string {
	if (type === 'string' && !required && !choices) return '';
	throw new InputError(
		`'${label}' is empty`,
		`Enter a value, or remove '${label}' from 'Update Fields' to keep the current one.`,
	);
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

/** An entry of a list, and how messages name it. */
export interface PositionedEntry {
	readonly entry: IDataObject;
	/** For example "Values, entry 2". */
	readonly position: string;
}

/** @param index position of the entry, from 0 */
export function positionOf(list: string, index: number): string {
	return `${list}, entry ${index + 1}`;
}

function readTranslations(value: unknown, list: ListField, title: string): IDataObject[] {
	const translations = readListEntries(list, title, formEntries(value, 'translation'));
	assertUnique(list, translations);
	return translations.map(({ entry }) => entry);
}

/** @param furtherFields what is sent of an entry besides the fields of the form */
export function readListEntries(
	{ fields, key }: Pick<ListField, 'fields' | 'key'>,
	title: string,
	entries: readonly unknown[],
	furtherFields: (entry: IDataObject) => IDataObject = () => ({}),
): PositionedEntry[] {
	return entries.map((given, index) => {
		const position = positionOf(title, index);
		if (!isRecord(given)) throw notAnObject(`${position}: ${writeJson(given)}`, fields);
		const entry = { ...furtherFields(given), ...readFields(given, fields, position) };
		requireFields(entry, key, fields, position);
		if (Object.keys(entry).length > 0) return { entry, position };
		throw new InputError(
			`${position} is empty`,
			'Fill in or remove the entry. If the value comes from an expression, check this item.',
		);
	});
}

function withoutEmpty(entry: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value)));
}

/** The entries of the JSON list that adds to a list of the form. */
function readJsonList(item: FormItem, list: EntryList): PositionedEntry[] {
	if (!list.jsonList) return [];
	const { name, displayName } = list.jsonList;
	const value = jsonList(item, displayName, `additionalFields.${name}`);
	return readListEntries(list, displayName, toEntries(value, list.entryName), withoutEmpty);
}

/**
 * The entries of a list in the form and in its JSON list, or those that 'Other Fields (JSON)' has in
 * its place, with their unknown fields. Undefined if there are none.
 */
export function readEntryList(
	item: FormItem,
	list: EntryList,
	others: IDataObject,
): IDataObject[] | undefined {
	const { name, label, entryName } = list;
	const isWritten = Object.hasOwn(others, name);
	const value = isWritten ? others[name] : item.parameter<unknown>(name, {});
	const given = toEntries(value, entryName);
	const entries = isWritten
		? readListEntries(list, label, given, (entry) => entry)
		: [...readListEntries(list, label, given), ...readJsonList(item, list)];
	if (!list.mayRepeat) assertUnique(list, entries);
	return isWritten || entries.length > 0 ? entries.map(({ entry }) => entry) : undefined;
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
	entry: IDataObject,
	names: readonly string[],
	fields: readonly Field[],
	position: string,
): void {
	const missing = names.find((name) => isEmpty(entry[name]));
	if (missing === undefined) return;
	const label = labelOf(fields, missing);
	throw new InputError(`${position}: ${label} is empty`, `Enter '${label}', or remove the entry.`);
}

/** The names of the fields that identify an existing entry. */
export function identityOf({ identifier, key }: ListField): readonly string[] {
	return identifier ? [identifier.name] : key;
}

/** What makes an entry equal to another. Undefined if one of the fields is empty. */
export function entryKey(names: readonly string[], entry: IDataObject): string | undefined {
	const values = names.map((name) => comparable(name, entry[name]));
	return values.some(isEmpty) ? undefined : JSON.stringify(values);
}

/** Refuses two entries with the same identifier or key. Incomplete entries are not compared. */
export function assertUnique(list: ListField, entries: readonly PositionedEntry[]): void {
	for (const names of [identityOf(list), list.key]) {
		const positions = new Map<string, string>();
		for (const { entry, position } of entries) {
			const key = entryKey(names, entry);
			if (key === undefined) continue;
			const first = positions.get(key);
			positions.set(key, position);
			if (first === undefined) continue;
			const values = names.map((name) => entry[name]).join(', ');
			const labels = names.map((name) => `'${labelOf(list.fields, name)}'`).join(' and ');
			throw new InputError(
				`"${values}" appears twice: ${first} and ${position}`,
				`Remove one of the entries, or correct ${labels}.`,
				names === list.key ? list.duplicateCode : undefined,
			);
		}
	}
}
