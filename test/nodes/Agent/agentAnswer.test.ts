/** Asking the agent: scripted streams of the sandbox, read by the node in n8n's engine. */
import { type IDataObject, type INodeParameters, sleep, type StructuredChunk } from 'n8n-workflow';
import { limits } from '../../../src/api/limits';
import { picked } from '../../cases/operationCase';
import { eventText, type StreamChunk, type StreamScript } from '../../sandbox/index';
import { until } from '../../until';
import {
	errorItem,
	hintTexts,
	keepGoing,
	nodeUnderTest,
	records,
	sourcesOf,
} from '../nodeUnderTest';

const node = nodeUnderTest('Agent', {});

const inThread = (value: string) => ({ resource: 'message', threadId: picked(value) });
const ask = async (parameters: INodeParameters = {}, more = {}) =>
	await node.run(
		{ resource: 'thread', operation: 'create', question: 'How are sales?', ...parameters },
		more,
	);
const script = (chunks: StreamChunk[], more: StreamScript = {}) =>
	node.sandbox.scriptStream({ chunks, ...more });
const delta = (text: string) => eventText('delta', { delta: text });
const done = eventText('done', { threadId: 't-1' });
/** So many chunks in turn, with a pause before each. */
const repeat = (count: number, delayMs: number, chunks: readonly string[]) =>
	Array.from({ length: count }, (_, index) => ({
		bytes: chunks[index % chunks.length] ?? '',
		delayMs,
	}));
const threads = () => [...node.sandbox.state.threads.values()];

/** The sandbox sees the connection end a moment after the node has ended it. */
const lastStream = async () => {
	const stream = node.sandbox.streams.at(-1);
	await until(() => stream?.endedAt !== undefined);
	return stream;
};

const { named } = node;

beforeEach(() => {
	node.sandbox.streamDelayMs = 0;
});

describe('an answer', () => {
	test('is one item, linked to the item of its question', async () => {
		const { items } = await ask({}, { items: [{ nr: 1 }, { nr: 2 }] });
		expect(sourcesOf(items)).toEqual([0, 1]);
		const [first, second] = threads().slice(-2);
		expect(items.map(({ json }) => json)).toEqual(
			[first, second].map((thread) => ({
				threadId: thread?.threadId,
				messageId: thread?.messages.at(-1)?.messageId,
				output: thread?.messages.at(-1)?.text,
				eventCount: expect.any(Number),
				complete: true,
			})),
		);
	});

	test('in an earlier thread has the ID of that thread', async () => {
		const threadId = String(node.sandbox.samples.threadId);
		script([delta('Hi')]);
		const { items } = await ask(inThread(threadId));
		const cutOff = { complete: false, incompleteReason: 'cutOff' };
		expect(items[0]?.json).toEqual({ threadId, output: 'Hi', eventCount: 1, ...cutOff });
		expect(node.lastRequest()?.operation).toBe('message.create');
	});
});

describe('a question', () => {
	test('can have 1,000 characters of any kind', async () => {
		const question = '🙂'.repeat(limits.questionCharacters);
		expect((await ask({ question })).items[0]?.json.complete).toBe(true);
		const result = await ask({ question: `${question}!` }, keepGoing);
		expect(errorItem(result)).toMatchObject({
			errorCode: 'question-too-long',
			message: 'The question is longer than 1000 characters [item 0]',
		});
		expect(node.sandbox.requests).toHaveLength(1);
	});

	test('in an earlier thread can have other fields', async () => {
		const question = 'x'.repeat(limits.questionCharacters + 1);
		await ask({
			...inThread(String(node.sandbox.samples.threadId)),
			question: ` ${question} `,
			options: { additionalBody: '{"language":"en"}' },
		});
		expect(node.lastBody()).toEqual({ question, language: 'en' });
	});
});

