/** The header Retry-After (RFC 9110, 10.2.3): seconds, or a date in one of three forms (5.6.7). */

/** In seconds: a later retry is another execution's. */
const longest = 86_400;

/** A longer one is reported instead of waited for: nobody watches an item for so long. Milliseconds. */
export const longestWait = 120_000;

export function isTooLong(retryAfterSeconds = 0): boolean {
	return retryAfterSeconds * 1000 > longestWait;
}

const month = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '(?<time>\\d\\d:\\d\\d:\\d\\d)';

/** The form of today, of RFC 850 with two digits of the year, and of the language C. All are in UTC. */
const dateForms = [
	`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT`,
	`(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday), (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT`,
	`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** @returns milliseconds since 1970; NaN if the text is no date of HTTP */
function parseHttpDate(text: string, now: number): number {
	const { day = '', month: name, year = '', time: clock } = matchForm(text);
	const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
	const inYear = (years: number) => Date.parse(`${day.trim()} ${name} ${years} ${clock} GMT`);
	// Two digits mean the year that is at most 50 years ahead.
	const isShort = year.length === 2;
	const years = Number(year) + (isShort ? century : 0);
	const isFarAhead = isShort && years > new Date(now).getUTCFullYear() + 50;
	const at = inYear(isFarAhead ? years - 100 : years);
	// Date.parse accepts 31 February.
	return new Date(at).getUTCDate() === Number(day) ? at : Number.NaN;
}

function matchForm(text: string): Record<string, string | undefined> {
	return dateForms.map((form) => form.exec(text)?.groups).find(Boolean) ?? {};
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
	const seconds = (parseHttpDate(text, now) - now) / 1000;
	return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), longest);
}
