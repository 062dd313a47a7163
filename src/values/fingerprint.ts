import { createHash } from 'crypto';
import { isRecord } from './jsonObject';

/** A short hash: 12 characters for many texts, 8 for the states of one record. */
export function hashText(text: string, length = 12): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** A short text that changes when a value changes, but not with the order of the fields. */
export function fingerprint(value: object | string): string {
	const sortedJson = JSON.stringify(value, (_name, nested: unknown) => {
		if (!isRecord(nested)) return nested;
		return Object.fromEntries(Object.entries(nested).sort(([a], [b]) => (a < b ? -1 : 1)));
	});
	return hashText(sortedJson, 8);
}
