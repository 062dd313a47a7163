/** What a trigger remembers of a record, in little room. */
import { fingerprintOf, hashOf } from '../../../src/agent/runs/fingerprint';

test('is what earlier versions of the package remembered, so that an update changes no run', () => {
	const run = { status: 'RUNNING', runId: 'r-1', progress: { percent: 10, at: [2, 1, null] } };
	expect(fingerprintOf(run)).toBe('MRVcjteo');
	expect(fingerprintOf('r-1-000004')).toBe('yzsU9Zxm');
	expect(hashOf('r-1', 12)).toBe('pfp3ej3GcmjK');
});

test('takes eight characters, however long the record is', () => {
	expect(fingerprintOf({})).toHaveLength(8);
	expect(fingerprintOf({ text: 'long '.repeat(1000) })).toHaveLength(8);
	expect(hashOf('long '.repeat(1000), 12)).toHaveLength(12);
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
	expect(new Set(records.map(fingerprintOf)).size).toBe(records.length);
	expect(fingerprintOf({ a: [{ c: 1, b: { e: 1, d: 2 } }] })).toBe(
		fingerprintOf({ a: [{ b: { d: 2, e: 1 }, c: 1 }] }),
	);
});
