/**
 * Reads the fields of a record, and its lists of entries with such fields.
 *
 * Each entry is checked for the fields of its key, and entries with the same identifier
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

export const wholeLists =
	"To add or remove single entries, use Update with 'Change Mode' set to 'Changes'.";

/**
 * Where a record is from:
 *
 * - `form`: what is empty is not sent. A list has the shape `{ value: [{ … }] }`. In a JSON field, it may
 *   also be `[{ … }]`, or a single entry.
 * - `desired`: a person wrote it whole. An empty text clears a field. Whatever a list doesn't have is
 *   removed, so nothing is taken for a list that could mean something else.
 * - `shown`: the service showed it, in a shape that isn't specified. Null is an empty list, and texts keep
 *   their spaces, as the service identifies entries by them.
 *
 * In the last two, an entry may be its key alone, such as "READ".
 */
type Origin = 'desired' | 'form' | 'shown';

/**
 * The fields of a record or an entry in the types in which they are sent, without those it doesn't have.
 *
 * @param position of the fields in messages, for example "Values > Added, entry 2"
 */
export function readFields(
	record: IDataObject,
	fields: readonly AnyField[],
	position = '',
	origin: Origin = 'form',
): IDataObject {
	const read: IDataObject = {};
	for (const field of fields) {
		const given = record[field.name];
		const value = isList(field)
			? readList(field, given, [position, field.displayName].filter(Boolean).join(' > '), origin)
			: readField(field, given, position, origin);
		if (value !== undefined) read[field.name] = value as IDataObject[string];
	}
	return read;
}

function readField(field: Field, value: unknown, position: string, origin: Origin): unknown {
	const isText = field.type === 'string' && typeof value === 'string';
	if (isText && origin === 'shown') return value;
	if (isEmpty(value)) return isText && origin === 'desired' ? '' : undefined;
	if (field.type !== 'multiOptions') return readValue(field, value, position);
	const values = readValues(field, value);
	return values.length > 0 ? values : undefined;
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

/** The entries of a list in the shape of the form or of the service. */
function entriesIn(value: unknown, list: ListField): unknown[] {
	const name = entryNameOf(list);
	const isForm = isRecord(value) && (name in value || Object.keys(value).length === 0);
	const given = isForm ? value[name] : value;
	return isEmpty(given) ? [] : [given].flat();
}

/** The part of a list that says what an entry is. */
type Entries = Pick<ListField, 'fields' | 'identifier' | 'key'>;

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
	list: Entries,
	title: string,
	entries: readonly unknown[],
	origin: Origin = 'form',
): PositionedEntry[] {
	const { fields, key } = list;
	const identity = identityOf(list);
	return entries.map((given, index) => {
		const position = positionOf(title, index);
		const isKey = origin !== 'form' && key.length === 1 && typeof given !== 'object';
		const record = isKey ? { [String(key[0])]: given } : given;
		if (!isRecord(record)) {
			throw notAnObject(origin === 'form' ? `${position}: ${writeJson(given)}` : position, fields);
		}
		const entry = readFields(record as IDataObject, fields, position, origin);
		// An entry without an ID is new, or is found by its key. The service shows every ID.
		const isNew = origin !== 'shown' && identity.some((name) => isEmpty(entry[name]));
		requireFields(entry, isNew ? key : identity, fields, position);
		if (Object.keys(entry).length > 0) return { entry, position };
		if (Object.values(record).every(isEmpty)) {
			throw new InputError(
				`${position} is empty`,
				'Fill in or remove the entry. If the value comes from an expression, check this item.',
			);
		}
		throw new InputError(`${position} has none of the fields of the form`, objectWith(fields));
	});
}

function readList(
	list: ListField,
	value: unknown,
	title: string,
	origin: Origin,
): IDataObject[] | undefined {
	const given =
		origin === 'form' ? formEntries(list, value) : wholeList(list, value, title, origin);
	if (!given) return undefined;
	const entries = readListEntries(list, title, given, origin);
	// The service may repeat an entry.
	if (origin !== 'shown' && !list.mayRepeat) assertUnique(list, entries);
	return entries.map(({ entry }) => entry);
}

function formEntries(list: ListField, value: unknown): unknown[] | undefined {
	const entries = entriesIn(value, list);
	return entries.length > 0 ? entries : undefined;
}

function wholeList({ name }: ListField, value: unknown, title: string, origin: Origin) {
	if (Array.isArray(value)) return value as unknown[];
	if ((value ?? null) === null) return value === null && origin === 'shown' ? [] : undefined;
	throw new InputError(
		`${title} is not a list`,
		origin === 'desired'
			? `Enter "${name}" as the whole list in square brackets. ${wholeLists}`
			: `Enter "${name}" as a list in square brackets.`,
	);
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

function notAnObject(what: string, fields: readonly AnyField[]): InputError {
	return new InputError(`${what} is not a JSON object`, objectWith(fields));
}

function labelOf(fields: readonly AnyField[], name: string): string {
	return fields.find((field) => field.name === name)?.displayName ?? name;
}

function requireFields(
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
export function identityOf({ identifier, key }: Entries): readonly string[] {
	return identifier ? [identifier.name] : key;
}

/** What makes an entry equal to another. Undefined if one of the fields is empty. */
export function entryKey(names: readonly string[], entry: IDataObject): string | undefined {
	const values = names.map((name) => {
		const value = entry[name];
		const text = typeof value === 'string' ? comparableText(value) : value;
		// Case makes no difference in language codes.
		return name === 'languageCode' ? String(text ?? '').toLowerCase() : text;
	});
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
