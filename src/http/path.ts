import { InputError } from '../api/errors';
import { type IdentifierType, identifierTypes } from '../api/identifierTypes';
import {
	type Operation,
	operationRow,
	type PathOf,
	type PathParameterName,
	pathParameters,
	pathParametersOf,
} from '../api/operations';
import { formatValue, isInexact, showValue } from '../values/scalars';

/** Path parameters before they are checked. */
export type PathValues = Readonly<Partial<Record<PathParameterName, unknown>>>;

/**
 * @param label of the field with the value, if it isn't the picker of the parameter
 * @returns the values in the types of the catalogue: whole numbers as numbers, all others as text
 * @throws InputError naming the parameter and its format
 */
export function checkPath<Of extends Operation>(
	operation: Of,
	values: PathValues,
	label?: string,
): PathOf<Of> {
	const path: Record<string, string | number> = {};
	for (const name of pathParametersOf(operation)) {
		const { displayName, type } = pathParameters[name];
		const text = checkIdentifier(label ?? displayName, type, values[name]);
		path[name] = type === 'int32' || type === 'integer' ? Number(text) : text;
	}
	return path as PathOf<Of>;
}

/**
 * The path of an operation, with encoded values.
 *
 * @throws as {@link checkPath}
 */
export function fillPath(operation: Operation, values: PathValues = {}): string {
	const path: Readonly<Record<string, string | number>> = checkPath(operation, values);
	return operationRow(operation).path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
		encodeURIComponent(path[name] ?? ''),
	);
}

function isIdentifierOf(type: IdentifierType, value: unknown, text: string): boolean {
	const { pattern, maximum = Infinity } = identifierTypes[type];
	const isWellFormed = typeof value !== 'object' && !isInexact(value) && text.isWellFormed();
	return isWellFormed && new RegExp(`^(${pattern})$`).test(text) && !(Number(text) > maximum);
}

function checkIdentifier(label: string, type: IdentifierType, value: unknown): string {
	const text = formatValue(value ?? '');
	if (text === '') throw InputError.empty(label);
	if (isIdentifierOf(type, value, text)) return text;
	const { name, remedy } = identifierTypes[type];
	throw new InputError(
		`${label} "${showValue(text)}" is not ${name}`,
		`${remedy} If it comes from an expression, check this item.`,
	);
}
