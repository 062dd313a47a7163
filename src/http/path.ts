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
		const text = checkParameter(name, values[name], label);
		const { type } = pathParameters[name];
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

function checkParameter(
	name: PathParameterName,
	value: unknown,
	label: string = pathParameters[name].displayName,
): string {
	const { type } = pathParameters[name];
	const isText = typeof value !== 'object' || value === null;
	const text = isText ? String(value ?? '').trim() : JSON.stringify(value);
	if (text === '') {
		throw new InputError(
			`${label} is empty`,
			'Select it from the list, or enter its ID. If it comes from an expression, check this item.',
		);
	}
	const { remedy } = identifierTypes[type];
	const problem = isText ? findMismatch(type, text) : identifierTypes[type].name;
	if (problem === undefined) return text;
	throw new InputError(
		`${label} "${text}" is not ${problem}`,
		`${remedy} If it comes from an expression, check this item.`,
	);
}

/** What a text should be, if it isn't an identifier of the type. */
function findMismatch(type: keyof typeof identifierTypes, text: string): string | undefined {
	const { pattern, maximum = Infinity, name } = identifierTypes[type];
	const isNumber = maximum < Infinity && /^-?\d+$/.test(text);
	const isValid = text.isWellFormed() && new RegExp(`^(${pattern})$`).test(text);
	if (isValid && !(Number(text) > maximum)) return undefined;
	return isNumber ? `between 0 and ${maximum}` : name;
}
