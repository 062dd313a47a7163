/** Which values of an end time say that a run is over. */
import { isPast } from '../../../src/agent/runs/timestamps';

const now = Date.UTC(2026, 9, 1, 10, 0, 0);
const minute = 60_000;

beforeEach(() => jest.useFakeTimers({ now }));
afterEach(() => jest.useRealTimers());

const units: Array<[string, number]> = [
	['seconds', 1e-3],
	['milliseconds', 1],
	['microseconds', 1e3],
	['nanoseconds', 1e6],
];

test.each(units)('a number counts %s since 1970', (_unit, perMillisecond) => {
	for (const time of [now - minute, now - 20 * 365 * 24 * 60 * minute]) {
		expect(isPast(time * perMillisecond)).toBe(true);
		expect(isPast(String(time * perMillisecond))).toBe(true);
	}
	expect(isPast((now + 60 * minute) * perMillisecond)).toBe(false);
	expect(isPast(String((now + 60 * minute) * perMillisecond))).toBe(false);
});

test.each(['1715000000.5', '1715000000.123456', '1715000000123.25'])(
	'%s counts parts of its unit too',
	(time) => {
		expect(isPast(time)).toBe(true);
		expect(isPast(Number(time))).toBe(true);
	},
);

test.each([
	'2026-10-01T09:59:59Z',
	'2026-10-01T11:59:59.123456+02:00',
	'2026-09-30',
	'Wed, 30 Sep 2026 10:00:00 GMT',
	'2000-01-01T00:00:00Z',
])('%s has come', (time) => {
	expect(isPast(time)).toBe(true);
});

test.each([
	'1999-12-31T23:59:59Z',
	'2026-10-02',
	'Step 3',
	'3 of 10',
	'in 2025 steps',
	'1715000000 (planned)',
	'v1715000000',
	'1715000000.',
	'soon',
	'',
	-1,
	NaN,
])('%j is no time that has come', (time) => {
	expect(isPast(time)).toBe(false);
});

test('a number larger than any time is none, and is read to its end', () => {
	for (const count of [1e30, Infinity]) expect(isPast(count)).toBe(false);
	expect(isPast('9'.repeat(400))).toBe(false);
});

test('the clock of the service may be five minutes ahead, and no more', () => {
	expect(isPast(now + 5 * minute)).toBe(true);
	expect(isPast(now + 5 * minute + 1)).toBe(false);
});
