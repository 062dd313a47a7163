import { send } from './client';
import { controlPath } from './control';
import type { Sandbox } from './index';
import { runStatuses, startSandbox } from './index';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ streamDelayMs: 0 });
});

beforeEach(() => sandbox.reset());

afterAll(async () => await sandbox.close());

async function control(method: string, path: string, body?: unknown) {
	const response = await fetch(`${sandbox.baseUrl}${controlPath}/${path}`, {
		method,
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
		body: body === undefined ? null : JSON.stringify(body),
	});
	const text = await response.text();
	return { status: response.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

it('plants faults and takes them away', async () => {
	const fault = { operation: 'user.getAll', status: 503, retryAfter: 1, name: 'busy' };
	expect(await control('POST', 'faults', fault)).toEqual({
		status: 201,
		json: [{ name: 'busy', hits: 0, operation: 'user.getAll' }],
	});
	expect((await send(sandbox, 'user.getAll')).status).toBe(503);
	expect((await control('DELETE', 'faults')).status).toBe(204);
	expect((await send(sandbox, 'user.getAll')).status).toBe(200);
});

it.each([
	['faults', { operation: 'user.getall', status: 503 }],
	['faults', { statusCode: 503 }],
	['faults', { status: '503' }],
	['settings', { errorShape: 'xml' }],
	['runs', { action: 'stop' }],
	['stream-script', { chunks: [{ text: 'x' }] }],
])('refuses what it does not know: %s %j', async (path, body) => {
	expect(await control('POST', path, body)).toMatchObject({
		status: 400,
		json: { message: expect.any(String) },
	});
	expect(sandbox.faults.list()).toEqual([]);
});

it('shows what happened', async () => {
	await send(sandbox, 'report.getAll');
	const { json } = await control('GET', 'requests');
	expect(json).toMatchObject({
		requests: [{ operation: 'report.getAll', status: 200 }],
		tokenRequests: [],
		streams: [],
	});
	expect((await control('GET', 'summary')).json).toMatchObject({
		baseUrl: sandbox.baseUrl,
		requests: 1,
		counts: { 'report.getAll': 1 },
		records: { users: 250 },
		samples: sandbox.samples,
	});
	expect((await control('POST', 'reset')).status).toBe(204);
	expect((await control('GET', 'summary')).json).toMatchObject({ requests: 0 });
});

it('is not among the requests that it shows', async () => {
	await control('GET', 'summary');
	expect(sandbox.requests).toEqual([]);
});

it('changes the settings', async () => {
	const settings = { errorShape: 'nested', runDurationMs: 5, tokenLifetimeSeconds: 7 };
	expect((await control('POST', 'settings', { ...settings, runsLeftThisMonth: 0 })).status).toBe(
		204,
	);
	expect(sandbox).toMatchObject(settings);
	const { assignmentId = '' } = sandbox.samples;
	const answer = await send(sandbox, 'assignment.run', { path: { assignmentId } });
	expect(answer.json).toMatchObject({ error: { code: 'usage-limit-exceeded' } });
});

it('starts, changes and ends runs', async () => {
	const { assignmentId = '' } = sandbox.samples;
	const started = await control('POST', 'runs', { action: 'start', assignmentId });
	expect(started).toMatchObject({ status: 200, json: { status: runStatuses.active } });
	const { runId } = started.json as { runId: string };
	expect(await control('POST', 'runs', { action: 'change', runId, progress: 50 })).toMatchObject({
		json: { progress: 50 },
	});
	const status = runStatuses.failed;
	expect(await control('POST', 'runs', { action: 'finish', runId, status })).toMatchObject({
		json: { status, endedAt: expect.any(String) },
	});
	expect(await control('POST', 'runs', { action: 'finish', runId: 'none' })).toMatchObject({
		status: 400,
		json: { message: 'There is no such run' },
	});
});

it('scripts a stream', async () => {
	const base64 = Buffer.from('€').toString('base64');
	const chunks = ['data: ', { base64 }, { bytes: '\n\n', delayMs: 1 }];
	expect((await control('POST', 'stream-script', { chunks })).status).toBe(201);
	const answer = await send(sandbox, 'thread.create', { body: { question: 'Why?' } });
	expect(answer.text).toBe('data: €\n\n');
});

it('ends the life of all tokens', async () => {
	const token = sandbox.issueToken('report.getAll');
	await control('POST', 'expire-tokens');
	expect((await send(sandbox, 'report.getAll', { token })).status).toBe(401);
});
