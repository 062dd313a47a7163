/**
 * Change-sets: the lists of a record that an update changes entry by entry (spec 2.1 and 2.5). All of
 * them read one table of {@link ListField}s: this form, the reader of a whole record (`recordState.ts`),
 * and `diff.ts`, which compares two such records.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	assertUnique,
	formList,
	identityOf,
	readListEntries,
	readUpdateFields,
} from '../collectionEntries';
import { desiredTitle, entryProperty, type ListField, withMapping } from '../fields/field';
import type { FormItem } from '../formItem';
import { titleOf } from '../parameters';
import type { StateTable } from './recordState';

/** The types of change by their names on the wire. */
export const changeTypes = ['added', 'modified', 'removed'] as const;

type ChangeType = (typeof changeTypes)[number];

/** Entries of a change-set, by type of change. */
type ChangedEntries = Readonly<Record<ChangeType, IDataObject[]>>;

/** The fields of an entry for a type of change, and the names of those that it needs. */
function entryFor(list: ListField, type: ChangeType): Pick<ListField, 'fields' | 'key'> {
	const { fields, identifier, key } = list;
	if (type === 'added') return { fields: fields.filter((field) => field !== identifier), key };
	const identity = identityOf(list);
	if (type === 'modified') return { fields, key: identity };
	return { fields: fields.filter(({ name }) => identity.includes(name)), key: identity };
}

/** The form of a change-set: what to add, modify and remove. */
export function changeSetProperty(list: ListField): INodeProperties {
	const { displayName, name, modifiable } = list;
	const entryOf = (type: ChangeType) => {
		const { fields, key } = entryFor(list, type);
		return fields.map((field) => entryProperty(field, key.includes(field.name), desiredTitle));
	};
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Change',
		default: {},
		description: withMapping('What to change', desiredTitle),
		options: changeTypes
			.filter((type) => type !== 'modified' || modifiable)
			.map((type) => ({ displayName: titleOf(type), name: type, values: entryOf(type) })),
	};
}

/** Changes of a list in the shape in which they travel (spec 2.1 and 2.5). Empty without a change. */
export function toWire(list: ListField, changes: ChangedEntries): IDataObject {
	const wire: IDataObject = {};
	for (const type of changeTypes) {
		const entries = changes[type];
		if (entries.length === 0) continue;
		const [name = ''] = entryFor(list, type).key;
		const isBare = type !== 'modified' && list.bare?.includes(type);
		wire[type] = isBare ? entries.map((entry) => entry[name]) : entries;
	}
	return Object.keys(wire).length > 0 ? { [list.name]: wire } : {};
}

/** What the user filled in, in the shape in which it travels. */
export function readChanges(item: FormItem, { fields, changeSets }: StateTable): IDataObject {
	const lists = changeSets.map((list) => toWire(list, readChangedEntries(item, list)));
	return Object.assign(readUpdateFields(item, fields), ...lists) as IDataObject;
}

function readChangedEntries(item: FormItem, list: ListField): ChangedEntries {
	// n8n takes no other form of a collection, not even by an expression.
	const form = formList(item, list.name) as Partial<Record<ChangeType, unknown[]>>;
	const read = changeTypes.map((type) => {
		const title = `${list.displayName} > ${titleOf(type)}`;
		return readListEntries(entryFor(list, type), title, form[type] ?? []);
	});
	assertUnique(list, read.flat());
	const changes = changeTypes.map((type, index) => [type, read[index]?.map(({ entry }) => entry)]);
	return Object.fromEntries(changes) as ChangedEntries;
}
