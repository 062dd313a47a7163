/** The text of an answer, in every form in which agents are known to send one. */
import fc from 'fast-check';
import { Answer } from '../../../src/agent/answer/answer';
import { type AnswerProtocol, hasText } from '../../../src/agent/answer/eventReading';
import { protocols as knownProtocols } from '../../../src/agent/answer/protocols';
import { readEvent } from '../../../src/agent/answer/receivedEvent';
import { readEvents } from '../../../src/http/eventStream';
import {
	eventsOf,
	type Form,
	forms,
	type Protocol,
	protocols,
	type Sent,
	streamText,
} from './protocols';
import { arrive } from './arrive';
import { ByteSource } from '../../http/byteSource';

const question = 'How are the sales of this week?';
const limits = { idleTimeout: 10_000, maxBytes: 1_000_000, maxEvents: 100_000 };

/** Reads a stream that arrives in chunks. */
async function gather(chunks: readonly Uint8Array[]) {
	const answer = new Answer({ question });
	const live: string[] = [];
	let failure;
	for await (const arrived of readEvents(new ByteSource(chunks).response, limits)) {
		const added = answer.add(readEvent(arrived));
		live.push(added.text);
		failure = added.failure;
		if (failure) break;
	}
	live.push(answer.finish());
	return { ...answer.result(!failure), failure, live: live.join('') };
}

const bytesOf = (events: readonly Sent[]) => new TextEncoder().encode(streamText(events));
const gatherWhole = async (events: readonly Sent[]) => await gather([bytesOf(events)]);

/** Protocols whose pieces have no type. */
const untyped = [
	'text generation',
	'Ollama chat',
	'plain text',
	'this service, answers',
	'this service, messages inside data',
];

const first = { pieces: ['Let me', ' look at', ' May. '] };
const second = { pieces: ['Sales rose', ' by 4 %', ', Grüße', ' 👋\nand all', ' is well.'] };
const reference = (turns: ReadonlyArray<{ pieces: readonly string[] }>) =>
	turns.flatMap(({ pieces }) => pieces).join('');

const cases = protocols.flatMap((protocol) =>
	(Object.keys(forms) as Form[]).flatMap((form) =>
		[[second], [first, second]].map(
			(turns): [string, string, string, Protocol, Form, Array<typeof first>] => [
				protocol.name,
				form,
				turns.length > 1 ? 'with a tool in between' : 'at once',
				protocol,
				form,
				turns,
			],
		),
	),
);

test.each(cases)('%s, %s, %s', async (_name, _form, _turns, protocol, form, turns) => {
	const { answer, live, complete, threadId } = await gatherWhole(eventsOf(protocol, form, turns));
	expect(answer).toBe(reference(turns));
	expect(live).toBe(answer);
	expect(complete).toBe(true);
	expect(threadId).toBe(protocol.threadId);
});

test.each(protocols.map((protocol): [string, Protocol] => [protocol.name, protocol]))(
	'%s: what came before a failure is kept, and the failure told',
	async (_name, protocol) => {
		const events = [
			...protocol.start,
			...second.pieces.flatMap((piece) => protocol.text(piece, 0)),
			...protocol.failure,
		];
		const { answer, live, complete, failure } = await gatherWhole(events);
		expect({ answer, complete }).toEqual({ answer: reference([second]), complete: false });
		expect(live).toBe(answer);
		expect(failure?.errorCode).toEqual(expect.any(String));
	},
);

test.each(protocols.map((protocol): [string, Protocol] => [protocol.name, protocol]))(
	'%s: cut at every byte, the same',
	async (_name, protocol) => {
		const bytes = bytesOf(eventsOf(protocol, 'in pieces and as a whole', [first, second]));
		// With chunks of 1 to 7 bytes there is a cut at every byte, with much and with little around it.
		for (let size = 1; size <= 7; size++) {
			const count = Math.ceil(bytes.length / size);
			const chunks = Array.from({ length: count }, (_, index) =>
				bytes.subarray(index * size, (index + 1) * size),
			);
			const { answer, live } = await gather(chunks);
			expect({ size, answer, live }).toEqual({
				size,
				answer: reference([first, second]),
				live: reference([first, second]),
			});
		}
	},
);

test.each(protocols.map((protocol): [string, Protocol] => [protocol.name, protocol]))(
	'%s: cut off after a piece, the answer is incomplete',
	async (name, protocol) => {
		const events = [
			...protocol.start,
			...second.pieces.flatMap((piece) => protocol.text(piece, 0)),
		];
		const { complete } = await gatherWhole(events);
		// Plain text, and pieces that have no type, look the same at the end and before it.
		expect(complete).toBe(untyped.includes(name));
	},
);

