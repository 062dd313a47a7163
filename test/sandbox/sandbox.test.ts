import { sleep } from 'n8n-workflow';
import { until } from '../until';
import { addressOf, open, send } from './client';
import { controlPath } from './control';
import { runStatuses, startSandbox } from './index';
import { sandboxUnderTest } from './sandboxUnderTest';

const service = sandboxUnderTest();

describe('the state', () => {
	test('is the same at every start and after a reset', async () => {
		const other = await startSandbox();
		expect(other.state).toEqual(service().state);
		await send(service(), 'user.delete', { path: { userId: service().samples.userId ?? '' } });
		service().errorShape = 'text';
		service().reset();
		expect(other.state).toEqual(service().state);
		expect(service()).toMatchObject({ errorShape: 'code', requests: [] });
		await other.close();
	});

	test('lets a run go on by the clock until it has ended', async () => {
		service().runDurationMs = 1000;
		const path = { assignmentId: service().samples.assignmentId ?? '' };
		const { json } = await send(service(), 'assignment.run', { path });
		const { runId, startedAt } = json as { runId: string; startedAt: string };
		const clock = jest.spyOn(Date, 'now');
		const read = async (elapsed: number) => {
			clock.mockReturnValue(Date.parse(startedAt) + elapsed);
			return (await send(service(), 'run.get', { path: { ...path, runId } })).json;
		};
		expect(await read(500)).toMatchObject({ status: runStatuses.active, progress: 50 });
		expect(await read(1100)).toMatchObject({ status: runStatuses.completed, progress: 100 });
		clock.mockRestore();
	});
});

describe('the log', () => {
	test('has requests in the order of their arrival, without secrets', async () => {
		const tokens = ['Group 0', 'Group 1'].map((groupName) => ({
			groupName,
			token: service().issueToken('userGroup.create'),
		}));
		for (const { groupName, token } of tokens) {
			await send(service(), 'userGroup.create', { body: { groupName }, token });
		}
		expect(service().requests).toMatchObject([
			{ number: 1, body: { groupName: 'Group 0' } },
			{ number: 2, body: { groupName: 'Group 1' } },
		]);
		const [first, second] = service().requests;
		expect(second?.token).toBe((first?.token ?? 0) + 1);
		const log = JSON.stringify([service().requests, service().summary()]);
		for (const { token } of tokens) expect(log).not.toContain(token);
		expect(log).not.toContain(service().credential.clientSecret);
	});

	test('keeps the last requests only, and counts all', async () => {
		const other = await startSandbox({ logCapacity: 3 });
		for (let turn = 0; turn < 5; turn += 1) await send(other, 'report.getAll');
		expect(other.requests.map((each) => each.number)).toEqual([3, 4, 5]);
		expect(other.counts).toEqual({ 'report.getAll': 5 });
		await other.close();
	});

	test('counts open requests', async () => {
		service().scriptStream({ chunks: ['data: 1\n\n'], ending: 'stall' }, { times: 7 });
		const question = { body: { question: 'How were the sales?' } };
		const responses = await Promise.all(
			Array.from({ length: 7 }, async () => await open(service(), 'thread.create', question)),
		);
		expect(service().log.inFlight).toBe(7);
		for (const { body } of responses) body.destroy();
		await until(() => service().log.inFlight === 0);
		expect(service().log.peakInFlight).toBe(7);
	});

	test('shows when a client did not wait for the response', async () => {
		service().faults.add({ delayMs: 60_000 });
		const controller = new AbortController();
		const response = fetch(addressOf(service(), 'report.getAll'), {
			headers: { authorization: `Bearer ${service().issueToken('report.getAll')}` },
			signal: controller.signal,
		});
		await until(() => service().requests.length === 1);
		controller.abort();
		await expect(response).rejects.toThrow('aborted');
		await until(() => service().requests[0]?.closedByClient === true);
	});
});

test('takes its latency for every response', async () => {
	service().latencyMs = 150;
	const begin = performance.now();
	await Promise.all([send(service(), 'user.getAll'), send(service(), 'report.getAll')]);
	expect(performance.now() - begin).toBeGreaterThanOrEqual(149);
});

test('rejects what is beyond its rate limit, and accepts it after Retry-After', async () => {
	service().limitRate(2);
	const responses = await Promise.all(
		Array.from({ length: 20 }, async () => await send(service(), 'user.getAll')),
	);
	const rejected = responses.filter(({ status }) => status === 429);
	expect(rejected.length).toBeGreaterThan(10);
	expect(rejected.length).toBeLessThanOrEqual(18);
	expect(new Set(rejected.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']));
	await sleep(1000);
	expect((await send(service(), 'user.getAll')).status).toBe(200);
});

describe('the control endpoints', () => {
	async function control(method: string, path: string, body?: object) {
		const response = await fetch(`${service().baseUrl}${controlPath}/${path}`, {
			method,
			headers: body ? { 'content-type': 'application/json' } : {},
			body: body ? JSON.stringify(body) : null,
		});
		const text = await response.text();
		return { status: response.status, json: text === '' ? {} : (JSON.parse(text) as object) };
	}

	test.each([
		['faults', { operation: 'user.getall', status: 503 }],
		['faults', { statusCode: 503 }],
		['faults', { status: '503' }],
		['settings', { errorShape: 'xml' }],
		['runs', { action: 'stop' }],
		['stream-script', { chunks: [{ text: 'x' }] }],
	])('refuse what they do not know: %s %j', async (path, body) => {
		expect(await control('POST', path, body)).toMatchObject({ status: 400 });
		expect(service().faults.list()).toEqual([]);
	});

	test('add faults, settings, runs and streams, and show what happened', async () => {
		const { assignmentId = '' } = service().samples;
		await control('POST', 'faults', { operation: 'user.getAll', status: 503 });
		await control('POST', 'settings', { runDurationMs: 5, runsLeftThisMonth: 8 });
		await control('POST', 'stream-script', {
			chunks: ['data: ', { base64: Buffer.from('€').toString('base64') }, { bytes: '\n\n' }],
		});
		const run = await control('POST', 'runs', { action: 'start', assignmentId });
		expect(run.json).toMatchObject({ status: runStatuses.active });
		expect((await send(service(), 'user.getAll')).status).toBe(503);
		const { text } = await send(service(), 'thread.create', { body: { question: 'Why?' } });
		expect(text).toBe('data: €\n\n');
		expect(service()).toMatchObject({ runDurationMs: 5, state: { runsLeftThisMonth: 7 } });
		expect((await control('GET', 'summary')).json).toMatchObject({ requests: 2 });
		await control('POST', 'reset');
		expect((await control('GET', 'summary')).json).toMatchObject({ requests: 0 });
	});
});
