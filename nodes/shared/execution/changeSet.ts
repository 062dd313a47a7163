import type { IDataObject } from 'n8n-workflow';
import {
	type ChangeKind,
	changeKinds,
	entryFields,
	entryPosition,
} from '../descriptions/changeSet';
import type { ChangeSetField } from '../service/changeSetFields';
import { formEntries, readEntry, refuseTwins, requireFields } from './entries';
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
		const name = kind === 'removed' ? identityOf(field)[0] : field.key[0];
		wire[kind] = bare && name !== undefined ? entries.map((entry) => entry[name]) : entries;
	}
	return Object.keys(wire).length > 0 ? wire : undefined;
}

/**
 * The names by which the service knows an entry that exists.
 *
 * @param field the change-set
 */
export function identityOf(field: ChangeSetField): readonly string[] {
	return field.identifier ? [field.identifier.name] : field.key;
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
	const form = item.parameter<Partial<Record<ChangeKind, unknown>>>(field.name, {});
	const changes: Changes = {};
	const all: IDataObject[] = [];
	const positions: string[] = [];
	for (const kind of changeKinds) {
		const fields = entryFields(field, kind);
		const position = (index: number) => entryPosition(field, kind, index);
		const entries = formEntries(form, kind).map((entry, index) =>
			readEntry(item.node, entry, fields, position(index)),
		);
		const needed = kind === 'added' ? field.key : identityOf(field);
		requireFields(item.node, entries, needed, fields, position);
		changes[kind] = entries;
		all.push(...entries);
		positions.push(...entries.map((_entry, index) => position(index)));
	}
	// An entry changes in one way only: one that is added and removed would be anybody's guess.
	const position = (index: number) => positions[index] ?? '';
	refuseTwins(item.node, all, identityOf(field), position);
	refuseTwins(item.node, all, field.key, position, field.duplicateCode);
	return toWire(field, changes);
}
