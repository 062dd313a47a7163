import { moveToEnd, workWithin } from '../../src/polling/budget';

const always = () => true;

test('in order, no more at a time than allowed, one at least', async () => {
	let atATime = 0;
	let most = 0;
	const work = async (thing: number) => {
		most = Math.max(most, ++atATime);
		await Promise.resolve();
		atATime--;
		return thing * 2;
	};
	const all = await workWithin([1, 2, 3, 4, 5], 3, always, work);
	expect([...all.results.values()]).toEqual([2, 4, 6, 8, 10]);
	expect(most).toBe(3);
	const one = await workWithin([1, 2, 3], 1, () => false, work);
	expect([...one.results.values()]).toEqual([2]);
	expect(one.left).toEqual([2, 3]);
	expect((await workWithin([], 3, always, work)).results.size).toBe(0);
});

test('what fails does not hold up the rest', async () => {
	const work = async (thing: number) => {
		if (thing % 2 === 0) throw new Error(`${thing}`);
		return thing;
	};
	for (const concurrency of [1, 2, 5]) {
		const { results, failures, left } = await workWithin(
			[2, 4, 1, 6, 3],
			concurrency,
			always,
			work,
		);
		expect([...results.keys()]).toEqual([1, 3]);
		expect([...failures.keys()].sort()).toEqual([2, 4, 6]);
		expect(left).toEqual([]);
	}
});

test('where all fails, not everything is tried', async () => {
	const things = Array.from({ length: 500 }, (_, thing) => thing);
	const worked = await workWithin(things, 5, always, async () => {
		throw new Error('down');
	});
	expect(worked.failures.size).toBeLessThan(50);
	expect(worked.left).toHaveLength(500 - worked.failures.size);
});

test('what is likely to fail comes last', () => {
	expect(moveToEnd([1, 2, 3, 4], (thing) => thing < 3)).toEqual([3, 4, 1, 2]);
});
