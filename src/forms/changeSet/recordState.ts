/**
 * Reads a record from JSON into a state: the fields and lists that an update may change, under the
 * names of the update and in its types, so that two states can be compared.
 *
 * The JSON may come from a person, an earlier item, or a response whose shape isn't specified. So a
 * record may be inside a wrapper, a field may have another name, a list may be inside an object, and an
 * entry may be bare, such as 101 or "READ", or have its reference in a nested record, such as
 * `{ "report": { "id": 101 } }`. Names that aren't fields of the update are left out of the state.
 * `desiredUpdate.ts` refuses them later, unless they were copied from the current record.
 */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { isRecord, getValue } from '../../values/jsonObject';
import {
	assertUnique,
	identityOf,
	notAnObject,
	positionOf,
	requireFields,
} from '../collectionEntries';
import { type AnyField, desiredTitle, type Field, isList, type ListField } from '../fields/field';
import type { FormItem } from '../formItem';
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

/** A record as JSON, and what an update may change of it. */
export interface ReadRecord {
	readonly record: IDataObject;
	/** The checked fields and lists, without those that are missing or null. */
	readonly state: IDataObject;
}

/** What this package adds to the record in the item of an update. */
export const outputNames: readonly string[] = words(
	'changed changes success summary verified notVerified',
);

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
	if (!isList(field) || !isRecord(value)) return value;
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
const takesEmpty = (field: AnyField) => isList(field) || field.type === 'string';

/** Where records come from. */
export class StateSource {
	/**
	 * @param parameter the JSON field with the record, if it comes from the form
	 * @param isDesired whether a person wrote the record. In the others, the service may repeat an entry,
	 *   and spaces around its texts stay, as it identifies entries by them.
	 */
	constructor(
		readonly title: string,
		readonly parameter = '',
		private readonly isDesired = false,
	) {}

	/**
	 * @param names what to read, by default whatever the record has. Lists must be there, as an update from
	 *   an empty list would add every entry again and remove none.
	 * @throws InputError if a list is missing, or a value can't be read
	 */
	read(record: IDataObject, table: StateTable, names?: ReadonlySet<string>): ReadRecord {
		const fields = fieldsAndLists(table).filter(({ name }) => names?.has(name) ?? true);
		const lists = names ? fields.filter(isList) : [];
		const missing = lists.find((list) => getField(record, list) === undefined);
		if (missing) {
			throw new InputError(
				`${this.title} > ${missing.displayName} is missing`,
				`Enter "${missing.name}" with the IDs of its entries, from the service's last response. If there are none, enter "${missing.name}": [].`,
			);
		}
		return { record, state: this.readFields(record, fields, this.title) };
	}

	private readFields(record: IDataObject, fields: readonly AnyField[], position: string) {
		const read: IDataObject = {};
		for (const field of fields) {
			const value = getField(record, field);
			if (value === undefined || (!takesEmpty(field) && isEmpty(value))) continue;
			read[field.name] = isList(field)
				? this.readList(field, value, `${position} > ${field.displayName}`)
				: this.readField(field, value, position);
		}
		return read;
	}

	private readField(field: Field, value: unknown, position: string): IDataObject[string] {
		const isText = field.type === 'string' && typeof value === 'string';
		return isText && !this.isDesired ? value : readValue(field, value, position);
	}

	private readList(list: ListField, value: unknown, title: string): IDataObject[] {
		if (!Array.isArray(value)) {
			throw new InputError(
				`${title} is not a list`,
				`Enter "${list.name}" as a list in square brackets.`,
			);
		}
		const entries = value.map((each: unknown, index) => {
			const position = positionOf(title, index);
			return { entry: this.readEntry(list, each, position), position };
		});
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
		const hasIdentity = identity.every((name) => !isEmpty(read[name]));
		requireFields(read, this.isDesired && !hasIdentity ? key : identity, fields, position);
		return read;
	}

	/** The JSON of the form, under the names of the nodes. */
	readJson(item: FormItem, { record = '' }: StateTable): IDataObject {
		const json = jsonObject(item, this.title, this.parameter, parseResponse);
		return item.fieldNames.fromUser(record, json);
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

export const currentSource = new StateSource('Current State', 'currentState');
export const desiredSource = new StateSource(desiredTitle, 'desiredState', true);

/** An entry with its references under the names of the update, also if they are nested. */
function withReferences(entry: IDataObject, fields: readonly AnyField[]): IDataObject {
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
