/** Reads a record's state from JSON, in the shape of the service's responses or of a user's own. */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { isRecord, valueAt } from '../../api/jsonObject';
import { parseResponse } from '../../http/parseJson';
import { entryFieldsOf, identityOf } from './changeSet';
import type { RecordState } from './diff';
import { assertUnique, requireFields } from '../collectionEntries';
import { type ChangeSetField, translationFields } from '../fields/changeSetFields';
import type { Field } from '../fields/field';
import type { FormItem } from '../formItem';
import { jsonObject } from '../jsonField';
import { isEmpty, readValue } from '../value';

/** Labels of the two JSON fields. */
export const currentTitle = 'Current State';
export const desiredTitle = 'Desired State';

/** What a record's update may change. */
export interface StateTable {
	/** What the record is, for messages. */
	readonly label: string;
	readonly fields: readonly Field[];
	readonly changeSets: readonly ChangeSetField[];
	/** Names of the record's identifier. */
	readonly identifierNames: readonly string[];
	/** Names that a record shows and no update carries. */
	readonly shownNames: readonly string[];
}

/** Where a state comes from. */
export interface StateSource {
	readonly title: string;
	/** The record is the service's: its texts are kept as they are, blanks and all. */
	readonly asItIs: boolean;
}

export const currentSource: StateSource = { title: currentTitle, asItIs: true };
export const desiredSource: StateSource = { title: desiredTitle, asItIs: false };

/** A field's or a list's own name and the others under which a record may carry it. */
function namesOf({ name, otherNames = [] }: Field | ChangeSetField): readonly string[] {
	return [name, ...otherNames];
}

/** The name under which a record has a field or a list that is not null. */
export function nameIn(record: IDataObject, field: Field | ChangeSetField): string | undefined {
	return namesOf(field).find((name) => record[name] !== undefined && record[name] !== null);
}

function valueIn(record: IDataObject, field: Field | ChangeSetField): unknown {
	const name = nameIn(record, field);
	return name === undefined ? undefined : record[name];
}

/**
 * The record itself, where it came inside a wrapper such as `{ "userGroup": { … } }`.
 *
 * @param record the record or its wrapper
 * @param table what can be changed
 */
export function unwrapped(record: IDataObject, table: StateTable): IDataObject {
	const known = [...table.fields, ...table.changeSets].flatMap(namesOf);
	const isKnown = (each: IDataObject) => known.some((name) => Object.hasOwn(each, name));
	if (isKnown(record)) return record;
	const wrappers = Object.keys(record).filter((name) => {
		const inner = record[name];
		return isRecord(inner) && isKnown(inner);
	});
	const [wrapper] = wrappers;
	if (wrapper === undefined || wrappers.length > 1) return record;
	const { [wrapper]: inner, ...beside } = record;
	return { ...beside, ...(inner as IDataObject) };
}

/** The list of a change-set in a record, wherever it is; undefined where it is not there. */
export function rawList(record: IDataObject, field: ChangeSetField): unknown {
	const list = valueIn(record, field);
	if (!isRecord(list)) return list;
	const inner = Object.values(list).filter(Array.isArray);
	return inner.length === 1 ? inner[0] : list;
}

/**
 * Reads those fields and lists of a record that are asked for.
 *
 * @param source what the record is
 * @param record the record, out of its wrapper
 * @param table what can be changed
 * @param wanted names of the fields and lists to read
 * @throws InputError where a value or a list is not what it should be
 */
export function readState(
	source: StateSource,
	record: IDataObject,
	table: StateTable,
	wanted: ReadonlySet<string>,
): RecordState {
	const fields = table.fields.filter(({ name }) => wanted.has(name));
	const lists: Record<string, IDataObject[]> = {};
	for (const field of table.changeSets) {
		const list = wanted.has(field.name) ? rawList(record, field) : undefined;
		if (list !== undefined) lists[field.name] = readStateList(source, field, list);
	}
	return { fields: readRecord(source, record, fields, source.title), lists };
}

function readStateList(source: StateSource, field: ChangeSetField, list: unknown): IDataObject[] {
	if (!Array.isArray(list)) {
		throw new InputError(
			`${source.title} > ${field.label} is not a list`,
			`Give "${field.name}" as a list in square brackets, as in the answers of the service.`,
		);
	}
	const { identifier, key } = field;
	const fields = entryFieldsOf(field);
	return list.map((entry: unknown, index) => {
		const position = positionOf(source, field)(index);
		const isBare = key.length === 1 && typeof entry !== 'object';
		const record = isBare ? { [String(key[0])]: entry } : entry;
		if (!isRecord(record)) {
			throw new InputError(
				`${position} is not a record`,
				`Give it with ${fields.map(({ name }) => `"${name}"`).join(', ')}.`,
			);
		}
		const read = readRecord(source, withReferences(record, fields), fields, position);
		if (!identifier || isEmpty(read[identifier.name])) {
			requireFields([read], key, fields, () => position);
		}
		return read;
	});
}

/** An entry with what it refers to under the names of the update, however the record has it. */
function withReferences(entry: IDataObject, fields: readonly Field[]): IDataObject {
	const inner = Object.values(entry).filter(isRecord);
	const places = inner.length === 1 ? [entry, ...inner] : [entry];
	const found: IDataObject = {};
	for (const field of fields.filter(({ otherNames }) => otherNames !== undefined)) {
		for (const place of places) {
			const value = namesOf(field)
				.map((name) => valueAt(place, name))
				.find((each) => !isEmpty(each) && typeof each !== 'object');
			found[field.name] ??= value as IDataObject[string];
		}
	}
	return { ...entry, ...found };
}

