/** Days of the calendar as text, `YYYY-MM-DD`. */

/** @param time in milliseconds since 1970 */
export function toDay(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

/** Whether the calendar has this day: there is no 30 February. */
function isDay(day: string): boolean {
	const date = new Date(day);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** A day, and what ISO 8601 lets follow it: a time, its offset, and a time zone in brackets. */
const isoTime =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2}(?:[.,]\d+)?))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]+\])?)?$/i;

/** In minutes east of UTC. */
function parseOffset(offset: string): number {
	const [, sign, hours, minutes = 0] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
	return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

function dayOfInstant(time: number, timeZone: string): string {
	// Swedish writes dates as ISO 8601 does.
	return new Date(time).toLocaleDateString('sv-SE', { timeZone });
}

/** A day or a time as ISO 8601 writes it, in milliseconds since 1970. Without an offset, as in UTC. */
export function parseTime(text: string) {
	const [, day = '', hours, minutes = '00', seconds = '00', offset] = isoTime.exec(text) ?? [];
	const time = Date.parse(`${day}T${hours ?? '00'}:${minutes}:${seconds.replace(',', '.')}Z`);
	if (!isDay(day) || Number.isNaN(time)) return undefined;
	return {
		day,
		hasTime: hours !== undefined,
		hasOffset: offset !== undefined,
		instant: time - parseOffset(offset ?? '') * 60_000,
	};
}

/** Luxon's DateTime, as far as it is used here. It has a time zone of its own. */
const isDateTime = (value: unknown): value is { toISODate(): string | null } =>
	typeof (value as Partial<Record<'toISODate', unknown>> | null)?.toISODate === 'function';

/**
 * The day of a value: a day is a day; a text with a time, or a Date, is an instant, and its day is that
 * of the time zone; a DateTime has its own time zone. Undefined if the value is no date.
 */
export function readDay(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'string') {
		const time = parseTime(value.trim());
		// Without an offset, the time is that of the time zone.
		return time?.hasOffset ? dayOfInstant(time.instant, timeZone) : time?.day;
	}
	if (isDateTime(value)) return value.toISODate() ?? undefined;
	const isDate = value instanceof Date && !Number.isNaN(value.getTime());
	return isDate ? dayOfInstant(value.getTime(), timeZone) : undefined;
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
