import { randomUUID } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import {
	type ICheckProcessedOptions,
	type IDataDeduplicator,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	sleep,
} from 'n8n-workflow';
import { isShown } from '../../forms/shown';
import type { Fault } from '../../sandbox';
import { SeededRandom } from '../../sandbox/random';
import { until } from '../../until';
import { hintTexts, nodeUnderTest, records, registeringReturns } from '../nodeUnderTest';
import { firstSeeds } from '../../randomRuns';

const node = nodeUnderTest('OrderManagement', registeringReturns('=for {{ $json.key }}.'));

type Step = 'check' | 'checked' | 'remove' | 'removed';

/** As n8n's: each call rewrites the whole list, so one of two parallel calls is lost. */
class ModelStore {
	entries: string[] = [];
	/** Called before and after each change; what it throws, the store throws. */
	onStep: (step: Step, items: readonly string[]) => void = () => {};

	async checkProcessedAndRecord(
		items: string[],
		_scope: unknown,
		_context: unknown,
		{ maxEntries = Infinity }: ICheckProcessedOptions,
	) {
		this.onStep('check', items);
		const read = [...this.entries];
		await sleep(0);
		const added = items.filter((item) => !read.includes(item));
		this.entries = [...read, ...added].slice(-maxEntries);
		this.onStep('checked', items);
		return { new: added, processed: items.filter((item) => !added.includes(item)) };
	}

	async removeProcessed(items: string[]) {
		this.onStep('remove', items);
		const read = [...this.entries];
		await sleep(0);
		this.entries = read.filter((entry) => !items.includes(entry));
		this.onStep('removed', items);
	}
}

let store = new ModelStore();

/** What n8n's process remembers is of one workflow, so another one is like a new process. */
let workflowId = 'first';

const restart = () => {
	workflowId = randomUUID();
};

beforeAll(async () => {
	const current: Partial<IDataDeduplicator> = {
		checkProcessedAndRecord: async (items, ...call) =>
			await store.checkProcessedAndRecord(items as string[], ...call),
		removeProcessed: async (items) => await store.removeProcessed(items as string[]),
	};
	await DataDeduplicationService.init(current as IDataDeduplicator);
});

beforeEach(() => {
	store = new ModelStore();
	restart();
});

interface Result {
	readonly key: string;
	/** Whether the item registered the return, or the code of its error. */
	readonly outcome: unknown;
}

async function register(keys: readonly string[], options: IDataObject = {}): Promise<Result[]> {
	const run = await node.run(
		{ options: { uniqueKey: '={{ $json.key }}', maxRetries: 0, ...options } as never },
		{ items: keys.map((key) => ({ key })), onError: 'continueRegularOutput', workflowId },
	);
	return run.items.map(({ json }, index) => ({
		key: keys[index] ?? '',
		outcome: json.error === undefined ? json.registered : (json.error as IDataObject).errorCode,
	}));
}

/** The keys of the returns that the service has. */
const returned = () => node.sandbox.state.returns.map(({ note }) => String(note).slice(4, -1));

const outcomesOf = (results: readonly Result[], expectedKey: string) =>
	results.flatMap(({ key, outcome }) => (key === expectedKey ? [String(outcome)] : [])).sort();

test('registers one return for each key, also in later executions', async () => {
	expect(await register(['a', 'b', 'a'])).toEqual([
		{ key: 'a', outcome: true },
		{ key: 'b', outcome: true },
		{ key: 'a', outcome: false },
	]);
	restart();
	for (let executions = 0; executions < 2; executions++) {
		const again = await node.run({ options: { uniqueKey: ' b ' } }, { workflowId });
		expect(again.items[0]?.json).toEqual({ registered: false, uniqueKey: 'b' });
	}
	expect(returned()).toEqual(['a', 'b']);
});

test('Retry On Fail keeps the ID of a return that an earlier try registered', async () => {
	const refusal = { includes: 'for b.', status: 400, errorCode: 'invalid-request', times: 1 };
	node.fault('return.create', refusal);
	const items = [{ key: 'a' }, { key: 'b' }];
	const retried = { items, workflowId, maxTries: 2, executionId: randomUUID() };
	const run = await node.run({ options: { uniqueKey: '={{ $json.key }}' } }, retried);
	const kept = { registered: true, returnId: expect.any(Number) as unknown };
	expect(records(run)).toMatchObject([kept, kept]);
	expect(returned()).toEqual(['a', 'b']);
});

test('keeps the keys of two tenants apart', async () => {
	const other = node.sandbox.state.tenants.at(-1);
	await register(['a']);
	const results = await register(['a'], { tenantId: other?.tenantId });
	expect(results).toEqual([{ key: 'a', outcome: true }]);
});

test.each([
	['={{ $json.missing }}', "'Unique Key' in Options is empty"],
	['\u200B ', "'Unique Key' in Options is empty"],
	['={{ 2 ** 53 + 2 }}', 'Unique Key "9007199254740994" is not exact'],
])('refuses the key %j before any request', async (uniqueKey, message) => {
	node.expectRefused(await node.run({ options: { uniqueKey } }), message);
});

