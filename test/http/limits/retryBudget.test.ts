import fc from 'fast-check';
import { RetryBudget } from '../../../src/http/limits/retryBudget';

/** Sends an item until it succeeds or may not be repeated, and says how many requests that took. */
function requestsOf(budget: RetryBudget, maxRetries: number, succeeds: () => boolean): number {
	let retry: ReturnType<RetryBudget['take']>;
	for (let requests = 1; ; requests++) {
		if (succeeds()) {
			if (retry) retry.succeeded();
			else budget.succeeded();
			return requests;
		}
		if (requests > maxRetries) return requests;
		retry = budget.take();
		if (!retry) return requests;
	}
}

test('2,000 items at a dead service cost 500 retries in all', () => {
	const budget = new RetryBudget();
	let requests = 0;
	for (let item = 0; item < 2000; item++) requests += requestsOf(budget, 3, () => false);
	expect(requests).toBe(2500);
});

test('a service that fails now and then is asked again as often as it takes', () => {
	const budget = new RetryBudget();
	for (let item = 0; item < 10_000; item++) {
		let fails = item % 4 === 0;
		expect(requestsOf(budget, 1, () => !fails || (fails = false))).toBe(
			fails ? 2 : item % 4 ? 1 : 2,
		);
	}
	expect(budget.available).toBe(2500);
});

test('requests that succeed fill it again', () => {
	const budget = new RetryBudget();
	for (let taken = 0; taken < 1000 && budget.take(); taken++);
	expect(budget.take()).toBeUndefined();
	for (let index = 0; index < 5; index++) budget.succeeded();
	expect(budget.take()).toBeDefined();
	expect(budget.take()).toBeUndefined();
});

test('a retry after a timeout costs twice as much, and is given back once', () => {
	const budget = new RetryBudget();
	const retry = budget.take(true);
	expect(budget.available).toBe(2490);
	retry?.succeeded();
	retry?.succeeded();
	expect(budget.available).toBe(2500);
});

test('it never holds more than it began with, nor less than nothing', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom('take', 'timeout', 'success', 'retried')), (steps) => {
			const budget = new RetryBudget();
			for (const step of steps) {
				if (step === 'success') budget.succeeded();
				else if (step === 'retried') budget.take()?.succeeded();
				else budget.take(step === 'timeout');
				expect(budget.available).toBeGreaterThanOrEqual(0);
				expect(budget.available).toBeLessThanOrEqual(2500);
			}
		}),
	);
});
