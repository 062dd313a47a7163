import type { Translation } from '../../api/records';

/** A field of a form, by which it is shown, read and checked. */
export interface Field {
	/** Name in the form and on the wire. */
	readonly name: string;
	readonly label: string;
	readonly type: 'boolean' | 'integer' | 'string' | 'translations';
	/** Words besides the usual ones that mean true and false. */
	readonly words?: { readonly yes: string; readonly no: string };
	/** Names or paths besides its own under which a record may carry it, the likeliest first. */
	readonly otherNames?: readonly string[];
	/** Whether it holds a list of such values. */
	readonly multiple?: true;
	/** The smallest value of an integer, where there is one. */
	readonly minimum?: number;
	readonly placeholder?: string;
	/** One line for the form. */
	readonly description?: string;
	/** Method of the node's `loadOptions` that fills a drop-down. */
	readonly loadOptionsMethod?: string;
}

/** What else an active flag may be written as. */
export const activeWords = { yes: 'active', no: 'inactive' } as const;

type TypeOf<Value> = Value extends boolean
	? 'boolean'
	: Value extends number
		? 'integer'
		: Value extends string
			? 'string'
			: Value extends readonly Translation[]
				? 'translations'
				: never;

/** A field that a record has, of the type that the record gives it. */
export type FieldOf<Entry> = {
	[Name in keyof Entry & string]-?: Field & {
		readonly name: Name;
		readonly type: TypeOf<NonNullable<Entry[Name]>>;
	};
}[keyof Entry & string];
