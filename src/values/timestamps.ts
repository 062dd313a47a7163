import { parseTime } from './dates';

/** Services write "no time" as year 1, 1970 or 9999, as 0 or -1. */
const earliestTime = Date.UTC(2000, 0, 1);
const latestTime = Date.UTC(2200, 0, 1);

/** How much the clocks of n8n and the service may differ, in milliseconds. */
const clockTolerance = 5 * 60_000;

/** What a number may count, in milliseconds: seconds, milliseconds, microseconds, nanoseconds. */
const units = [1000, 1, 1e-3, 1e-6];

/**
 * Reads a date or a time as ISO 8601 writes it, or a number since 1970 in seconds or a smaller unit.
 *
 * @returns milliseconds since 1970, or NaN
 */
export function parseTimestamp(value: string | number): number {
	if (typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(value)) {
		const count = Number(value);
		const times = units.map((unit) => count * unit);
		return times.find((each) => each >= earliestTime && each < latestTime) ?? NaN;
	}
	const time = parseTime(value.trim())?.instant ?? NaN;
	return time < latestTime ? time : NaN;
}

/** Whether a date, or a number since 1970 in seconds or a smaller unit, is a time in the past. */
export function isPast(value: string | number): boolean {
	const time = parseTimestamp(value);
	return time >= earliestTime && time <= Date.now() + clockTolerance;
}

/** A copy of a list with the newest record first, after those without a time. */
export function newestFirst<Listed>(
	records: readonly Listed[],
	timeOf: (record: Listed) => string | number | undefined,
): Listed[] {
	const timed = records.map((record) => {
		const time = parseTimestamp(timeOf(record) ?? '');
		return { record, time: time > 0 ? time : Infinity };
	});
	// Two records without a time are alike: their difference, NaN, sorts like 0.
	return timed.sort((a, b) => b.time - a.time).map(({ record }) => record);
}
