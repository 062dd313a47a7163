import type { INodePropertyOptions } from 'n8n-workflow';

/** A field of a form with one value, by which it is shown, read and checked. */
export interface Field {
	/** Name in the form and on the wire. */
	readonly name: string;
	readonly label: string;
	readonly type: 'boolean' | 'integer' | 'string';
	/** Whether the service takes no empty value. */
	readonly required?: true;
	/** Other names or paths of it in a record, the likeliest first. */
	readonly otherNames?: readonly string[];
	/** Whether its value is a list. */
	readonly multiple?: true;
	/** The smallest value of an integer. */
	readonly minimum?: number;
	readonly placeholder?: string;
	/** One line for the form. */
	readonly description?: string;
	/** Lines of the input box, if more than one. */
	readonly rows?: number;
	/** What a switch or a text shows at first. */
	readonly default?: boolean | string;
	/** Values of a drop-down. An expression can enter others. */
	readonly choices?: readonly INodePropertyOptions[];
	/** Method of the node's `loadOptions` that fills a drop-down. */
	readonly loadOptionsMethod?: string;
}

/** Splits `accessToTenant` and `mediaURL` into words in Title Case. */
export function titleOf(name: string): string {
	const words = name.charAt(0).toUpperCase() + name.slice(1).replace(/([a-z])([A-Z])/g, '$1 $2');
	return words
		.replace(/\bId(s?)\b/, 'ID$1')
		.replace(/ (For|If|In|To) /, (small) => small.toLowerCase());
}

/** A field with its name in words as its label. */
export function stringField<Name extends string>(
	name: Name,
	example: string,
	description?: string,
) {
	const placeholder = `e.g. ${example}`;
	return { name, label: titleOf(name), type: 'string', placeholder, description } as const;
}

/** As {@link stringField}, for a whole number. */
export function integerField<Name extends string>(
	name: Name,
	example: string,
	description?: string,
) {
	return { ...stringField(name, example, description), type: 'integer' } as const;
}

/** As {@link stringField}, for a switch. */
export function booleanField<Name extends string>(name: Name, description: string) {
	return { name, label: titleOf(name), type: 'boolean', description } as const;
}

/** The active flag of a record. */
export const active = {
	...booleanField('active', 'Whether the record is active'),
	default: true,
} as const satisfies Field;
