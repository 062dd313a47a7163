import type { IDataObject, INode } from 'n8n-workflow';
import { type EntryField, translationFields } from '../service/changeSetFields';
import { InputError } from '../transport/serviceError';

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/**
 * An entry of a form's list as it travels: empty fields left out, numbers as numbers, nested
 * translations as a plain list.
 *
 * @param node the node that asks
 * @param entry the entry as n8n hands it over
 * @param fields what it may hold
 * @param position where it stands, for messages, for example "Values > Added, entry 2"
 * @throws InputError where a number is no whole number, or a language comes twice
 */
export function readEntry(
	node: INode,
	entry: IDataObject,
	fields: readonly EntryField[],
	position: string,
): IDataObject {
	const read: IDataObject = {};
	for (const { name, label, holds } of fields) {
		const value = entry[name];
		if (isEmpty(value)) continue;
		if (holds === 'translations') {
			const translations = readTranslations(node, value, `${position}, ${label}`);
			if (translations.length > 0) read[name] = translations;
		} else if (holds === 'integer') {
			if (!/^-?\d+$/.test(String(value).trim())) {
				throw new InputError(
					node,
					`${position}: ${label} "${String(value)}" is not a whole number`,
					`Correct ${label}, or clear it.`,
				);
			}
			read[name] = Number(value);
		} else {
			read[name] = String(value);
		}
	}
	return read;
}

/** Translations from a nested list of the form. */
function readTranslations(node: INode, value: unknown, position: string): IDataObject[] {
	const entries = ((value as IDataObject).translation ?? []) as IDataObject[];
	const translations = entries.map((entry, index) =>
		readEntry(node, entry, translationFields, `${position}, entry ${index + 1}`),
	);
	requireFields(
		node,
		translations,
		['languageCode'],
		translationFields,
		(index) => `${position}, entry ${index + 1}`,
	);
	refuseTwins(node, translations, ['languageCode'], (index) => `${position}, entry ${index + 1}`);
	return translations;
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
