import { request } from 'undici';
import { tokenPath } from '../../src/api/authorizationServer';
import type { Fault, Sandbox } from './index';
import { errorShapes, startSandbox } from './index';
import { send } from './client';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ streamDelayMs: 0 });
});

beforeEach(() => sandbox.reset());

afterAll(async () => await sandbox.close());

async function statuses(count: number): Promise<number[]> {
	const result: number[] = [];
	for (let index = 0; index < count; index += 1) {
		result.push((await send(sandbox, 'user.getAll')).status);
	}
	return result;
}

describe('when a fault is injected', () => {
	it('meets every service request, but no token request, if nothing is said', async () => {
		sandbox.faults.add({ status: 503 });
		expect(await statuses(3)).toEqual([503, 503, 503]);
		expect((await send(sandbox, 'report.getAll')).status).toBe(503);
		expect((await tokenRequest()).status).toBe(200);
	});

	it('can be counted, skipped and removed', async () => {
		const injected = sandbox.faults.add({ status: 503, skip: 1, times: 2 });
		expect(await statuses(4)).toEqual([200, 503, 503, 200]);
		expect(injected.hits).toBe(2);
		const other = sandbox.faults.add({ status: 500 });
		expect(await statuses(1)).toEqual([500]);
		other.remove();
		expect(await statuses(1)).toEqual([200]);
		sandbox.faults.add({ status: 500 });
		sandbox.faults.clear();
		expect(await statuses(1)).toEqual([200]);
	});

	it('can be meant for one operation or for some requests', async () => {
		sandbox.faults.add({ operation: 'report.getAll', status: 500 });
		sandbox.faults.add({ match: ({ query }) => query.page === '2', status: 502 });
		sandbox.faults.add({ pathIncludes: '/connected', status: 503 });
		sandbox.faults.add({ bodyIncludes: 'Night', status: 504 });
		expect(await statuses(1)).toEqual([200]);
		expect((await send(sandbox, 'report.getAll')).status).toBe(500);
		expect((await send(sandbox, 'user.getAll', { query: { page: 2 } })).status).toBe(502);
		expect((await send(sandbox, 'connectedTenant.getAll')).status).toBe(503);
		const create = async (groupName: string) =>
			(await send(sandbox, 'userGroup.create', { body: { groupName } })).status;
		expect(await create('Night shift')).toBe(504);
		expect(await create('Day shift')).toBe(201);
	});

	it('is injected at random, but the same each time', async () => {
		const drawn = async () => {
			sandbox.reset();
			sandbox.faults.add({ probability: 0.5, status: 503 });
			return await statuses(20);
		};
		const first = await drawn();
		expect(new Set(first)).toEqual(new Set([200, 503]));
		expect(await drawn()).toEqual(first);
	});
});

