import type { IDataObject, INode } from 'n8n-workflow';
import { InputError } from '../errors';
import { identityOf } from './changeSet';
import { pick, type RecordState } from './desiredState';
import { assertUnique, requireFields } from './entries';
import { type ChangeSetField, translationFields } from './fields/changeSets';
import type { Field } from './fields/field';
import type { FormItem } from './item';
import { jsonObject } from './json';
import { isEmpty, readValue } from './value';

/** Labels of the two JSON fields. */
export const currentTitle = 'Current State';
export const desiredTitle = 'Desired State';

/** What a record's update may change. */
export interface StateTable {
	readonly fields: readonly Field[];
	readonly changeSets: readonly ChangeSetField[];
	/** Names of a record that no update may carry. */
	readonly ownNames: readonly string[];
}

/**
 * Reads a record's state from JSON, in the shape of the service's answers.
 *
 * @param node the node that asks
 * @param title what the JSON is called, for messages, for example "Desired State"
 * @param record the record; fields that the table does not know stay in it
 * @param table what can be changed
 * @throws InputError where a value or a list is not what it should be
 */
export function readState(
	node: INode,
	title: string,
	record: IDataObject,
	table: StateTable,
): RecordState {
	const listed = table.changeSets.map(({ name }) => name);
	const fields = readRecord(node, record, table.fields, title);
	for (const name of listed) delete fields[name];
	const lists: Record<string, IDataObject[]> = {};
	for (const field of table.changeSets) {
		const list = record[field.name];
		if (list === undefined || list === null) continue;
		lists[field.name] = readStateList(node, title, field, list);
	}
	return { fields, lists };
}

function readStateList(
	node: INode,
	title: string,
	field: ChangeSetField,
	list: unknown,
): IDataObject[] {
	if (!Array.isArray(list)) {
		throw new InputError(
			node,
			`${title} > ${field.label} is not a list`,
			`Give "${field.name}" as a list in square brackets, as in the answers of the service.`,
		);
	}
	const { identifier, key } = field;
	const fields = identifier ? [identifier, ...field.fields] : field.fields;
	return list.map((entry: unknown, index) => {
		const position = positionOf(title, field)(index);
		const isBare = key[0] !== undefined && key.length === 1 && typeof entry !== 'object';
		const record = isBare ? { [String(key[0])]: entry } : entry;
		if (typeof record !== 'object' || record === null) {
			throw new InputError(
				node,
				`${position} is not a record`,
				`Give it with ${fields.map(({ name }) => `"${name}"`).join(', ')}.`,
			);
		}
		const read = readRecord(node, record as IDataObject, fields, position);
		const needed = identifier && !isEmpty(read[identifier.name]) ? [identifier.name] : key;
		requireFields(node, [read], needed, fields, () => position);
		// What cannot be modified is only referred to, so nothing but its key matters.
		return field.modifiable ? read : pick(read, key);
	});
}

/** A record with its known fields checked; those that are null count as not there. */
function readRecord(
	node: INode,
	record: IDataObject,
	fields: readonly Field[],
	position: string,
): IDataObject {
	const read = { ...record };
	for (const field of fields) {
		const value = record[field.name];
		if (value === undefined || value === null || (value === '' && field.type !== 'string')) {
			delete read[field.name];
		} else if (field.type === 'translations') {
			read[field.name] = readTranslationList(node, value, `${position}, ${field.label}`);
		} else {
			read[field.name] = readValue(node, field, value, position);
		}
	}
	return read;
}

function readTranslationList(node: INode, list: unknown, title: string): IDataObject[] {
	if (!Array.isArray(list)) {
		throw new InputError(
			node,
			`${title} is not a list`,
			'Give the translations as a list in square brackets.',
		);
	}
	const position = (index: number) => `${title}, entry ${index + 1}`;
	const translations = list.map((entry: unknown, index) =>
		readRecord(node, Object(entry) as IDataObject, translationFields, position(index)),
	);
	requireFields(node, translations, ['languageCode'], translationFields, position);
	assertUnique(node, translations, ['languageCode'], position);
	return translations;
}

function positionOf(title: string, field: ChangeSetField): (index: number) => string {
	return (index) => `${title} > ${field.label}, entry ${index + 1}`;
}

/** Refuses a state in which two entries of a list are alike. */
function assertUniqueEntries(
	node: INode,
	title: string,
	state: RecordState,
	table: StateTable,
): void {
	for (const field of table.changeSets) {
		const entries = state.lists[field.name] ?? [];
		const position = positionOf(title, field);
		assertUnique(node, entries, identityOf(field), position);
		assertUnique(node, entries, field.key, position, field.duplicateCode);
	}
}

/**
 * The state that the user wrote under Current State.
 *
 * @param item the item
 * @param table what can be changed
 * @returns undefined where the field is empty
 * @throws InputError where it is not a record, or a list holds two entries that are alike
 */
export function readCurrentState(item: FormItem, table: StateTable): RecordState | undefined {
	const record = jsonObject(item, currentTitle, 'currentState');
	if (Object.keys(record).length === 0) return undefined;
	const state = readState(item.node, currentTitle, record, table);
	assertUniqueEntries(item.node, currentTitle, state, table);
	return state;
}

/**
 * The state that the user wrote under Desired State.
 *
 * @param item the item
 * @param table what can be changed
 * @throws InputError where it is empty or not a record, or a list holds two entries that are alike
 */
export function readDesiredState(item: FormItem, table: StateTable): RecordState {
	const record = jsonObject(item, desiredTitle, 'desiredState');
	if (Object.keys(record).length === 0) {
		throw new InputError(
			item.node,
			`${desiredTitle} is empty`,
			`Give the record as it should be. If it comes from an expression, check this item.`,
		);
	}
	const state = readState(item.node, desiredTitle, record, table);
	for (const name of table.ownNames) delete state.fields[name];
	assertUniqueEntries(item.node, desiredTitle, state, table);
	return state;
}

/**
 * Refuses identifiers that do not fit: a current entry without one, which could not be changed or
 * removed, and a wanted entry with one that no current entry has.
 *
 * @param node the node that asks
 * @param current the state as it is
 * @param desired the state as it should be
 * @param table what can be changed
 * @throws InputError naming the entry
 */
export function checkIdentifiers(
	node: INode,
	current: RecordState,
	desired: RecordState,
	table: StateTable,
): void {
	for (const field of table.changeSets) {
		const { identifier, name } = field;
		const wanted = desired.lists[name];
		if (!identifier || !wanted) continue;
		const names = [identifier.name];
		const existing = current.lists[name] ?? [];
		requireFields(node, existing, names, [identifier], positionOf(currentTitle, field));
		const known = new Set(existing.map((entry) => entry[identifier.name]));
		for (const [index, entry] of wanted.entries()) {
			const value = entry[identifier.name];
			if (value === undefined || known.has(value)) continue;
			throw new InputError(
				node,
				`${positionOf(desiredTitle, field)(index)}: ${identifier.label} ${String(value)} is not in ${currentTitle}`,
				`Correct it, or leave out "${identifier.name}" to add the entry.`,
			);
		}
	}
}
