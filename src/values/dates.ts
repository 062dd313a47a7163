/** Days of the calendar as text, `YYYY-MM-DD`, in whatever time zone. */

/** @param time in milliseconds since 1970 */
export function toDay(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

/** Whether the calendar has this day: there is no 30 February. */
export function isDay(day: string): boolean {
	const date = new Date(day);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export function addDays(day: string, days: number): string {
	const date = new Date(day);
	return toDay(date.setUTCDate(date.getUTCDate() + days));
}

/** The same day some months later, or the last day of a month that is too short. */
export function addMonths(day: string, months: number): string {
	const date = new Date(day);
	const monthDay = date.getUTCDate();
	date.setUTCMonth(date.getUTCMonth() + months);
	return toDay(date.getUTCDate() === monthDay ? date.getTime() : date.setUTCDate(0));
}
