/** Services write "no time" as year 1, 1970 or 9999, as 0 or -1. */
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** How much the clocks of n8n and the service may differ, in milliseconds. */
export const clockTolerance = 5 * 60_000;

/** What a number may count, in milliseconds: seconds, milliseconds, microseconds, nanoseconds. */
const units = [1000, 1, 1e-3, 1e-6];

/** The year 5138. A number beyond it counts a smaller unit. */
const maxMilliseconds = 1e14;

/**
 * Reads a date, or a number since 1970 in seconds or a smaller unit.
 *
 * @returns milliseconds since 1970, or NaN
 */
export function parseTimestamp(value: string | number): number {
	if (typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(value)) {
		return units.map((unit) => Number(value) * unit).find((time) => time < maxMilliseconds) ?? NaN;
	}
	// Date.parse reads a date into almost any text with a number, so there must be a year.
	return /\b\d{4}\b/.test(value) ? Date.parse(value) : NaN;
}

/**
 * Whether a number since 1970, in seconds or a smaller unit, is a time by the clock of the service.
 * A clock that was never set begins in 1970 and counts, too.
 */
export function isClockTime(count: number): boolean {
	const isPlausible = (time: number) => time >= earliest && time < latest;
	return units.some((unit) => isPlausible(count * unit)) || (count > 0 && count * 1000 < earliest);
}

/** Whether a date, or a number since 1970 in seconds or a smaller unit, is a time in the past. */
export function isPast(value: string | number): boolean {
	const time = parseTimestamp(value);
	return time >= earliest && time <= Date.now() + clockTolerance;
}
