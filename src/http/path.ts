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

declare const checkedPath: unique symbol;

/** Only checked path parameters are put into a URL. */
export type CheckedPath<Of extends Operation> = PathOf<Of> & { readonly [checkedPath]: true };

/**
 * @param label of the field with the value, if it isn't the picker of the parameter
 * @returns the values in the types of the catalogue: whole numbers as numbers, all others as text
 * @throws InputError naming the parameter and its format
 */
export function checkPath<Of extends Operation>(
	operation: Of,
	values: Readonly<Record<keyof PathOf<Of>, unknown>>,
	label?: string,
): CheckedPath<Of> {
	const path: Record<string, string | number> = {};
	for (const name of pathParametersOf(operation)) {
		const text = checkParameter(name, (values as Record<string, unknown>)[name], label);
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
