import { RetryBudget } from '../../src/http/retries';

/** Sends an item until it succeeds or must not be retried, and returns the number of requests. */
function requestsOf(budget: RetryBudget, maxRetries: number, succeeds: () => boolean): number {
	for (let requests = 1; ; requests++) {
		if (succeeds()) {
			budget.succeeded(requests > 1);
			return requests;
		}
		if (requests > maxRetries || !budget.take()) return requests;
	}
}

/** How many more retries the budget allows; none are left afterwards. */
function useUp(budget: RetryBudget): number {
	let retries = 0;
	while (budget.take()) retries += 1;
	return retries;
}

test('retries without end at a service that fails now and then', () => {
	const budget = new RetryBudget();
	let requests = 0;
	for (let item = 0; item < 10_000; item++) {
		let succeeds = item % 4 !== 0;
		requests += requestsOf(budget, 1, () => succeeds || !(succeeds = true));
	}
	expect(requests).toBe(12_500);
	expect(useUp(budget)).toBe(500);
});

test('is refilled by requests that succeed', () => {
	const budget = new RetryBudget();
	useUp(budget);
	for (let index = 0; index < 5; index++) budget.succeeded(false);
	expect(useUp(budget)).toBe(1);
});

test('gets a retry back that succeeds', () => {
	const budget = new RetryBudget();
	budget.take();
	expect(useUp(budget)).toBe(499);
	budget.succeeded(true);
	expect(useUp(budget)).toBe(1);
});
