import { InputError } from '../../../../src/api/errors';
import { addDays, addMonths, isDay } from '../../../../src/values/dates';
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

/** A range of periods, both days included. An open end is undefined. */
export interface DateRange {
	readonly periodDateFrom?: string;
	readonly periodDateTo?: string;
}

/** The longest period that windows find whole, in months. */
const overlapMonths = 12;

/**
 * Splits a range that is too long for one response (spec 8) into windows. They overlap, so each period
 * lies within one of them. A range with an open end is left to the service.
 *
 * @throws InputError if the range is backwards
 */
export function splitRange({ periodDateFrom: from, periodDateTo: to }: DateRange): DateRange[] {
	if (from === undefined || to === undefined) return [{ periodDateFrom: from, periodDateTo: to }];
	if (from > to) {
		throw new InputError(
			`'Period From' (${from}) is after 'Period To' (${to})`,
			"Enter the earlier date in 'Period From'.",
		);
	}
	const windows: DateRange[] = [];
	for (let months = 0; ; months += limits.journalRangeMonths - overlapMonths) {
		const end = addDays(addMonths(from, months + limits.journalRangeMonths), -1);
		const isLast = end >= to;
		windows.push({ periodDateFrom: addMonths(from, months), periodDateTo: isLast ? to : end });
		if (isLast) return windows;
	}
}
