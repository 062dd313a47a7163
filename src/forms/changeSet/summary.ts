/** Describes what an update changes. */
import type { IDataObject } from 'n8n-workflow';
import { type ChangeSetField, translationFields } from '../fields/changeSetFields';
import type { Field } from '../fields/field';

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

/** For example `Sort changes from 1 to 2`. */
export function describeField(
	{ label, name }: Pick<Field, 'label' | 'name'>,
	current: IDataObject,
	desired: IDataObject,
): string {
	return current[name] === undefined
		? `${label} becomes ${quote(desired[name])}`
		: `${label} changes from ${quote(current[name])} to ${quote(desired[name])}`;
}

/** For example `Value "Red" (4711)`. */
export function describeEntry(
	{ key, identifier, label }: ChangeSetField,
	entry: IDataObject,
): string {
	const singular = label.replace(/s$/, '');
	const value = identifier && entry[identifier.name];
	const suffix = value === undefined ? '' : ` (${String(value)})`;
	return `${singular} ${key.map((name) => quote(entry[name])).join(' / ')}${suffix}`;
}
