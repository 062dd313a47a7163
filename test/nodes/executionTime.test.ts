import '../engine/skippedWaits';
import { hintTexts, nodeUnderTest } from './nodeUnderTest';

const node = nodeUnderTest('integrationServiceUser', { resource: 'user', operation: 'getAll' });

async function hintOf(items: number): Promise<{ text: string; took: number }> {
	const began = Date.now();
	const run = await node.run(
		{ limit: 1 },
		{ items: Array.from({ length: items }, (_, nr) => ({ nr })) },
	);
	const took = Date.now() - began;
	return {
		text: hintTexts(run).join('\n'),
		took,
	};
}

test('one hint explains the time of a limited execution', async () => {
	node.sandbox.faults.add({ operation: 'user.getAll', status: 429, retryAfter: 20, times: 2 });
	const { text, took } = await hintOf(30);
	const [, requests, retries] = /(\d+) requests in .*, (\d+) retries$/.exec(text) ?? [];
	expect([requests, retries]).toEqual(['30', '2']);
	const [total = 0, ...parts] = [...text.matchAll(/([\d.]+) s\b/g)].map(([, n]) => Number(n));
	expect(Math.abs(total - took / 1000)).toBeLessThan(total * 0.05);
	const sum = parts.reduce((before, part) => before + part, 0);
	expect(Math.abs(sum - total)).toBeLessThan(total * 0.05);
	expect(parts[0]).toBe(Math.max(...parts));
	expect(text).toContain('waiting until the service accepted more requests');
});
