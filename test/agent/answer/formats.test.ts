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

const chat = (choice: object) => JSON.stringify({ choices: [{ index: 0, ...choice }] });
const sales = chat({ delta: { content: 'Sales rose' } });

test.each(streamCases('incomplete'))('%s is not complete', (_title, expected, events) => {
	expect(readAnswer(events)).toMatchObject({ complete: false, ...expected });
});

test.each([
	[
		'a link of Markdown',
		`${chat({ delta: { content: '[Analysis](https://example.com)' } })}\n[DONE]`,
		'[Analysis](https://example.com)',
	],
	[
		'a text that names the mark of an end',
		'f: {"messageId":"m"}\n0: "Use "\n2: []\n0: "[DONE]"\n2: []\n0: " here."\nd: {"finishReason":"stop"}',
		'Use [DONE] here.',
	],
])('%s is a text as any other', (_title, lines, output) => {
	expect(readAnswer(parseEvents(lines))).toMatchObject({ output, complete: true });
});

test.each([
	['at an old place, too', { text: 'Sales ' }, { text: 'rose.' }],
	['in a message, too', { message: { content: 'Sales ' } }, { message: { content: 'rose.' } }],
])('chat completions with each text %s, have it once', (_title, old, later) => {
	const pieces = [
		chat({ delta: { content: 'Sales ' }, ...old }),
		chat({ delta: { content: 'rose.' }, ...later }),
	];
	const { output, complete } = readAnswer(parseEvents(`${pieces.join('\n')}\n[DONE]`));
	expect({ output, complete }).toEqual({ output: 'Sales rose.', complete: true });
});

test('what the service of a model ran does not stop the text after it', () => {
	const run = { type: 'shell_call', status: 'completed' };
	const message = { type: 'message', content: [{ type: 'output_text', text: 'It ran.' }] };
	const events: Sent[] = [
		['response.output_item.done', { type: 'response.output_item.done', item: run }],
		['response.output_text.delta', { type: 'response.output_text.delta', delta: 'It ran.' }],
		['response.completed', { type: 'response.completed', response: { output: [run, message] } }],
	];
	expect(readAnswer(events)).toMatchObject({ output: 'It ran.', complete: true });
});

test('a row can be extended by the events that a service adds', () => {
	const lines = `status {"text":"Reading"}\nanswer ${sales}\n${chat({ finish_reason: 'stop' })}`;
	const told = readAnswer(parseEvents(lines));
	expect(told).toMatchObject({
		incompleteReason: 'unknownEvents',
		fieldNames: { 'answer.events': ['answer'], 'answer.otherEvents': ['status'] },
	});
	const entries = told.fieldNames as Record<string, string[]>;
	expect(readAnswer(parseEvents(lines), entries)).toMatchObject({
		output: 'Sales rose',
		complete: true,
	});
});

test('an unknown event gets no name that events with text have', () => {
	const text = '{"id":1,"choices":[{"delta":{"content":"Sales rose"}}]}';
	const lines = `{"id":1,"annex":4}\n${text}\n[DONE]`;
	const { fieldNames } = readAnswer(parseEvents(lines));
	expect(fieldNames).toEqual({ 'answer.otherEvents': ['annex=*'] });
});

test('an unknown event that may take a text back is not to be ignored', () => {
	const told = readAnswer(parseEvents(`${sales}\nretract {}\n${sales}\n[DONE]`));
	expect(told).toMatchObject({ incompleteReason: 'unknownEvents' });
	expect(told).not.toHaveProperty('fieldNames');
});

test('a row without its end has the last mark to confirm', () => {
	const lines = 'response.output_text.delta {"delta":"Sales rose"}\n[DONE]';
	const { fieldNames } = readAnswer(parseEvents(lines));
	expect(fieldNames).toEqual({ 'answer.finalEvent': ['[DONE]'] });
	expect(readAnswer(parseEvents(lines), fieldNames as Record<string, string[]>).complete).toBe(
		true,
	);
});

test('what a user named as no part of the answer is no end to confirm', () => {
	const lines =
		'messages [{"type":"AIMessageChunk","content":"Sales."},{"langgraph_node":"a"}]\nvalues {"messages":[{"type":"ai","content":"Sales."}]}';
	const named = readAnswer(parseEvents(lines), { 'answer.otherEvents': ['values'] });
	expect(named).toMatchObject({ incompleteReason: 'cutOff' });
	expect(named).not.toHaveProperty('fieldNames');
});

test('what came before the first sign of a protocol is read by its row', () => {
	const before = Array.from({ length: 99 }, () => 'progress {"percent":40}').join('\n');
	const { format, incompleteReason } = readAnswer(parseEvents(`${before}\n${sales}\n[DONE]`));
	expect({ format, incompleteReason }).toEqual({
		format: 'OpenAI Chat Completions',
		incompleteReason: 'unknownEvents',
	});
});