describe('the output', () => {
	const stream = [
		eventText('thread', { threadId: 't-1' }, '1'),
		'event: delta\r\ndata: {"delta":"Hello","n":1.0}\r\n\r\n',
		'event: ping\ndata: plain\ndata: text\n\n',
		eventText('done', {}),
	];
	const events = [
		{ event: 'thread', id: '1', data: { threadId: 't-1' } },
		{ event: 'delta', data: { delta: 'Hello', n: 1 } },
		{ event: 'ping', data: 'plain\ntext' },
		{ event: 'done', data: {} },
	];
	const answer = { threadId: 't-1', output: 'Hello', eventCount: 4, complete: true };

	test.each([
		['answer', [answer]],
		['events', events],
		['both', [...events, answer]],
	])('follows Output: %s', async (output, expected) => {
		script(stream);
		const result = await ask({ output });
		expect(records(result)).toEqual(expected);
		expect(new Set(sourcesOf(result.items))).toEqual(new Set([0]));
	});

	test.each([
		['text', '{"answer.text":"a.b","answer.finalEvent":"answer-read"}'],
		['an object', { 'answer.text': 'a.b', 'answer.finalEvent': 'answer-read' }],
	])('is read by Answer Format as %s', async (_what, answerFormat) => {
		const hi = 'event: x\ndata: {"a":{"b":"Hi"},"text":"no"}\n\n';
		script([hi, 'event: answer-read\ndata: {}\n\n'], { ending: 'reset' });
		expect(records(await ask({ options: { answerFormat } }))).toEqual([
			{ output: 'Hi', eventCount: 2, complete: true },
		]);
	});

	test.each(['{}', ' ', '={{ null }}'])(
		'is read by the credential if Answer Format is %j',
		async (answerFormat) => {
			script(stream);
			expect(records(await ask({ options: { answerFormat } }))).toEqual([answer]);
		},
	);

	test.each<[INodeParameters, string]>([
		[{ answerFormat: '{"answer.text":' }, "isn't valid JSON"],
		[{ answerFormat: '{"answer.txt":"a"}' }, 'has the unknown key "answer.txt"'],
		[{ answerFormat: '{"user.active":"a"}' }, 'has the unknown key "user.active"'],
		[{ answerFormat: '{"answer.mode":"append"}' }, 'has no usable value for "answer.mode"'],
		[{ answerFormat: '{"answer.text":"a[b"}' }, "isn't a path"],
		[{ maxDuration: 'soon' }, 'Max Duration "soon" is not a number of minutes above 0'],
	])('is refused before the question with the option %j', async (options, message) => {
		expect((await ask({ options })).error?.message).toContain(message);
		expect(node.sandbox.requests).toHaveLength(0);
	});
});

test('reads one event of 8 MB', async () => {
	const text = 'ä'.repeat(4_000_000);
	script([eventText('delta', { delta: text }), done]);
	const { items } = await ask();
	expect(items[0]?.json.output === text).toBe(true);
});

