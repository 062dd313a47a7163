import type { IDataObject, INode } from 'n8n-workflow';
import { type EntryField, translationFields } from '../service/changeSetFields';
import type { ErrorCode } from '../service/errorCodes';
import { isRecord } from '../transport/answer';
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
 * Entries of a list, in the shape of the form or of the service.
 *
 * @param value the parameter with the list inside it, the list itself, or a single entry
 * @param entryName name of the list inside the parameter
 * @returns records; what is none becomes an empty one, whose missing fields are then named
 */
export function formEntries(value: unknown, entryName: string): IDataObject[] {
	const entries = isRecord(value) ? value[entryName] : value;
	if (isEmpty(entries)) return [];
	return [entries].flat().map((entry) => (isRecord(entry) ? entry : {}));
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
	/** Fields in which entries must differ, if any. */
	readonly unique?: readonly string[];
	/** The service's code for two entries that do not. */
	readonly duplicateCode?: ErrorCode;
}

/**
 * The entries that the user filled in, as they travel.
 *
 * @param item the item
 * @param list the list of the form
 * @throws InputError where a value is of another kind
 */
export function readEntryList(item: ItemContext, list: EntryList): IDataObject[] {
	const position = positionIn(list);
	return formEntries(item.parameter<unknown>(list.name, {}), list.entryName).map((entry, index) =>
		readEntry(item.node, entry, list.fields, position(index)),
	);
}

/**
 * The entries of a body, whether the form or the user's JSON gave them: complete, unique and of
 * the right kind. Unknown fields stay in them.
 *
 * @param item the item
 * @param list the list of the form
 * @param value the list in the body
 * @throws InputError naming the entry
 */
export function checkEntryList(item: ItemContext, list: EntryList, value: unknown): IDataObject[] {
	const { entryName, fields, needed, unique = [], duplicateCode } = list;
	const position = positionIn(list);
	const entries = formEntries(value, entryName).map((entry, index) => ({
		...entry,
		...readEntry(item.node, entry, fields, position(index)),
	}));
	requireFields(item.node, entries, needed, fields, position);
	if (unique.length > 0) refuseTwins(item.node, entries, unique, position, duplicateCode);
	return entries;
}

function positionIn(list: EntryList): (index: number) => string {
	return (index) => `${list.displayName}, entry ${index + 1}`;
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