test.each(protocols.map((protocol): [string, Protocol] => [protocol.name, protocol]))(
	'%s: at most one protocol has text in its events',
	(_name, protocol) => {
		const events = [first, second].flatMap(({ pieces }, turn) => [
			...pieces.flatMap((piece) => protocol.text(piece, turn)),
			...(protocol.whole?.(pieces.join(''), turn, [pieces.join('')]) ?? []),
		]);
		const all = [...protocol.start, ...events, ...protocol.tool, ...protocol.end(['Hi'])];
		const readers = all.flatMap(([kind, data]) => {
			const event = arrive(data, kind);
			const own = knownProtocols.filter(({ read }) => hasText(read(event, event.record) ?? {}));
			expect(own.length).toBeLessThan(2);
			return own.map((each) => each.name);
		});
		expect(new Set(readers).size).toBeLessThan(2);
	},
);

const human = { type: 'human', id: 'h-1', content: question };
const graphAnswer = (content: string) => ({ type: 'ai', id: 'ai-1', content });

/** Streams with forms of their own. */
test.each<[string, Sent[], string]>([
	[
		'LangGraph values',
		[
			['values', { messages: [human] }],
			['values', { messages: [human, graphAnswer('')] }],
			['values', { messages: [human, { type: 'tool', content: 'Twelve rows' }] }],
			['values', { messages: [human, graphAnswer('Sales rose.')], topic: 'sales' }],
		],
		'Sales rose.',
	],
	[
		'LangGraph updates',
		[
			['updates', { agent: { messages: [graphAnswer('I look. ')] } }],
			['updates', { tools: { messages: [{ type: 'tool', content: 'Twelve rows' }] } }],
			['updates', { agent: { messages: [{ ...graphAnswer('Sales rose.'), id: 'ai-2' }] } }],
		],
		'I look. Sales rose.',
	],
	[
		'LangGraph messages that grow',
		[
			['messages/metadata', { 'ai-1': { metadata: { langgraph_node: 'agent' } } }],
			['messages/partial', [{ ...graphAnswer('Sales'), type: 'AIMessageChunk' }]],
			['messages/partial', [{ ...graphAnswer('Sales rose.'), type: 'AIMessageChunk' }]],
			['messages/complete', [graphAnswer('Sales rose.')]],
		],
		'Sales rose.',
	],
	[
		'Dify, with a text that is withdrawn',
		[
			[undefined, { event: 'message', task_id: 't', answer: 'A secret' }],
			[undefined, { event: 'message_replace', task_id: 't', answer: 'I may not say.' }],
			[undefined, { event: 'message_end', task_id: 't' }],
		],
		'I may not say.',
	],
	[
		'several choices',
		[0, 1, 0, 1].map((index): Sent => [
			undefined,
			{
				object: 'chat.completion.chunk',
				choices: [{ index, delta: { content: index === 0 ? 'Yes' : 'No' }, finish_reason: 'stop' }],
			},
		]),
		'YesYes',
	],
	[
		'data lines',
		[
			[undefined, 'f:{"messageId":"m-1"}'],
			[undefined, '0:"Sales "\n0:"rose."'],
			[undefined, '9:{"toolCallId":"c-1","toolName":"sales","args":{}}'],
			[undefined, 'd:{"finishReason":"stop"}'],
		],
		'Sales rose.',
	],
	[
		'JSON patches',
		[
			[undefined, { ops: [{ op: 'replace', path: '', value: { id: 'run', logs: {} } }] }],
			[undefined, { ops: [{ op: 'add', path: '/logs/model/streamed_output/-', value: 'Sales' }] }],
			[undefined, { ops: [{ op: 'add', path: '/streamed_output/-', value: 'Sales ' }] }],
			[
				undefined,
				{ ops: [{ op: 'add', path: '/streamed_output/-', value: { content: 'rose.' } }] },
			],
			['end', null],
		],
		'Sales rose.',
	],
	[
		'patches that append',
		[
			[undefined, { p: '/message/content/parts/0', o: 'append', v: 'Sales' }],
			[undefined, { v: ' rose' }],
			[
				undefined,
				{ p: '', o: 'patch', v: [{ p: '/message/content/parts/0', o: 'append', v: '.' }] },
			],
			[undefined, '[DONE]'],
		],
		'Sales rose.',
	],
	[
		'Gemini interactions',
		[
			[
				undefined,
				{ event_type: 'step.delta', index: 0, delta: { type: 'thought_summary', text: 'Hm' } },
			],
			[
				undefined,
				{ event_type: 'step.delta', index: 1, delta: { type: 'text', text: 'Sales rose.' } },
			],
			[undefined, { event_type: 'interaction.completed', interaction: { status: 'completed' } }],
		],
		'Sales rose.',
	],
	[
		'an A2A task that asks back',
		[
			[
				undefined,
				{
					jsonrpc: '2.0',
					result: {
						kind: 'status-update',
						status: {
							state: 'TASK_STATE_INPUT_REQUIRED',
							message: { role: 'agent', parts: [{ text: 'Which month?' }] },
						},
					},
				},
			],
		],
		'Which month?',
	],
])('%s', async (_name, events, expected) => {
	expect(await gatherWhole(events)).toMatchObject({ answer: expected, complete: true });
});