describe('an interrupted answer', () => {
	const half = [delta('Sales '), delta('rose'), 'event: delta\ndata: {"del'];
	const thread = eventText('thread', { threadId: 't-1' });
	const kept = { output: 'Sales rose', complete: false };

	test.each([
		['reset', 'network', 'The connection was lost in the middle of the answer [item 0]'],
		['stall', 'timeout', 'No further part of the answer arrived within 300 ms [item 0]'],
	] as const)('keeps the text before a %s', async (ending, errorCode, message) => {
		script([thread, ...half], { ending });
		const result = await ask({ options: { idleTimeout: 300 } }, keepGoing);
		const received = { ...kept, threadId: 't-1', eventCount: 3 };
		expect(errorItem(result)).toMatchObject({ errorCode, message, ...received });
		expect(errorItem(result)).not.toHaveProperty('events');
		expect((await lastStream())?.closedByClient).toBe(ending === 'stall');
		expect(node.sandbox.requests).toHaveLength(1);
	});

	test.each([
		['The answer has more than 2 events [item 0]', { maxEvents: 2 }],
		['The answer has more than 1 MB [item 0]', { maxBytes: 1 }],
	])('keeps the text, and closes the connection: %s', async (message, options) => {
		const event = `ta":"!"}\n\n`;
		const parts = 'maxBytes' in options ? ['x'.repeat(1_048_576), event] : [event];
		script([...half, ...parts], { ending: 'stall' });
		const result = await ask({ options }, keepGoing);
		expect(errorItem(result)).toMatchObject({ errorCode: 'answer-too-large', message, ...kept });
		expect((await lastStream())?.closedByClient).toBe(true);
	});

	test.each([
		eventText('error', { code: 'usage-limit-exceeded' }),
		'data: {"code":"usage-limit-exceeded"}\n\n',
		'data: {"errorCode":"usage-limit-exceeded"}\n\n',
	])('keeps the text before the failure %j and closes the connection', async (failed) => {
		script([delta('Sales '), delta('rose'), failed, delta('!')], { ending: 'stall' });
		const result = await ask({}, keepGoing);
		expect(errorItem(result)).toMatchObject({
			...kept,
			eventCount: 3,
			errorCode: 'usage-limit-exceeded',
			message: 'The monthly usage limit of the agent is used up [item 0]',
		});
		expect((await lastStream())?.closedByClient).toBe(true);
	});

	test.each([
		['comments', ': ping\n\n'],
		['events', eventText('ping', {})],
	])('ends after Max Duration, even if %s keep the connection open', async (_name, bytes) => {
		const chunks = repeat(100, 100, [bytes]);
		script([...half.slice(0, 2), ...chunks], { ending: 'stall' });
		const result = await ask({ options: { maxDuration: 0.01, idleTimeout: 5000 } }, keepGoing);
		expect(errorItem(result)).toMatchObject({
			...kept,
			errorCode: 'timeout',
			message: 'The answer took longer than 0.01 minutes [item 0]',
		});
	});

	test('fails the node without Continue On Fail', async () => {
		script(half, { ending: 'reset' });
		const { error, items } = await ask();
		expect(items).toHaveLength(0);
		expect(error).toMatchObject({ errorCode: 'network', context: { data: kept } });
	});

	test.each([
		['application/json', '{"answer":"not streamed"}'],
		['text/html', '<html>A proxy</html>'],
	])('that is %s is refused with the beginning of the response', async (contentType, body) => {
		script([body], { contentType });
		const result = await ask({}, keepGoing);
		expect(errorItem(result)).toMatchObject({
			errorCode: 'invalid-response',
			httpStatus: 200,
			message: `The service returned "${contentType}" instead of an event stream [item 0]`,
			body,
			output: '',
			eventCount: 0,
			complete: false,
		});
	});
});

