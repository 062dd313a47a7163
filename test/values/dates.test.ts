/** Days, as people and nodes write them. */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { readDay } from '../../src/values/dates';
import { randomRuns } from '../randomRuns';

const zones = ['Pacific/Auckland', 'Europe/Stockholm', 'America/New_York', 'UTC'];

test.each([
	['2026-03-31', 'Pacific/Auckland', '2026-03-31'],
	[' 2024-02-29 ', 'America/New_York', '2024-02-29'],
	// Without an offset, the time is the workflow's. n8n's picker writes it.
	['2026-03-31T00:00:00', 'Pacific/Auckland', '2026-03-31'],
	['2026-03-31 23:59:59', 'America/New_York', '2026-03-31'],
	// With one, it is an instant.
	['2026-03-31T22:00:00.000Z', 'Europe/Stockholm', '2026-04-01'],
	['2026-03-31T21:59:59Z', 'Europe/Stockholm', '2026-03-31'],
	['2026-01-31T22:30Z', 'Europe/Stockholm', '2026-01-31'],
	['2026-03-31T00:30:00.000+02:00', 'America/New_York', '2026-03-30'],
	['2026-03-31T00:30:00+0200', 'Europe/Stockholm', '2026-03-31'],
	['2026-03-31T23:30:00-08', 'UTC', '2026-04-01'],
	['2026-03-31T05:30:00+05:45', 'UTC', '2026-03-30'],
	['2026-03-31T23:30:00+02:00[Europe/Stockholm]', 'Pacific/Auckland', '2026-04-01'],
])('%j is in %s the day %s', (text, zone, day) => {
	expect(readDay(text, zone)).toBe(day);
});

test.each([
	...['31.03.2026', '03/31/2026', 'yesterday', '2026-02-30', '2025-02-29', '2026-13-01', ''],
	...[
		'20260331',
		'2026-3-31',
		'2026-03-31T25:00Z',
		'2026-03-31T10:60',
		'2026-03-31x',
		'2026-0\u200B3-31',
		'2026-0٣-31',
		'a 2026-03-31',
	],
	...[20260331, 1774994400000, true, null, {}, new Date(NaN), DateTime.invalid('unknown')],
])('%p is no day', (value) => {
	expect(readDay(value, 'UTC')).toBeUndefined();
});

test('the day of a date is the same in all its forms', () => {
	const instant = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-01-01') });
	const zone = fc.constantFrom(...zones);
	fc.assert(
		fc.property(
			instant.filter((date) => !Number.isNaN(date.getTime())),
			zone,
			zone,
			(date, a, b) => {
				const here = DateTime.fromJSDate(date, { zone: a });
				const day = here.toFormat('yyyy-MM-dd');
				expect(readDay(date, a)).toBe(day);
				expect(readDay(date.toISOString(), a)).toBe(day);
				expect(readDay(here, b)).toBe(day);
				expect(readDay(here.toISO(), a)).toBe(day);
				expect(readDay(here.setZone(b).toISO(), a)).toBe(day);
				expect(readDay(day, b)).toBe(day);
			},
		),
		randomRuns(100),
	);
});
