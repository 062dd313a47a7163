import { sleep } from 'n8n-workflow';
import { until } from '../until';
import { addressOf, send } from './client';
import { controlPath } from './control';
import { startSandbox } from './index';
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
});

describe('the log', () => {
	test('lists requests in their order, without secrets', async () => {
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
	])('refuse unknown input: %s %j', async (path, body) => {
		expect(await control('POST', path, body)).toMatchObject({ status: 400 });
		expect(service().faults.list()).toEqual([]);
	});
});
