import { createHash } from 'crypto';

/**
 * A short text that stands for a longer one.
 *
 * @param text any text
 * @param characters its length: 12 tell many texts apart, 8 the states of one thing
 */
export function hashOf(text: string, characters: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, characters);
}

/**
 * A short text that stays the same as long as a record does, whatever the order of its fields.
 *
 * @param record any JSON value
 */
export function fingerprintOf(record: unknown): string {
	const sorted = JSON.stringify(record, (_name, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
	return hashOf(sorted ?? '', 8);
}