describe('the secrets of the credential', () => {
	/** Answers with events that repeat the client secret and the access token. */
	const repeatSecrets = (eventsWith: (secrets: string[]) => string[], more: StreamScript = {}) => {
		const { authorizationServer, credential } = node.sandbox;
		const issue = jest.spyOn(authorizationServer, 'issueClientToken').mockClear();
		node.sandbox.expireTokens();
		const secrets = () => [
			credential.clientSecret,
			...issue.mock.results.map(({ value }) => (value as { access_token: string }).access_token),
		];
		node.sandbox.scriptStream({ chunks: () => eventsWith(secrets()), ...more });
		return secrets;
	};
	const expectNone = (result: Awaited<ReturnType<typeof ask>>, secrets: readonly string[]) => {
		expect(secrets.length).toBeGreaterThan(1);
		const { items, run } = result;
		const text = JSON.stringify([items, run, errorItem(result)]);
		// Half of one is too much as well.
		for (const secret of secrets) expect(text).not.toContain(secret.slice(0, 8));
	};

	const long = 'Denied. '.repeat(36);

	test.each([
		['in its words', (secrets: string[]) => `Denied: ${secrets.join(' or ')}`],
		['where the access token is cut', (secrets: string[]) => `${long} ${secrets.at(-1)}`],
	])('are removed from the failure of an agent, %s', async (_name, words) => {
		const secrets = repeatSecrets((all) => [eventText('error', { message: words(all) })]);
		const result = await ask({}, keepGoing);
		expect(errorItem(result).description).toContain('Denied');
		expectNone(result, secrets());
	});

	test.each([1, 7, 1000])(
		'are removed from live text in parts of %i characters',
		async (length) => {
			const textOf = (all: string[]) => `I use ${all.join(' and ')}. Fine?`;
			const parts = (all: string[]) => textOf(all).match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
			const secrets = repeatSecrets((all) => [...parts(all).map(delta), done]);
			const chunks: string[] = [];
			const onChunk = ({ content }: StructuredChunk) => chunks.push(content ?? '');
			const result = await ask({}, { onChunk });
			expect(chunks.join('')).toBe('I use *** and ***. Fine?');
			expect(result.items[0]?.json.output).toBe('I use *** and ***. Fine?');
			expect(secrets()).toHaveLength(2);
		},
	);

	test('are removed from an interrupted answer', async () => {
		const events = (all: string[]) => all.map((secret) => delta(`I use ${secret}. `));
		const secrets = repeatSecrets(events, { ending: 'reset' });
		const result = await ask({ output: 'both' }, keepGoing);
		expect(errorItem(result)).toMatchObject({
			output: expect.stringMatching(/^(I use \*\*\*\. )+$/),
			events: expect.arrayContaining([{ event: 'delta', data: { delta: 'I use ***. ' } }]),
			complete: false,
		});
		expectNone(result, secrets());
	});

	test('are removed from the hint at a type of event', async () => {
		const secrets = repeatSecrets((all) => [
			delta('Fine.'),
			...all.map((secret) => eventText(secret, { step: 1 })),
			done,
		]);
		const result = await ask();
		expect(hintTexts(result).join()).toContain('***');
		expectNone(result, secrets());
	});
});

describe('after its final event, an answer', () => {
	test.each(['reset', 'stall'] as const)('ignores a %s', async (ending) => {
		const sources = eventText('sources', { urls: ['https://service.example/orders'] });
		script([delta('Hello'), done, sources], { ending });
		const { items } = await ask({ options: { idleTimeout: 500 } });
		expect(items[0]?.json).toMatchObject({ output: 'Hello', complete: true });
	});

	test('ends after [DONE], even if the connection stays open', async () => {
		const alive = repeat(16, 500, [': ping\n\n', eventText('heartbeat', { text: 'ping' })]);
		script([delta('Hello'), done, 'data: [DONE]\n\n', ...alive], { ending: 'stall' });
		const { items } = await ask();
		expect((await lastStream())?.chunksSent).toBeLessThan(alive.length);
		expect(items[0]?.json).toMatchObject({ output: 'Hello', complete: true });
	});

	test('ends after Idle Timeout, even if heartbeats keep the connection open', async () => {
		const heartbeats = [': ping\n\n', eventText('heartbeat', { at: 7 }), 'data: ping\n\n'];
		const usage = { bytes: eventText('usage', { tokens: 3 }), delayMs: 300 };
		const chunks = repeat(60, 100, heartbeats);
		script([delta('Hello'), done, usage, usage, ...chunks], { ending: 'stall' });
		const { items } = await ask({ output: 'both', options: { idleTimeout: 1500 } });
		expect((await lastStream())?.chunksSent).toBeLessThan(chunks.length);
		expect(items.at(-1)?.json).toMatchObject({ output: 'Hello', complete: true });
		expect(items.filter(({ json }) => json.event === 'usage')).toHaveLength(2);
	});

	test('continues with further text', async () => {
		const alive = repeat(16, 100, [': ping\n\n']);
		script([delta('One. '), done, delta('Two. '), ...alive, delta('Three.'), done]);
		const { items } = await ask({ options: { idleTimeout: 1500 } });
		expect(items[0]?.json).toMatchObject({ output: 'One. Two. Three.', complete: true });
	});

	test('still counts events against Max Events', async () => {
		script([delta('Hello'), done, eventText('usage', { tokens: 3 })]);
		const result = await ask({ options: { maxEvents: 2 } }, keepGoing);
		expect(errorItem(result)).toMatchObject({ errorCode: 'answer-too-large', output: 'Hello' });
	});
});

