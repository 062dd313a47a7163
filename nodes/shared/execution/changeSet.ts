import type { IDataObject } from 'n8n-workflow';
import {
	type ChangeKind,
	changeKinds,
	entryFields,
	entryPosition,
} from '../descriptions/changeSet';
import type { ChangeSetField } from '../service/changeSetFields';
import { readEntry, refuseTwins, requireFields } from './entries';
import type { ItemContext } from './operation';

/** Entries of a change-set, by kind of change. */
export type Changes = Partial<Record<ChangeKind, IDataObject[]>>;

/**
 * Entries in the shape in which they travel, which differs per field (spec 2.1 and 2.5).
 *
 * @param field the change-set
 * @param changes entries as records
 * @returns the wire shape; undefined where nothing changes
 */
export function toWire(field: ChangeSetField, changes: Changes): IDataObject | undefined {
	const wire: IDataObject = {};
	for (const kind of changeKinds) {
		const entries = changes[kind] ?? [];
		if (entries.length === 0) continue;
		const bare = kind === 'modified' ? false : field[kind] === 'value';
		const name = kind === 'removed' ? (field.identifier?.name ?? field.key[0]) : field.key[0];
		wire[kind] = bare && name !== undefined ? entries.map((entry) => entry[name]) : entries;
	}
	return Object.keys(wire).length > 0 ? wire : undefined;
}

/** The names by which an entry of a kind of change is known. */
function keyOf(field: ChangeSetField, kind: ChangeKind): readonly string[] {
	return kind !== 'added' && field.identifier ? [field.identifier.name] : field.key;
}

/**
 * The change-set that the user filled in, in its wire shape.
 *
 * @param item the item
 * @param field the change-set
 * @returns the wire shape; undefined where nothing was filled in
 * @throws InputError where an entry is incomplete, wrong or stands twice
 */
export function readChangeSet(item: ItemContext, field: ChangeSetField): IDataObject | undefined {
	const form = item.parameter<Partial<Record<ChangeKind, IDataObject[]>>>(field.name, {});
	const changes: Changes = {};
	for (const kind of changeKinds) {
		const fields = entryFields(field, kind);
		const position = (index: number) => entryPosition(field, kind, index);
		const entries = (form[kind] ?? []).map((entry, index) =>
			readEntry(item.node, entry, fields, position(index)),
		);
		requireFields(item.node, entries, keyOf(field, kind), fields, position);
		refuseTwins(item.node, entries, keyOf(field, kind), position);
		changes[kind] = entries;
	}
	return toWire(field, changes);
}
