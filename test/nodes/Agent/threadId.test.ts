/** 'Thread ID' of Thread > Create: a question in a thread, or in a new one if that is gone. */
import type { INodeParameters, StructuredChunk } from 'n8n-workflow';
import { limits } from '../../../src/api/limits';
import { eventText, type Fault, type StreamScript } from '../../sandbox/index';
import { picked } from '../../cases/operationCase';
import {
	errorItem,
	hintTexts,
	keepGoing,
	nodeUnderTest,
	records,
	untilUnderWay,
} from '../nodeUnderTest';

const node = nodeUnderTest('Agent', {
	resource: 'thread',
	operation: 'create',
	question: 'How are sales?',
});
const askIn = async (
	threadId: unknown,
	{ options, ...parameters }: INodeParameters = {},
	more = {},
) =>
	await node.run(
		{ ...parameters, options: { threadId, ...(options as object) } as INodeParameters },
		more,
	);
const rose = eventText('delta', { delta: 'They rose.' });
const script = (more: Partial<StreamScript> = {}) =>
	node.sandbox.scriptStream({ chunks: [rose, eventText('done', { threadId: 't-9' })], ...more });
const { operations } = node;
const known = () => String(node.sandbox.samples.threadId);
const inBoth = ['message.create', 'thread.create'];

beforeEach(() => {
	node.sandbox.streamDelayMs = 0;
});

test('a thread that exists gets the question, and the item has its ID', async () => {
	const { items } = await askIn(known());
	expect(items[0]?.json).toMatchObject({ threadId: known(), complete: true });
	expect(items[0]?.json).not.toHaveProperty('newThread');
	expect(operations()).toEqual(['message.create']);
});

test.each([
	['Thread > Create', {}, (threadId: string) => ({ options: { threadId, concurrency: 5 } })],
	[
		'Message > Create',
		{ resource: 'message' },
		(threadId: string) => ({ threadId: picked(threadId), options: { concurrency: 5 } }),
	],
])('%s asks in one thread in the order of the items', async (_name, chosen, parametersOf) => {
	const questions = ['one', 'two', 'three', 'four', 'five'];
	const slow = node.sandbox.faults.add({ includes: 'one', delayMs: 300 });
	const items = questions.map((question) => ({ question }));
	const asked = { ...chosen, ...parametersOf(known()), question: '={{ $json.question }}' };
	const run = await node.run(asked as INodeParameters, { items });
	expect([run.error, slow.hits]).toEqual([undefined, 1]);
	expect(node.sandbox.requests.map(({ body }) => body)).toEqual(items);
	expect(node.sandbox.log.peakInFlight).toBe(1);
});

test('questions to different threads are asked side by side', async () => {
	const items = [...node.sandbox.state.threads.keys()].map((threadId) => ({ threadId }));
	node.sandbox.faults.add({ until: untilUnderWay(node.sandbox, 2) });
	const { error } = await askIn(
		'={{ $json.threadId }}',
		{ options: { concurrency: 5 } },
		{ items },
	);
	expect(error).toBeUndefined();
	expect(node.sandbox.log.peakInFlight).toBeGreaterThan(1);
});

test.each(['', '  ', null, '={{ $json.session }}', '={{ null }}'])(
	'the empty value %j counts as not set',
	async (threadId) => {
		const { items } = await askIn(threadId);
		expect(operations()).toEqual(['thread.create']);
		expect(items[0]?.json).not.toHaveProperty('newThread');
	},
);

test.each([[{ id: 't-1' }], [['t-1', 't-2']], ['..'], ['\ud800']])(
	'the ID %j is refused before a request',
	async (session) => {
		const more = { items: [{ session }], ...keepGoing };
		const result = await askIn('={{ $json.session }}', {}, more);
		expect(errorItem(result)).toMatchObject({ errorCode: 'invalid-input' });
		expect(errorItem(result).message).toMatch(/^Thread ID /);
		expect(operations()).toEqual([]);
	},
);