test('a final text replaces what was streamed, of which the live text stays', async () => {
	const part = { item_id: 'm', output_index: 0, content_index: 0 };
	const { answer, live } = await gatherWhole([
		[undefined, { type: 'response.output_text.delta', ...part, delta: 'A secret' }],
		[undefined, { type: 'response.output_text.done', ...part, text: 'I may not say.' }],
		[undefined, { type: 'response.completed', response: { output: [] } }],
	]);
	expect({ answer, live }).toEqual({ answer: 'I may not say.', live: 'A secret' });
});

test('a response that ends in a tool call has no answer', async () => {
	const response = {
		status: 'completed',
		truncation: 'disabled',
		output: [{ type: 'function_call' }],
	};
	const { answer, complete } = await gatherWhole([
		[undefined, { type: 'response.created', response: { ...response, output: [] } }],
		[
			undefined,
			{ type: 'response.output_item.added', output_index: 0, item: { type: 'function_call' } },
		],
		[undefined, { type: 'response.completed', response }],
	]);
	expect({ answer, complete }).toEqual({ answer: '', complete: false });
});

test('a protocol is added as one row', () => {
	const invented: AnswerProtocol = {
		name: 'An invented protocol',
		read: (_event, { akt, wort }) => {
			if (akt === 'ende') return { end: 'complete' };
			return akt === 'rede' ? { delta: wort } : undefined;
		},
	};
	const answer = new Answer({ protocols: [invented] });
	const events = [{ akt: 'rede', wort: 'Sales ' }, { akt: 'rede', wort: 'rose.' }, { akt: 'ende' }];
	for (const data of events) answer.add(arrive(data));
	expect(answer.result(true)).toMatchObject({ answer: 'Sales rose.', complete: true });
	expect(answer.reading()).toMatchObject({ protocol: 'An invented protocol' });
});

/** Words that come again and again, which a text told once more resembles. */
const repetitive = [
	{ pieces: ['Up 👋 orders ', 'orders', ' orders orders orders'] },
	{ pieces: ['Then or', 'ders', ' orders', ' orders orders', ' orders'] },
];

test.each(
	protocols.flatMap((protocol) =>
		(['in pieces', 'in pieces with progress between them'] as const).map(
			(form): [string, Form, Protocol] => [protocol.name, form, protocol],
		),
	),
)('%s, %s: words that come again are text', async (_name, form, protocol) => {
	const { answer, live } = await gatherWhole(eventsOf(protocol, form, repetitive));
	expect(answer).toBe(reference(repetitive));
	expect(live).toBe(answer);
});

describe('for every text, however it is cut into pieces and bytes', () => {
	const word = fc.constantFrom(
		'orders',
		'of',
		'May',
		'Zürich',
		'4 %',
		'👋',
		'the',
		'\n',
		'a',
		'ha',
	);
	/** Begins with a word that comes once, as two readings are possible of a text that repeats its own. */
	const textAfter = (...beginnings: string[]) =>
		fc
			.tuple(fc.constantFrom(...beginnings), fc.array(word, { minLength: 5, maxLength: 12 }))
			.map(([begin, words]) => `${begin} ${words.join(' ')}`.trim());
	const turnOf = (...beginnings: string[]) =>
		fc
			.tuple(textAfter(...beginnings), fc.array(fc.nat({ max: 80 }), { maxLength: 12 }))
			.map(([whole, cuts]) => {
				const points = [0, ...cuts.filter((cut) => cut < whole.length), whole.length];
				const ends = [...new Set(points)].sort((a, b) => a - b);
				const pieces = ends.slice(1).map((end, index) => whole.slice(ends[index], end));
				// A half of a character is none that JSON can carry.
				return { pieces: pieces.every((piece) => piece.isWellFormed()) ? pieces : [whole] };
			});

	const turns = fc
		.tuple(turnOf('Revenue', 'Up', 'Well, 12'), fc.option(turnOf('Then', 'Now: 3')))
		.map(([one, other]) => (other ? [one, other] : [one]));

	test.each(protocols.map((protocol): [string, Protocol] => [protocol.name, protocol]))(
		"%s: live text is the item's text is what was said",
		async (_name, protocol) => {
			await fc.assert(
				fc.asyncProperty(
					fc.constantFrom(...(Object.keys(forms) as Form[])),
					turns,
					fc.array(fc.nat(), { maxLength: 6 }),
					async (form, turns, cuts) => {
						const bytes = bytesOf(eventsOf(protocol, form, turns));
						const points = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length];
						points.sort((a, b) => a - b);
						const chunks = points.slice(1).map((end, index) => bytes.subarray(points[index], end));
						const { answer, live } = await gather(chunks);
						expect(answer).toBe(reference(turns));
						expect(live).toBe(answer);
					},
				),
				{ numRuns: 40 },
			);
		},
	);
});
