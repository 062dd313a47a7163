import type { Translation } from '../../service/records';

/** A field of a form, by which it is shown, read and checked. */
export interface Field {
	/** Name in the form and on the wire. */
	readonly name: string;
	readonly label: string;
	readonly type: 'boolean' | 'integer' | 'string' | 'translations';
	/** The smallest value of an integer, where there is one. */
	readonly minimum?: number;
	readonly placeholder?: string;
	/** One line for the form. */
	readonly description?: string;
	/** Method of the node's `loadOptions` that fills a drop-down. */
	readonly loadOptionsMethod?: string;
}

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
