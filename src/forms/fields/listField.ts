/**
 * Lists inside a record or a body: the fields of their entries, and how they are sent, which differs
 * from list to list (spec 2.1 and 2.5). Forms, request bodies and the comparison of two states read them.
 */
import type { ErrorCode } from '../../api/errorCodes';
import { type Field, stringField } from './field';

/** A list inside a record or a body. */
export interface ListField {
	/** Name on the wire and in the form. */
	readonly name: string;
	readonly label: string;
	/** Other names under which a record may have the list, the likeliest first. */
	readonly otherNames?: readonly string[];
	/** The fields of an entry, the identifier included. */
	readonly fields: readonly Field[];
	/** Names of the fields that together identify an entry. Each is required. */
	readonly key: readonly string[];
	/** The identifier that the service assigns; without one, the key identifies an entry. */
	readonly identifier?: Field;
	/** Whether an entry can be changed in place. */
	readonly modifiable?: true;
	/** Types of change whose entries travel as their key or identifier alone. */
	readonly bare?: ReadonlyArray<'added' | 'removed'>;
	/** The service's code for two entries with the same key. */
	readonly duplicateCode?: ErrorCode;
}

/** The fields of a translation, with an example of its name and of its description. */
export function translationFieldsOf(name: string, description: string): readonly Field[] {
	return [
		stringField(
			'languageCode',
			'en',
			'Language code known to the platform. Use each language once.',
		),
		stringField('name', name),
		stringField('description', description),
	];
}

/** The fields of a translation of a value. */
export const translationFields = translationFieldsOf('Red', 'Bright red');

/** The translations of a record or of an entry. */
export function translationList({ name, label }: Pick<Field, 'name' | 'label'>): ListField {
	return { name, label, fields: translationFields, key: ['languageCode'], modifiable: true };
}

/** The list of a field that is one. */
export function listOfField(field: Field | ListField): ListField | undefined {
	if ('fields' in field) return field;
	return field.type === 'translations' ? translationList(field) : undefined;
}
