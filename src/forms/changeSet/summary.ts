/** What an update changes, in one sentence for each change. */
import type { IDataObject } from 'n8n-workflow';
import { entryFieldsOf, identityOf } from './changeSet';
import { fieldChanges, isAsWanted, listChanges, pick, type RecordState } from './diff';
import { type ChangeSetField, translationFields } from '../fields/changeSetFields';
import type { Field } from '../fields/field';
import type { StateTable } from './recordState';

function quoted(value: unknown): string {
	if (value === undefined || value === '') return 'empty';
	if (Array.isArray(value)) return value.length === 0 ? 'empty' : translationsText(value);
	return typeof value === 'string' ? `"${value}"` : String(value);
}

/** Translations in short, for example `en "Red", sv "Röd"`. */
function translationsText(translations: readonly IDataObject[]): string {
	return translations
		.map((translation) =>
			translationFields
				.map(({ name }, index) => (index === 0 ? translation[name] : quoted(translation[name])))
				.filter((part) => part !== 'empty')
				.join(' '),
		)
		.join(', ');
}

function fieldText({ label, name }: Field, current: IDataObject, desired: IDataObject): string {
	return current[name] === undefined
		? `${label} becomes ${quoted(desired[name])}`
		: `${label} changes from ${quoted(current[name])} to ${quoted(desired[name])}`;
}

/** What an entry is called: its key, and its identifier where it has one. */
function entryText(field: ChangeSetField, entry: IDataObject): string {
	const key = field.key.map((name) => quoted(entry[name])).join(' / ');
	const identifier = field.identifier && entry[field.identifier.name];
	return `${field.entryLabel} ${key}${identifier === undefined ? '' : ` (${String(identifier)})`}`;
}

function listSentences(
	field: ChangeSetField,
	current: readonly IDataObject[],
	desired: readonly IDataObject[],
): string[] {
	const { added, modified, removed } = listChanges(field, current, desired);
	const identity = identityOf(field);
	return [
		...added.map((entry) => `${entryText(field, entry)} is added.`),
		...modified.map((entry) => {
			const before =
				current.find((each) => identity.every((name) => each[name] === entry[name])) ?? {};
			const changes = entryFieldsOf(field)
				.filter((each) => !isAsWanted([each], before, pick(entry, [each.name])))
				.map((each) => fieldText(each, before, entry));
			return `${entryText(field, before)} is modified: ${changes.join(', ')}.`;
		}),
		...removed.map((entry) => `${entryText(field, entry)} is removed.`),
	];
}

/**
 * The changes that turn a record as it is into the record as it should be, in words.
 *
 * @param table what can be changed
 * @param current the record as it is
 * @param desired the record as it should be
 * @returns one sentence for each field and each entry that changes
 */
export function changeSummary(
	table: StateTable,
	current: RecordState,
	desired: RecordState,
): string[] {
	const changes = fieldChanges(current.fields, desired.fields);
	return [
		...table.fields
			.filter(({ name }) => name in changes)
			.map((field) => `${fieldText(field, current.fields, desired.fields)}.`),
		...table.changeSets.flatMap((field) => {
			const wanted = desired.lists[field.name];
			return wanted ? listSentences(field, current.lists[field.name] ?? [], wanted) : [];
		}),
	];
}
