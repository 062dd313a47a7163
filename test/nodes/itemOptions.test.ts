/** Options are those of each item. */
import '../engine/skippedWaits';
import type { IDataObject } from 'n8n-workflow';
import { picked } from '../cases/operationCase';
import { errorItem, keepGoing, nodeUnderTest, records } from './nodeUnderTest';

const node = nodeUnderTest('User', { resource: 'user', operation: 'get' });

async function getEach(options: IDataObject, items: IDataObject[]) {
	const { userId } = node.user();
	const form = { userId: picked(userId), options: options as never };
	return { run: await node.run(form, { items, ...keepGoing }), userId };
}

test.each<[string, IDataObject, IDataObject[]]>([
	['retries', { maxRetries: '={{ $json.retries }}' }, [{ retries: 'many' }, { retries: 0 }]],
	['timeout', { timeout: '={{ $json.ms.trim() }}' }, [{ ms: 5 }, { ms: '5000' }]],
	['tenant', { tenantId: '={{ $json.tenant }}' }, [{}, { tenant: '' }]],
	['concurrency', { concurrency: '={{ $json.atOnce }}' }, [{ atOnce: 'all' }, { atOnce: 2 }]],
	['concurrency', { concurrency: '={{ $json.atOnce.trim() }}' }, [{ atOnce: 2 }, { atOnce: '2' }]],
])('a wrong %s fails its item and no other', async (name, options, items) => {
	const [wrong, right] = items;
	if (name === 'tenant' && right) right.tenant = node.sandbox.credential.tenantId;
	const { run, userId } = await getEach({ maxRetries: 0, ...options }, [wrong ?? {}, right ?? {}]);
	expect(run.error).toBeUndefined();
	expect(errorItem(run)).toBeDefined();
	expect(records(run)[1]).toMatchObject({ userId });
	const swapped = await getEach({ maxRetries: 0, ...options }, [right ?? {}, wrong ?? {}]);
	expect(records(swapped.run)[0]).toMatchObject({ userId });
	expect(records(swapped.run)[1]).toHaveProperty('error');
});

test('an item is retried as often as its own options allow', async () => {
	node.fault('user.get', { status: 500 });
	const items = [{ retries: 2 }, { retries: 0 }, { retries: 1 }];
	await getEach({ maxRetries: '={{ $json.retries }}', concurrency: 1 }, items);
	expect(node.sent('user.get')).toHaveLength(6);
});

test('an item waits as long as its own options allow', async () => {
	node.fault('user.get', { delayMs: 400 });
	const options = { timeout: '={{ $json.ms }}', maxRetries: 0 };
	const { run, userId } = await getEach(options, [{ ms: 50 }, { ms: 20_000 }]);
	expect(errorItem(run)).toMatchObject({ errorCode: 'timeout' });
	expect(records(run)[1]).toMatchObject({ userId });
});

test('an item searches for its key with its own retries', async () => {
	const addresses = [0, 1].map((position) => node.user(position).emailAddress);
	const [, address] = addresses;
	node.fault('user.getAll', {
		match: ({ query }) => query.keywords === address,
		status: 500,
		times: 1,
	});
	const run = await node.run(
		{
			userId: { __rl: true, mode: 'email', value: '={{ $json.address }}' },
			options: { maxRetries: '={{ $json.retries }}' },
		},
		{ items: addresses.map((each, retries) => ({ address: each, retries })) },
	);
	expect(records(run).map(({ emailAddress }) => emailAddress)).toEqual(addresses);
});
