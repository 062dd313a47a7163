import type { INodeProperties } from 'n8n-workflow';
import {
	type ChangeSetField,
	type EntryField,
	translationFields,
} from '../service/changeSetFields';

/** The kinds of change, as they are named on the wire. */
export const changeKinds = ['added', 'modified', 'removed'] as const;

export type ChangeKind = (typeof changeKinds)[number];

const kindLabels: Readonly<Record<ChangeKind, string>> = {
	added: 'Added',
	modified: 'Modified',
	removed: 'Removed',
};

/**
 * A field of an entry as the form shows it. A number is empty by default, as an untouched field
 * must not be sent as 0.
 *
 * @param field what the entry holds
 */
export function entryProperty(field: EntryField): INodeProperties {
	const { name, label, holds, placeholder, choices } = field;
	if (choices) {
		return {
			displayName: `${label} Name or ID`,
			name,
			type: 'options',
			typeOptions: { loadOptionsMethod: choices },
			default: '',
			description:
				'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		};
	}
	if (holds === 'translations') {
		return entryCollection(name, label, 'translation', translationFields);
	}
	const type = holds === 'integer' ? 'number' : 'string';
	return { displayName: label, name, type, default: '', placeholder };
}

/**
 * A list of entries as the form shows it.
 *
 * @param name the parameter's name
 * @param displayName its label
 * @param entryName name of the list inside the parameter
 * @param fields what an entry holds
 */
export function entryCollection(
	name: string,
	displayName: string,
	entryName: string,
	fields: readonly EntryField[],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${displayName.replace(/s$/, '')}`,
		default: {},
		options: [
			{
				displayName: displayName.replace(/s$/, ''),
				name: entryName,
				values: fields.map(entryProperty),
			},
		],
	};
}

/** What an entry of a kind of change holds. */
export function entryFields(field: ChangeSetField, kind: ChangeKind): readonly EntryField[] {
	const { identifier, fields, key } = field;
	if (kind === 'added') return fields;
	if (kind === 'modified') return identifier ? [identifier, ...fields] : fields;
	return identifier ? [identifier] : fields.filter(({ name }) => key.includes(name));
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
		options: changeKinds
			.filter((kind) => kind !== 'modified' || field.modifiable)
			.map((kind) => ({
				displayName: kindLabels[kind],
				name: kind,
				values: entryFields(field, kind).map(entryProperty),
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
