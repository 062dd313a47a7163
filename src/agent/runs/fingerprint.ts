import { createHash } from 'crypto';
import { isRecord } from '../../api/jsonObject';

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
 * @param record a record, or a text
 */
export function fingerprintOf(record: object | string): string {
	const sorted = JSON.stringify(record, (_name, value: unknown) =>
		isRecord(value)
			? Object.fromEntries(
					Object.keys(value)
						.sort()
						.map((name) => [name, value[name]]),
				)
			: value,
	);
	return hashOf(sorted, 8);
}
