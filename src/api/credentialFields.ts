import type { INodeProperties } from 'n8n-workflow';
import { fieldNamesLabel } from './fieldNames';

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

/**
 * Where HTTP Request nodes may send the token. n8n adds these fields to a credential that doesn't have
 * them, and allows all domains there.
 */
export const domainFields: readonly INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Allow requests to every domain' },
			{ name: 'None', value: 'none', description: 'Block all requests of HTTP Request nodes' },
			{
				name: 'Specific Domains',
				value: 'domains',
				description: "Allow the domain of 'Base URL', or the domains you enter",
			},
		],
		default: 'domains',
		description: 'Domains that HTTP Request nodes can send the token to',
	},
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'string',
		default: `={{ ($self["baseUrl"].match(/^\\s*https?:\\/\\/(\\[[^\\]]+\\]|[^\\/:?#\\s]+)/i) || [])[1] || "" }}`,
		description: "Comma-separated list of domains. By default, the domain of 'Base URL'.",
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
	},
];

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
