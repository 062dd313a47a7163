/**
 * Reads the fields of a form, and its lists of entries with such fields.
 *
 * A list of the form has the shape `{ value: [{ … }] }`. In a JSON field, it may also be `[{ … }]`, or a
 * single entry. Each entry is checked for the fields of its key, and entries with the same identifier
 * or key are refused. Messages name an entry by its position, such as "Values > Added, entry 2",
 * because an entry that is wrong may have no name.
 */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { isRecord } from '../values/jsonObject';
import { parseIfJson, writeJson } from '../values/json';
import { type AnyField, entryNameOf, type Field, isList, type ListField } from './fields/field';
import type { Form, FormItem } from './formItem';
import { jsonStructure } from './jsonField';
import { givenEntries } from './modelValues';
import { readValue, readValues } from './value';
import { isEmpty, isSet } from '../values/scalars';
import { comparableText } from '../values/texts';

/**
 * The fields of an entry as they are sent, without empty ones.
 *
 * @param position of the entry, for example "Values > Added, entry 2"
 */
export function readFields(entry: IDataObject, fields: readonly AnyField[], position = '') {
	const read: IDataObject = {};
	for (const field of fields) {
		const value = entry[field.name];
		if (!isList(field) && field.sendsEmpty) read[field.name] = '';
		if (isEmpty(value)) continue;
		const sent = readField(field, value, position);
		const isEmptyList = Array.isArray(sent) && sent.length === 0;
		if (!isEmptyList) read[field.name] = sent as IDataObject[string];
	}
	return read;
}

function readField(field: AnyField, value: unknown, position: string): unknown {
	if (isList(field)) {
		return readList(field, value, [position, field.displayName].filter(Boolean).join(' > '));
	}
	return field.type === 'multiOptions'
		? readValues(field, value)
		: readValue(field, value, position);
}

/**
 * The fields that the user added to 'Update Fields'. An empty text or list clears the value. A field
 * that an expression left undefined or null keeps it.
 */
export function readUpdateFields(item: FormItem, fields: readonly Field[]): IDataObject {
	const entry = Object(item.parameter<unknown>('updateFields', {})) as IDataObject;
	const read = readFields(entry, fields);
	for (const field of fields.filter(({ name }) => isSet(entry[name]))) {
		read[field.name] ??= clear(field);
	}
	return read;
}

/** The value that clears a field, if the service takes an empty one. */
function clear({ displayName, type, required }: Field): IDataObject[string] {
	if (type === 'multiOptions') return [];
	if (type === 'string' && !required) return '';
	throw new InputError(
		`'${displayName}' is empty`,
		`Enter a value, or remove '${displayName}' from 'Update Fields' to keep the current one.`,
	);
}

/** A list of the form, which a model may have filled in. */
export function formList(form: Form, name: string, fallback: unknown = {}): unknown {
	const value = form.parameter(name, fallback);
	return form.isTool ? givenEntries(value) : value;
}

/** As {@link formList}, without the entries in which a model left a field empty that would be sent so. */
export function givenList(form: Form, list: ListField): unknown {
	const value = formList(form, list.name);
	if (!form.isTool) return value;
	const sentEmpty = list.fields.filter((field) => !isList(field) && field.sendsEmpty);
	const isGiven = (entry: unknown) =>
		sentEmpty.every(({ name }) => Object.hasOwn(Object(entry) as object, name));
	return entriesIn(value, list).filter(isGiven);
}

/** The entries of a list in the shape of the form or of the service. */
function entriesIn(value: unknown, list: ListField): unknown[] {
	const name = entryNameOf(list);
	const isForm = isRecord(value) && (name in value || Object.keys(value).length === 0);
	const given = isForm ? value[name] : value;
	return isEmpty(given) ? [] : [given].flat();
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

export function readListEntries(
	{ fields, key }: Pick<ListField, 'fields' | 'key'>,
	title: string,
	entries: readonly unknown[],
): PositionedEntry[] {
	return entries.map((given, index) => {
		const position = positionOf(title, index);
		if (!isRecord(given)) throw notAnObject(`${position}: ${writeJson(given)}`, fields);
		const entry = readFields(given, fields, position);
		requireFields(entry, key, fields, position);
		if (Object.keys(entry).length > 0) return { entry, position };
		if (Object.values(given).every(isEmpty)) {
			throw new InputError(
				`${position} is empty`,
				'Fill in or remove the entry. If the value comes from an expression, check this item.',
			);
		}
		throw new InputError(`${position} has none of the fields of the form`, objectWith(fields));
	});
}

function readList(list: ListField, value: unknown, title: string): IDataObject[] {
	const entries = readListEntries(list, title, entriesIn(value, list));
	if (!list.mayRepeat) assertUnique(list, entries);
	return entries.map(({ entry }) => entry);
}

/** A model may put the list into an object, or each entry into a text: both are opened, once. */
function openOnce(value: unknown): unknown {
	const values = isRecord(value) ? Object.values(value) : [];
	const list = values.length === 1 && Array.isArray(values[0]) ? values[0] : value;
	if (!Array.isArray(list)) return list;
	return list.map((entry: unknown) => {
		const parsed = typeof entry === 'string' ? parseIfJson(entry) : undefined;
		return isRecord(parsed) ? parsed : entry;
	});
}

/**
 * The entries in the JSON field of a list, if it has one. Names that the form doesn't have pass as they are.
 *
 * @throws InputError if the JSON is no list and no single entry, or an entry has no field of the form
 */
export function readJsonEntries(item: FormItem, list: ListField): IDataObject[] {
	if (!list.jsonList) return [];
	const { displayName, name } = list.jsonList;
	const howToEnter = `Enter a list in square brackets, of objects with ${quotedNames(list.fields)}.`;
	const value = jsonStructure(item, displayName, `additionalFields.${name}`, howToEnter);
	const given = entriesIn(item.isTool ? givenEntries(openOnce(value)) : value, list);
	return readListEntries(list, displayName, given).map(({ entry }, index) => {
		const written = Object.entries(given[index] as IDataObject);
		return { ...Object.fromEntries(written.filter(([, each]) => !isEmpty(each))), ...entry };
	});
}

const quotedNames = (fields: readonly AnyField[]) =>
	fields.map(({ name }) => `"${name}"`).join(', ');

const objectWith = (fields: readonly AnyField[]) => `Enter an object with ${quotedNames(fields)}.`;

export function notAnObject(what: string, fields: readonly AnyField[]): InputError {
	return new InputError(`${what} is not a JSON object`, objectWith(fields));
}

function labelOf(fields: readonly AnyField[], name: string): string {
	return fields.find((field) => field.name === name)?.displayName ?? name;
}

export function requireFields(
	entry: IDataObject,
	names: readonly string[],
	fields: readonly AnyField[],
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

/** A value as it is compared. Case makes no difference in language codes. */
export function comparable<Value>(name: string, value: Value): Value | string {
	if (typeof value !== 'string') return value;
	const text = comparableText(value);
	return name === 'languageCode' ? text.toLowerCase() : text;
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
