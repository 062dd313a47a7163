import type { INode } from 'n8n-workflow';
import { InputError } from '../errors';
import type { Field } from './fields/field';

/** Whether a value is one that a field was left without. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/**
 * A value as it travels: numbers as numbers, whatever an expression gave.
 *
 * @param node the node that asks
 * @param field what the value is
 * @param value the value, not empty
 * @param position where it stands, for messages, for example "Values > Added, entry 2"
 * @throws InputError where the value is of another kind
 */
export function readValue(
	node: INode,
	field: Field,
	value: unknown,
	position = '',
): boolean | number | string {
	const { label, type, minimum } = field;
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
	const refuse = (what: string): never => {
		const where = position === '' ? '' : `${position}: `;
		throw new InputError(
			node,
			`${where}${label} "${text}" is not ${what}`,
			`Correct ${label}, or clear it. If it comes from an expression, check this item.`,
		);
	};
	if (type === 'boolean') {
		return text === 'true' || (text !== 'false' && refuse('true or false'));
	}
	if (type === 'integer') {
		// Beyond this, a number would be changed silently on its way.
		const isWhole = /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
		if (isWhole && Number(text) >= (minimum ?? -Infinity)) return Number(text);
		return refuse(
			minimum === undefined ? 'a whole number' : `a whole number of at least ${minimum}`,
		);
	}
	return typeof value === 'object' ? refuse('a text') : String(value);
}

/**
 * Checks a number of the Options collection.
 *
 * @param node the node that asks
 * @param field its label
 * @param value the parameter's value
 * @param minimum the smallest number that makes sense
 * @throws InputError where it is no whole number, or smaller
 */
export function wholeNumber(node: INode, field: string, value: unknown, minimum: number): number {
	const number = Number(value);
	if (Number.isInteger(number) && number >= minimum) return number;
	throw new InputError(
		node,
		`${field} "${String(value)}" is not a whole number of at least ${minimum}`,
		`Correct ${field} in the options, or remove it.`,
	);
}
