import { PollBudget, workWithin } from '../../src/polling/budget';

const poll = (concurrency: number, failing: readonly string[] = []) => ({
	settings: { concurrency },
	budget: new PollBudget({}),
	failing: new Set(failing),
});

test('runs tasks in order, with at most the allowed number in parallel', async () => {
	let atATime = 0;
	let most = 0;
	const { results } = await workWithin(poll(3), 1, [1, 2, 3, 4, 5], String, async (task) => {
		most = Math.max(most, ++atATime);
		await Promise.resolve();
		atATime--;
		return task * 2;
	});
	expect([...results.values()]).toEqual([2, 4, 6, 8, 10]);
	expect(most).toBe(3);
});

test('starts one task at least, even if there is no time', async () => {
	const worked = await workWithin(poll(1), 0, [1, 2, 3], String, async (task) => task);
	expect([...worked.results.keys()]).toEqual([1]);
	expect(worked.left).toEqual([2, 3]);
	expect((await workWithin(poll(3), 1, [], String, async (task) => task)).results.size).toBe(0);
});

test.each([1, 2, 5])('continues after a failed task, %i in parallel', async (atOnce) => {
	const tasks = [2, 4, 1, 6, 3];
	const { results, failures, left } = await workWithin(
		poll(atOnce),
		1,
		tasks,
		String,
		async (task) => {
			if (task % 2 === 0) throw new Error(`${task}`);
			return task;
		},
	);
	expect([...results.keys()]).toEqual([1, 3]);
	expect([...failures.keys()].sort()).toEqual([2, 4, 6]);
	expect(left).toEqual([]);
});

test('stops early if all tasks fail', async () => {
	const tasks = Array.from({ length: 500 }, (_, task) => task);
	const { failures, left } = await workWithin(poll(5), 1, tasks, String, async () => {
		throw new Error('down');
	});
	expect(failures.size).toBeLessThan(50);
	expect(left).toHaveLength(500 - failures.size);
});

test('runs tasks last that failed in the last poll', async () => {
	const tasks = [1, 2, 3, 4];
	const worked = await workWithin(poll(1, ['1', '2']), 1, tasks, String, async (task) => task);
	expect([...worked.results.keys()]).toEqual([3, 4, 1, 2]);
});
