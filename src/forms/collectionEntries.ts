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
	/** Fields that no entry may lack. */
	readonly needed: readonly (keyof Entry & string)[];
	/** Fields in which entries must differ, if any. */
	readonly unique?: readonly (keyof Entry & string)[];
	/** The service's code for two entries that do not. */
	readonly duplicateCode?: ErrorCode;
}

/**
 * A field as the form shows it. A number is empty by default, as an untouched field must not be
 * sent as 0.
 *
 * @param field what the entry holds
 */
export function entryProperty(field: Field): INodeProperties {
	const { name, label, type, minimum, placeholder, description, loadOptionsMethod } = field;
	if (loadOptionsMethod) {
		return {
			displayName: `${label} Name or ID`,
			name,
			type: 'options',
			typeOptions: { loadOptionsMethod },
			default: '',
			description:
				'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		};
	}
	if (type === 'translations') {
		return entryCollection({
			name,
			displayName: label,
			entryName: 'translation',
			entryLabel: 'Translation',
			description,
			fields: translationFields,
			needed: ['languageCode'],
		});
	}
	if (type === 'boolean') {
		return { displayName: label, name, type: 'boolean', default: false, description };
	}
	const texts = { displayName: label, name, default: '', placeholder, description };
	if (type === 'string') return { ...texts, type: 'string' };
	return { ...texts, type: 'number', typeOptions: { minValue: minimum, numberPrecision: 0 } };
}

/**
 * A collection of fields that the user adds one by one.
 *
 * @param name the parameter's name
 * @param displayName its label
 * @param fields what it may hold
 */
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
		options: fields.map(entryProperty).sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/**
 * A list of entries as the form shows it.
 *
 * @param list the list
 */
export function entryCollection<Entry extends object>(list: EntryList<Entry>): INodeProperties {
	const { name, displayName, entryName, entryLabel, description, fields, needed } = list;
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entryLabel}`,
		default: {},
		description,
		options: [
			{
				displayName: entryLabel,
				name: entryName,
				values: fields.map((field) => ({
					...entryProperty(field),
					...(needed.some((each) => each === field.name) ? { required: true } : {}),
				})),
			},
		],
	};
}

/**
 * An entry of a form's list as it travels: empty fields left out, numbers as numbers, nested
 * translations as a plain list.
 *
 * @param entry the entry as n8n hands it over
 * @param fields what it may hold
 * @param position where it stands, for messages, for example "Values > Added, entry 2"
 * @throws InputError where a value is of another kind, or a language comes twice
 */
export function readEntry<Entry extends object>(
	entry: IDataObject,
	fields: readonly FieldOf<Entry>[],
	position = '',
): Partial<Entry> {
	return readFields(entry, fields, position) as Partial<Entry>;
}

/** As {@link readEntry}, for fields that are told apart at run time only. */
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

/** What a list has, in the shape of the form or of the service, whatever its entries are. */
function givenEntries(value: unknown, entryName: string): unknown[] {
	const isForm = isRecord(value) && (entryName in value || Object.keys(value).length === 0);
	const entries = isForm ? value[entryName] : value;
	return isEmpty(entries) ? [] : [entries].flat();
}

/**
 * Entries of a list, in the shape of the form or of the service.
 *
 * @param value the parameter with the list inside it, the list itself, or a single entry
 * @param entryName name of the list inside the parameter
 * @returns records; what is none becomes an empty one, whose missing fields are then named
 */
export function formEntries(value: unknown, entryName: string): IDataObject[] {
	return givenEntries(value, entryName).map((entry) => (isRecord(entry) ? entry : {}));
}

/** Translations nested in an entry, in the shape of the form or of the service. */
function readTranslations(value: unknown, list: string): IDataObject[] {
	const position = (index: number) => `${list}, entry ${index + 1}`;
	const translations = formEntries(value, 'translation').map((entry, index) =>
		readFields(entry, translationFields, position(index)),
	);
	requireFields(translations, ['languageCode'], translationFields, position);
	assertUnique(translations, ['languageCode'], translationFields, position);
	return translations;
}

/**
 * The entries that the user filled in, as they travel.
 *
 * @param list the list of the form
 * @throws InputError where a value is of another kind
 */
export function readEntryList<Entry extends object>(
	item: FormItem,
	list: EntryList<Entry>,
): Partial<Entry>[] {
	const position = positionIn(list);
	return formEntries(item.parameter<unknown>(list.name, {}), list.entryName).map((entry, index) =>
		readEntry(entry, list.fields, position(index)),
	);
}

/**
 * The entries of a body, whether the form or the user's JSON gave them: complete, unique and of
 * the right kind. Unknown fields stay in them.
 *
 * @param list the list of the form
 * @param value the list in the body
 * @throws InputError naming the entry
 */
export function checkEntryList<Entry extends object>(
	list: EntryList<Entry>,
	value: unknown,
): Entry[] {
	const { entryName, fields, needed, unique, duplicateCode } = list;
	const position = positionIn(list);
	const entries = givenEntries(value, entryName).map((entry, index) => {
		if (isRecord(entry)) {
			return { ...entry, ...readFields(entry, fields, position(index)) };
		}
		throw new InputError(
			`${position(index)}: ${writeJson(entry)} is not a record`,
			`Give it with ${fields.map(({ name }) => `"${name}"`).join(', ')}.`,
		);
	});
	requireFields(entries, needed, fields, position);
	if (unique) assertUnique(entries, unique, fields, position, duplicateCode);
	return entries as Entry[];
}

function positionIn({ displayName }: { displayName: string }): (index: number) => string {
	return (index) => `${displayName}, entry ${index + 1}`;
}

function labelOf(fields: readonly Field[], name: string): string {
	return fields.find((field) => field.name === name)?.label ?? name;
}

/**
 * Refuses an entry that lacks what tells it from others.
 *
 * @param entries the entries
 * @param names names that must be there
 * @param fields what an entry holds, for labels
 * @param position where an entry stands, in words
 * @throws InputError naming the entry and the field
 */
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
			`Fill in ${label}, or remove the entry.`,
		);
	}
}

/**
 * Refuses two entries with the same key, naming both.
 *
 * @param entries the entries
 * @param names names that together must differ; entries without them are not compared
 * @param fields what an entry holds, for labels
 * @param position where an entry stands, in words
 * @param errorCode the service's code for the same condition, where it has one
 * @throws InputError naming both positions
 */
export function assertUnique(
	entries: readonly IDataObject[],
	names: readonly string[],
	fields: readonly Field[],
	position: (index: number) => string,
	errorCode?: string,
): void {
	const first = new Map<string, number>();
	for (const [index, entry] of entries.entries()) {
		const values = names.map((name) => entry[name]);
		if (values.some(isEmpty)) continue;
		const key = JSON.stringify(names.map((name) => comparable(name, entry[name])));
		const twin = first.get(key);
		if (twin === undefined) {
			first.set(key, index);
			continue;
		}
		throw new InputError(
			`"${values.join(', ')}" appears twice: ${position(twin)} and ${position(index)}`,
			`Remove one of the two, or correct ${names.map((name) => labelOf(fields, name)).join(' and ')} of one.`,
			errorCode,
		);
	}
}
