/**
 * A state of a record: the fields and lists that an update may change, under the names of the update
 * and in its types, so that two states can be compared.
 *
 * `shownState.ts` reads what the service shows of a record, in a shape that isn't specified.
 * `desiredState.ts` reads what a person wants, and refuses whatever could mean something else. Both walk
 * through fields and entries with the {@link StateReader}.
 */
import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel, type NameKey, type RecordName } from '../../api/assumedNames';
import { InputError } from '../../api/errors';
import type { FieldNames } from '../../api/fieldNames';
import { comparisonKey } from '../../values/comparison';
import { parseResponse } from '../../values/json';
import { getValue, isRecord } from '../../values/jsonObject';
import { formatValue, isEmpty, showValue } from '../../values/scalars';
import { words } from '../../values/words';
import {
	assertUnique,
	identityOf,
	notAnObject,
	positionOf,
	requireFields,
} from '../collectionEntries';
import { type AnyField, type Field, isList, type ListField } from '../fields/field';
import type { FormItem } from '../formItem';
import { jsonObject } from '../jsonField';
import { readValue } from '../value';

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
export function tableFor(table: StateTable, fieldNames: FieldNames): StateTable {
	const named = <Of extends AnyField>(field: Of): Of => {
		const isNamed = Object.hasOwn(fieldNames.entries, `${table.record}.${field.name}`);
		return isNamed ? { ...field, otherNames: undefined } : field;
	};
	const reportId = fieldNames.entry('report.reportId');
	const withReportId = (field: AnyField): AnyField =>
		field.name === 'reportId' && reportId !== undefined
			? { ...field, otherNames: [reportId] }
			: field;
	const lists = table.changeSets.map(named);
	return {
		...table,
		fields: table.fields.map(named),
		changeSets: lists.map((list) => ({ ...list, fields: list.fields.map(withReportId) })),
	};
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

function possibleNames({ name, otherNames = [] }: AnyField): readonly string[] {
	return [name, ...otherNames];
}

/** The name under which a record has a field or a list that is not null. */
export function findName(record: IDataObject, field: AnyField): string | undefined {
	return possibleNames(field).find((name) => record[name] !== undefined && record[name] !== null);
}

/** Whether a record shows a field, also as null. */
export function isShown(record: IDataObject, field: AnyField): boolean {
	return possibleNames(field).some((name) => record[name] !== undefined);
}

/** Whether an empty text is a value of the field. Of a list, it is refused. */
const takesEmpty = (field: AnyField) => isList(field) || field.type === 'string';

export const wholeLists =
	"To add or remove single entries, use Update with 'Change Mode' set to 'Changes'.";

/** Reads the records of one origin. */
export class StateReader {
	/** @param isDesired whether a person writes the records, and not the service */
	constructor(private readonly isDesired: boolean) {}

	/** @param position of the fields in messages */
	readFields(record: IDataObject, fields: readonly AnyField[], position: string): IDataObject {
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

	/** The value of a field or list; undefined if there is none. The service may show no entries as null. */
	private getField(record: IDataObject, field: AnyField): unknown {
		const name = findName(record, field);
		if (name !== undefined) return record[name];
		return !this.isDesired && isList(field) && isShown(record, field) ? [] : undefined;
	}

	/** Spaces around texts of the service stay, as it identifies entries by them. */
	private readField(field: Field, value: unknown, position: string): unknown {
		const isShownText = !this.isDesired && field.type === 'string' && typeof value === 'string';
		return isShownText ? value : readValue(field, value, position);
	}

	private readList(list: ListField, value: unknown, title: string): IDataObject[] {
		if (!Array.isArray(value)) {
			throw new InputError(
				`${title} is not a list`,
				this.isDesired
					? `Enter "${list.name}" as the whole list in square brackets. ${wholeLists}`
					: `Enter "${list.name}" as a list in square brackets.`,
			);
		}
		const entries = value.map((each: unknown, index) => {
			const position = positionOf(title, index);
			return { entry: this.readEntry(list, each, position), position };
		});
		// The service may repeat an entry.
		if (this.isDesired) assertUnique(list, entries);
		return entries.map(({ entry }) => entry);
	}

	private readEntry(list: ListField, entry: unknown, position: string): IDataObject {
		const { fields, key } = list;
		const isBare = key.length === 1 && typeof entry !== 'object';
		const record = isBare ? { [String(key[0])]: entry } : entry;
		if (!isRecord(record)) throw notAnObject(position, fields);
		const read = this.readFields(withReferences(record, fields), fields, position);
		const identity = identityOf(list);
		// A desired entry without an ID is new, or is found by its key.
		const hasKey = this.isDesired && identity.some((name) => isEmpty(read[name]));
		requireFields(read, hasKey ? key : identity, fields, position);
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
 * @throws InputError if a field has another value under the name of the service than under its own
 */
export function readState(
	item: FormItem,
	title: string,
	parameter: string,
	table: StateTable,
): IDataObject {
	const { fieldNames } = item;
	const { record = '' } = table;
	const typed = jsonObject(item, title, parameter, parseResponse);
	const read = fieldNames.fromUser(record, typed);
	for (const { name } of fieldsAndLists(table)) {
		const path = fieldNames.entry(`${record}.${name}` as NameKey);
		const isNested = path?.split('.')[0] === name;
		if (path === undefined || isNested || isEmpty(typed[name])) continue;
		if (comparisonKey(typed[name]) === comparisonKey(read[name])) continue;
		throw new InputError(
			`${title} has "${name}" and "${path}", which are the same field`,
			`Remove one of them. In '${fieldNamesLabel}' of the credential, "${path}" is the name of "${record}.${name}".`,
		);
	}
	return read;
}

/** @throws InputError if a record of the form is another one than the one to update */
export function checkOwner(
	title: string,
	record: IDataObject,
	{ identifierNames, label }: StateTable,
	identifier: number,
): void {
	const owner = identifierNames.map((name) => record[name]).find((id) => !isEmpty(id));
	if (owner === undefined || formatValue(owner) === String(identifier)) return;
	const shown = showValue(owner);
	throw new InputError(
		`'${title}' belongs to ${label} ${shown}, but you're updating ${identifier}`,
		`Use the state of ${label} ${identifier}, or select ${label} ${shown}. If the states come from merged items, check how the items were matched.`,
	);
}
