/** The rows of the table, by a recording of each protocol, and by streams that end early. */
import { eventsOf, forms, type Protocol, protocols } from './protocols';
import { parseEvents, readAnswer, type Sent } from './readAnswer';

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

const chat = (choice: object) => JSON.stringify({ choices: [{ index: 0, ...choice }] });
const sales = chat({ delta: { content: 'Sales rose' } });
const anthropic = `content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Sales rose"}}`;

const gemini = (text: string, finishReason?: string) =>
	JSON.stringify({ candidates: [{ content: { parts: [{ text }] }, finishReason }] });

test.each([
	[
		'chat completions that are too long',
		`${sales}\n${chat({ finish_reason: 'length' })}\n[DONE]`,
		'stopped',
	],
	[
		'a whole message of LangGraph, which may not be the last one,',
		'messages/complete [{"type":"ai","id":"a","content":"Let me look."}]',
		'unconfirmedFormat',
	],
	[
		'a text of two agents',
		`{"agent":"a",${sales.slice(1)}\n{"agent":"b",${sales.slice(1)}\n[DONE]`,
		'unknownEvents',
	],
	['a type beside the protocol', `note ${sales}\n[DONE]`, 'unknownEvents'],
	[
		'thoughts between marks',
		`${chat({ delta: { content: '<think>Hm</think>Sales' } })}\n[DONE]`,
		'unknownEvents',
	],
	[
		'a pause of Anthropic',
		`${anthropic}\nmessage_delta {"type":"message_delta","delta":{"stop_reason":"pause_turn"}}\nmessage_stop {"type":"message_stop"}`,
		'stopped',
	],
	[
		'a blocked answer of Gemini',
		`${gemini('Sales')}\n{"candidates":[{"finishReason":"SAFETY"}]}`,
		'stopped',
	],
	[
		'a workflow of Dify that stopped',
		'{"event":"message","task_id":"t","answer":"Sales"}\n{"event":"workflow_finished","task_id":"t","data":{"status":"stopped"}}\n{"event":"message_end","task_id":"t"}',
		'stopped',
	],
	[
		'a node of Dify that failed',
		'{"event":"message","task_id":"t","answer":"Sales"}\n{"event":"node_finished","task_id":"t","data":{"status":"failed"}}\n{"event":"message_end","task_id":"t"}',
		'failedPart',
	],
	[
		'a text of Dify that is replaced',
		'{"event":"message","task_id":"t","answer":"A secret"}\n{"event":"message_replace","task_id":"t","answer":"No."}\n{"event":"message_end","task_id":"t"}',
		'unknownEvents',
	],
	[
		'a chain of LangChain that may be inside another one',
		'{"event":"on_chat_model_stream","run_id":"b","data":{"chunk":{"content":"Let me look."}}}\n{"event":"on_chain_end","run_id":"b"}',
		'unconfirmedFormat',
	],
	[
		'an interrupted LangGraph',
		'messages [{"type":"AIMessageChunk","id":"a","content":"Sales"},{"langgraph_node":"n"}]\nupdates {"__interrupt__":[{"value":"Sure?"}]}',
		'stopped',
	],
	[
		'two nodes of LangGraph',
		'messages [{"type":"AIMessageChunk","id":"a","content":"Sales"},{"langgraph_node":"n"}]\nmessages [{"type":"AIMessageChunk","id":"b","content":"Stock"},{"langgraph_node":"m"}]\nend null',
		'unknownEvents',
	],
	[
		'a task of A2A that asks',
		'{"result":{"kind":"artifact-update","artifact":{"artifactId":"a","parts":[{"kind":"text","text":"Sales"}]}}}\n{"result":{"kind":"status-update","status":{"state":"input-required"}}}',
		'stopped',
	],
	[
		'a commentary of OpenAI',
		'{"type":"response.output_text.delta","delta":"I look."}\n{"type":"response.output_item.done","item":{"phase":"commentary"}}\n{"type":"response.output_text.delta","delta":"Sales"}\n{"type":"response.completed"}',
		'unknownEvents',
	],
	[
		'an old stream of Gemini, whose every event has the end,',
		`${gemini('Sales ', 'STOP')}\n${gemini('rose.', 'STOP')}`,
		'cutOff',
	],
	[
		'a call before the text of OpenAI',
		'{"type":"response.output_item.done","item":{"type":"function_call"}}\n{"type":"response.output_text.delta","delta":"Sales"}\n{"type":"response.completed","response":{"output":[{"type":"function_call"},{"type":"message"}]}}',
		'stopped',
	],
	[
		'a text that is padded with NUL',
		`${chat({ delta: { content: 'Sales\0\0' } })}\n[DONE]`,
		'unknownEvents',
	],
	[
		'a piece that repeats the whole text',
		`${['Row, ', 'row ', 'your boat. ', 'Row, row your boat. '].map((content) => chat({ delta: { content } })).join('\n')}\n[DONE]`,
		'unknownEvents',
	],
	[
		'two equal messages of OpenAI Assistants',
		`thread.message.created {}\n${['a', 'b'].map((id) => `thread.message.completed {"id":"${id}","role":"assistant","content":[{"type":"text","text":{"value":"Done."}}]}`).join('\n')}\nthread.run.completed {}`,
		'unknownEvents',
	],
	[
		'thoughts of Mistral between marks',
		`${chat({ delta: { content: '[THINK]Hm[/THINK]Sales' } })}\n[DONE]`,
		'unknownEvents',
	],
	[
		'a mix of two parts of the AI SDK',
		'{"type":"text-delta","id":"1","delta":"Sales"}\n{"type":"text-delta","id":"2","delta":"Stock"}\n{"type":"text-delta","id":"1","delta":" rose"}\n{"type":"finish"}',
		'unknownEvents',
	],
	[
		'a mix of two messages of AG-UI',
		'{"type":"TEXT_MESSAGE_CONTENT","messageId":"a","delta":"Sales"}\n{"type":"TEXT_MESSAGE_CONTENT","messageId":"b","delta":"Stock"}\n{"type":"TEXT_MESSAGE_CONTENT","messageId":"a","delta":" rose"}\n{"type":"RUN_FINISHED"}',
		'unknownEvents',
	],
	[
		'a text of AG-UI that is another one in the end',
		'{"type":"TEXT_MESSAGE_CONTENT","messageId":"a","delta":"Sales fell."}\n{"type":"MESSAGES_SNAPSHOT","messages":[{"role":"user","content":"So?"},{"role":"assistant","content":"Sales rose."}]}\n{"type":"RUN_FINISHED"}',
		'unknownEvents',
	],
	[
		'a workflow of Dify with another text in the end',
		'{"event":"text_chunk","task_id":"t","data":{"text":"Draft"}}\n{"event":"workflow_finished","task_id":"t","data":{"status":"succeeded","outputs":{"text":"Sales rose."}}}',
		'unknownEvents',
	],
	[
		'a message of the user in AG-UI',
		'{"type":"TEXT_MESSAGE_START","role":"user"}\n{"type":"TEXT_MESSAGE_CONTENT","delta":"So?"}\n{"type":"RUN_FINISHED"}',
		'unknownEvents',
	],
	[
		'a mix of two models in a workflow of Dify',
		'{"event":"text_chunk","task_id":"t","data":{"text":"Sales","from_variable_selector":["1","text"]}}\n{"event":"text_chunk","task_id":"t","data":{"text":"Stock","from_variable_selector":["2","text"]}}\n{"event":"workflow_finished","task_id":"t","data":{"status":"succeeded"}}',
		'unknownEvents',
	],
	[
		'a snapshot that begins anew',
		'messages/partial [{"type":"ai","id":"a","content":"Sales fell"}]\nmessages/complete [{"type":"ai","id":"a","content":"Stock rose"}]\nend null',
		'unknownEvents',
	],
])('%s is not complete', (_title, lines, incompleteReason) => {
	expect(readAnswer(parseEvents(lines))).toMatchObject({ complete: false, incompleteReason });
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

test('what came before the first sign of a protocol is read by its row', () => {
	const before = Array.from({ length: 99 }, () => 'progress {"percent":40}').join('\n');
	const { format, incompleteReason } = readAnswer(parseEvents(`${before}\n${sales}\n[DONE]`));
	expect({ format, incompleteReason }).toEqual({
		format: 'OpenAI Chat Completions',
		incompleteReason: 'unknownEvents',
	});
});
