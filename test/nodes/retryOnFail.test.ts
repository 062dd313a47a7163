/** n8n's Retry On Fail executes a node again with all of its items. */
import { randomUUID } from 'node:crypto';
import type { NodeRunRequest } from '../engine/engine';
import {
	errorItem,
	keepGoing,
	nodeUnderTest,
	records,
	registeringReturns,
	sourcesOf,
} from './nodeUnderTest';

const node = nodeUnderTest('OrderManagement', {
	...registeringReturns('=for {{ $json.key }}.'),
	options: { maxRetries: 0 },
});

/** Each test has an execution of its own. */
let executionId = '';

beforeEach(() => {
	executionId = randomUUID();
});

const register = async (keys: string, more: Partial<NodeRunRequest> = {}) => {
	const items = [...keys].map((key) => ({ key }));
	return await node.run({}, { items, maxTries: 3, executionId, ...more });
};

/** The keys in the notes of some returns. */
const keysOf = (returns: readonly unknown[]) =>
	returns.flatMap((each) => /^for (\w+)\.$/.exec(String(Object(each).note))?.[1] ?? []);

/** The keys of the requests, and of the returns that the service has. */
const sent = () =>
	keysOf(node.sandbox.requests.map(({ body }) => body))
		.sort()
		.join('');
const returned = () => keysOf(node.sandbox.state.returns).sort().join('');

/** Rejects returns with this key. */
const reject = (key: string, times?: number) => {
	const refusal = { status: 400, errorCode: 'invalid-request' };
	return node.fault('return.create', { ...refusal, includes: `for ${key}.`, times });
};

const returnIds = () => node.sandbox.state.returns.map(({ returnId }) => returnId);

test('a node that threw only sends the items that failed', async () => {
	reject('b', 1);
	const run = await register('abc');
	expect(run.error).toBeUndefined();
	expect(sent()).toBe('abbc');
	const { returns } = node.sandbox.state;
	const returnIdOf = (key: string) => returns.find(({ note }) => note === `for ${key}.`)?.returnId;
	expect(records(run).map(({ returnId }) => returnId)).toEqual([...'abc'].map(returnIdOf));
	expect(sourcesOf(run.items)).toEqual([0, 1, 2]);
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'after an error in the first item, the others are not sent again, %s',
	async (onError) => {
		reject('a');
		const run = await register('abc', { onError });
		expect(sent()).toBe('aaabc');
		const [failed, succeeded] =
			onError === 'continueErrorOutput'
				? [run.errorItems, run.items]
				: [run.items.slice(0, 1), run.items.slice(1)];
		expect(failed[0]?.json.error).toMatchObject({ errorCode: 'invalid-request' });
		expect(succeeded.map(({ json }) => json.returnId).sort()).toEqual(returnIds().sort());
	},
);

test('an item with an unknown outcome fails again without a request', async () => {
	node.fault('return.create', {
		includes: 'for a.',
		reset: 'beforeResponse',
		afterProcessing: true,
		times: 1,
	});
	const run = await register('ab', keepGoing);
	expect([sent(), returned()]).toEqual(['ab', 'ab']);
	expect(errorItem(run)).toMatchObject({ errorCode: 'network' });
});

test.each(['', 'timeout', { code: 7 }])(
	'an item whose own field "error" is %j is sent once',
	async (error) => {
		node.fault('return.create', {
			includes: 'for a.',
			replaceBody: (body) => ({ ...(body as object), error }),
		});
		const run = await register('ab');
		expect(records(run)[0]).toMatchObject({ error, returnId: expect.anything() as unknown });
		expect([sent(), returned()]).toEqual(['ab', 'ab']);
	},
);

test.each([null, false])(
	'n8n 2.0 takes an "error" of %j for a failure, and the item is sent once',
	async (error) => {
		node.sandbox.faults.change('return.create', { error });
		const [first, second] = [await register('ab'), await register('ab')];
		expect(records(second)).toEqual(records(first));
		expect(sent()).toBe('ab');
	},
);

test('each run of a loop sends its items', async () => {
	reject('a');
	await register('ab', { runs: 2, ...keepGoing });
	expect([sent(), returned()]).toEqual(['aaaaaabb', 'bb']);
});

test('executions at once, and other workflows, send their own items', async () => {
	reject('b', 3);
	const runs = await Promise.all([
		register('ab', { executionId: '1' }),
		register('ab', { executionId: '2' }),
		register('ab', { executionId: '1', workflowId: 'sub-workflow' }),
	]);
	expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
	expect([sent(), returned()]).toEqual(['aaabbbbbb', 'aaabbb']);
});

test('the message of a node that ends has the number of processed items', async () => {
	reject('b');
	const messageOf = async (keys: string) =>
		(await register(keys, { maxTries: undefined })).error?.message;
	expect(await messageOf('abc')).toMatch(/\(1 of 3 items were processed\) \[item 1]$/);
	expect(await messageOf('bac')).not.toContain('processed');
});

test('the message has this number also after the last try', async () => {
	node.fault('return.create', { includes: 'for b.', reset: 'beforeResponse' });
	const { error } = await register('abc');
	expect(error?.message).toMatch(/\(2 of 3 items were processed\) \[item 1]$/);
	expect(sent()).toBe('abc');
});

test('nothing is remembered after a success', async () => {
	await register('a');
	await register('a');
	expect(returned()).toBe('aa');
});

test('what a failed try did is forgotten after a minute', async () => {
	const controllers: AbortController[] = [];
	const actual = AbortSignal.timeout.bind(AbortSignal);
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		if (milliseconds !== 60_000) return actual(milliseconds);
		const controller = new AbortController();
		controllers.push(controller);
		return controller.signal;
	});
	const fault = reject('b');
	await register('ab');
	await register('ab');
	expect(returned()).toBe('a');
	for (const controller of controllers) controller.abort();
	fault.remove();
	await register('ab');
	expect(returned()).toBe('aab');
	timeout.mockRestore();
});
