import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord } from '../../api/jsonObject';
import {
	assertUnique,
	entryProperty,
	formEntries,
	readFields,
	requireFields,
} from '../collectionEntries';
import type { ChangeSetField, ChangeSetFieldOf } from '../fields/changeSetFields';
import type { Field } from '../fields/field';
import type { FormItem } from '../formItem';

/** The kinds of change, as they are named on the wire. */
export const changeKinds = ['added', 'modified', 'removed'] as const;

export type ChangeKind = (typeof changeKinds)[number];

const kindLabels: Readonly<Record<ChangeKind, string>> = {
	added: 'Added',
	modified: 'Modified',
	removed: 'Removed',
};

/** What an entry of a list holds, the identifier that the service gave it included. */
export function entryFieldsOf({ identifier, fields }: ChangeSetField): readonly Field[] {
	return identifier ? [identifier, ...fields] : fields;
}

/** What an entry of a kind of change holds. */
export function entryFields(field: ChangeSetField, kind: ChangeKind): readonly Field[] {
	const { identifier, fields, key } = field;
	if (kind === 'added') return fields;
	if (kind === 'modified') return entryFieldsOf(field);
	return identifier ? [identifier] : fields.filter(({ name }) => key.includes(name));
}

/** What no entry of a kind of change may lack. */
function neededNames(field: ChangeSetField, kind: ChangeKind): readonly string[] {
	return kind === 'added' ? field.key : identityOf(field);
}

/**
 * The form of a change-set: what to add, modify and remove.
 *
 * @param field the change-set as the service knows it
 */
export function changeSetProperty(field: ChangeSetField): INodeProperties {
	return {
		displayName: field.label,
		name: field.name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add Change to ${field.label}`,
		default: {},
		description: `What to ${field.modifiable ? 'add, modify and remove' : 'add and remove'}; all else stays as it is`,
		options: changeKinds
			.filter((kind) => kind !== 'modified' || field.modifiable)
			.map((kind) => ({
				displayName: kindLabels[kind],
				name: kind,
				values: entryFields(field, kind).map((each) => ({
					...entryProperty(each),
					...(neededNames(field, kind).includes(each.name) ? { required: true } : {}),
				})),
			})),
	};
}

/**
 * The position of an entry in words, for messages.
 *
 * @param field the change-set
 * @param kind the kind of change
 * @param index position of the entry, from 0
 */
export function entryPosition(field: ChangeSetField, kind: ChangeKind, index: number): string {
	return `${field.label} > ${kindLabels[kind]}, entry ${index + 1}`;
}

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
 * The change-sets that the user filled in, in their wire shapes.
 *
 * @param fields the change-sets of the update body
 * @returns those in which something was filled in
 * @throws InputError where an entry is incomplete, wrong or appears twice
 */
export function readChangeSets<Body extends object>(
	item: FormItem,
	fields: readonly ChangeSetFieldOf<Body>[],
): Partial<Body> {
	const changeSets: IDataObject = {};
	for (const field of fields) {
		const changeSet = readChangeSet(item, field);
		if (changeSet) changeSets[field.name] = changeSet;
	}
	return changeSets as Partial<Body>;
}

function readChangeSet(item: FormItem, field: ChangeSetField): IDataObject | undefined {
	const form = item.parameter<Partial<Record<ChangeKind, unknown>>>(field.name, {});
	const changes: Changes = {};
	const all: IDataObject[] = [];
	const positions: string[] = [];
	for (const kind of changeKinds) {
		const fields = entryFields(field, kind);
		const position = (index: number) => entryPosition(field, kind, index);
		// One parameter holds the lists of all kinds, and may lack this one.
		const list = isRecord(form) ? { [kind]: form[kind] } : form;
		const entries = formEntries(list, kind).map((entry, index) =>
			readFields(entry, fields, position(index)),
		);
		requireFields(entries, neededNames(field, kind), fields, position);
		changes[kind] = entries;
		all.push(...entries);
		positions.push(...entries.map((_entry, index) => position(index)));
	}
	// An entry changes in one way only: one that is added and removed would be anybody's guess.
	const position = (index: number) => positions[index] ?? '';
	const fields = entryFieldsOf(field);
	assertUnique(all, identityOf(field), fields, position);
	assertUnique(all, field.key, fields, position, field.duplicateCode);
	return toWire(field, changes);
}
