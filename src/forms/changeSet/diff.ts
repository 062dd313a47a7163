/** Compares two states of a record that {@link readState} returned. */
import type { IDataObject } from 'n8n-workflow';
import { type ChangeSetField, type ListField, translationList } from '../fields/changeSetFields';
import type { Field } from '../fields/field';
import { comparable } from '../value';
import { entryFieldsOf, identityOf, toWire } from './changeSet';
import type { StateTable } from './recordState';
import { describeEntries, describeField, type ListChanges } from './summary';

/**
 * The smallest update that leads from one state to another. What the desired state doesn't have
 * stays as it is. A list that the current state doesn't have counts as empty.
 *
 * @returns the body, which is empty without a change, and one sentence for each change
 */
export function compareStates(
	table: StateTable,
	current: IDataObject,
	desired: IDataObject,
): { body: IDataObject; summary: string[] } {
	const body: IDataObject = {};
	const summary: string[] = [];
	for (const field of changedFields(table.fields, current, desired)) {
		body[field.name] = desired[field.name];
		summary.push(`${describeField(field, current, desired)}.`);
	}
	for (const list of table.changeSets.filter(({ name }) => desired[name] !== undefined)) {
		const changes = compareLists(list, entriesOf(current, list), entriesOf(desired, list));
		const modified = changes.modified.map(({ after }) => after);
		const wire = toWire(list, { ...changes, modified });
		if (wire) body[list.name] = wire;
		summary.push(...describeEntries(list, changes));
	}
	return { body, summary };
}

function entriesOf(record: IDataObject, { name }: Field | ChangeSetField): IDataObject[] {
	return (record[name] ?? []) as IDataObject[];
}

/** Those fields of the desired record that the current one doesn't have, or has otherwise. */
function changedFields(
	fields: readonly Field[],
	current: IDataObject,
	desired: IDataObject,
): Field[] {
	return fields.filter((field) => {
		const { name, type } = field;
		if (desired[name] === undefined) return false;
		if (type !== 'translations') {
			return comparable(name, current[name]) !== comparable(name, desired[name]);
		}
		const changes = compareLists(
			translationList(field),
			entriesOf(current, field),
			entriesOf(desired, field),
		);
		return Object.values(changes).some(({ length }) => length > 0);
	});
}

function compareLists(
	list: ListField,
	current: readonly IDataObject[],
	desired: readonly IDataObject[],
): ListChanges {
	const fields = entryFieldsOf(list);
	const existing = byKey(identityOf(list), current);
	const matches = matchEntries(list, [...existing.values()], desired);
	const kept = new Set(matches.values());
	return {
		added: desired.filter((entry) => !matches.has(entry)),
		modified: desired.flatMap((entry) => {
			const before = matches.get(entry);
			if (!before || !list.modifiable) return [];
			const changed = changedFields(fields, before, entry);
			return changed.length === 0
				? []
				: [{ before, after: completeEntry(fields, before, entry), fields: changed }];
		}),
		removed: [...existing.values()].filter((entry) => !kept.has(entry)),
	};
}

/** For each desired entry the current one with its identifier, or else with its key. */
function matchEntries(
	list: ListField,
	current: readonly IDataObject[],
	desired: readonly IDataObject[],
): Map<IDataObject, IDataObject> {
	const matches = new Map<IDataObject, IDataObject>();
	for (const names of [identityOf(list), list.key]) {
		const matched = new Set(matches.values());
		const unmatched = byKey(
			names,
			current.filter((entry) => !matched.has(entry)),
		);
		for (const entry of desired) {
			const match = unmatched.get(keyOf(names, entry) ?? '');
			if (match && !matches.has(entry)) matches.set(entry, match);
		}
	}
	return matches;
}

function keyOf(names: readonly string[], entry: IDataObject): string | undefined {
	const values = names.map((name) => comparable(name, entry[name]));
	return values.includes(undefined) ? undefined : JSON.stringify(values);
}

/** Entries by their key; of two with the same key, the first. */
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

/** A desired entry with the fields that stay as they are. */
function completeEntry(
	fields: readonly Field[],
	current: IDataObject,
	desired: IDataObject,
): IDataObject {
	const entry = { ...current, ...desired };
	// The service identifies a translation by its own spelling of the language code.
	if (current.languageCode !== undefined) entry.languageCode = current.languageCode;
	for (const field of fields) {
		if (field.type !== 'translations' || desired[field.name] === undefined) continue;
		const list = translationList(field);
		const translations = entriesOf(desired, field);
		const matches = matchEntries(list, entriesOf(current, field), translations);
		entry[field.name] = translations.map((translation) =>
			completeEntry(list.fields, matches.get(translation) ?? {}, translation),
		);
	}
	return entry;
}
