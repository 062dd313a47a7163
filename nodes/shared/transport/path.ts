import type { INode } from 'n8n-workflow';
import { limits } from '../service/limits';
import { pathParameters } from '../service/operations';
import { InputError } from './serviceError';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const rules = {
	uuid: {
		accepts: (text: string) => uuid.test(text),
		description: 'It looks like "8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12".',
		name: 'a UUID',
	},
	int32: {
		accepts: (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= limits.int32,
		description: `It is a whole number from 0 to ${limits.int32}.`,
		name: 'a whole number',
	},
	integer: {
		accepts: (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text)),
		description: 'It has nothing but digits.',
		name: 'a whole number',
	},
	string: {
		// A path of dots would climb out of its place in the address, encoded or not.
		accepts: (text: string) => !/^\.+$/.test(text) && text.isWellFormed(),
		description: 'Pick it from the list, or copy it from an earlier answer.',
		name: 'an ID',
	},
} as const;

/**
 * Fills a path template with checked and encoded values, so that no value can change the path.
 *
 * @param node the node that asks
 * @param template a path of the catalogue, with `{name}` for each parameter
 * @param values the parameters' values
 * @throws InputError naming the parameter and what it must look like
 */
export function buildPath(
	node: INode,
	template: string,
	values: Readonly<Record<string, string | number>>,
): string {
	return template.replace(/\{(\w+)\}/g, (_whole, name: string) =>
		encodeURIComponent(checkPathParameter(node, name, values[name])),
	);
}

/**
 * Checks the value of a path parameter.
 *
 * @param node the node that asks
 * @param parameter name of the parameter in the catalogue
 * @param value its value
 * @returns the value as text
 * @throws InputError naming the parameter and what it must look like
 */
export function checkPathParameter(node: INode, parameter: string, value: unknown): string {
	const { displayName, type } = pathParameters[parameter] ?? {
		displayName: parameter,
		type: 'string',
	};
	const text = String(value ?? '').trim();
	const rule = rules[type];
	if (text === '') {
		throw new InputError(
			node,
			`${displayName} is empty`,
			'Pick it from the list, or give its ID. If it comes from an expression, check this item.',
		);
	}
	if (!rule.accepts(text)) {
		throw new InputError(
			node,
			`${displayName} "${text}" is not ${rule.name}`,
			`${rule.description} If it comes from an expression, check this item.`,
		);
	}
	return text;
}
