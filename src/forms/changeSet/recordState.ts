/**
 * A record that an update reads goes through three forms:
 *
 * 1. received: from the service, or from a JSON field, in which a person wrote or copied it.
 * 2. named ({@link NamedRecord}): each field, list, and reference has its name in the update, and nothing
 *    after this knows another one. Names that the update doesn't have stay: Desired State may copy them.
 * 3. read ({@link RecordState}): what an update may change, checked and in its types, to be compared.
 */
import type { IDataObject } from 'n8n-workflow';
import type { NameKey, RecordName } from '../../api/assumedNames';
import { InputError } from '../../api/errors';
import type { FieldNames } from '../../api/fieldNames';
import { parseResponse } from '../../values/json';
import { getValue, isRecord, without } from '../../values/jsonObject';
import { formatValue, isEmpty, showValue } from '../../values/scalars';
import { words } from '../../values/words';
import { readFields } from '../collectionEntries';
import { type AnyField, type Field, isList, type ListField } from '../fields/field';
import type { FormItem } from '../formItem';
import { jsonObject } from '../jsonField';
import { assertNoChanges } from './knownNames';

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

export function fieldsAndLists({ fields, changeSets }: StateTable): readonly AnyField[] {
	return [...fields, ...changeSets];
}

export interface NamedRecord {
	/** What messages call it. */
	readonly title: string;
	/** As it was received or written. */
	readonly record: IDataObject;
	/** Under the names of the update, also in entries of lists. */
	readonly named: IDataObject;
}

/** A record, and what an update may change of it. */
export interface RecordState extends NamedRecord {
	/** The checked fields and lists, in the types of the update. */
	readonly state: IDataObject;
}

/** What this package adds to the record in the item of an update. */
const outputNames = words('action changed changes success summary verified notVerified');

/** @param isTyped whether a person wrote the record, maybe under the nodes' own names */
export function nameRecord(
	title: string,
	record: IDataObject,
	table: StateTable,
	fieldNames: FieldNames,
	isTyped = false,
): NamedRecord {
	const typedIn = isTyped ? title : undefined;
	const named = { ...fieldNames.rename(table.record ?? '', record, typedIn) };
	for (const { name, fields } of table.changeSets) {
		const entries = named[name];
		if (!Array.isArray(entries)) continue;
		named[name] = (entries as IDataObject[]).map((entry) =>
			isRecord(entry) ? { ...entry, ...referencesOf(entry, fields, fieldNames) } : entry,
		);
	}
	return { title, record, named };
}

/** What an entry refers to, under the names of the update, also if it is nested. */
function referencesOf(
	entry: IDataObject,
	fields: readonly AnyField[],
	fieldNames: FieldNames,
): IDataObject {
	const references: IDataObject = {};
	for (const field of fields) {
		if (isList(field) || !field.otherNames) continue;
		// The user can name the ID of a report.
		const ownName = fieldNames.entry(`report.${field.name}` as NameKey);
		references[field.name] = [field.name, ...(ownName ? [ownName] : field.otherNames)]
			.map((path) => getValue(entry, path) as IDataObject[string])
			.find((value) => !isEmpty(value) && typeof value !== 'object');
	}
	return references;
}

/**
 * The record in a JSON field of the form.
 *
 * @param parameter the name of the field, or the path of a field of a collection
 * @param identifier of the record to update, if it is known
 * @throws InputError if a field has several values, or the record is another one than the one to update
 */
export function readRecord(
	item: FormItem,
	title: string,
	parameter: string,
	table: StateTable,
	identifier?: number,
): NamedRecord {
	const typed = jsonObject(item, title, parameter, parseResponse);
	const record = outputNames.reduce(without, typed);
	const read = nameRecord(title, record, table, item.fieldNames, true);
	if (identifier === undefined) return read;
	checkOwner(read, table, identifier);
	return { ...read, named: table.identifierNames.reduce(without, read.named) };
}

function checkOwner(
	{ title, named }: NamedRecord,
	{ identifierNames, label }: StateTable,
	identifier: number,
): void {
	const owner = identifierNames.map((name) => named[name]).find((id) => !isEmpty(id));
	if (owner === undefined || formatValue(owner) === String(identifier)) return;
	const shown = showValue(owner);
	throw new InputError(
		`'${title}' belongs to ${label} ${shown}, but you're updating ${identifier}`,
		`Use the state of ${label} ${identifier}, or select ${label} ${shown}. If the states come from merged items, check how the items were matched.`,
	);
}

/** @throws InputError if a value can't be read, or a list is not the whole list */
export function readDesired(record: NamedRecord, table: StateTable): RecordState {
	const fields = fieldsAndLists(table);
	assertNoChanges(record, fields);
	return { ...record, state: readFields(record.named, fields, record.title, 'desired') };
}

/**
 * @param names what to read. Lists must be there, as an update from an empty list would add every entry
 *   again and remove none.
 * @throws InputError if a list is missing, or a value can't be read
 */
export function readShown(
	record: NamedRecord,
	table: StateTable,
	names: readonly string[],
): RecordState {
	const { title, named } = record;
	const fields = fieldsAndLists(table).filter(({ name }) => names.includes(name));
	const missing = fields.find((field) => isList(field) && named[field.name] === undefined);
	if (missing) {
		throw new InputError(
			`${title} > ${missing.displayName} is missing`,
			`Enter "${missing.name}" as the service's last response shows it. If it has no entries, enter "${missing.name}": [].`,
		);
	}
	return { ...record, state: readFields(named, fields, title, 'shown') };
}
