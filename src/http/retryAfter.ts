/** The header Retry-After (RFC 9110, 10.2.3): seconds, or a date in one of three forms (5.6.7). */

/** In seconds: a later retry is another execution's. */
const longest = 86_400;

/** The form of today, of RFC 850, and of the language C, which names no time zone. */
const dateForms = [
	/^[A-Z][a-z]{2}, (\d\d) [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
	/^[A-Z][a-z]+day, (\d\d)-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
	/^[A-Z][a-z]{2} [A-Z][a-z]{2} ([ \d]\d) \d\d:\d\d:\d\d \d{4}$/,
];

/** @returns milliseconds since 1970; NaN if the text is no date of HTTP */
function parseHttpDate(text: string): number {
	const day = dateForms.map((form) => form.exec(text)?.[1]).find(Boolean);
	const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
	// Date.parse accepts 31 February.
	return new Date(at).getUTCDate() === Number(day) ? at : Number.NaN;
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
	const seconds = (parseHttpDate(text) - now) / 1000;
	return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), longest);
}
