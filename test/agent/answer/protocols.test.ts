/** The text of an answer, in every form in which agents are known to send one. */
import fc from 'fast-check';
import { Answer } from '../../../src/agent/answer/answer';
import { type AnswerProtocol, hasText } from '../../../src/agent/answer/eventReading';
import { protocols as knownProtocols } from '../../../src/agent/answer/protocols';
import { ReceivedEvent } from '../../../src/agent/answer/receivedEvent';
import { readStreamOptions } from '../../../src/forms/streamOptions';
import { eventsOf, forms, type Protocol, protocols, type Sent, streamText } from './protocols';
import { arrive } from './arrive';
import { readStreamCases } from './streamCases';
import { filledIn } from '../../forms/filledIn';
import { ByteSource, readStreamEvents } from '../../http/byteSource';

const question = 'How are the sales of this week?';
const limits = {
	...readStreamOptions(filledIn({}), 'answer'),
	idleTimeout: 10_000,
	maxBytes: 1_000_000,
	maxEvents: 100_000,
};

/** Reads a stream that arrives in chunks. */
async function gather(chunks: readonly Uint8Array[]) {
	const answer = new Answer({ question });
	const live: string[] = [];
	let failure;
	for await (const { data, event, unfinished } of readStreamEvents(
		new ByteSource(chunks).response,
		limits,
	)) {
		const added = answer.add(new ReceivedEvent(data, event, unfinished));
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
	'plain text',
	'this service, answers',
	'this service, messages inside data',
];

const first = { pieces: ['Let me', ' look at', ' May. '] };
const second = { pieces: ['Sales rose', ' by 4 %', ', Grüße', ' 👋\nand all', ' is well.'] };
const reference = (turns: ReadonlyArray<{ pieces: readonly string[] }>) =>
	turns.flatMap(({ pieces }) => pieces).join('');

/** Repeated words, which look like a repeated text. */
const repetitive = [
	{ pieces: ['Up 👋 orders ', 'orders', ' orders orders orders'] },
	{ pieces: ['Then or', 'ders', ' orders', ' orders orders', ' orders'] },
];

const word = fc.constantFrom('orders', 'of', 'May', 'Zürich', '4 %', '👋', 'the', '\n', 'a', 'ha');
/** Begins with a unique word, as a text that repeats its beginning is ambiguous. */
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
			// JSON can't contain half a character.
			return { pieces: pieces.every((piece) => piece.isWellFormed()) ? pieces : [whole] };
		});

const anyTurns = fc
	.tuple(turnOf('Revenue', 'Up', 'Well, 12'), fc.option(turnOf('Then', 'Now: 3')))
	.map(([one, other]) => (other ? [one, other] : [one]));

const start = (protocol: Protocol) => [
	...protocol.eventsOf('start'),
	...second.pieces.flatMap((piece) => protocol.eventsOf('text', piece)),
];

describe.each(protocols.map((protocol) => [protocol.name, protocol] as const))(
	'%s',
	(name, protocol) => {
		test.each(forms)('is read %s, with and without a tool call', async (form) => {
			for (const turns of [[second], [first, second]]) {
				const text = reference(turns);
				const { live, answer, complete, threadId } = await gatherWhole(
					eventsOf(protocol, form, turns),
				);
				expect({ live, answer, complete }).toEqual({ live: text, answer: text, complete: true });
				expect(threadId).toBe(protocol.threadId);
			}
		});

		test('keeps the text before a failure, and reports the failure', async () => {
			const result = await gatherWhole([...start(protocol), ...protocol.eventsOf('failure')]);
			const answer = reference([second]);
			expect(result).toMatchObject({ answer, live: answer, complete: false });
			expect(result.failure?.errorCode).toEqual(expect.any(String));
		});

		test('is read alike however the stream is split', async () => {
			const bytes = bytesOf(eventsOf(protocol, 'in pieces and as a whole', [first, second]));
			const text = reference([first, second]);
			// With chunks of 1 to 7 bytes there is a cut at every byte.
			for (let size = 1; size <= 7; size++) {
				const count = Math.ceil(bytes.length / size);
				const chunks = Array.from({ length: count }, (_, index) =>
					bytes.subarray(index * size, (index + 1) * size),
				);
				expect(await gather(chunks)).toMatchObject({ answer: text, live: text });
			}
		});

		test('is incomplete if it is interrupted after a delta', async () => {
			// Plain text, and pieces that have no type, look the same at the end and before it.
			const { complete } = await gatherWhole(start(protocol));
			expect(complete).toBe(untyped.includes(name));
		});

		test('is recognized by at most one protocol', () => {
			const events = eventsOf(protocol, 'in pieces and as a whole', [first, second]);
			const readers = events.flatMap(([type, data]) => {
				const event = arrive(data, type);
				const own = knownProtocols.filter(({ read }) => hasText(read(event, event.record) ?? {}));
				return own.map((each) => each.name);
			});
			expect(new Set(readers).size).toBeLessThan(2);
		});

		test.each(['in pieces', 'in pieces with progress between them'] as const)(
			'keeps repeated words %s',
			async (form) => {
				const text = reference(repetitive);
				const result = await gatherWhole(eventsOf(protocol, form, repetitive));
				expect(result).toMatchObject({ answer: text, live: text });
			},
		);

		test('is read for any text, deltas, and chunks', async () => {
			const cuts = fc.array(fc.nat(), { maxLength: 6 });
			await fc.assert(
				fc.asyncProperty(fc.constantFrom(...forms), anyTurns, cuts, async (form, turns, cuts) => {
					const bytes = bytesOf(eventsOf(protocol, form, turns));
					const points = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length];
					points.sort((a, b) => a - b);
					const chunks = points.slice(1).map((end, index) => bytes.subarray(points[index], end));
					const text = reference(turns);
					expect(await gather(chunks)).toMatchObject({ answer: text, live: text });
				}),
				{ numRuns: 40 },
			);
		});
	},
);

test.each(readStreamCases('forms'))('reads %s', async (_title, { events, answer }) => {
	expect(await gatherWhole(events)).toMatchObject({ answer, complete: true });
});

test('reads each data line of an event', async () => {
	const { answer, complete } = await gatherWhole([
		[undefined, 'f:{"messageId":"m-1"}'],
		[undefined, '9:{"toolCallId":"c-1","toolName":"sales","args":{}}'],
		[undefined, '0:"Sales "\n0:"rose."'],
		[undefined, 'd:{"finishReason":"stop"}'],
	]);
	expect({ answer, complete }).toEqual({ answer: 'Sales rose.', complete: true });
});

test('replaces the streamed text by a final one, except for live text', async () => {
	const part = { item_id: 'm', output_index: 0, content_index: 0 };
	const { answer, live } = await gatherWhole([
		[undefined, { type: 'response.output_text.delta', ...part, delta: 'A secret' }],
		[undefined, { type: 'response.output_text.done', ...part, text: 'I may not say.' }],
		[undefined, { type: 'response.completed', response: { output: [] } }],
	]);
	expect({ answer, live }).toEqual({ answer: 'I may not say.', live: 'A secret' });
});

test('returns no answer for a response that ends in a tool call', async () => {
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

test('accepts another protocol as one row', () => {
	const invented: AnswerProtocol = {
		name: 'An invented protocol',
		endsWithStream: false,
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
