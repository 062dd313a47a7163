import { InputError } from '../api/errors';
import { identifierTypes } from '../api/identifierTypes';
import {
	type Operation,
	operationRow,
	type PathOf,
	type PathParameterName,
	pathParameters,
	pathParametersOf,
} from '../api/operations';

declare const checked: unique symbol;

/** Only checked path parameters are put into a URL. */
export type CheckedPath<Of extends Operation> = PathOf<Of> & { readonly [checked]: true };

/**
 * @returns the values in the types of the catalogue: whole numbers as numbers, all others as text
 * @throws InputError naming the parameter and its format
 */
export function checkPath<Of extends Operation>(
	operation: Of,
	values: Readonly<Record<keyof PathOf<Of>, unknown>>,
): CheckedPath<Of> {
	const path: Record<string, string | number> = {};
	for (const name of pathParametersOf(operation)) {
		const text = checkParameter(name, (values as Record<string, unknown>)[name]);
		const { type } = pathParameters[name];
		path[name] = type === 'int32' || type === 'integer' ? Number(text) : text;
	}
	return path as CheckedPath<Of>;
}

/** The path of an operation, with encoded values. */
export function fillPath<Of extends Operation>(operation: Of, path?: CheckedPath<Of>): string {
	const values = { ...path } as Readonly<Record<string, string | number>>;
	return operationRow(operation).path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
		encodeURIComponent(values[name] ?? ''),
	);
}

function checkParameter(name: PathParameterName, value: unknown): string {
	const { displayName, type } = pathParameters[name];
	const isText = typeof value !== 'object' || value === null;
	const text = isText ? String(value ?? '').trim() : JSON.stringify(value);
	if (text === '') {
		throw new InputError(
			`${displayName} is empty`,
			'Select it from the list, or enter its ID. If it comes from an expression, check this item.',
		);
	}
	const { pattern, maximum, name: expected, remedy } = identifierTypes[type];
	const isNumber = maximum !== undefined && /^-?\d+$/.test(text);
	const isInRange = maximum === undefined || Number(text) <= maximum;
	const isValid = isText && text.isWellFormed() && new RegExp(`^(${pattern})$`).test(text);
	if (isValid && isInRange) return text;
	throw new InputError(
		`${displayName} "${text}" is not ${isNumber ? `between 0 and ${maximum}` : expected}`,
		`${remedy} If it comes from an expression, check this item.`,
	);
}