test('ends the stream if the execution is canceled', async () => {
	script([delta('Hello')], { ending: 'stall' });
	let cancel = () => {};
	const asking = ask({}, { onStart: (stop: () => void) => (cancel = stop) });
	await until(() => Boolean(node.sandbox.streams.at(-1)?.chunksSent));
	cancel();
	await asking.catch(() => {});
	expect((await lastStream())?.closedByClient).toBe(true);
});

test('sends no question twice, except after a rejected token or a 429', async () => {
	node.fault('thread.create', { reset: 'beforeResponse', times: 1 });
	expect((await ask()).error?.errorCode).toBe('network');
	expect(node.sandbox.requests).toHaveLength(1);

	node.sandbox.expireTokens();
	node.fault('thread.create', { status: 429, retryAfter: 0, times: 1 });
	expect((await ask()).items[0]?.json.complete).toBe(true);
	expect(node.sandbox.counts['thread.create']).toBe(4);
});

describe('live text', () => {
	const askLive = async (
		parameters: INodeParameters = {},
		more = {},
		chunks: StructuredChunk[] = [],
	) => {
		const onChunk = (chunk: StructuredChunk) => chunks.push(chunk);
		const result = await ask(parameters, { onChunk, ...more });
		return { ...result, chunks, types: chunks.map(({ type }) => type) };
	};
	const textOf = (chunks: StructuredChunk[]) => chunks.map(({ content }) => content ?? '').join('');

	test('is sent as it arrives, and becomes the item', async () => {
		const words = ['Sales ', 'rose ', 'by ', '4 %.'];
		const chunks: StructuredChunk[] = [];
		node.sandbox.scriptStream({
			chunks: async function* () {
				for (const [index, word] of words.entries()) {
					yield delta(word);
					// The next word is kept back until this one is out.
					await until(() => chunks.filter(({ type }) => type === 'item').length > index);
				}
				yield done;
			},
		});
		const { items, types } = await askLive({}, {}, chunks);
		expect(types).toEqual(['begin', 'item', 'item', 'item', 'item', 'end']);
		const texts = chunks.filter(({ type }) => type === 'item');
		expect(texts.map(({ content }) => content)).toEqual(words);
		expect(textOf(texts)).toBe(items[0]?.json.output);
		expect(chunks.map(({ metadata }) => metadata.itemIndex)).toEqual(chunks.map(() => 0));
	});

	test('is not sent without a known format', async () => {
		script([eventText('say', { words: 'Sales rose.' }), done]);
		const { chunks, items } = await askLive({}, named({}));
		expect(chunks.map(({ type }) => type)).toEqual(['begin', 'end']);
		expect(items[0]?.json).toMatchObject({ output: 'Sales rose.', complete: false });
	});

	test('is not sent if the option is off', async () => {
		const { chunks, items } = await askLive({ options: { enableStreaming: false } });
		expect(chunks).toEqual([]);
		expect(items[0]?.json.complete).toBe(true);
	});

	test('is not sent if a model calls the node as its tool', async () => {
		const chunks: StructuredChunk[] = [];
		script([delta('Hello'), done]);
		const onChunk = (chunk: StructuredChunk) => chunks.push(chunk);
		const form = { question: 'How are sales?' };
		const text = await node.callOperation('thread.create', form, {}, { onChunk });
		expect(text).toContain('Hello');
		expect(chunks).toEqual([]);
	});

	test('has the index of its item', async () => {
		const { chunks } = await askLive({}, { items: [{}, {}] });
		for (const itemIndex of [0, 1]) {
			const own = chunks.filter(({ metadata }) => metadata.itemIndex === itemIndex);
			expect([own.at(0)?.type, own.at(-1)?.type]).toEqual(['begin', 'end']);
		}
	});

	test('ends with one error if the answer fails', async () => {
		script([delta('Hello.')], { ending: 'reset' });
		expect((await askLive()).types).toEqual(['begin', 'item', 'error']);
		script([delta('Hello.')], { ending: 'reset' });
		const { chunks, types } = await askLive({}, keepGoing);
		expect(types).toEqual(['begin', 'item', 'error']);
		expect(chunks.at(-1)?.content).toContain('The connection was lost');
	});

	test('is read as slowly as the chat receives it', async () => {
		script([delta('a '), delta('b '), delta('c '), done]);
		const slow: string[] = [];
		const onChunk = async ({ content = '' }: StructuredChunk) => {
			await sleep(150);
			slow.push(content);
		};
		const { items } = await ask({ options: { idleTimeout: 100 } }, { onChunk });
		expect(slow).toEqual(['', 'a ', 'b ', 'c ', '']);
		expect(items[0]?.json).toMatchObject({ output: 'a b c ', complete: true });
	});

	test('does not lose the answer if the chat disconnects', async () => {
		for (const gone of ['begin', 'item', 'end']) {
			script([delta('a'), delta('b'), done]);
			const onChunk = ({ type }: StructuredChunk) => {
				if (type === gone) throw new Error('gone');
			};
			const run = await ask({}, { onChunk, ...keepGoing });
			expect(records(run)).toMatchObject([{ output: 'ab', complete: true }]);
			expect(hintTexts(run)).toEqual([expect.stringContaining('disconnected')]);
		}
	});

	test('includes an error before the answer with Continue On Fail', async () => {
		node.fault('thread.create', { status: 403, times: 1 });
		const refused = await askLive({}, keepGoing);
		expect(refused.types).toEqual(['begin', 'error']);
		expect(refused.chunks.at(-1)?.content).toContain('The service refused the request');
		const long = await askLive({ question: 'x'.repeat(1001) }, keepGoing);
		expect(long.types).toEqual(['begin', 'error']);
		expect(long.chunks.at(-1)?.content).toContain('question');
	});
});

