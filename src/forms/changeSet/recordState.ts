/**
 * A state of a record: the fields and lists that an update may change, under the names of the update
 * and in its types, so that two states can be compared.
 *
 * There are two readers, with the walk through fields and entries in common. `shownState.ts` reads
 * what the service shows of a record, in a shape that isn't specified. `desiredState.ts` reads what a
 * person wants, and refuses whatever could mean something else.
 */
import type { IDataObject } from 'n8n-workflow';
import type { RecordName } from '../../api/assumedNames';
import { InputError } from '../../api/errors';
import type { FieldNames } from '../../api/fieldNames';
import { parseResponse } from '../../values/json';
import { getValue, isRecord } from '../../values/jsonObject';
import { isEmpty } from '../../values/scalars';
import { words } from '../../values/words';
import { notAnObject, positionOf, type PositionedEntry, requireFields } from '../collectionEntries';
import { type AnyField, type Field, isList, type ListField } from '../fields/field';
import type { FormItem } from '../formItem';
import { jsonObject } from '../jsonField';

/** What an update may change. */
export interface StateTable {
	/** The name of the record in messages. */
	readonly label: string;
	/** What its keys in 'Field Names' begin with, if it has any. */
	readonly record?: RecordName;
	readonly fields: readonly Field[];
	readonly changeSets: readonly ListField[];
	readonly identifierNames: readonly string[];
	/** A desired state, as the form shows it. */
	readonly example: string;
}

/** The table for a service: a field that the user named has none of the assumed names. */
export function tableFor(table: StateTable, { entries }: FieldNames): StateTable {
	const named = <Of extends AnyField>(field: Of): Of => {
		const isNamed = Object.hasOwn(entries, `${table.record}.${field.name}`);
		return isNamed ? { ...field, otherNames: undefined } : field;
	};
	return { ...table, fields: table.fields.map(named), changeSets: table.changeSets.map(named) };
}

/** A record as JSON, and what an update may change of it. */
export interface ReadRecord {
	readonly record: IDataObject;
	/** The checked fields and lists, without those that are missing or null. */
	readonly state: IDataObject;
}

/** What this package adds to the record in the item of an update. */
export const outputNames: readonly string[] = words(
	'action changed changes success summary verified notVerified',
);

export function fieldsAndLists({ fields, changeSets }: StateTable): readonly AnyField[] {
	return [...fields, ...changeSets];
}

export function possibleNames({ name, otherNames = [] }: AnyField): readonly string[] {
	return [name, ...otherNames];
}

/** The name under which a record has a field or a list that is not null. */
export function findName(record: IDataObject, field: AnyField): string | undefined {
	return possibleNames(field).find((name) => record[name] !== undefined && record[name] !== null);
}

/** Whether an empty text is a value of the field. Of a list, it is refused. */
const takesEmpty = (field: AnyField) => isList(field) || field.type === 'string';

/** Reads the records of one origin. */
export abstract class StateReader {
	/** @param title of the record in messages */
	constructor(readonly title: string) {}

	/** The value of a field or list; undefined if there is none. */
	protected getField(record: IDataObject, field: AnyField): unknown {
		const name = findName(record, field);
		return name === undefined ? undefined : record[name];
	}

	protected abstract readField(field: Field, value: unknown, position: string): unknown;

	/** @throws InputError if the entries are wrong together, or the value is no list */
	protected abstract checkList(list: ListField, title: string, entries?: PositionedEntry[]): void;

	/** Names of the fields that an entry needs. */
	protected abstract neededNames(list: ListField, entry: IDataObject): readonly string[];

	protected readFields(record: IDataObject, fields: readonly AnyField[], position: string) {
		const read: IDataObject = {};
		for (const field of fields) {
			const value = this.getField(record, field);
			if (value === undefined || (!takesEmpty(field) && isEmpty(value))) continue;
			read[field.name] = (
				isList(field)
					? this.readList(field, value, `${position} > ${field.displayName}`)
					: this.readField(field, value, position)
			) as IDataObject[string];
		}
		return read;
	}

	private readList(list: ListField, value: unknown, title: string): IDataObject[] {
		const entries = Array.isArray(value)
			? value.map((each: unknown, index) => {
					const position = positionOf(title, index);
					return { entry: this.readEntry(list, each, position), position };
				})
			: undefined;
		this.checkList(list, title, entries);
		return (entries ?? []).map(({ entry }) => entry);
	}

	private readEntry(list: ListField, entry: unknown, position: string): IDataObject {
		const { fields, key } = list;
		const isBare = key.length === 1 && typeof entry !== 'object';
		const record = isBare ? { [String(key[0])]: entry } : entry;
		if (!isRecord(record)) throw notAnObject(position, fields);
		const read = this.readFields(withReferences(record, fields), fields, position);
		requireFields(read, this.neededNames(list, read), fields, position);
		return read;
	}
}

/** An entry with its references under the names of the update, also if they are nested. */
function withReferences(entry: IDataObject, fields: readonly AnyField[]): IDataObject {
	const references: IDataObject = {};
	for (const field of fields.filter(({ otherNames }) => otherNames !== undefined)) {
		references[field.name] = possibleNames(field)
			.map((name) => getValue(entry, name))
			.find((value) => !isEmpty(value) && typeof value !== 'object') as IDataObject[string];
	}
	return { ...entry, ...references };
}

/**
 * The record in a JSON field of the form, under the names of the nodes. Empty if the field is empty.
 *
 * @param title of the field
 * @param parameter its name, or the path of a field of a collection
 */
export function readState(
	item: FormItem,
	title: string,
	parameter: string,
	{ record = '' }: StateTable,
): IDataObject {
	return item.fieldNames.fromUser(record, jsonObject(item, title, parameter, parseResponse));
}

/** @throws InputError if a record of the form is another one than the one to update */
export function checkOwner(
	title: string,
	record: IDataObject,
	{ identifierNames, label }: StateTable,
	identifier: number,
): void {
	const owner = identifierNames.map((name) => record[name]).find((id) => !isEmpty(id));
	if (owner === undefined || String(owner).trim() === String(identifier)) return;
	throw new InputError(
		`'${title}' belongs to ${label} ${String(owner)}, but you're updating ${identifier}`,
		`Use the state of ${label} ${identifier}, or select ${label} ${String(owner)}. If the states come from merged items, check how the items were matched.`,
	);
}
