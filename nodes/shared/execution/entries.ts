import type { IDataObject, INode } from 'n8n-workflow';
import { type EntryField, translationFields } from '../service/changeSetFields';
import { InputError } from '../transport/serviceError';
import { isEmpty, readValue } from './fieldValue';
import type { ItemContext } from './operation';

/**
 * An entry of a form's list as it travels: empty fields left out, numbers as numbers, nested
 * translations as a plain list.
 *
 * @param node the node that asks
 * @param entry the entry as n8n hands it over
 * @param fields what it may hold
 * @param position where it stands, for messages, for example "Values > Added, entry 2"
 * @throws InputError where a value is of another kind, or a language comes twice
 */
export function readEntry(
	node: INode,
	entry: IDataObject,
	fields: readonly EntryField[],
	position = '',
): IDataObject {
	const read: IDataObject = {};
	for (const field of fields) {
		const value = entry[field.name];
		if (isEmpty(value)) continue;
		if (field.holds !== 'translations') {
			read[field.name] = readValue(node, field, value, position);
			continue;
		}
		const translations = readTranslations(node, value, `${position}, ${field.label}`);
		if (translations.length > 0) read[field.name] = translations;
	}
	return read;
}

/**
 * Entries of a form's list; an expression may give a single one, or the plain list.
 *
 * @param value the parameter
 * @param entryName name of the list inside it
 * @returns records; what is none becomes an empty one, whose missing fields are then named
 */
export function formEntries(value: unknown, entryName: string): IDataObject[] {
	const entries = isRecord(value) ? value[entryName] : value;
	if (isEmpty(entries)) return [];
	return [entries].flat().map((entry) => (isRecord(entry) ? entry : {}));
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Translations nested in an entry, in the shape of the form or of the service. */
function readTranslations(node: INode, value: unknown, list: string): IDataObject[] {
	const position = (index: number) => `${list}, entry ${index + 1}`;
	const translations = formEntries(value, 'translation').map((entry, index) =>
		readEntry(node, entry, translationFields, position(index)),
	);
	requireFields(node, translations, ['languageCode'], translationFields, position);
	refuseTwins(node, translations, ['languageCode'], position);
	return translations;
}

/** A list of the form: the parameter, the list inside it, and what an entry holds. */
export interface EntryList {
	readonly name: string;
	readonly displayName: string;
	readonly entryName: string;
	readonly entryLabel: string;
	readonly description?: string;
	readonly fields: readonly EntryField[];
	/** Fields that no entry may lack. */
	readonly needed: readonly string[];
}

/** Where an entry of a list stands, in words. */
export function positionIn(list: EntryList): (index: number) => string {
	return (index) => `${list.displayName}, entry ${index + 1}`;
}

/**
 * The entries that the user filled in, as they travel.
 *
 * @param item the item
 * @param list the list of the form
 * @throws InputError where an entry is incomplete or wrong
 */
export function readEntryList(item: ItemContext, list: EntryList): IDataObject[] {
	const { name, entryName, fields, needed } = list;
	const position = positionIn(list);
	const entries = formEntries(item.parameter<unknown>(name, {}), entryName).map((entry, index) =>
		readEntry(item.node, entry, fields, position(index)),
	);
	requireFields(item.node, entries, needed, fields, position);
	return entries;
}

/**
 * Refuses an entry that lacks what tells it from others.
 *
 * @param node the node that asks
 * @param entries the entries
 * @param names names that must be there
 * @param fields what an entry holds, for labels
 * @param position where an entry stands, in words
 * @throws InputError naming the entry and the field
 */
export function requireFields(
	node: INode,
	entries: readonly IDataObject[],
	names: readonly string[],
	fields: readonly EntryField[],
	position: (index: number) => string,
): void {
	for (const [index, entry] of entries.entries()) {
		const missing = names.find((name) => isEmpty(entry[name]));
		if (missing === undefined) continue;
		const label = fields.find(({ name }) => name === missing)?.label ?? missing;
		throw new InputError(
			node,
			`${position(index)}: ${label} is empty`,
			`Fill in ${label}, or remove the entry.`,
		);
	}
}

/**
 * Refuses two entries with the same key, naming both.
 *
 * @param node the node that asks
 * @param entries the entries
 * @param names names that together must differ; entries without them are not compared
 * @param position where an entry stands, in words
 * @param errorCode the service's code for the same condition, where it has one
 * @throws InputError naming both positions
 */
export function refuseTwins(
	node: INode,
	entries: readonly IDataObject[],
	names: readonly string[],
	position: (index: number) => string,
	errorCode?: string,
): void {
	const first = new Map<string, number>();
	for (const [index, entry] of entries.entries()) {
		const values = names.map((name) => entry[name]);
		if (values.some(isEmpty)) continue;
		const key = JSON.stringify(values);
		const twin = first.get(key);
		if (twin === undefined) {
			first.set(key, index);
			continue;
		}
		throw new InputError(
			node,
			`"${values.join(', ')}" stands twice: ${position(twin)} and ${position(index)}`,
			'Remove one of the two, or give it another value.',
			errorCode,
		);
	}
}
