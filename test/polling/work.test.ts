import { PollBudget, workWithin } from '../../src/polling/work';

const poll = (concurrency: number) => ({
	concurrency,
	budget: new PollBudget({}),
});

const describe = (task: number) => ({ subject: String(task), retry: 'starts again' });

test('starts one task at least, even if there is no time', async () => {
	const worked = await workWithin(poll(1), 0, [1, 2, 3], describe, async (task) => task);
	expect([...worked.results.keys()]).toEqual([1]);
	expect(worked.left).toEqual([2, 3]);
	expect((await workWithin(poll(3), 1, [], describe, async (task) => task)).results.size).toBe(0);
});
