import { type Fault, errorShapes } from './index';
import { send } from './client';
import { sandboxUnderTest } from './sandboxUnderTest';

const service = sandboxUnderTest();

async function statuses(count: number): Promise<number[]> {
	const found: number[] = [];
	for (let turn = 0; turn < count; turn += 1) {
		found.push((await send(service(), 'user.getAll')).status);
	}
	return found;
}

async function meet(fault: Fault) {
	service().faults.add({ times: 1, ...fault });
	return await send(service(), 'user.getAll');
}

test('a fault can be limited, skipped and removed', async () => {
	const fault = service().faults.add({ status: 503, skip: 1, times: 2 });
	expect(await statuses(4)).toEqual([200, 503, 503, 200]);
	expect(fault.hits).toBe(2);
	const other = service().faults.add({ status: 500 });
	expect(await statuses(1)).toEqual([500]);
	other.remove();
	expect(await statuses(1)).toEqual([200]);
});

test('a fault can be for one operation or for some requests', async () => {
	service().faults.add({ operation: 'report.getAll', status: 500 });
	service().faults.add({ match: ({ query }) => query.page === '2', status: 502 });
	service().faults.add({ pathIncludes: '/connected', status: 503 });
	service().faults.add({ bodyIncludes: 'Night', status: 504 });
	expect(await statuses(1)).toEqual([200]);
	expect((await send(service(), 'report.getAll')).status).toBe(500);
	expect((await send(service(), 'user.getAll', { query: { page: 2 } })).status).toBe(502);
	expect((await send(service(), 'connectedTenant.getAll')).status).toBe(503);
	const body = { groupName: 'Night shift' };
	expect((await send(service(), 'userGroup.create', { body })).status).toBe(504);
});

test('random faults are the same in every run', async () => {
	const draw = async () => {
		service().reset();
		service().faults.add({ probability: 0.5, status: 503 });
		return await statuses(20);
	};
	const first = await draw();
	expect(new Set(first)).toEqual(new Set([200, 503]));
	expect(await draw()).toEqual(first);
});

test.each<[Fault, object]>([
	[{ errorCode: 'run-already-active' }, { status: 409, json: { code: 'run-already-active' } }],
	[{ retryAfter: 2 }, { status: 429, headers: { 'retry-after': '2' } }],
	[{ headers: { 'x-request-id': '17' } }, { status: 200, headers: { 'x-request-id': '17' } }],
	[{ replaceBody: (users) => ({ users, total: 250 }) }, { json: { total: 250 } }],
	[{ bodyMode: 'truncated' }, { status: 200, text: expect.stringMatching(/^\[\{/) }],
	[
		{ bodyMode: 'html', status: 502 },
		{ status: 502, text: expect.stringMatching(/^<!doctype/) },
	],
	[{ bodyMode: 'empty' }, { status: 200, text: '' }],
	[{ bodyMode: 'bareString' }, { status: 200, json: expect.any(String) }],
	[{ bodyMode: 'null' }, { status: 200, json: null }],
])('a fault answers as it says: %j', async (fault, expected) => {
	expect(await meet(fault)).toMatchObject(expected);
});

test('a fault leaves the request undone, unless it comes after processing', async () => {
	const create = async (fault: Fault) => {
		service().faults.add({ times: 1, ...fault });
		const before = service().state.groups.size;
		const status = await send(service(), 'userGroup.create', {
			body: { groupName: `Group ${before}` },
		}).then(
			(response) => response.status,
			() => 'cut',
		);
		return [status, service().state.groups.size - before];
	};
	expect(await create({ status: 502 })).toEqual([502, 0]);
	expect(await create({ reset: 'beforeResponse' })).toEqual(['cut', 0]);
	expect(await create({ status: 502, afterProcessing: true })).toEqual([502, 1]);
	expect(await create({ reset: 'beforeResponse', afterProcessing: true })).toEqual(['cut', 1]);
	expect(await create({ reset: 'midBody' })).toEqual(['cut', 1]);
});

test.each(errorShapes)('an error can have the shape "%s"', async (shape) => {
	service().errorShape = shape;
	const path = { userId: '11111111-2222-4333-8444-555555555555' };
	const { status, text, headers } = await send(service(), 'user.get', { path });
	expect(status).toBe(404);
	expect(text).toContain('user-not-found');
	const usual = shape.startsWith('problem') ? 'application/problem+json' : 'application/json';
	expect(headers['content-type']).toContain(shape === 'text' ? 'text/plain' : usual);
});
