import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import type { ErrorCode } from '../api/errorCodes';
import { isRecord } from '../api/jsonObject';
import { writeJson } from '../http/parseJson';
import { translationFields } from './fields/changeSetFields';
import type { Field, FieldOf } from './fields/field';
import type { FormItem } from './formItem';
import { comparable, isEmpty, readValue } from './value';

/** A list of the form: the parameter, the list inside it, and what an entry holds. */
export interface EntryList<Entry extends object = IDataObject> {
	readonly name: string;
	readonly displayName: string;
	readonly entryName: string;
	readonly entryLabel: string;
	readonly description?: string;
	readonly fields: readonly FieldOf<Entry>[];
	readonly required: readonly (keyof Entry & string)[];
	/** Names of the fields that together must differ from entry to entry. */
	readonly unique?: readonly (keyof Entry & string)[];
	/** The service's code for two equal entries. */
	readonly duplicateCode?: ErrorCode;
}

/** A field as the form shows it. A number is empty at first, so it is not sent as 0. */
export function entryProperty(field: Field, required: readonly string[] = []): INodeProperties {
	const { name, label, type, minimum, placeholder, description, loadOptionsMethod } = field;
	const isRequired = required.includes(name) ? { required: true } : {};
	const base = { displayName: label, name, description, ...isRequired };
	if (loadOptionsMethod) {
		return {
			...base,
			displayName: `${label} Name or ID`,
			type: 'options',
			typeOptions: { loadOptionsMethod },
			default: '',
			description:
				'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		};
	}
	switch (type) {
		case 'translations':
			return entryCollection({
				...base,
				entryName: 'translation',
				entryLabel: 'Translation',
				fields: translationFields,
				required: ['languageCode'],
			});
		case 'boolean':
			return { ...base, type, default: false };
		case 'integer': {
			const typeOptions = { minValue: minimum, numberPrecision: 0 };
			return { ...base, type: 'number', typeOptions, default: '', placeholder };
		}
		case 'string':
			return { ...base, type, default: '', placeholder };
	}
}

/** A collection of fields that the user adds one by one. */
export function fieldCollection(
	name: string,
	displayName: string,
	fields: readonly Field[],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: fields
			.map((field) => entryProperty(field))
			.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** A list as the form shows it. */
export function entryCollection<Entry extends object>(list: EntryList<Entry>): INodeProperties {
	const { name, displayName, entryName, entryLabel, description, fields, required } = list;
	const values = fields.map((field) => entryProperty(field, required));
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entryLabel}`,
		default: {},
		description,
		options: [{ displayName: entryLabel, name: entryName, values }],
	};
}

/**
 * An entry of the form as it is sent, without empty fields.
 *
 * @param position where the entry stands, for example "Values > Added, entry 2"
 * @throws InputError if a value has another type, or a language appears twice
 */
export function readEntry<Entry extends object>(
	entry: IDataObject,
	fields: readonly FieldOf<Entry>[],
	position = '',
): Partial<Entry> {
	return readFields(entry, fields, position) as Partial<Entry>;
}

/** As {@link readEntry}, for fields that are not known before run time. */
export function readFields(
	entry: IDataObject,
	fields: readonly Field[],
	position: string,
): IDataObject {
	const read: IDataObject = {};
	for (const field of fields) {
		const value = entry[field.name];
		if (isEmpty(value)) continue;
		if (field.type !== 'translations') {
			read[field.name] = readValue(field, value, position);
			continue;
		}
		const translations = readTranslations(value, `${position}, ${field.label}`);
		if (translations.length > 0) read[field.name] = translations;
	}
	return read;
}

/** The entries of a list in the shape of the form or of the service, or a single entry. */
function toEntries(value: unknown, entryName: string): unknown[] {
	const isForm = isRecord(value) && (entryName in value || Object.keys(value).length === 0);
	const entries = isForm ? value[entryName] : value;
	return isEmpty(entries) ? [] : [entries].flat();
}

/** As {@link toEntries}; what is not an object becomes an empty entry. */
export function formEntries(value: unknown, entryName: string): IDataObject[] {
	return toEntries(value, entryName).map((entry) => (isRecord(entry) ? entry : {}));
}

function positionIn(list: string): (index: number) => string {
	return (index) => `${list}, entry ${index + 1}`;
}

function readTranslations(value: unknown, list: string): IDataObject[] {
	const position = positionIn(list);
	const translations = formEntries(value, 'translation').map((entry, index) =>
		readFields(entry, translationFields, position(index)),
	);
	requireFields(translations, ['languageCode'], translationFields, position);
	assertUnique(translations, ['languageCode'], translationFields, position);
	return translations;
}

/** @throws InputError if a value has another type */
export function readEntryList<Entry extends object>(
	item: FormItem,
	list: EntryList<Entry>,
): Partial<Entry>[] {
	const position = positionIn(list.displayName);
	return formEntries(item.parameter<unknown>(list.name, {}), list.entryName).map((entry, index) =>
		readEntry(entry, list.fields, position(index)),
	);
}

/**
 * The entries of a body from the form or from JSON. Unknown fields stay in them.
 *
 * @throws InputError if an entry is incomplete, wrong or appears twice
 */
export function checkEntryList<Entry extends object>(
	list: EntryList<Entry>,
	value: unknown,
): Entry[] {
	const { entryName, fields, required, unique, duplicateCode } = list;
	const position = positionIn(list.displayName);
	const entries = toEntries(value, entryName).map((entry, index) => {
		if (isRecord(entry)) return { ...entry, ...readFields(entry, fields, position(index)) };
		throw new InputError(
			`${position(index)}: ${writeJson(entry)} is not a JSON object`,
			`Enter an object with ${fields.map(({ name }) => `"${name}"`).join(', ')}.`,
		);
	});
	requireFields(entries, required, fields, position);
	if (unique) assertUnique(entries, unique, fields, position, duplicateCode);
	return entries as Entry[];
}

function labelOf(fields: readonly Field[], name: string): string {
	return fields.find((field) => field.name === name)?.label ?? name;
}

/** @throws InputError naming the first entry with an empty field */
export function requireFields(
	entries: readonly IDataObject[],
	names: readonly string[],
	fields: readonly Field[],
	position: (index: number) => string,
): void {
	for (const [index, entry] of entries.entries()) {
		const missing = names.find((name) => isEmpty(entry[name]));
		if (missing === undefined) continue;
		const label = labelOf(fields, missing);
		throw new InputError(
			`${position(index)}: ${label} is empty`,
			`Enter ${label}, or remove the entry.`,
		);
	}
}

/**
 * Refuses two entries in which all named fields are equal. Incomplete entries are not compared.
 *
 * @throws InputError naming both positions
 */
export function assertUnique(
	entries: readonly IDataObject[],
	names: readonly string[],
	fields: readonly Field[],
	position: (index: number) => string,
	errorCode?: string,
): void {
	const positions = new Map<string, number>();
	for (const [index, entry] of entries.entries()) {
		const values = names.map((name) => entry[name]);
		if (values.some(isEmpty)) continue;
		const key = JSON.stringify(names.map((name) => comparable(name, entry[name])));
		const first = positions.get(key);
		positions.set(key, first ?? index);
		if (first === undefined) continue;
		throw new InputError(
			`"${values.join(', ')}" appears twice: ${position(first)} and ${position(index)}`,
			`Remove one of the entries, or correct ${names.map((name) => labelOf(fields, name)).join(' and ')}.`,
			errorCode,
		);
	}
}
