/** Services write "no time" as year 1, 1970 or 9999, as 0 or -1. */
const earliest = Date.UTC(2000, 0, 1);

/** How much the service's clock may be ahead of ours, in milliseconds. */
const clockTolerance = 5 * 60_000;

/** Numbers up to here are seconds since 1970, above it milliseconds. */
const mostSeconds = 1e11;

/** Numbers from here on count in a smaller unit than milliseconds. */
const mostMilliseconds = 1e14;

function milliseconds(count: number): number {
	if (count < mostSeconds) return count * 1000;
	let time = count;
	while (time >= mostMilliseconds) time /= 1000;
	return time;
}

/**
 * Whether a value is a time that has come.
 *
 * @param value a date as text, or a number since 1970 in seconds or a smaller unit
 */
export function isPastTime(value: string | number): boolean {
	const isNumber = typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(value);
	// A year is asked for, as the parser reads a date into almost any text with a number.
	const isDate = !isNumber && /\b\d{4}\b/.test(value);
	const time = isNumber ? milliseconds(Number(value)) : isDate ? Date.parse(value) : NaN;
	return time >= earliest && time <= Date.now() + clockTolerance;
}