describe('an answer of an unknown format', () => {
	const stream = [
		eventText('status', { text: 'Thinking' }),
		eventText('say', { words: 'Sales ' }),
		eventText('say', { words: 'rose.' }),
		eventText('over', {}),
	];

	test('is proposed, and complete once the proposal is pasted', async () => {
		script(stream);
		const run = await ask({}, named({}));
		const [first] = records(run);
		expect(first).toEqual({
			output: 'Sales rose.',
			eventCount: 4,
			complete: false,
			incompleteReason: 'unconfirmedFormat',
			fieldNames: {
				'answer.text': 'words',
				'answer.events': ['say'],
				'answer.finalEvent': 'over',
				'answer.otherEvents': ['status'],
			},
		});
		const [, json = ''] = /options: (\{.+\})\.$/.exec(hintTexts(run).join()) ?? [];
		expect(JSON.parse(json)).toEqual(first?.fieldNames);

		script(stream);
		const answerFormat = first?.fieldNames as IDataObject;
		const second = await ask({ options: { answerFormat } } as INodeParameters, named({}));
		expect(records(second)).toEqual([{ output: 'Sales rose.', eventCount: 4, complete: true }]);
		expect(hintTexts(second)).toEqual([]);
	});

	test('of a public protocol without its end has an end to paste', async () => {
		const end = 'data: [DONE]\n\n';
		const chunks = [eventText('response.output_text.delta', { delta: 'Sales rose.' }), end];
		script(chunks);
		const [first] = records(await ask({}, named({})));
		script(chunks);
		const second = await ask({}, named(first?.fieldNames as IDataObject));
		expect(records(second)).toEqual([{ output: 'Sales rose.', eventCount: 2, complete: true }]);
	});

	test('is proposed even if the connection is never closed', async () => {
		script(stream, { ending: 'stall' });
		const run = await ask({ options: { idleTimeout: 300 } }, { ...named({}), ...keepGoing });
		expect(errorItem(run)).toMatchObject({
			errorCode: 'timeout',
			output: 'Sales rose.',
			fieldNames: { 'answer.text': 'words', 'answer.finalEvent': 'over' },
		});
		expect(hintTexts(run)).toEqual([expect.stringContaining('"answer.finalEvent": "over"')]);
	});

	test('has no hint if the agent fails before any text', async () => {
		script([eventText('status', {}), eventText('error', { code: 'usage-limit-exceeded' })]);
		const run = await ask({}, { ...named({}), ...keepGoing });
		expect(errorItem(run).errorCode).toBe('usage-limit-exceeded');
		expect(hintTexts(run)).toEqual([]);
	});

	test('has a short hint, however long its names are', async () => {
		script([eventText('say', { ['words'.repeat(1000)]: 'Sales rose.' })]);
		const [hint = ''] = hintTexts(await ask({}, named({})));
		expect(hint.length).toBeLessThanOrEqual(2000);
		expect(hint).toContain("'fieldNames' in the item");
	});

	test('has nothing to paste without text at one place', async () => {
		script([eventText('count', { n: 1 })]);
		expect(hintTexts(await ask({}, named({})))).toEqual([expect.stringContaining('no text')]);
		script([eventText('say', { text: 'Sales' }), eventText('say', { text: [{ text: ' rose' }] })]);
		expect(hintTexts(await ask({}, named({})))).toEqual([expect.stringContaining('which text')]);
	});
});

