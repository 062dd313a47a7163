/** Reads a record from JSON, in the shape of the service's responses or of an update. */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { isRecord, getValue } from '../../values/jsonObject';
import { assertUnique, notAnObject, positionOf, requireFields } from '../collectionEntries';
import { type ListField, listOfField } from '../fields/listField';
import type { Field } from '../fields/field';
import type { FormItem } from '../formItem';
import { desiredTitle } from '../formProperties';
import { jsonObject } from '../jsonField';
import { readValue } from '../value';
import { parseResponse } from '../../values/json';
import { isEmpty } from '../../values/scalars';
import { words } from '../../values/words';

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

/** A name that a record or an entry of its lists has. */
interface RecordName {
	readonly name: string;
	/** Equal for the same name in other entries of the list. */
	readonly key: string;
	/** Of the record or the entry, for messages. */
	readonly position: string;
	/** What an update can change there. */
	readonly fields: readonly AnyField[];
	/** Whether it is one of the fields, or has no value. */
	readonly isKnown: boolean;
}

/** A record as JSON, and what an update may change of it. */
export interface ReadRecord {
	readonly record: IDataObject;
	/** The checked fields and lists, without those that are missing or null. */
	readonly state: IDataObject;
	/** Without names that no update changes, such as its identifier. */
	readonly names: readonly RecordName[];
}

/** What this package adds to the record in the item of an update. */
export const outputNames: readonly string[] = words(
	'changed changes success summary verified notVerified',
);

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

/** Whether an empty text is a value of the field. Of a list, it is refused. */
const takesEmpty = (field: AnyField) => 'fields' in field || field.type === 'string';

interface Reading {
	/** Spaces around the service's texts stay, as it identifies entries by them. */
	readonly trim?: true;
	readonly allowDuplicates?: true;
}

/** Reads one record, and notes the names that it has. */
class RecordReader {
	readonly names: RecordName[] = [];

	constructor(private readonly reading: Reading) {}

	/** @param path the lists that the record is in, by their names */
	noteNames(
		record: IDataObject,
		fields: readonly AnyField[],
		position: string,
		path: readonly string[] = [],
	): void {
		const known = fields.map((field) => findName(record, field) ?? field.name);
		for (const [name, value] of Object.entries(record)) {
			const isKnown = value === undefined || value === null || known.includes(name);
			const key = JSON.stringify([...path, name]);
			this.names.push({ name, key, position, fields, isKnown });
		}
	}

	readFields(
		record: IDataObject,
		fields: readonly AnyField[],
		position: string,
		path: readonly string[] = [],
	): IDataObject {
		const read: IDataObject = {};
		for (const field of fields) {
			const value = getField(record, field);
			const list = listOfField(field);
			if (value === undefined || (!takesEmpty(field) && isEmpty(value))) continue;
			read[field.name] = list
				? this.readList(list, value, position, path)
				: this.readField(field as Field, value, position);
		}
		return read;
	}

	private readField(field: Field, value: unknown, position: string): IDataObject[string] {
		const isText = field.type === 'string' && typeof value === 'string';
		return isText && !this.reading.trim ? value : readValue(field, value, position);
	}

	private readList(
		list: ListField,
		value: unknown,
		position: string,
		path: readonly string[],
	): IDataObject[] {
		const title = `${position}${path.length === 0 ? ' > ' : ', '}${list.label}`;
		if (!Array.isArray(value)) {
			throw new InputError(
				`${title} is not a list`,
				`Enter "${list.name}" as a list in square brackets.`,
			);
		}
		const entries = value.map((each: unknown, index) => {
			const entryPosition = positionOf(title, index);
			const entry = this.readEntry(list, each, entryPosition, [...path, list.name]);
			return { entry, position: entryPosition };
		});
		if (!this.reading.allowDuplicates) assertUnique(list, entries);
		return entries.map(({ entry }) => entry);
	}

	private readEntry(
		{ fields, identifier, key, modifiable }: ListField,
		entry: unknown,
		position: string,
		path: readonly string[],
	): IDataObject {
		const isBare = key.length === 1 && typeof entry !== 'object';
		const record = isBare ? { [String(key[0])]: entry } : entry;
		if (!isRecord(record)) throw notAnObject(position, fields);
		if (modifiable) this.noteNames(record, fields, position, path);
		const read = this.readFields(withReferences(record, fields), fields, position, path);
		if (!identifier || isEmpty(read[identifier.name])) requireFields(read, key, fields, position);
		return read;
	}
}

/** Where records come from. */
export class StateSource {
	/** @param parameter the JSON field with the record, if it comes from the form */
	constructor(
		readonly title: string,
		readonly parameter = '',
		private readonly reading: Reading = {},
	) {}

	/**
	 * @param names what to read, by default everything that an update may change
	 * @throws InputError if a value can't be read
	 */
	read(record: IDataObject, table: StateTable, names?: ReadonlySet<string>): ReadRecord {
		const reader = new RecordReader(this.reading);
		const ignored = [...table.identifierNames, ...(table.readOnlyNames ?? []), ...outputNames];
		const given = Object.entries(record).filter(([name]) => !ignored.includes(name));
		const fields = fieldsAndLists(table).filter(({ name }) => names?.has(name) ?? true);
		reader.noteNames(Object.fromEntries(given), fields, this.title);
		const state = reader.readFields(record, fields, this.title);
		return { record, state, names: reader.names };
	}

	/** The JSON of the form, under the names of the nodes. */
	readJson(item: FormItem, { record = '' }: StateTable): IDataObject {
		const json = jsonObject(item, this.title, this.parameter, parseResponse);
		return item.fieldNames?.fromUser(record, json) ?? json;
	}

	/**
	 * The record of the form. Undefined if the field is empty.
	 *
	 * @throws InputError if it is another record than the one to update
	 */
	readRecord(item: FormItem, table: StateTable, identifier: number): IDataObject | undefined {
		const json = this.readJson(item, table);
		if (Object.keys(json).length === 0) return undefined;
		const record = unwrap(json, table);
		const owner = table.identifierNames.map((name) => record[name]).find((id) => !isEmpty(id));
		if (owner === undefined || String(owner).trim() === String(identifier)) return record;
		const { label } = table;
		throw new InputError(
			`'${this.title}' belongs to ${label} ${String(owner)}, but you're updating ${identifier}`,
			`Use the state of ${label} ${identifier}, or select ${label} ${String(owner)}. If the states come from merged items, check how the items were matched.`,
		);
	}
}

export const currentTitle = 'Current State';
export const currentSource = new StateSource(currentTitle, 'currentState');
export const desiredSource = new StateSource(desiredTitle, 'desiredState', { trim: true });

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
