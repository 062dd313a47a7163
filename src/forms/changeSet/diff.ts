/**
 * Compares two states of a record, and describes what an update changes.
 *
 * A desired entry is matched with the current one that has its identifier, or else with the one that has
 * its key. It is added if there is none, and modified if it differs. Current entries that remain are
 * removed. A list inside an entry is compared in the same way, but sent whole with its entry.
 */
import type { IDataObject } from 'n8n-workflow';
import { comparable, entryKey, identityOf } from '../collectionEntries';
import { type AnyField, type Field, isList, type ListField, singularOf } from '../fields/field';
import { compareValues } from '../../values/comparison';
import { isRecord } from '../../values/jsonObject';
import { formatValue } from '../../values/scalars';
import { toWire } from './changeSet';
import type { StateTable } from './recordState';

/**
 * The smallest update that leads from one state to another. What the desired state doesn't have
 * stays as it is. A list that the current state doesn't have counts as empty.
 *
 * @returns the body, which is empty without a change, and one sentence for each change
 */
export function compareStates(table: StateTable, current: IDataObject, desired: IDataObject) {
	const fields = changedFields(table.fields, current, desired);
	const body: IDataObject = Object.fromEntries(fields.map(({ name }) => [name, desired[name]]));
	const summary = fields.map((field) => `${describeField(field, current, desired)}.`);
	for (const list of table.changeSets.filter(({ name }) => desired[name] !== undefined)) {
		const { added, modified, removed } = compareEntries(list, current, desired);
		const wire = toWire(list, { added, modified: modified.map(({ after }) => after), removed });
		if (wire) body[list.name] = wire;
		const describe = (entry: IDataObject) => describeEntry(list, entry);
		summary.push(
			...added.map((entry) => `${describe(entry)} is added.`),
			...modified.map(({ before, after, fields: changed }) => {
				const changes = changed.map((field) => describeField(field, before, after));
				return `${describe(before)} is modified: ${changes.join(', ')}.`;
			}),
			...removed.map((entry) => `${describe(entry)} is removed.`),
		);
	}
	return { body, summary };
}

function entriesOf(record: IDataObject, { name }: ListField): IDataObject[] {
	return (record[name] ?? []) as IDataObject[];
}

/** Those fields of the desired record that the current one doesn't have, or has otherwise. */
function changedFields(
	fields: readonly AnyField[],
	current: IDataObject,
	desired: IDataObject,
): AnyField[] {
	return fields.filter((field) => {
		const { name } = field;
		if (desired[name] === undefined) return false;
		const valueIn = (record: IDataObject) => comparable(name, record[name]);
		if (!isList(field)) return compareValues(valueIn(desired), valueIn(current)) !== 'equal';
		const changes = compareEntries(field, current, desired);
		return Object.values(changes).some(({ length }) => length > 0);
	});
}

function compareEntries(list: ListField, current: IDataObject, desired: IDataObject) {
	const entries = entriesOf(desired, list);
	const existing = [...firstByKey(identityOf(list), entriesOf(current, list)).values()];
	const matches = matchEntries(list, existing, entries);
	const kept = new Set(matches.values());
	return {
		added: entries.filter((entry) => !matches.has(entry)),
		modified: entries.flatMap((entry) => {
			const before = matches.get(entry);
			if (!before || !list.modifiable) return [];
			const fields = changedFields(list.fields, before, entry);
			// With all fields, it makes no difference whether the service merges or replaces entries.
			const after = completeEntry(list, before, entry);
			return fields.length === 0 ? [] : [{ before, after, fields }];
		}),
		removed: existing.filter((entry) => !kept.has(entry)),
	};
}

/** For each desired entry the current one with its identifier, or else with its key. */
function matchEntries(
	list: ListField,
	current: readonly IDataObject[],
	desired: readonly IDataObject[],
): Map<IDataObject, IDataObject> {
	const matches = new Map<IDataObject, IDataObject>();
	const unmatched = new Set(current);
	for (const names of [identityOf(list), list.key]) {
		const candidates = firstByKey(names, unmatched);
		for (const entry of desired) {
			const match = candidates.get(entryKey(names, entry) ?? '');
			if (!match || matches.has(entry)) continue;
			matches.set(entry, match);
			unmatched.delete(match);
		}
	}
	return matches;
}

/** Entries by their key; of two with the same key, the first. */
function firstByKey(names: readonly string[], entries: Iterable<IDataObject>) {
	const found = new Map<string, IDataObject>();
	for (const entry of entries) {
		const key = entryKey(names, entry);
		if (key !== undefined && !found.has(key)) found.set(key, entry);
	}
	return found;
}

/** A desired entry with the fields that stay as they are. */
function completeEntry(list: ListField, current: IDataObject, desired: IDataObject): IDataObject {
	const entry = { ...current, ...desired };
	// The service identifies a translation by its own spelling of the language code.
	if (current.languageCode !== undefined) entry.languageCode = current.languageCode;
	for (const nested of list.fields.filter(isList)) {
		if (desired[nested.name] === undefined) continue;
		const entries = entriesOf(desired, nested);
		const matches = matchEntries(nested, entriesOf(current, nested), entries);
		entry[nested.name] = entries.map((each) =>
			completeEntry(nested, matches.get(each) ?? {}, each),
		);
	}
	return entry;
}

function quoteValue(value: unknown): string {
	if ((value ?? '') === '') return 'empty';
	if (Array.isArray(value) && value.length === 0) return 'empty';
	if (Array.isArray(value) && value.every(isRecord)) return value.map(quoteEntry).join(', ');
	return typeof value === 'string' ? `"${value}"` : formatValue(value);
}

/** An entry of a list inside an entry, for example `sv "Röd"`. */
function quoteEntry(entry: IDataObject): string {
	const [key, ...values] = Object.values(entry);
	const quoted = values.map(quoteValue).filter((value) => value !== 'empty');
	return [formatValue(key ?? ''), ...quoted].join(' ');
}

/** For example `Sort changes from 1 to 2`. */
export function describeField(
	{ displayName, name }: Pick<Field, 'displayName' | 'name'>,
	current: IDataObject,
	desired: IDataObject,
): string {
	return (current[name] ?? null) === null
		? `${displayName} becomes ${quoteValue(desired[name])}`
		: `${displayName} changes from ${quoteValue(current[name])} to ${quoteValue(desired[name])}`;
}

/** For example `Value "Red" (4711)`. */
function describeEntry({ key, identifier, displayName }: ListField, entry: IDataObject): string {
	const value = identifier && entry[identifier.name];
	const suffix = value === undefined ? '' : ` (${String(value)})`;
	return `${singularOf(displayName)} ${key.map((name) => quoteValue(entry[name])).join(' / ')}${suffix}`;
}
