/**
 * The smallest update that turns a record as it is into the record as it should be. Entries are
 * told apart and compared as the table of change-sets says; nothing here reads or sends anything.
 */
import type { IDataObject } from 'n8n-workflow';
import { type Changes, entryFieldsOf, identityOf, toWire } from './changeSet';
import {
	type ChangeSetField,
	type ChangeSetFieldOf,
	translationFields,
} from '../fields/changeSetFields';
import type { Field } from '../fields/field';
import { comparable } from '../value';

/** A record: its single fields, and the entries of its lists by name. */
export interface RecordState {
	readonly fields: IDataObject;
	/** Lists that are not there are left alone. */
	readonly lists: Readonly<Record<string, readonly IDataObject[]>>;
}

/**
 * The smallest changes that turn one list of entries into another. An entry is found again by its
 * identifier, else by its key; fields that a wanted entry lacks stay as they are.
 *
 * @param field the change-set
 * @param current entries as they are; where they have an identifier, each with its own
 * @param desired entries as they should be; an identifier is one of the current ones
 * @returns entries to add and to remove, and those to modify with all of their fields, so that it
 *   makes no difference whether the service merges or replaces an entry
 */
export function listChanges(
	field: ChangeSetField,
	current: readonly IDataObject[],
	desired: readonly IDataObject[],
): Required<Changes> {
	const existing = byKey(identityOf(field), current);
	const matches = match(field, existing, desired);
	const kept = new Set(matches.values());
	const fields = entryFieldsOf(field);
	const changed = [...matches].filter(
		([wanted, found]) => field.modifiable && !isAsWanted(fields, found, wanted),
	);
	return {
		added: desired.filter((entry) => !matches.has(entry)),
		modified: changed.map(([wanted, found]) => completed(fields, found, wanted)),
		removed: [...existing.values()].filter((entry) => !kept.has(entry)),
	};
}

/** For each wanted entry that exists, the one it is; an identifier says more than a name. */
function match(
	field: ChangeSetField,
	existing: ReadonlyMap<string, IDataObject>,
	desired: readonly IDataObject[],
): Map<IDataObject, IDataObject> {
	const matches = new Map<IDataObject, IDataObject>();
	const claim = (known: ReadonlyMap<string, IDataObject>, names: readonly string[]) => {
		const claimed = new Set(matches.values());
		for (const entry of desired) {
			const found = known.get(keyOf(names, entry) ?? '');
			if (found && !matches.has(entry) && !claimed.has(found)) matches.set(entry, found);
		}
	};
	claim(existing, identityOf(field));
	claim(byKey(field.key, [...existing.values()]), field.key);
	// In the order in which they are wanted.
	return new Map(
		desired.flatMap((entry) => {
			const found = matches.get(entry);
			return found ? [[entry, found] as const] : [];
		}),
	);
}

/**
 * The single fields that are to change: those of the wanted record that the current one lacks or
 * has otherwise.
 *
 * @param current the record as it is
 * @param desired the record as it should be
 */
export function fieldChanges(current: IDataObject, desired: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(desired).filter(
			([name, value]) => !isSame(comparable(name, current[name]), comparable(name, value)),
		),
	);
}

/**
 * The body of the smallest update, in its wire shape.
 *
 * @param changeSets the record's change-sets
 * @param current the record as it is; a list that it lacks counts as empty
 * @param desired the record as it should be; what it lacks stays as it is
 * @returns empty where nothing changes
 */
export function smallestUpdate<Body extends object>(
	changeSets: readonly ChangeSetFieldOf<Body>[],
	current: RecordState,
	desired: RecordState,
): Partial<Body> {
	const update = fieldChanges(current.fields, desired.fields);
	for (const field of changeSets) {
		const wanted = desired.lists[field.name];
		if (wanted === undefined) continue;
		const wire = toWire(field, listChanges(field, current.lists[field.name] ?? [], wanted));
		if (wire) update[field.name] = wire;
	}
	return update as Partial<Body>;
}

/** What tells an entry from others; undefined where it lacks a part of it. */
function keyOf(names: readonly string[], entry: IDataObject): string | undefined {
	const values = names.map((name) => entry[name]);
	return values.some((value) => value === undefined)
		? undefined
		: JSON.stringify(names.map((name) => comparable(name, entry[name])));
}

/** Entries by what tells them apart; of two alike, the first. */
function byKey(
	names: readonly string[],
	entries: readonly IDataObject[],
): Map<string, IDataObject> {
	const found = new Map<string, IDataObject>();
	for (const entry of entries) {
		const key = keyOf(names, entry);
		if (key !== undefined && !found.has(key)) found.set(key, entry);
	}
	return found;
}

/**
 * The fields of a record that have one of the names.
 *
 * @param record the record
 * @param names the names
 */
export function pick(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

/**
 * Whether an entry has what is wanted of it; translations count in any order.
 *
 * @param fields what the entry may hold
 * @param current the entry as it is
 * @param desired what is wanted of it
 */
export function isAsWanted(
	fields: readonly Field[],
	current: IDataObject,
	desired: IDataObject,
): boolean {
	return Object.entries(desired).every(([name, value]) => {
		const isNested = fields.some((field) => field.name === name && field.type === 'translations');
		if (!isNested) return isSame(comparable(name, current[name]), comparable(name, value));
		const known = byKey(['languageCode'], translationsOf(current, name));
		const wanted = translationsOf(desired, name);
		return (
			known.size === wanted.length &&
			wanted.every((entry) => {
				const found = known.get(keyOf(['languageCode'], entry) ?? '');
				return found !== undefined && isAsWanted(translationFields, found, entry);
			})
		);
	});
}

/** A wanted entry with the fields that it leaves as they are. */
function completed(
	fields: readonly Field[],
	current: IDataObject,
	desired: IDataObject,
): IDataObject {
	const names = fields.map(({ name }) => name);
	const entry = { ...pick(current, names), ...desired };
	// The service knows a translation by its own writing of the language.
	if (current.languageCode !== undefined) entry.languageCode = current.languageCode;
	for (const { name, type } of fields) {
		if (type !== 'translations' || desired[name] === undefined) continue;
		const known = byKey(['languageCode'], translationsOf(current, name));
		entry[name] = translationsOf(desired, name).map((wanted) =>
			completed(translationFields, known.get(keyOf(['languageCode'], wanted) ?? '') ?? {}, wanted),
		);
	}
	return entry;
}

function translationsOf(entry: IDataObject, name: string): IDataObject[] {
	return (entry[name] ?? []) as IDataObject[];
}

/** Whether two JSON values say the same, in whatever order their fields stand. */
function isSame(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (typeof one !== 'object' || typeof other !== 'object') return false;
	if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
	const names = Object.keys(one);
	return (
		names.length === Object.keys(other).length &&
		names.every((name) => isSame((one as IDataObject)[name], (other as IDataObject)[name]))
	);
}