describe('an answer that is not complete', () => {
	test.each([
		['noText', [done], 'no text'],
		['cutOff', [delta('Sales'), 'event: done\ndata: {}\n'], 'ended before'],
		[
			'unknownEvents',
			[delta('Sales'), eventText('annex', {}), done],
			'[ "thread", "usage", "sources", "annex" ]',
		],
	])('has the reason %s, and a hint', async (incompleteReason, chunks, hint) => {
		script(chunks);
		const run = await ask();
		expect(records(run)).toMatchObject([{ complete: false, incompleteReason }]);
		expect(hintTexts(run)).toEqual([expect.stringContaining(hint)]);
	});

	const noAnswer = { output: '', eventCount: 0, complete: false };

	test.each([
		['answer', [noAnswer]],
		['both', [noAnswer]],
		['events', []],
	])('has a hint if there is no event, with the output %s', async (output, items) => {
		for (const format of [{}, named({})]) {
			script([]);
			const run = await ask({ output }, format);
			expect(records(run)).toMatchObject(items);
			expect(hintTexts(run)).toEqual([expect.stringContaining('contained no events')]);
		}
	});

	test('is several items if one event has several lines of JSON', async () => {
		script(['event: delta\ndata: {"delta":"Sales "}\ndata: {"delta":"rose."}\n\n', done]);
		const run = await ask({ output: 'both' });
		expect(records(run)).toHaveLength(4);
		expect(records(run).at(-1)).toMatchObject({ output: 'Sales rose.', eventCount: 3 });
	});
});

describe('Field Names of the credential', () => {
	const stream = [
		eventText('open', { talk: 'k-1', line: 'l-1', message: 'You are in' }),
		eventText('say', { words: 'They rose.', id: 'x', threadId: 'other' }),
		eventText('over', {}),
	];
	const names = {
		'answer.text': 'words',
		'answer.events': ['say'],
		'answer.finalEvent': 'over',
		'answer.otherEvents': ['open'],
		'thread.threadId': 'talk',
		'message.messageId': 'line',
	};

	test('read the answer and its IDs', async () => {
		script(stream);
		const { items } = await ask({}, named(names));
		const ids = { threadId: 'k-1', messageId: 'l-1' };
		expect(items[0]?.json).toEqual({ ...ids, output: 'They rose.', eventCount: 3, complete: true });
	});

	test('yield to Answer Format as a whole', async () => {
		script(stream);
		const answerFormat = { 'answer.text': 'message' };
		const { items } = await ask({ options: { answerFormat } } as INodeParameters, named(names));
		const output = 'You are in';
		expect(items[0]?.json).toMatchObject({ output, incompleteReason: 'unknownEvents' });
	});
});