/** The known fields of a record, checked; those that are null count as not there. */
function readRecord(
	source: StateSource,
	record: IDataObject,
	fields: readonly Field[],
	position: string,
): IDataObject {
	const read: IDataObject = {};
	for (const field of fields) {
		const value = valueIn(record, field);
		if (value === undefined || (field.type !== 'string' && isEmpty(value))) continue;
		if (field.type === 'translations') {
			read[field.name] = readTranslationList(source, value, `${position}, ${field.label}`);
		} else if (source.asItIs && field.type === 'string' && typeof value === 'string') {
			read[field.name] = value;
		} else {
			read[field.name] = readValue(field, value, position);
		}
	}
	return read;
}

function readTranslationList(source: StateSource, list: unknown, title: string): IDataObject[] {
	if (!Array.isArray(list)) {
		throw new InputError(
			`${title} is not a list`,
			'Give the translations as a list in square brackets.',
		);
	}
	const position = (index: number) => `${title}, entry ${index + 1}`;
	const translations = list.map((entry: unknown, index) =>
		readRecord(source, Object(entry) as IDataObject, translationFields, position(index)),
	);
	requireFields(translations, ['languageCode'], translationFields, position);
	assertUnique(translations, ['languageCode'], translationFields, position);
	return translations;
}

/** Where an entry of a state stands, in words. */
export function positionOf(
	{ title }: StateSource,
	{ label }: ChangeSetField,
): (index: number) => string {
	return (index) => `${title} > ${label}, entry ${index + 1}`;
}

/**
 * Refuses a state in which two entries of a list are alike.
 *
 * @param source where the state comes from
 * @param state the state
 * @param table what can be changed
 * @throws InputError naming both entries
 */
export function assertUniqueEntries(
	source: StateSource,
	state: RecordState,
	table: StateTable,
): void {
	for (const field of table.changeSets) {
		const entries = state.lists[field.name] ?? [];
		const position = positionOf(source, field);
		const fields = entryFieldsOf(field);
		assertUnique(entries, identityOf(field), fields, position);
		assertUnique(entries, field.key, fields, position, field.duplicateCode);
	}
}

/**
 * The record that the user wrote under Current State, out of its wrapper.
 *
 * @param table what can be changed
 * @returns undefined where the field is empty
 * @throws InputError where it is not a JSON object
 */
export function writtenRecord(item: FormItem, table: StateTable): IDataObject | undefined {
	const record = jsonObject(item, currentTitle, 'currentState', parseResponse);
	return Object.keys(record).length === 0 ? undefined : unwrapped(record, table);
}

/**
 * The record that the user wrote under Desired State, out of its wrapper.
 *
 * @param table what can be changed
 * @throws InputError where it is empty or not a JSON object
 */
export function desiredRecord(item: FormItem, table: StateTable): IDataObject {
	const record = jsonObject(item, desiredTitle, 'desiredState', parseResponse);
	if (Object.keys(record).length > 0) return unwrapped(record, table);
	throw new InputError(
		`${desiredTitle} is empty`,
		`Give the record as it should be. If it comes from an expression, check this item.`,
	);
}

/**
 * Refuses the state of another record.
 *
 * @param source where the state comes from
 * @param record the record, which may lack an identifier
 * @param table what the record is, and where its identifier may be
 * @param identifier that of the record to update
 * @throws InputError naming both identifiers
 */
export function assertSameRecord(
	source: StateSource,
	record: IDataObject,
	table: StateTable,
	identifier: number,
): void {
	const owner = table.identifierNames.map((name) => record[name]).find((value) => !isEmpty(value));
	if (owner === undefined || String(owner).trim() === String(identifier)) return;
	throw new InputError(
		`${source.title} is that of ${table.label} ${String(owner)}, not ${identifier}`,
		`Give the state of the ${table.label} to update, or correct which one is to be updated. If the states come from merged items, check how they were matched.`,
	);
}

/**
 * Refuses identifiers that do not fit: a current entry without one, which could not be changed or
 * removed, and a wanted entry with one that no current entry has.
 *
 * @param current the state as it is
 * @param desired the state as it should be
 * @param table what can be changed
 * @throws InputError naming the entry
 */
export function checkIdentifiers(
	current: RecordState,
	desired: RecordState,
	table: StateTable,
): void {
	for (const field of table.changeSets) {
		const { identifier, name } = field;
		const wanted = desired.lists[name];
		if (!identifier || !wanted) continue;
		const names = [identifier.name];
		const existing = current.lists[name] ?? [];
		requireFields(existing, names, [identifier], positionOf(currentSource, field));
		const known = new Set(existing.map((entry) => entry[identifier.name]));
		for (const [index, entry] of wanted.entries()) {
			const value = entry[identifier.name];
			if (value === undefined || known.has(value)) continue;
			throw new InputError(
				`${positionOf(desiredSource, field)(index)}: ${identifier.label} ${String(value)} is not in ${currentTitle}`,
				`Correct it, or leave out "${identifier.name}" to add the entry.`,
			);
		}
	}
}
