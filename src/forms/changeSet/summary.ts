/** Describes what an update changes, in one sentence for each change. */
import type { IDataObject } from 'n8n-workflow';
import { type ChangeSetField, translationFields } from '../fields/changeSetFields';
import type { Field } from '../fields/field';

export interface ModifiedEntry {
	readonly before: IDataObject;
	/** Has all fields, so it makes no difference whether the service merges or replaces entries. */
	readonly after: IDataObject;
	readonly fields: readonly Field[];
}

export interface ListChanges {
	readonly added: IDataObject[];
	readonly modified: ModifiedEntry[];
	readonly removed: IDataObject[];
}

function quote(value: unknown): string {
	if (value === undefined || value === '') return 'empty';
	if (Array.isArray(value)) return value.length === 0 ? 'empty' : quoteTranslations(value);
	return typeof value === 'string' ? `"${value}"` : String(value);
}

/** For example `en "Red", sv "Röd"`. */
function quoteTranslations(translations: readonly IDataObject[]): string {
	return translations
		.map((translation) =>
			translationFields
				.map(({ name }, index) => (index === 0 ? translation[name] : quote(translation[name])))
				.filter((part) => part !== 'empty')
				.join(' '),
		)
		.join(', ');
}

export function describeField(
	{ label, name }: Pick<Field, 'label' | 'name'>,
	current: IDataObject,
	desired: IDataObject,
): string {
	return current[name] === undefined
		? `${label} becomes ${quote(desired[name])}`
		: `${label} changes from ${quote(current[name])} to ${quote(desired[name])}`;
}

export function describeEntries(
	{ key, identifier, entryLabel }: ChangeSetField,
	{ added, modified, removed }: ListChanges,
): string[] {
	const describe = (entry: IDataObject) => {
		const value = identifier && entry[identifier.name];
		const suffix = value === undefined ? '' : ` (${String(value)})`;
		return `${entryLabel} ${key.map((name) => quote(entry[name])).join(' / ')}${suffix}`;
	};
	return [
		...added.map((entry) => `${describe(entry)} is added.`),
		...modified.map(({ before, after, fields }) => {
			const changes = fields.map((field) => describeField(field, before, after));
			return `${describe(before)} is modified: ${changes.join(', ')}.`;
		}),
		...removed.map((entry) => `${describe(entry)} is removed.`),
	];
}
