/** Reads a record from JSON, in the shape of the service's responses or of an update. */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { isRecord, getValue } from '../../values/jsonObject';
import { assertUnique, notAnObject, positionOf, requireFields } from '../collectionEntries';
import { type ListField, listOfField } from '../fields/listField';
import type { Field } from '../fields/field';
import { desiredTitle } from '../formProperties';
import { readValue } from '../value';
import { isEmpty } from '../../values/scalars';

/** What an update may change. */
export interface StateTable {
	/** The name of the record in messages. */
	readonly label: string;
	/** What its keys in 'Field Names' begin with, if it has any. */
	readonly record?: string;
	readonly fields: readonly Field[];
	readonly changeSets: readonly ListField[];
	readonly identifierNames: readonly string[];
	/** Names that a record has and no update. */
	readonly readOnlyNames?: readonly string[];
	/** A desired state, as the form shows it at first. */
	readonly example: string;
}

export interface StateSource {
	readonly title: string;
	/** Spaces around the service's texts stay, as it identifies entries by them. */
	readonly trim?: true;
	readonly allowDuplicates?: true;
}

export const currentTitle = 'Current State';
export const currentSource = { title: currentTitle, parameter: 'currentState' };
export const desiredSource = {
	title: desiredTitle,
	parameter: 'desiredState',
	trim: true,
} as const;

export type AnyField = Field | ListField;

export function fieldsAndLists({ fields, changeSets }: StateTable): readonly AnyField[] {
	return [...fields, ...changeSets];
}

const possibleNames = ({ name, otherNames = [] }: AnyField): readonly string[] => [
	name,
	...otherNames,
];

/** The name under which a record has a field or a list that is not null. */
export function findName(record: IDataObject, field: AnyField): string | undefined {
	return possibleNames(field).find((name) => record[name] !== undefined && record[name] !== null);
}

/** The value of a field. A list may also be the only list inside an object. */
export function getField(record: IDataObject, field: AnyField): unknown {
	const name = findName(record, field);
	const value = name === undefined ? undefined : record[name];
	if (!listOfField(field) || !isRecord(value)) return value;
	const lists = Object.values(value).filter(Array.isArray);
	return lists.length === 1 ? lists[0] : value;
}

/** The record inside a wrapper such as `{ "userGroup": { … } }`. */
export function unwrap(record: IDataObject, table: StateTable): IDataObject {
	const names = fieldsAndLists(table).flatMap(possibleNames);
	const isKnown = (value: unknown) =>
		isRecord(value) && names.some((name) => Object.hasOwn(value, name));
	if (isKnown(record)) return record;
	const [wrapper, ...others] = Object.keys(record).filter((name) => isKnown(record[name]));
	if (wrapper === undefined || others.length > 0) return record;
	const { [wrapper]: inner, ...rest } = record;
	return { ...rest, ...(inner as IDataObject) };
}

/**
 * The checked fields and lists of a record, without those that are missing or null.
 *
 * @param names what to read, by default everything that an update may change
 */
export function readState(
	source: StateSource,
	record: IDataObject,
	table: StateTable,
	names?: ReadonlySet<string>,
): IDataObject {
	const fields = fieldsAndLists(table).filter(({ name }) => names?.has(name) ?? true);
	return readFieldStates(source, record, fields, source.title, ' > ');
}

/** Whether an empty text is a value of the field. Of a list, it is refused. */
const takesEmpty = (field: AnyField) => 'fields' in field || field.type === 'string';

function readFieldStates(
	source: StateSource,
	record: IDataObject,
	fields: readonly AnyField[],
	position: string,
	separator = ', ',
): IDataObject {
	const read: IDataObject = {};
	for (const field of fields) {
		const value = getField(record, field);
		const list = listOfField(field);
		if (value === undefined || (!takesEmpty(field) && isEmpty(value))) continue;
		read[field.name] = list
			? readListState(source, list, value, `${position}${separator}${list.label}`)
			: readFieldState(source, field as Field, value, position);
	}
	return read;
}

function readFieldState(
	{ trim }: StateSource,
	field: Field,
	value: unknown,
	position: string,
): IDataObject[string] {
	const isKept = !trim && field.type === 'string' && typeof value === 'string';
	return isKept ? value : readValue(field, value, position);
}

function readListState(
	source: StateSource,
	list: ListField,
	value: unknown,
	title: string,
): IDataObject[] {
	if (!Array.isArray(value)) {
		throw new InputError(
			`${title} is not a list`,
			`Enter "${list.name}" as a list in square brackets.`,
		);
	}
	const entries = value.map((each: unknown, index) => {
		const position = positionOf(title, index);
		return { entry: readEntry(source, list, each, position), position };
	});
	if (!source.allowDuplicates) assertUnique(list, entries);
	return entries.map(({ entry }) => entry);
}

function readEntry(
	source: StateSource,
	list: ListField,
	entry: unknown,
	position: string,
): IDataObject {
	const { fields, identifier, key } = list;
	const isBare = key.length === 1 && typeof entry !== 'object';
	const record = isBare ? { [String(key[0])]: entry } : entry;
	if (!isRecord(record)) throw notAnObject(position, fields);
	const read = readFieldStates(source, withReferences(record, fields), fields, position);
	if (!identifier || isEmpty(read[identifier.name])) requireFields(read, key, fields, position);
	return read;
}

/** An entry with its references under the names of the update, also if they are nested. */
function withReferences(entry: IDataObject, fields: readonly Field[]): IDataObject {
	const nested = Object.values(entry).filter(isRecord);
	const places = nested.length === 1 ? [entry, ...nested] : [entry];
	const references: IDataObject = {};
	for (const field of fields.filter(({ otherNames }) => otherNames !== undefined)) {
		references[field.name] = places
			.flatMap((place) => possibleNames(field).map((name) => getValue(place, name)))
			.find((value) => !isEmpty(value) && typeof value !== 'object') as IDataObject[string];
	}
	return { ...entry, ...references };
}
