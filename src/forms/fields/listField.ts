/**
 * Lists inside a record or a body: the fields of their entries, and how they are sent, which differs
 * from list to list (spec 2.1 and 2.5). Forms, request bodies and the comparison of two states read them.
 */
import type { ErrorCode } from '../../api/errorCodes';
import type { Field } from './field';

/** A list inside a record or a body. */
export interface ListField {
	/** Name on the wire and in the form. */
	readonly name: string;
	readonly label: string;
	/** Other names under which a record may have the list, the likeliest first. */
	readonly otherNames?: readonly string[];
	/** One line for the form. */
	readonly description?: string;
	/** Name of the list inside the form's parameter, if it is not the name without its last "s". */
	readonly entryName?: string;
	/** The fields of an entry, the identifier included. */
	readonly fields: readonly AnyField[];
	/** Names of the fields that together identify an entry. Each is required. */
	readonly key: readonly string[];
	/** The identifier that the service assigns; without one, the key identifies an entry. */
	readonly identifier?: Field;
	/** Whether an entry can be changed in place. */
	readonly modifiable?: true;
	/** Types of change whose entries travel as their key or identifier alone. */
	readonly bare?: ReadonlyArray<'added' | 'removed'>;
	/** Whether several entries may have the same key. */
	readonly mayRepeat?: true;
	/** The service's code for two entries with the same key. */
	readonly duplicateCode?: ErrorCode;
	/** A field of the collection with further entries as a JSON list. */
	readonly jsonList?: { readonly name: string; readonly displayName: string };
}

export type AnyField = Field | ListField;

export function isList(field: AnyField): field is ListField {
	return 'fields' in field;
}

/** For example "Value", if the list is "Values". */
export function singularOf(plural: string): string {
	return plural.replace(/s$/, '');
}

export function entryNameOf({ name, entryName = singularOf(name) }: ListField): string {
	return entryName;
}
