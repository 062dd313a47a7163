import { createHash } from 'crypto';
import { isRecord } from './jsonObject';

/** A short hash: 12 characters for many texts, 8 for the states of one record. */
export function hashText(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** JSON that is equal for values that differ only in the order of their fields. */
function sortedJson(value: unknown): string {
	return JSON.stringify(value, (_name, nested: unknown) => {
		if (!isRecord(nested)) return nested;
		const names = Object.keys(nested).sort();
		return Object.fromEntries(names.map((name) => [name, nested[name]]));
	});
}

/** A short text that changes when a value changes, but not with the order of the fields. */
export function fingerprint(value: object | string): string {
	return hashText(sortedJson(value), 8);
}
