/**
 * Compares a record with what is desired, and describes what an update changes.
 *
 * A desired entry is matched with the current one that has its identifier, or else with the one that has
 * its key. It is added if there is none, and modified if it differs. Current entries that remain are
 * removed. A list inside an entry is matched in the same way, but sent whole with its entry.
 */
import type { IDataObject } from 'n8n-workflow';
import { entryKey, identityOf } from '../collectionEntries';
import { type AnyField, type Field, isList, type ListField, singularOf } from '../fields/field';
import { compareValues } from '../../values/comparison';
import { plain } from '../../values/json';
import { formatValue } from '../../values/scalars';
import { toWire } from './changeSet';
import { assertIdentifiers, assertKnown } from './knownNames';
import { fieldsAndLists, type RecordState, type StateTable } from './recordState';

/** The smallest update that leads from a record to what is desired. */
export interface Differences {
	/** Empty if nothing changes. */
	readonly body: IDataObject;
	/** One sentence for each change. */
	readonly summary: readonly string[];
}

/** A field of a table, or of 'Other Fields (JSON)'. */
type NamedField = AnyField | Pick<Field, 'displayName' | 'name'>;

export function joinDifferences(all: readonly Differences[]): Differences {
	return {
		body: Object.assign({}, ...all.map(({ body }) => body)) as IDataObject,
		summary: all.flatMap(({ summary }) => summary),
	};
}

/**
 * What is not desired stays as it is. A list that the current state doesn't have counts as empty.
 *
 * @throws InputError if the desired record has a name that the update doesn't have, or an unknown ID
 */
export function compareRecords(
	table: StateTable,
	current: RecordState,
	desired: RecordState,
): Differences {
	assertKnown(desired, current, fieldsAndLists(table));
	assertIdentifiers(desired, current, table.changeSets);
	const lists = table.changeSets.filter(({ name }) => desired.state[name] !== undefined);
	return joinDifferences([
		compareFields(table.fields, current.state, desired.state),
		...lists.map((list) => compareLists(list, current.state, desired.state)),
	]);
}

/** Fields that are sent whole. */
export function compareFields(
	fields: readonly NamedField[],
	current: IDataObject,
	desired: IDataObject,
): Differences {
	const wanted = plain(desired);
	const changed = fields.filter((field) => isChanged(field, current, wanted));
	return {
		body: Object.fromEntries(changed.map(({ name }) => [name, desired[name]])),
		summary: changed.map((field) => `${describeChange(field, current, wanted)}.`),
	};
}

/** A field that isn't shown may have any value, but it is no change to ask for none. */
function isChanged({ name }: NamedField, current: IDataObject, desired: IDataObject): boolean {
	const [found, wanted] = [current[name], desired[name]];
	if (wanted === undefined || wanted === (found ?? null)) return false;
	return compareValues(wanted, found) !== 'equal';
}

function compareLists(list: ListField, current: IDataObject, desired: IDataObject): Differences {
	const { added, kept, removed } = matchEntries(list, current, desired);
	const changes = kept.map(({ before, after }) => {
		const fields = list.fields.filter((field) => isChanged(field, before, after));
		return { before, after, fields };
	});
	const modified = list.modifiable ? changes.filter(({ fields }) => fields.length > 0) : [];
	const describe = (entry: IDataObject) => describeEntry(list, entry);
	return {
		body: toWire(list, { added, modified: modified.map(({ after }) => after), removed }),
		summary: [
			...added.map((entry) => `${describe(entry)} is added.`),
			...modified.map(({ before, after, fields }) => {
				const sentences = fields.map((field) => describeChange(field, before, after));
				return `${describe(before)} is modified: ${sentences.join(', ')}.`;
			}),
			...removed.map((entry) => `${describe(entry)} is removed.`),
		],
	};
}

/** The entries of a list in two records. Those that both have are in the order of the current one. */
function matchEntries(list: ListField, current: IDataObject, desired: IDataObject) {
	const entriesOf = (record: IDataObject) => (record[list.name] ?? []) as IDataObject[];
	const added = new Set(entriesOf(desired));
	// The service may repeat an entry.
	const removed = new Set(firstByKey(identityOf(list), entriesOf(current)).values());
	const matches = new Map<IDataObject, IDataObject>();
	for (const names of [identityOf(list), list.key]) {
		const candidates = firstByKey(names, removed);
		for (const entry of added) {
			const before = candidates.get(entryKey(names, entry) ?? '');
			if (!before || matches.has(before)) continue;
			matches.set(before, mergeEntry(list, before, entry));
			removed.delete(before);
			added.delete(entry);
		}
	}
	const kept = entriesOf(current).flatMap((before) => {
		const after = matches.get(before);
		return after ? [{ before, after }] : [];
	});
	return { added: [...added], kept, removed: [...removed] };
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

/**
 * A desired entry with the fields that stay as they are, and identified as the service does. With all
 * fields, it makes no difference whether the service merges or replaces entries.
 */
function mergeEntry(list: ListField, current: IDataObject, desired: IDataObject): IDataObject {
	const entry = { ...current, ...desired };
	for (const name of identityOf(list)) entry[name] = current[name];
	for (const nested of list.fields.filter(isList)) {
		if (desired[nested.name] === undefined) continue;
		const { added, kept } = matchEntries(nested, current, desired);
		entry[nested.name] = [...kept.map(({ after }) => after), ...added];
	}
	return entry;
}

function quoteValue(value: unknown): string {
	if ((value ?? '') === '') return 'empty';
	return typeof value === 'string' ? `"${value}"` : formatValue(value);
}

/** For example `Sort changes from 1 to 2`. */
function describeChange(field: NamedField, current: IDataObject, desired: IDataObject): string {
	const { displayName, name } = field;
	const [before, after] = [current[name] ?? null, desired[name]];
	return before === null || typeof after === 'object'
		? `${displayName} becomes ${quoteValue(after)}`
		: `${displayName} changes from ${quoteValue(before)} to ${quoteValue(after)}`;
}

/** For example `Value "Red" (4711)`. */
function describeEntry({ key, identifier, displayName }: ListField, entry: IDataObject): string {
	const value = identifier && entry[identifier.name];
	const suffix = value === undefined ? '' : ` (${String(value)})`;
	return `${singularOf(displayName)} ${key.map((name) => quoteValue(entry[name])).join(' / ')}${suffix}`;
}
