import { InputError } from '../../../../src/api/errors';
import { isEmpty } from '../../../../src/values/scalars';
import type { ItemContext } from '../../../../src/runtime/operation';
import { limits } from '../../../../src/api/limits';

/** Day, then anything that ISO 8601 lets follow it. */
const isoDate =
	/^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]+\])?)?$/i;

/** A date as text, from text or a date object of an expression. */
function asText(item: ItemContext, value: unknown): string {
	if (value instanceof Date && !Number.isNaN(value.getTime())) {
		// Swedish writes dates as ISO 8601 does; the object has no time zone of its own.
		const timeZone = item.functions.getTimezone();
		return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(value);
	}
	const { toISODate } = Object(value) as { toISODate?: () => string | null };
	if (typeof toISODate === 'function') return toISODate.call(value) ?? '';
	return String(value).trim();
}

/**
 * A date as it travels, `YYYY-MM-DD`: the calendar day as it is written, in whatever time zone.
 *
 * @throws InputError if it is not a date
 */
export function readDate(item: ItemContext, label: string, value: unknown): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = asText(item, value);
	const day = isoDate.exec(text)?.[1];
	if (day !== undefined && isDay(day)) return day;
	throw new InputError(
		`${label} "${text}" is not a date`,
		'Select a date, or enter the year, month, and day, for example "2026-03-31".',
	);
}

/** Whether the calendar has this day: there is no 30 February. */
function isDay(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The same day some months later, or the last day of a month that is too short. */
function addMonths(day: string, months: number): string {
	const date = new Date(`${day}T00:00:00Z`);
	const monthDay = date.getUTCDate();
	date.setUTCMonth(date.getUTCMonth() + months);
	if (date.getUTCDate() !== monthDay) date.setUTCDate(0);
	return date.toISOString().slice(0, 10);
}

/**
 * Refuses a range that the service would refuse (spec 8); one with an open end is left to it.
 *
 * @throws InputError if the range is backwards or too long
 */
export function checkRange(from?: string, to?: string): void {
	if (from === undefined || to === undefined) return;
	if (from > to) {
		throw new InputError(
			`'Period From' (${from}) is after 'Period To' (${to})`,
			"Enter the earlier date in 'Period From'.",
		);
	}
	if (to <= addMonths(from, limits.journalRangeMonths)) return;
	throw InputError.of('date-range-too-large');
}
