import type { INodeProperties } from 'n8n-workflow';
import type { EntryList } from '../execution/entries';
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
 * A field as the form shows it. A number is empty by default, as an untouched field must not be
 * sent as 0.
 *
 * @param field what the entry holds
 */
export function entryProperty(field: EntryField): INodeProperties {
	const { name, label, holds, minimum, placeholder, description, choices } = field;
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
		return entryCollection({
			name,
			displayName: label,
			entryName: 'translation',
			entryLabel: 'Translation',
			description,
			fields: translationFields,
			needed: ['languageCode'],
		});
	}
	if (holds === 'boolean') {
		return { displayName: label, name, type: 'boolean', default: false, description };
	}
	const texts = { displayName: label, name, default: '', placeholder, description };
	if (holds === 'string') return { ...texts, type: 'string' };
	return { ...texts, type: 'number', typeOptions: { minValue: minimum, numberPrecision: 0 } };
}

/**
 * A collection of fields that the user adds one by one.
 *
 * @param name the parameter's name
 * @param displayName its label
 * @param fields what it may hold
 */
export function fieldCollection(
	name: string,
	displayName: string,
	fields: readonly EntryField[],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: fields.map(entryProperty).sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/**
 * A list of entries as the form shows it.
 *
 * @param list the list
 */
export function entryCollection(list: EntryList): INodeProperties {
	const { name, displayName, entryName, entryLabel, description, fields } = list;
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entryLabel}`,
		default: {},
		description,
		options: [{ displayName: entryLabel, name: entryName, values: fields.map(entryProperty) }],
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
		description: `What to ${field.modifiable ? 'add, modify and remove' : 'add and remove'}; all else stays as it is`,
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

/** How an update says what is to change. */
export type ChangeMode = 'changes' | 'desired' | 'json';

/** The forms of the change modes, each with its texts. */
export interface ChangeForms {
	/** Fields of the mode "Changes". */
	readonly changes: readonly INodeProperties[];
	readonly currentState: string;
	readonly desiredState: string;
	readonly jsonBody: string;
}

/**
 * The choice of a change mode and the fields of each.
 *
 * @param forms fields and texts
 */
export function changeModeFields(forms: ChangeForms): INodeProperties[] {
	const json = (
		displayName: string,
		name: string,
		hint: string,
		required: boolean,
	): INodeProperties => ({
		displayName,
		name,
		type: 'json',
		typeOptions: { rows: 6 },
		default: '{}',
		required,
		hint,
	});
	return [
		{
			displayName: 'Change Mode',
			name: 'changeMode',
			type: 'options',
			options: [
				{
					name: 'Changes',
					value: 'changes',
					description: 'Fill in what to add, change and remove',
				},
				{
					name: 'Desired State',
					value: 'desired',
					description: 'Say how it should be, and let the node find out what has to change',
				},
				{ name: 'JSON', value: 'json', description: 'Write the body that is sent as it is' },
			],
			default: 'changes',
			description: 'How to say what is to change',
		},
		...shownFor('changes', forms.changes),
		...shownFor('desired', [
			json('Current State', 'currentState', forms.currentState, false),
			json('Desired State', 'desiredState', forms.desiredState, true),
		]),
		...shownFor('json', [json('JSON Body', 'jsonBody', forms.jsonBody, true)]),
	];
}

function shownFor(mode: ChangeMode, fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.map((field) => ({ ...field, displayOptions: { show: { changeMode: [mode] } } }));
}
