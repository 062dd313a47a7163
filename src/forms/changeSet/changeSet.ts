import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord } from '../../values/jsonObject';
import {
	assertUnique,
	formEntries,
	type PositionedEntry,
	positionOf,
	readFields,
	requireFields,
} from '../collectionEntries';
import { desiredTitle, entryProperty, withMapping } from '../formProperties';
import type { ChangeSetField, ChangeSetFieldOf, ListField } from '../fields/changeSetFields';
import type { Field } from '../fields/field';
import type { FormItem } from '../formItem';

/** The types of change by their names on the wire. */
const typeLabels = { added: 'Added', modified: 'Modified', removed: 'Removed' } as const;

type ChangeType = keyof typeof typeLabels;

const changeTypes = Object.keys(typeLabels) as ChangeType[];

/** Entries of a change-set, by type of change. */
export type Changes = Partial<Record<ChangeType, IDataObject[]>>;

/** The fields of an entry, its identifier included. */
export function entryFieldsOf({ identifier, fields }: ListField): readonly Field[] {
	return identifier ? [identifier, ...fields] : fields;
}

/** The names that identify an existing entry. */
export function identityOf({ identifier, key }: ListField): readonly string[] {
	return identifier ? [identifier.name] : key;
}

function fieldsFor(list: ChangeSetField, type: ChangeType): readonly Field[] {
	if (type === 'added') return list.fields;
	const fields = entryFieldsOf(list);
	return type === 'modified'
		? fields
		: fields.filter(({ name }) => identityOf(list).includes(name));
}

function requiredNames(list: ChangeSetField, type: ChangeType): readonly string[] {
	return type === 'added' ? list.key : identityOf(list);
}

/** The form of a change-set: what to add, modify and remove. */
export function changeSetProperty(list: ChangeSetField): INodeProperties {
	const { label, name, modifiable } = list;
	return {
		displayName: label,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Change',
		default: {},
		description: withMapping('What to change', desiredTitle),
		options: changeTypes
			.filter((type) => type !== 'modified' || modifiable)
			.map((type) => ({
				displayName: typeLabels[type],
				name: type,
				values: fieldsFor(list, type).map((field) =>
					entryProperty(field, requiredNames(list, type).includes(field.name), desiredTitle),
				),
			})),
	};
}

/** Entries in the shape in which they travel (spec 2.1 and 2.5); undefined without a change. */
export function toWire(list: ChangeSetField, changes: Changes): IDataObject | undefined {
	const wire: IDataObject = {};
	for (const type of changeTypes) {
		const entries = changes[type] ?? [];
		if (entries.length === 0) continue;
		const [name = ''] = requiredNames(list, type);
		const isBare = type !== 'modified' && list.bare.includes(type);
		wire[type] = isBare ? entries.map((entry) => entry[name]) : entries;
	}
	return Object.keys(wire).length > 0 ? wire : undefined;
}

/** Refuses two entries with the same identifier or key. */
export function assertUniqueEntries(list: ListField, entries: readonly PositionedEntry[]): void {
	const fields = entryFieldsOf(list);
	assertUnique(entries, identityOf(list), fields);
	assertUnique(entries, list.key, fields, list.duplicateCode);
}

/** The change-sets that the user filled in, in their wire shapes. */
export function readChangeSets<Body extends object>(
	item: FormItem,
	lists: readonly ChangeSetFieldOf<Body>[],
): Partial<Body> {
	const changeSets: IDataObject = {};
	for (const list of lists) {
		const changeSet = readChangeSet(item, list);
		if (changeSet) changeSets[list.name] = changeSet;
	}
	return changeSets as Partial<Body>;
}

function readChangeSet(item: FormItem, list: ChangeSetField): IDataObject | undefined {
	const form = item.parameter<Partial<Record<ChangeType, unknown>>>(list.name, {});
	const changes: Changes = {};
	const all: PositionedEntry[] = [];
	for (const type of changeTypes) {
		const fields = fieldsFor(list, type);
		// One parameter has the lists of all types of change.
		const given = formEntries(isRecord(form) ? { [type]: form[type] } : form, type);
		const entries = given.map((each, index) => {
			const position = positionOf(`${list.label} > ${typeLabels[type]}`, index);
			const entry = readFields(each, fields, position);
			requireFields(entry, requiredNames(list, type), fields, position);
			return { entry, position };
		});
		changes[type] = entries.map(({ entry }) => entry);
		all.push(...entries);
	}
	assertUniqueEntries(list, all);
	return toWire(list, changes);
}
