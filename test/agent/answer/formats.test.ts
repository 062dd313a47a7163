/** The rows of the table, by a recording of each protocol, and by streams that end early. */
import { formats } from '../../../src/agent/answer/formats';
import { eventsOf, forms, type Protocol, protocols } from './protocols';
import { parseEvents, readAnswer, type Sent, streamCases } from './readAnswer';

const first = { pieces: ['Let me', ' look at', ' May. '] };
const second = { pieces: ['Sales rose', ' by 4 %', ', Grüße', ' 👋\nand all', ' is well.'] };
const textOf = (turns: ReadonlyArray<{ pieces: readonly string[] }>) =>
	turns.flatMap(({ pieces }) => pieces).join('');

/** Entries that confirm the proposal for a stream that no row reads whole. */
const confirmed = (events: readonly Sent[]) => {
	const { complete, fieldNames } = readAnswer(events);
	return complete ? undefined : (fieldNames as Record<string, string>);
};

const start = (protocol: Protocol) => [
	...protocol.eventsOf('start'),
	...second.pieces.flatMap((piece) => protocol.eventsOf('text', piece)),
];

describe.each(protocols.map((protocol) => [protocol.name, protocol] as const))(
	'%s',
	(_name, protocol) => {
		test.each(forms)('is read %s, once its format is known', (form) => {
			const events = eventsOf(protocol, form, [second]);
			const entries = confirmed(events);
			const text = textOf([second]);
			const whole = readAnswer(events, entries);
			expect(whole).toMatchObject({ output: text, complete: true });
			expect(text.startsWith(whole.live)).toBe(true);
			expect(whole.threadId).toBe(protocol.threadId);
		});

		test('joins the texts before and after a tool', () => {
			const events = eventsOf(protocol, 'in pieces', [first, second]);
			const { output, complete } = readAnswer(events, confirmed(events));
			expect({ output, complete }).toEqual({ output: textOf([first, second]), complete: true });
		});

		test('is incomplete if the stream is interrupted', () => {
			const events = eventsOf(protocol, 'in pieces', [second]);
			const entries = confirmed(events);
			for (let count = 0; count < events.length; count++) {
				const { output, complete } = readAnswer(events.slice(0, count), entries);
				if (complete) expect(output).toBe(textOf([second]));
			}
		});

		test('is not complete with an unknown event', () => {
			const events = eventsOf(protocol, 'in pieces', [second]);
			const entries = confirmed(events);
			for (let index = 0; index <= events.length; index++) {
				const foreign: Sent = ['annex', { body: 'Stock fell.' }];
				const { complete } = readAnswer(events.toSpliced(index, 0, foreign), entries);
				expect({ index, complete }).toEqual({ index, complete: false });
			}
		});

		test('fails with the text before a failure', () => {
			const events = [...start(protocol), ...protocol.eventsOf('failure')];
			const whole = eventsOf(protocol, 'in pieces', [second]);
			const { output, failure, complete } = readAnswer(events, confirmed(whole));
			expect({ output, complete }).toEqual({ output: textOf([second]), complete: false });
			expect(failure?.errorCode).toEqual(expect.any(String));
		});

		test('is not complete after a stop for a tool', () => {
			const events = [...start(protocol), ...protocol.eventsOf('tool')];
			const whole = eventsOf(protocol, 'in pieces', [first, second]);
			expect(readAnswer(events, confirmed(whole)).complete).toBe(false);
		});
	},
);

const ofRows = protocols.filter(({ isToConfirm }) => !isToConfirm);

test.each(ofRows.map((protocol) => [protocol.name, protocol] as const))(
	'%s is complete without a confirmation',
	(_name, protocol) => {
		expect(readAnswer(eventsOf(protocol, 'in pieces', [first, second])).complete).toBe(true);
	},
);

test('each row has a recording', () => {
	const recorded = protocols.map(
		(protocol) => readAnswer(eventsOf(protocol, 'in pieces', [second])).format,
	);
	expect(formats.map(({ name }) => name).filter((name) => !recorded.includes(name))).toEqual([]);
});

test.each(streamCases('incomplete'))('%s is not complete', (_title, expected, events) => {
	expect(readAnswer(events)).toMatchObject({ complete: false, ...expected });
});

test.each(streamCases('complete'))('%s is read whole', (_title, expected, events) => {
	expect(readAnswer(events)).toMatchObject({ complete: true, ...expected });
});

test('what came before the first sign of a protocol is read by its row', () => {
	const before = Array.from({ length: 99 }, () => 'progress {"percent":40}').join('\n');
	const { format, incompleteReason } = readAnswer(
		parseEvents(`${before}\n{"choices":[{"delta":{"content":"Sales"}}]}\n[DONE]`),
	);
	expect({ format, incompleteReason }).toEqual({
		format: 'OpenAI Chat Completions',
		incompleteReason: 'unknownEvents',
	});
});
