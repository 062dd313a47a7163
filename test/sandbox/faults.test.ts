import type { Fault } from './index';
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

test('limits, skips, and removes a fault', async () => {
	const fault = service().faults.add({ status: 503, skip: 1, times: 2 });
	expect(await statuses(4)).toEqual([200, 503, 503, 200]);
	expect(fault.hits).toBe(2);
	const other = service().faults.add({ status: 500 });
	expect(await statuses(1)).toEqual([500]);
	other.remove();
	expect(await statuses(1)).toEqual([200]);
});

test('applies a fault to the requests that it selects', async () => {
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

test('processes no request before its fault', async () => {
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
