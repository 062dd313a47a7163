import { InputError } from '../api/errors';
import { limits } from '../api/limits';
import {
	type Operation,
	operationRow,
	type PathOf,
	type PathParameterName,
	pathParameters,
	pathParametersOf,
} from '../api/operations';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const rules = {
	uuid: {
		accepts: (text: string) => uuid.test(text),
		description: 'Enter a UUID, for example "8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12".',
		name: 'a UUID',
	},
	int32: {
		accepts: (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= limits.int32,
		description: `Enter a whole number from 0 to ${limits.int32}.`,
		name: 'a whole number',
		range: `between 0 and ${limits.int32}`,
	},
	integer: {
		accepts: (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text)),
		description: 'Enter a whole number without other characters.',
		name: 'a whole number',
		range: `between 0 and ${Number.MAX_SAFE_INTEGER}`,
	},
	string: {
		// Dots would change the path of the URL, encoded or not.
		accepts: (text: string) => !/^\.+$/.test(text) && text.isWellFormed(),
		description: 'Select it from the list, or copy it from an earlier response.',
		name: 'an ID',
	},
} as const;

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
	const rule = rules[type];
	if (text === '') {
		throw new InputError(
			`${displayName} is empty`,
			'Select it from the list, or enter its ID. If it comes from an expression, check this item.',
		);
	}
	if (!isText || !rule.accepts(text)) {
		const isOutOfRange = 'range' in rule && /^-?\d+$/.test(text);
		throw new InputError(
			`${displayName} "${text}" is not ${isOutOfRange ? rule.range : rule.name}`,
			`${rule.description} If it comes from an expression, check this item.`,
		);
	}
	return text;
}
