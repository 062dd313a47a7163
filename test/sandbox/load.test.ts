import { sleep } from 'n8n-workflow';
import type { Sandbox } from './index';
import { startSandbox } from './index';
import { send } from './client';

let sandbox: Sandbox;

beforeAll(async () => (sandbox = await startSandbox()));

beforeEach(() => sandbox.reset());

afterAll(async () => await sandbox.close());

it('takes its time for every answer', async () => {
	sandbox.latencyMs = 150;
	const began = performance.now();
	const answers = await Promise.all([send(sandbox, 'user.getAll'), send(sandbox, 'report.getAll')]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	expect(performance.now() - began).toBeGreaterThanOrEqual(149);
	expect(sandbox.requests.every(({ startedAt, endedAt = 0 }) => endedAt - startedAt >= 149)).toBe(
		true,
	);
});

it('refuses what is beyond its rate, says when to come again, and keeps its word', async () => {
	sandbox.limitRate(2);
	const answers = await Promise.all(
		Array.from({ length: 20 }, async () => await send(sandbox, 'user.getAll')),
	);
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThan(10);
	expect(refused.length).toBeLessThanOrEqual(18);
	expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']));
	await sleep(1000);
	expect((await send(sandbox, 'user.getAll')).status).toBe(200);
});
