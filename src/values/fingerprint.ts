import { createHash } from 'crypto';
import { isRecord } from './jsonObject';

/** A short hash. 12 characters distinguish many texts, and 8 the states of one record. */
export function hashText(text: string, length = 12): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** JSON that is the same for any order of fields and of lists. */
function sortedJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(sortedJson).sort().join(',')}]`;
	if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
	const fields = Object.entries(value).filter(([, nested]) => nested !== undefined);
	const written = fields.map(([name, nested]) => `${JSON.stringify(name)}:${sortedJson(nested)}`);
	return `{${written.sort().join(',')}}`;
}

/**
 * A short text that changes when a value changes, but not with the order of fields or of lists: the
 * order of groups, roles, or warehouses has no meaning.
 */
export function fingerprint(value: object | string): string {
	return hashText(sortedJson(value), 8);
}
