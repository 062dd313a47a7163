/** The header Retry-After (RFC 9110, 10.2.3): seconds, or a date in UTC (5.6.7). */

/** In seconds: a later retry is another execution's. */
const longest = 86_400;

/** A longer one is reported instead of waited for: nobody watches an item for so long. Milliseconds. */
export const longestWait = 120_000;

export function isTooLong(retryAfterSeconds = 0): boolean {
	return retryAfterSeconds * 1000 > longestWait;
}

/**
 * Reads a Retry-After header.
 *
 * @param now milliseconds since 1970
 * @returns seconds to wait, at most a day; undefined if there is no valid header
 */
export function readRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (/^\d+$/.test(text)) return Math.min(Number(text), longest);
	const at = Date.parse(text);
	if (Number.isNaN(at) || new Date(at).toUTCString() !== text) return undefined;
	return Math.min(Math.max(0, at - now) / 1000, longest);
}
