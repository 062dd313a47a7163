import type { INodeProperties } from 'n8n-workflow';

/**
 * A hidden field of a credential: whether one of its fields is an expression. A node only sees the
 * values, which can differ from item to item.
 *
 * @param fields names of the fields that a node reads
 */
export function hasExpressionsField(fields: readonly string[]): INodeProperties {
	const stored = fields.map((name) => `$rawParameter["&${name}"]`).join(', ');
	return {
		displayName: 'Has Expressions',
		name: 'hasExpressions',
		type: 'hidden',
		default: `={{ [${stored}].some((value) => String(value).startsWith("=")) }}`,
	};
}