describe('a thread that does not exist', () => {
	test.each([
		['answer', [true]],
		['events', [true, undefined]],
		['both', [true, undefined, true]],
	])('is replaced by a new thread, marked with Output: %s', async (output, marks) => {
		script();
		const result = await askIn('gone', { output });
		expect(records(result).map(({ newThread }) => newThread)).toEqual(marks);
		expect(operations()).toEqual(inBoth);
		expect(hintTexts(result).join()).toContain(
			"The thread in 'Thread ID' wasn't found, so the question started a new thread.",
		);
	});

	test('is replaced in an event stream that only reports that', async () => {
		const failed = eventText('error', { code: 'thread-not-found' });
		node.sandbox.scriptStream({ chunks: [failed] }, { operation: 'message.create' });
		const { items } = await askIn(known());
		const threadId = [...node.sandbox.state.threads.keys()].at(-1);
		expect(items[0]?.json).toMatchObject({ threadId, newThread: true, complete: true });
		expect(operations()).toEqual(inBoth);
	});

	test('leaves no hint at the events of that stream', async () => {
		const failed = eventText('error', { code: 'thread-not-found' });
		node.sandbox.scriptStream({ chunks: [failed] }, { operation: 'message.create' });
		script();
		const [hint = ''] = hintTexts(await askIn(known(), {}, node.named({})));
		expect(hint.split('\n\n')).toEqual([
			expect.stringContaining('started a new thread'),
			expect.stringContaining("The format of the answer isn't confirmed"),
		]);
	});

	test('is not replaced after a part of the answer', async () => {
		const chunks = [
			eventText('delta', { delta: 'They' }),
			eventText('error', { code: 'thread-not-found' }),
		];
		script({ chunks });
		expect(errorItem(await askIn(known(), {}, keepGoing))).toMatchObject({ output: 'They' });
		expect(operations()).toEqual(['message.create']);
	});

	test('is replaced only once', async () => {
		node.fault('thread.create', { errorCode: 'thread-not-found' });
		const result = await askIn('gone', {}, keepGoing);
		expect(errorItem(result)).toMatchObject({ errorCode: 'thread-not-found' });
		expect(errorItem(result)).not.toHaveProperty('newThread');
		expect(hintTexts(result)).toEqual([]);
		expect(operations()).toEqual(inBoth);
	});

	test('keeps a long question from being sent to a new thread', async () => {
		const question = 'q'.repeat(limits.questionCharacters + 1);
		const result = await askIn('gone', { question }, keepGoing);
		expect(errorItem(result)).toMatchObject({
			errorCode: 'question-too-long',
			message: 'There is no thread "gone", and the question is too long for a new thread [item 0]',
			description: `Shorten the question to ${limits.questionCharacters} characters, or correct 'Thread ID' in the options.`,
		});
		expect(operations()).toEqual(['message.create']);
		const preview = { question, options: { previewOnly: true } };
		expect(errorItem(await askIn('gone', preview, keepGoing))).toEqual(errorItem(result));
		expect(operations()).toEqual(['message.create', 'thread.get']);
	});

	test('marks an answer that is interrupted in the new thread', async () => {
		script({ chunks: [rose], ending: 'reset' });
		const result = await askIn('gone', {}, keepGoing);
		expect(errorItem(result)).toMatchObject({ newThread: true, output: 'They rose.' });
		expect(hintTexts(result).join()).toContain('started a new thread');
	});
});

test.each<[string, Fault, object]>([
	...['usage-limit-exceeded', 'insufficient-permissions'].map(
		(errorCode): [string, Fault, object] => [errorCode, { errorCode }, { errorCode }],
	),
	['Not Found without a code', { status: 404, bodyMode: 'html' }, { httpStatus: 404 }],
])('%s in the thread fails the item, without a new thread', async (_name, fault, error) => {
	node.fault('message.create', fault);
	expect(errorItem(await askIn(known(), {}, keepGoing))).toMatchObject(error);
	expect(operations()).toEqual(['message.create']);
});

test.each([
	['gone', '/v1/ai/threads/gone'],
	['', '/v1/ai/threads'],
])('Preview Only shows the request for Thread ID "%s"', async (threadId, path) => {
	const { items } = await askIn(threadId, { options: { previewOnly: true } });
	expect(items[0]?.json).toMatchObject({ preview: true, request: { method: 'POST' } });
	expect((items[0]?.json.request as { path: string }).path).toContain(path.slice('/v1/ai'.length));
	expect(operations()).toEqual(threadId === '' ? [] : ['thread.get']);
});

test.each(['known', 'gone'])('a %s thread streams one answer to the chat', async (threadId) => {
	script();
	const chunks: StructuredChunk[] = [];
	const onChunk = (chunk: StructuredChunk) => chunks.push(chunk);
	const result = await askIn(threadId === 'known' ? known() : threadId, {}, { onChunk });
	expect(hintTexts(result)).toHaveLength(threadId === 'known' ? 0 : 1);
	expect(chunks.map(({ type }) => type)).toEqual(['begin', 'item', 'end']);
	expect(chunks.map(({ content }) => content ?? '').join('')).toBe('They rose.');
});

test('a question is not asked again by Retry On Fail', async () => {
	script({ chunks: [rose], ending: 'reset' });
	const { error } = await askIn(known(), {}, { maxTries: 3, executionId: 'retried' });
	expect(error).toBeDefined();
	expect(operations()).toEqual(['message.create']);
});
