import { InputError } from '../api/errors';
import { type IdentifierType, identifierTypes } from '../api/identifierTypes';
import {
	type Operation,
	operationRow,
	type PathParameterName,
	pathParameters,
	pathParametersOf,
	type PathValues,
} from '../api/operations';
import { formatValue, isInexact, showValue } from '../values/scalars';

/**
 * @param label of the field with the value, if it isn't the picker of the parameter
 * @returns the values in the types of the catalogue: whole numbers as numbers, all others as text
 * @throws InputError naming the parameter and its format
 */
export function checkPath(
	operation: Operation,
	values: Readonly<Partial<Record<PathParameterName, unknown>>>,
	label?: string,
): PathValues {
	const path: Partial<Record<PathParameterName, string | number>> = {};
	for (const name of pathParametersOf(operation)) {
		const { displayName, type } = pathParameters[name];
		const text = checkIdentifier(label ?? displayName, type, values[name]);
		path[name] = type === 'int32' || type === 'integer' ? Number(text) : text;
	}
	return path;
}

/**
 * The path of an operation, with encoded values.
 *
 * @throws as {@link checkPath}
 */
export function fillPath(operation: Operation, values: PathValues = {}): string {
	const path = checkPath(operation, values);
	return operationRow(operation).path.replace(/\{(\w+)\}/g, (_whole, name: PathParameterName) =>
		encodeURIComponent(path[name] ?? ''),
	);
}

/** Whether a text can be an ID of this type. */
export function isIdentifier(type: IdentifierType, text: string): boolean {
	const { pattern, maximum = Infinity } = identifierTypes[type];
	const isMatch = new RegExp(`^(${pattern})$`).test(text) && text.isWellFormed();
	return isMatch && !(Number(text) > maximum);
}

function checkIdentifier(label: string, type: IdentifierType, value: unknown): string {
	const text = formatValue(value ?? '');
	if (text === '') throw InputError.empty(label);
	if (typeof value !== 'object' && !isInexact(value) && isIdentifier(type, text)) return text;
	const { name, remedy } = identifierTypes[type];
	throw new InputError(
		`${label} "${showValue(text)}" is not ${name}`,
		`${remedy} If it comes from an expression, check this item.`,
	);
}
