/** Services write "no time" as year 1, 1970 or 9999, as 0 or -1. */
const earliest = Date.UTC(2000, 0, 1);
const furthest = Date.UTC(2200, 0, 1);

/** How much the clocks of n8n and the service may differ, in milliseconds. */
export const clockTolerance = 5 * 60_000;

/** What a number may count, in milliseconds: seconds, milliseconds, microseconds, nanoseconds. */
const units = [1000, 1, 1e-3, 1e-6];

/** The year 5138: a number that is beyond it in one unit counts a smaller one. */
const latest = 1e14;

function milliseconds(count: number): number {
	return units.map((unit) => count * unit).find((time) => time < latest) ?? NaN;
}

/**
 * A moment as services write it, in milliseconds since 1970.
 *
 * @param value a date as text, or a number since 1970 in seconds or a smaller unit
 * @returns NaN where it is none
 */
export function timeOf(value: string | number): number {
	if (typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(value)) {
		return milliseconds(Number(value));
	}
	// A year is asked for, as the parser reads a date into almost any text with a number.
	return /\b\d{4}\b/.test(value) ? Date.parse(value) : NaN;
}

/**
 * Whether a number tells when something was by the clock of the service, and does not stand for no
 * time. A clock that was never set begins in 1970 and tells all the same.
 *
 * @param count since 1970, in seconds or a smaller unit
 */
export function isClockTime(count: number): boolean {
	const isPlausible = (time: number) => time >= earliest && time < furthest;
	return units.some((unit) => isPlausible(count * unit)) || (count > 0 && count * 1000 < earliest);
}

/**
 * Whether a value is a time that has come.
 *
 * @param value a date as text, or a number since 1970 in seconds or a smaller unit
 */
export function isPastTime(value: string | number): boolean {
	const time = timeOf(value);
	return time >= earliest && time <= Date.now() + clockTolerance;
}
