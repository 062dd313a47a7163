import { LatencyBaseline } from '../../../src/http/limits/latencyBaseline';

let baseline: LatencyBaseline;

beforeEach(() => (baseline = new LatencyBaseline()));

function record(kind: string, milliseconds: number, count = 10): void {
	for (let index = 0; index < count; index++) baseline.record(kind, milliseconds);
}

test('compares each kind with itself', () => {
	record('get', 20);
	record('page', 400);
	expect(baseline.compare()).toBeCloseTo(1);
	record('page', 400);
	expect(baseline.compare()).toBeCloseTo(1);
	record('page', 800);
	expect(baseline.compare()).toBeCloseTo(0.5);
	record('get', 20);
	record('page', 800);
	expect(baseline.compare()).toBeCloseTo(0.75);
});

test('one answer that takes very long hardly counts', () => {
	record('get', 100);
	baseline.compare();
	record('get', 100, 19);
	record('get', 10_000, 1);
	expect(baseline.compare()).toBeGreaterThan(0.75);
});

test('says nothing of a kind with too few answers, and waits for more', () => {
	record('get', 10);
	baseline.compare();
	record('get', 1000, 4);
	expect(baseline.compare()).toBe(1);
	record('get', 1000, 4);
	expect(baseline.compare()).toBeCloseTo(0.01);
});

test('forgets what was quickest two epochs ago', () => {
	record('get', 10);
	baseline.compare();
	baseline.renew();
	record('get', 100);
	expect(baseline.compare()).toBeCloseTo(0.1);
	baseline.renew();
	record('get', 100);
	expect(baseline.compare()).toBeCloseTo(1);
});

test('remembers a bounded number of kinds, those used last', () => {
	record('get', 10);
	baseline.compare();
	for (let index = 0; index < 1000; index++) baseline.record(`kind ${index}`, 10);
	const { kinds } = baseline as unknown as { kinds: Map<string, unknown> };
	expect(kinds.size).toBe(200);
	record('get', 100);
	expect(baseline.compare()).toBe(1);
});
