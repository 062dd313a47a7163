import { PollBudget, workWithin } from '../../src/polling/work';

const poll = (concurrency: number, failing: readonly string[] = []) => ({
	concurrency,
	budget: new PollBudget({}),
	failing: new Set(failing),
});

const describe = (task: number) => ({ subject: String(task), retry: 'starts again' });

test('starts one task at least, even if there is no time', async () => {
	const worked = await workWithin(poll(1), 0, [1, 2, 3], describe, async (task) => task);
	expect([...worked.results.keys()]).toEqual([1]);
	expect(worked.left).toEqual([2, 3]);
	expect((await workWithin(poll(3), 1, [], describe, async (task) => task)).results.size).toBe(0);
});

test('stops early only if all tasks fail', async () => {
	const tasks = Array.from({ length: 500 }, (_, task) => task);
	const { failures, left } = await workWithin(poll(5), 1, tasks, describe, async () => {
		throw new Error('down');
	});
	expect(failures.length).toBeLessThan(50);
	expect(left).toHaveLength(500 - failures.length);
	const worked = await workWithin(poll(5), 1, tasks, describe, async (task) => {
		if (task > 0) throw new Error('down');
	});
	expect(worked.left).toEqual([]);
});

test('runs tasks last that failed in the last poll', async () => {
	const tasks = [1, 2, 3, 4];
	const worked = await workWithin(poll(1, ['1', '2']), 1, tasks, describe, async (task) => task);
	expect([...worked.results.keys()]).toEqual([3, 4, 1, 2]);
});