describe('what a fault does', () => {
	async function faulty(fault: Fault) {
		sandbox.faults.add({ times: 1, ...fault });
		return await send(sandbox, 'user.getAll');
	}

	it('answers with an error code and its usual status', async () => {
		expect(await faulty({ errorCode: 'run-already-active' })).toMatchObject({
			status: 409,
			json: { code: 'run-already-active' },
		});
		expect(sandbox.requests[0]).toMatchObject({ fault: 'fault 1', status: 409 });
	});

	it('asks to retry after seconds or at a date', async () => {
		const seconds = await faulty({ retryAfter: 2 });
		expect(seconds.status).toBe(429);
		expect(seconds.headers['retry-after']).toBe('2');
		const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
		const dated = await faulty({ status: 503, retryAfter: date });
		expect(dated.status).toBe(503);
		expect(dated.headers['retry-after']).toBe(date);
	});

	it('waits', async () => {
		const start = Date.now();
		expect((await faulty({ delayMs: 150 })).status).toBe(200);
		expect(Date.now() - start).toBeGreaterThanOrEqual(145);
	});

	it('adds headers', async () => {
		const answer = await faulty({ headers: { 'x-request-id': '17' } });
		expect(answer.status).toBe(200);
		expect(answer.headers['x-request-id']).toBe('17');
	});

	it('cuts the connection before an answer', async () => {
		await expect(faulty({ reset: 'beforeResponse' })).rejects.toThrow();
		expect(sandbox.requests[0]?.status).toBeUndefined();
	});

	it('cuts the connection in the middle of an answer', async () => {
		await expect(faulty({ reset: 'midBody' })).rejects.toThrow('other side closed');
		expect(sandbox.requests[0]?.status).toBe(200);
	});

	it.each([
		['truncated', /^\[\{/, 'application/json; charset=utf-8'],
		['html', /^<!doctype html>/, 'text/html; charset=utf-8'],
		['empty', /^$/, undefined],
		['text', /^upstream/, 'text/plain; charset=utf-8'],
		['bareString', /^"upstream/, 'application/json; charset=utf-8'],
		['null', /^null$/, 'application/json; charset=utf-8'],
	] as const)('replaces a body: %s', async (bodyMode, text, contentType) => {
		const success = await faulty({ bodyMode });
		expect(success.status).toBe(200);
		expect(success.text).toMatch(text);
		expect(success.headers['content-type']).toBe(contentType);
		expect(Array.isArray(success.json)).toBe(false);
		const error = await faulty({ bodyMode, status: 502 });
		expect(error.status).toBe(502);
		expect(error.headers['content-type']).toBe(contentType);
	});

	it('rewrites a record', async () => {
		const answer = await faulty({ replaceBody: (users) => ({ users, total: 250 }) });
		expect(answer.json).toMatchObject({ total: 250 });
	});

	it('leaves undone what was asked, unless it fails after it', async () => {
		const create = async (fault: Fault) => {
			sandbox.faults.add({ times: 1, ...fault });
			const before = sandbox.state.groups.size;
			const body = { groupName: `Group ${before}` };
			const status = await send(sandbox, 'userGroup.create', { body }).then(
				(answer) => answer.status,
				() => 'cut',
			);
			return [status, sandbox.state.groups.size - before];
		};
		expect(await create({ status: 502 })).toEqual([502, 0]);
		expect(await create({ reset: 'beforeResponse' })).toEqual(['cut', 0]);
		expect(await create({ status: 502, afterProcessing: true })).toEqual([502, 1]);
		expect(await create({ reset: 'beforeResponse', afterProcessing: true })).toEqual(['cut', 1]);
		expect(await create({ reset: 'midBody' })).toEqual(['cut', 1]);
	});

	it('is injected into streams too', async () => {
		const ask = async (fault: Fault) => {
			sandbox.faults.add({ times: 1, ...fault });
			return await send(sandbox, 'thread.create', { body: { question: 'Why?' } });
		};
		expect((await ask({ status: 503 })).status).toBe(503);
		await expect(ask({ reset: 'midBody' })).rejects.toThrow('other side closed');
		expect(sandbox.streams.at(-1)).toMatchObject({ chunksSent: 1, closedByClient: false });
		expect(await ask({ bodyMode: 'html' })).toMatchObject({
			status: 200,
			text: expect.stringMatching(/^<!doctype/),
		});
	});
});

async function tokenRequest() {
	const { clientId, clientSecret, tenantId, authServerUrl } = sandbox.credential;
	const response = await request(authServerUrl + tokenPath, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({
			grant_type: 'client_credentials',
			scope: 'svc:user:read',
			client_id: clientId,
			client_secret: clientSecret,
			tenant_id: tenantId,
		}).toString(),
	});
	return {
		status: response.statusCode,
		headers: response.headers,
		text: await response.body.text(),
	};
}

describe('faults of the token endpoint', () => {
	it('are written as OAuth does', async () => {
		sandbox.faults.add({ operation: 'token', status: 400, errorCode: 'invalid_scope', times: 1 });
		const answer = await tokenRequest();
		expect(answer.status).toBe(400);
		expect(JSON.parse(answer.text)).toMatchObject({ error: 'invalid_scope' });
		expect((await tokenRequest()).status).toBe(200);
	});

	it('can be anything that a gateway does', async () => {
		sandbox.faults.add({ operation: 'token', status: 502, bodyMode: 'html', times: 1 });
		const page = await tokenRequest();
		expect(page.status).toBe(502);
		expect(page.text).toMatch(/^<!doctype/);
		sandbox.faults.add({ operation: 'token', bodyMode: 'html', times: 1 });
		expect(await tokenRequest()).toMatchObject({
			status: 200,
			text: page.text.replaceAll('502', '200'),
		});
		sandbox.faults.add({ operation: 'token', retryAfter: 1, times: 1 });
		expect((await tokenRequest()).headers['retry-after']).toBe('1');
		for (const reset of ['beforeResponse', 'midBody'] as const) {
			sandbox.faults.add({ operation: 'token', reset, times: 1 });
			await expect(tokenRequest()).rejects.toThrow();
		}
		expect((await tokenRequest()).status).toBe(200);
	});
});

describe('the shape of errors', () => {
	const written: Record<(typeof errorShapes)[number], unknown> = {
		code: { code: 'user-not-found', message: expect.any(String) },
		errorCode: { errorCode: 'user-not-found', message: expect.any(String) },
		nested: { error: { code: 'user-not-found', message: expect.any(String) } },
		list: { errors: [{ code: 'user-not-found', message: expect.any(String) }] },
		problem: { type: 'user-not-found', title: expect.any(String), status: 404 },
		problemTitle: {
			type: 'about:blank',
			title: 'user-not-found',
			status: 404,
			detail: expect.any(String),
		},
		bareString: 'user-not-found',
		text: undefined,
	};

	it.each(errorShapes)('can be: %s', async (shape) => {
		sandbox.errorShape = shape;
		const path = { userId: '11111111-2222-4333-8444-555555555555' };
		const answer = await send(sandbox, 'user.get', { path });
		expect(answer.status).toBe(404);
		expect(answer.json).toEqual(written[shape]);
		expect(answer.text).toContain('user-not-found');
		const usual = shape.startsWith('problem') ? 'application/problem+json' : 'application/json';
		expect(answer.headers['content-type']).toContain(shape === 'text' ? 'text/plain' : usual);
	});
});
