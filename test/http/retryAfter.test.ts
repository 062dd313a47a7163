import { readRetryAfter } from '../../src/http/retryAfter';

const now = Date.parse('2026-11-21T10:00:00Z');

test.each<[unknown, number | undefined]>([
	['3', 3],
	[' 0 ', 0],
	['9'.repeat(400), 86_400],
	// The three forms of a date, in UTC wherever n8n runs.
	['Sat, 21 Nov 2026 10:00:30 GMT', 30],
	['Saturday, 21-Nov-26 10:00:30 GMT', 30],
	['Sat Nov 21 10:00:30 2026', 30],
	['Tue Dec  1 10:00:00 2026', 86_400],
	['Sat, 21 Nov 2026 09:00:00 GMT', 0],
	['soon', undefined],
	['try later 7', undefined],
	['', undefined],
	[undefined, undefined],
	[['3', '4'], undefined],
	['-5', undefined],
	['1.5', undefined],
	['Sat, 21 Nov 2026 10:00:30 EST', undefined],
	['Sat, 31 Feb 2026 10:00:30 GMT', undefined],
	['2026-11-21T10:00:30Z', undefined],
])('reads Retry-After %j', (header, seconds) => {
	expect(readRetryAfter(header, now)).toBe(seconds);
});
