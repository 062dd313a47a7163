/** The text of an answer, in every form in which agents are known to send one. */
import fc from 'fast-check';
import { Answer } from '../../../src/agent/answer/answer';
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
import { ByteSource } from '../../http/byteSource';

const question = 'How are the sales of this week?';
const limits = { idleTimeout: () => 10_000, maxBytes: 1_000_000, maxEvents: 100_000 };

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
	live.push(answer.end());
	return { ...answer.result(!failure), failure, live: live.join('') };
}

const bytesOf = (events: readonly Sent[]) => new TextEncoder().encode(streamText(events));
const gatherWhole = async (events: readonly Sent[]) => await gather([bytesOf(events)]);

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
			...second.pieces.flatMap(protocol.text),
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
