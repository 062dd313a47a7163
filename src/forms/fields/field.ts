import type { INodePropertyOptions } from 'n8n-workflow';
import type { Translation } from '../../api/records';

/** A field of a form, by which it is shown, read and checked. */
export interface Field {
	/** Name in the form and on the wire. */
	readonly name: string;
	readonly label: string;
	readonly type: 'boolean' | 'integer' | 'string' | 'translations';
	/** Whether the service takes no empty value. */
	readonly required?: true;
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
	/** Lines of the input box, where more than one. */
	readonly rows?: number;
	/** What a switch shows when it is added. */
	readonly default?: boolean;
	/** Values of a drop-down. An expression can enter others. */
	readonly choices?: readonly INodePropertyOptions[];
	/** Method of the node's `loadOptions` that fills a drop-down. */
	readonly loadOptionsMethod?: string;
}

/** The active flag of a record, however an expression writes it. */
export const active = {
	name: 'active',
	label: 'Active',
	type: 'boolean',
	words: { yes: 'active', no: 'inactive' },
	default: true,
	description: 'Whether the record is active',
} as const satisfies Field;

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
