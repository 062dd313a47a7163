import type { INodeProperties } from 'n8n-workflow';
import { fieldNamesLabel } from './assumedNames';

/** What the service calls the fields that its specification doesn't show. */
export const fieldNamesField: INodeProperties = {
	displayName: fieldNamesLabel,
	name: 'fieldNames',
	type: 'json',
	default: '{}',
	hint: "Only needed if your service uses other field names. Paste 'fieldNames' from the Integration Service Check node.",
};

/** A URL that must be filled in. */
export function urlField(displayName: string, name: string, example: string, hint?: string) {
	const input = { type: 'string', required: true, default: '' } as const;
	return { displayName, name, ...input, placeholder: `e.g. ${example}`, hint };
}

export const baseUrlField: INodeProperties = {
	...urlField('Base URL', 'baseUrl', 'https://service.example.com'),
	description: 'URL of the production or staging environment',
};

export function hiddenField(displayName: string, name: string, value: string | boolean) {
	return { displayName, name, type: 'hidden', default: value } satisfies INodeProperties;
}

/**
 * Whether one of the fields of a credential is an expression. A node only sees the values, which can
 * differ from item to item.
 */
export function hasExpressionsField(fields: readonly string[]): INodeProperties {
	const stored = fields.map((name) => `$rawParameter["&${name}"]`).join(', ');
	const isExpression = '(value) => String(value).startsWith("=")';
	const expression = `={{ [${stored}].some(${isExpression}) }}`;
	return hiddenField('Has Expressions', 'hasExpressions', expression);
}
