import { fingerprint, hashText } from '../../src/values/fingerprint';

test('a fingerprint stays the same across versions of the package', () => {
	const run = { status: 'RUNNING', runId: 'r-1', progress: { percent: 10, at: [2, 1, null] } };
	expect(fingerprint(run)).toBe('gCObMpFX');
	expect(fingerprint('r-1-000004')).toBe('yzsU9Zxm');
	expect(hashText('r-1')).toBe('pfp3ej3GcmjK');
});

test('does not depend on the order of lists', () => {
	expect(fingerprint({ a: [1, { b: ['x', 'y'], c: [] }, [3, 2]] })).toBe(
		fingerprint({ a: [[2, 3], { c: [], b: ['y', 'x'] }, 1] }),
	);
	expect(fingerprint({ a: [1, 1] })).not.toBe(fingerprint({ a: [1] }));
	expect(fingerprint({ a: ['1'] })).not.toBe(fingerprint({ a: [1] }));
	expect(fingerprint({ a: undefined })).toBe(fingerprint({}));
});

test('depends on every value, also inside lists and on empty ones', () => {
	const records = [
		{ a: 1 },
		{ a: null },
		{ a: [] },
		{ a: {} },
		{ a: [{ b: 1 }] },
		{ a: [{ b: 2 }] },
		{ a: [[{ b: 2 }]] },
		{ b: 1 },
		{},
	];
	expect(new Set(records.map(fingerprint)).size).toBe(records.length);
	expect(fingerprint({ a: [{ c: 1, b: { e: 1, d: 2 } }] })).toBe(
		fingerprint({ a: [{ b: { d: 2, e: 1 }, c: 1 }] }),
	);
});