test.each([
	['another spelling', 'one key', 'Malm\u00F6', ' Malmo\u200B\u0308', false],
	['another case', 'two keys', 'a', 'A', true],
])('a key in %s counts as %s', async (_how, _count, first, second, registered) => {
	const results = await register([first, second]);
	expect(results.map(({ outcome }) => outcome)).toEqual([true, registered]);
});

test('shows a hint and sends nothing for a key that was registered before', async () => {
	const keyed = { options: { uniqueKey: '={{ $json.key }}' } };
	const items = [...'abaa'].map((key) => ({ key }));
	expect(hintTexts(await node.run(keyed, { items, workflowId }))).toEqual([
		expect.stringMatching(
			/^2 of 4 items: .+ registered before.+'Rows \(JSON\)' in 'Additional Fields'\.$/,
		),
	]);
});

test('previews a doubled key as the real run treats it', async () => {
	const options = { uniqueKey: '={{ $json.key }}', previewOnly: true };
	const items = [{ key: 'a' }, { key: 'b' }, { key: ' a' }];
	const preview = await node.run({ options }, { items, workflowId });
	expect(records(preview)).toEqual([
		expect.objectContaining({ uniqueKey: 'a', request: expect.anything() as unknown }),
		expect.objectContaining({ uniqueKey: 'b', request: expect.anything() as unknown }),
		{
			preview: true,
			summary: 'Would register nothing, because the unique key a was registered before.',
			registered: false,
			uniqueKey: 'a',
		},
	]);
	expect(store.entries).toEqual([]);
	await register(['b']);
	const later = await node.run({ options }, { items, workflowId });
	expect(records(later).map(({ registered }) => registered)).toEqual([undefined, false, false]);
});

test('shows the notice about repeated returns only without the option', () => {
	const { description } = node.engine.nodeType('integrationServiceOrderManagement');
	const repeatNotice = description.properties.find(({ name }) => name === 'repeatNotice');
	const isShownWith = (options: INodeParameters) =>
		isShown(repeatNotice as INodeProperties, { resource: 'return', operation: 'create', options });
	expect([{}, { uniqueKey: '={{ $json.key }}' }].map(isShownWith)).toEqual([true, false]);
});

test('explains how to continue if the outcome is unknown', async () => {
	node.fault('return.create', { reset: 'beforeResponse' });
	const keyed = { options: { uniqueKey: 'R-1' } };
	for (const reason of [/^The connection to .* was lost\./, /^The outcome of an earlier request/]) {
		const { error } = await node.run(keyed, { workflowId });
		restart();
		expect(error?.message).toContain('unknown whether the return with the unique key "R-1"');
		expect(error?.description).toMatch(reason);
		expect(error?.description).toContain('such as "R-1-2"');
		expect(error?.errorCode).toBe('unknown-outcome');
	}
	expect(node.sandbox.requests).toHaveLength(1);
});

test('frees the key if nothing was sent', async () => {
	const tenantId = node.sandbox.state.tenants[1]?.tenantId;
	const fault = node.fault('token', { status: 500 });
	const [failed] = await register(['a'], { tenantId, maxRetries: 0 });
	expect(failed?.outcome).not.toBe('unknown-outcome');
	fault.remove();
	// A failed token request isn't repeated for ten seconds.
	const now = performance.now.bind(performance);
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
	expect(await register(['a'], { tenantId })).toEqual([{ key: 'a', outcome: true }]);
	clock.mockRestore();
});

test('frees the key if cancelled before anything was sent', async () => {
	await register(['b']);
	node.sandbox.expireTokens();
	const { promise: cancelled, resolve: goOn } = Promise.withResolvers<void>();
	node.fault('token', { times: 1, until: async () => await cancelled });
	const asked = node.sandbox.tokenRequests.length;
	const onStart = (cancel: () => void) =>
		void until(() => node.sandbox.tokenRequests.length > asked).then(cancel);
	await node.run({ options: { uniqueKey: 'a' } }, { workflowId, onStart });
	goOn();
	expect(await register(['a'])).toEqual([{ key: 'a', outcome: true }]);
});

const refused = 'invalid-request';
const unknown = 'unknown-outcome';

test.each<[Fault, boolean | string, boolean | string]>([
	[{}, true, false],
	[{ status: 400, errorCode: refused }, refused, true],
	[{ status: 503, retryAfter: 0, errorCode: 'busy' }, 'busy', true],
	[{ status: 503 }, unknown, unknown],
	[{ status: 500 }, unknown, unknown],
	[{ status: 500, afterProcessing: true }, unknown, unknown],
	[{ reset: 'beforeResponse' }, unknown, unknown],
	[{ bodyMode: 'truncated' }, unknown, unknown],
	[{ bodyMode: 'html' }, unknown, unknown],
])('after %j, an item is %j, and the next with its key %j', async (fault, outcome, next) => {
	const operation = 'return.create';
	node.fault(operation, { includes: 'for a.', times: 1, ...fault });
	const both = await Promise.all([register(['a', 'a']), register(['b', 'a'], { concurrency: 2 })]);
	const last = next === unknown ? unknown : false;
	const expected = [outcome, next, last].map(String);
	expect(outcomesOf(both.flat(), 'a')).toEqual(expected.sort());
	restart();
	expect(outcomesOf(await register(['a']), 'a')).toEqual([String(last)]);
});

