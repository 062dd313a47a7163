import fc from 'fast-check';
import { limits } from '../../../nodes/shared/service/limits';
import { choosePageSize } from '../../../nodes/shared/transport/paging';
import { readRetryAfter } from '../../../nodes/shared/transport/send';

test('the page size needs the fewest requests, and of those reads the least too much', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 5000 }), (limit) => {
			const size = choosePageSize(limit);
			const requests = Math.ceil(limit / limits.pageSize.maximum);
			expect(size).toBeLessThanOrEqual(limits.pageSize.maximum);
			expect(Math.ceil(limit / size)).toBe(requests);
			if (size > 1) expect(Math.ceil(limit / (size - 1))).toBeGreaterThan(requests);
		}),
	);
	expect(choosePageSize()).toBe(100);
});

test.each([
	['3', 3],
	[' 0 ', 0],
	['Sat, 21 Nov 2026 10:00:30 GMT', 30],
	['Sat, 21 Nov 2026 09:00:00 GMT', 0],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
	['-5', undefined],
])('reads Retry-After %j', (header, seconds) => {
	expect(readRetryAfter(header, Date.parse('2026-11-21T10:00:00Z'))).toBe(seconds);
});