test('registers nothing twice if n8n is killed at any step', async () => {
	const keys = ['a', 'b', 'c', 'd'];
	interface Moment {
		readonly entries: string[];
		readonly returns: IDataObject[];
	}
	const moments: Moment[] = [];
	const note = () => {
		const { returns } = node.sandbox.state;
		moments.push({ entries: [...store.entries], returns: [...returns] });
	};
	store.onStep = note;
	node.fault('return.create', { match: () => (note(), false) });
	node.fault('return.create', { includes: 'for c.', status: 400, times: 1 });
	await register(keys);
	store.onStep = () => {};
	node.sandbox.faults.clear();
	expect(moments.length).toBeGreaterThan(16);

	for (const { entries, returns } of moments) {
		restart();
		store.entries = [...entries];
		node.sandbox.state.returns = [...returns];
		const before = returned();
		const unknown = entries.flatMap((entry) => /^pending.*"(\w)"\]$/.exec(entry)?.[1] ?? []);
		const results = await register(keys);
		expect(unknown.length).toBeLessThanOrEqual(1);
		for (const { key, outcome } of results) {
			if (unknown.includes(key)) expect(outcome).toBe('unknown-outcome');
			else expect(outcome).toBe(!before.includes(key));
		}
		const expected = keys.filter((key) => before.includes(key) || !unknown.includes(key));
		expect(returned().sort()).toEqual(expected);
	}
});

test.each(firstSeeds(3))('never doubles a return if the store fails, seed %i', async (seed) => {
	const random = new SeededRandom(seed);
	const keys = ['a', 'b', 'c', 'd'];
	store.onStep = () => {
		if (random.chance(0.2)) throw new Error('database is locked');
	};
	node.fault('return.create', { status: 400, probability: 0.3 });
	const results = await Promise.all([register(keys, { concurrency: 3 }), register(keys)]);
	store.onStep = () => {};
	node.sandbox.faults.clear();
	restart();
	const registered = results.flat().filter(({ outcome }) => outcome === true);
	expect(registered.map(({ key }) => key).sort()).toEqual(returned().sort());
	for (const { key, outcome } of await register(keys)) {
		const count = returned().filter((one) => one === key).length;
		expect(count).toBeLessThanOrEqual(1);
		if (outcome !== 'unknown-outcome') expect([key, count]).toEqual([key, 1]);
	}
});

test("restores an entry that another worker's call has removed", async () => {
	node.fault('return.create', { includes: 'for b.', status: 500 });
	await register(['a', 'b']);
	const [a, b, pending] = store.entries;
	store.entries = [`pending ${a}`];
	await register(['c']);
	expect(store.entries).toEqual(expect.arrayContaining([a, b, pending]));
	expect(store.entries).toHaveLength(4);
});

test("registers a key if n8n fails once because of another worker's call", async () => {
	store.onStep = () => {
		store.onStep = () => {};
		throw new Error('duplicate key');
	};
	expect(await register(['a'])).toEqual([{ key: 'a', outcome: true }]);
});

test('repeats only the last hundred keys', async () => {
	await register(Array.from({ length: 120 }, (_, index) => `key ${index}`));
	const counts: number[] = [];
	store.onStep = (step, items) => void (step === 'check' && counts.push(items.length));
	await register(['a']);
	expect(counts).toEqual([102]);
});

test('forgets the oldest of 10,000 keys', async () => {
	store.entries = Array.from({ length: 10_000 }, (_, index) => `key ${index}`);
	await register(['a', 'b']);
	expect(store.entries.slice(0, 2)).toEqual(['key 3', 'key 4']);
	expect(store.entries.length).toBeLessThanOrEqual(10_000);
	restart();
	const outcomes = (await register(['a', 'b', 'c'])).map(({ outcome }) => outcome);
	expect(outcomes).toEqual([false, false, true]);
});

test('stops waiting for another item with the same key if cancelled', async () => {
	node.fault('return.create', { delayMs: 60_000, times: 1 });
	let cancelFirst = () => {};
	const parameters = { options: { uniqueKey: 'a' } };
	const first = node.run(parameters, { workflowId, onStart: (cancel) => (cancelFirst = cancel) });
	await until(() => node.sandbox.log.inFlight > 0);
	const onStart = (cancel: () => void) => void sleep(100).then(cancel);
	const { error } = await node.run(parameters, { workflowId, onStart });
	expect(error?.message).toContain('The execution was stopped');
	expect(node.sandbox.log.inFlight).toBe(1);
	cancelFirst();
	await first;
});
