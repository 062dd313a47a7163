/** Events of services that no protocol describes: what is read by listed names, and what never is. */
import { Answer, type AnswerSettings } from '../../../src/agent/answer/answer';
import { hasText } from '../../../src/agent/answer/eventReading';
import { protocols } from '../../../src/agent/answer/protocols';
import { answerEventNames, answerTextNames } from '../../../src/agent/answer/answerWords';
import { arrive } from './arrive';
import { readStreamCases } from './streamCases';

const whole = 'Sales rose by 4 %.';
const question = 'How are the sales of this week?';

/** Events as `type: data`, such as `delta: {"delta":"Hi"}`, or as `: data` without a type. */
function eventsOf(stream: string, unfinished = false) {
	const events = stream === '' ? [] : stream.split(' | ');
	return events.map((event, index) => {
		const [type = '', ...data] = event.split(': ');
		const isLast = index === events.length - 1;
		return arrive(data.join(': '), type || undefined, unfinished && isLast);
	});
}

function gather(stream: string, settings: AnswerSettings = { question }, unfinished = false) {
	const answer = new Answer(settings);
	const added = eventsOf(stream, unfinished).map((event) => answer.add(event));
	const live = [...added.map(({ text }) => text), answer.finish()].join('');
	const { answer: text, complete, eventCount } = answer.result(true);
	const failures = [...added, answer].flatMap(({ failure }) => failure ?? []);
	const { by: end } = answer.ending;
	const leftOut = answer.doubts.map(({ path }) => path);
	return { text, live, complete, eventCount, failures, leftOut, paths: [...answer.paths], end };
}

const homeMade = readStreamCases('homeMade');

test.each(homeMade)('reads %s', (_title, { events, answer: text }) => {
	const answer = new Answer({ question });
	for (const [type, data] of events) answer.add(arrive(data, type));
	answer.finish();
	expect(answer.result(true).answer).toBe(text);
});

test.each(homeMade)('no protocol finds text in %s', (_title, { events }) => {
	const readings = events.flatMap(([type, data]) => {
		const event = arrive(data, type);
		return protocols.filter(({ read }) => hasText(read(event, event.record) ?? {}));
	});
	expect(readings).toEqual([]);
});

test.each([...answerTextNames.likely, ...answerTextNames.possible])(
	'reads text under %s',
	(name) => {
		expect(gather(`: {"${name}":"Hello "} | : {"${name}":"world"}`).text).toBe('Hello world');
	},
);

const shapes: Array<[string, (text: string) => unknown]> = [
	['a value of a token', (text) => ({ type: 'token', value: text })],
	['a response', (text) => ({ response: text })],
	['data', (text) => ({ data: text })],
	['a choice of text', (text) => ({ choices: [{ text, index: 0 }] })],
	['content of a message', (text) => ({ message: { content: [{ type: 'text', text }] } })],
	['content', (text) => ({ content: [{ type: 'text', text }] })],
	['an event inside', (text) => ({ event: 'token', data: { delta: { text } } })],
	['messages', (text) => ({ messages: [{ content: text }] })],
	['parts', (text) => ({ parts: [{ kind: 'text', text }] })],
	['a list', (text) => [{ text }]],
	['text', (text) => text],
];

test.each(shapes)('reads deltas, snapshots, and a final text in %s', (_name, shape) => {
	const pieces = ['Sal', 'es ro', 'se by', ' 4 %', '.'];
	const snapshots = pieces.map((_piece, index) => pieces.slice(0, index + 1).join(''));
	for (const texts of [pieces, snapshots, [...snapshots, whole], [...pieces, whole]]) {
		const answer = new Answer({});
		for (const text of texts) answer.add(arrive(shape(text)));
		if (texts === pieces) answer.add(arrive({ type: 'done', text: whole }));
		expect(answer.result(true).answer).toBe(whole);
	}
});

test.each<[string, string, string]>([
	['plain text', ': Sales rose  | : by 4 %.', whole],
	['text in quotes after empty data', 'begin:  | a: "Sales rose " | a: "by 4 %."', whole],
	[
		'plain text that looks like JSON',
		': It is  | : 42 | : .\n | : true | :  [1] | :  "so" | : "" | :  null',
		'It is 42.\ntrue [1] "so""" null',
	],
	[
		'words of a heartbeat or a state as text',
		': Play  | : ping | :  is  | : completed',
		'Play ping is completed',
	],
])('keeps every part of the answer from %s', (_name, stream, text) => {
	expect(gather(stream).text).toBe(text);
});

test.each([
	['안녕하세요', '. 반갑습니다.'],
	['Xin chào', ' bạn! Hôm nay bạn dùng 12 kWh.'],
	['Good morning', '! Sales rose by 4 %.'],
])('keeps "%s" of the answer if it is also the question', (greeting, rest) => {
	const stream = `token: {"content":"${greeting}"} | token: {"content":"${rest}"} | done: {}`;
	const { text, complete } = gather(stream, { question: greeting });
	expect({ text, complete }).toEqual({ text: greeting + rest, complete: true });
});

/** Events outside the answer. */
test.each<[string, string]>([
	['a tool call', 'tool_call: {"name":"sales","text":"SELECT 1"}'],
	['the result of a tool', 'tool_result: {"content":"[{\\"rows\\":12}]","done":true}'],
	['code and its output', 'code_execution_tool: {"output":"12"}'],
	['reasoning', ': {"type":"reasoning","text":"I must look."}'],
	['reasoning in pieces', 'response.reasoning_text.delta: {"delta":"Hm, "}'],
	['a thought in a list', ': {"parts":[{"text":"I must look.","thought":true}]}'],
	['the question', `message: {"role":"user","text":"${question}"}`],
	['another question', ': {"role":"user","content":"And June?"}'],
	['progress', 'progress: {"message":"Reading May"}'],
	['a status', 'status: {"text":"Thinking about it"}'],
	['settings', ': {"settings":{"truncation":"disabled","text":"auto"}}'],
	['state', 'state_delta: {"delta":[{"path":"/topic","value":"sales"}]}'],
	['an image', ': {"type":"image","data":"iVBORw0KGgo="}'],
	['a summary of compaction', 'compaction: {"content":"The user asks about sales."}'],
	['an identifier', 'message_id: m-1'],
	['the name of a thread', 'thread: {"threadId":"t","name":"A thread"}'],
	['a heartbeat', 'ping: {"text":"ping"}'],
	['a time that keeps the connection alive', 'keep-alive: 2026-05-06T07:08:09Z'],
	['a usage', 'usage: {"tokens":12}'],
	['a number alone', ': {"delta":null,"answer":7}'],
	['data of the application', 'data-order: {"text":"Order 7"}'],
	['the word that it is over', 'done: completed'],
])('leaves out %s', (_name, event) => {
	expect(gather(event)).toMatchObject({ text: '', complete: false });
	expect(gather(`${event} | : {"text":"${whole}"} | ${event}`).text).toBe(whole);
});

test('never uses text under an unknown name, but reports its path', () => {
	const events = ['Sales rose ', 'by 4 %.'].map(
		(worte) => `antwort: {"daten":{"worte":"${worte}"}}`,
	);
	expect(gather([...events, 'done: {}'].join(' | '))).toMatchObject({
		text: '',
		complete: false,
		leftOut: ['daten.worte'],
		paths: ['daten.worte'],
	});
});

test('leaves out text in a second field, and reports its path', () => {
	const { text, leftOut } = gather(
		`: {"delta":"${whole}"} | : {"footer":{"content":"See below."}}`,
	);
	expect({ text, leftOut }).toEqual({ text: whole, leftOut: ['footer.content'] });
});

test('reports no path if a long answer is in two fields', () => {
	const events = ['a', 'b', 'c', 'd.'].map((word) => {
		const piece = `${word} `.repeat(400);
		return `: {"delta":"${piece}","text":"${piece}"}`;
	});
	expect(gather(events.join(' | ')).leftOut).toEqual([]);
});

test('reports no path if the text is the answer once more', () => {
	const { leftOut } = gather(`: {"delta":"${whole}"} | : {"echo":{"content":"${whole} "}}`);
	expect(leftOut).toEqual([]);
});

describe('Text Field', () => {
	test('is the only field that is read', () => {
		const textField = 'choices.0.delta.content';
		const piece = (text: string) =>
			`: {"choices":[{"delta":{"content":"${text}"}}],"text":"not this"}`;
		const stream = `${piece('Hello ')} | : nor this | : {"choices":[{"delta":{}}]} | ${piece('world')}`;
		expect(gather(stream, { textField }).text).toBe('Hello world');
	});

	test('may be a number, but not true or false', () => {
		expect(gather(': {"n":4} | : {"n":true} | : {"n":2}', { textField: 'n' }).text).toBe('42');
	});

	test("can't be an inherited property", () => {
		expect(gather(': {"constructor":1}', { textField: 'constructor.name' }).text).toBe('');
	});
});

const piece = 'delta: {"delta":"Hello"}';

test.each(answerEventNames.final)('ends the answer at an event of type %s', (type) => {
	for (const end of [`${type}: {}`, `${type.toUpperCase()}: {}`, `: {"type":"${type}"}`]) {
		expect(gather(`${piece} | ${end}`)).toMatchObject({ text: 'Hello', complete: true });
	}
});

const finalFlags = [...answerEventNames.finalFlags, 'isComplete', 'is_last'];

test.each(finalFlags)('ends the answer if %s is true', (name) => {
	const last = (value: boolean) => `delta: {"delta":"!","${name}":${value}}`;
	expect(gather(`${piece} | ${last(true)}`)).toMatchObject({ text: 'Hello!', complete: true });
	expect(gather(last(false)).complete).toBe(false);
});

test.each<[string, string, boolean]>([
	['a reason to stop', 'delta: {"delta":"Hi","stop_reason":"end"}', true],
	['a limit of length', 'delta: {"delta":"Hi","stop_reason":"length"}', false],
	[
		'a limit of length before [DONE]',
		`${piece} | : {"choices":[{"delta":{},"finish_reason":"length"}]} | : [DONE]`,
		false,
	],
	['a usage after the last piece', `${piece} | usage: {"tokens":5}`, true],
	['a usage after the end', `${piece} | done: {} | usage: {"tokens":5}`, true],
	['a piece', piece, false],
	['a piece after the end', `${piece} | done: {} | ${piece}`, false],
	['a piece with its type in the data', ': {"type":"delta","delta":"Hello"}', false],
	['a piece under a name that waits', 'partial: {"message":"There are "}', false],
	['a piece that may be a snapshot', 'delta: {"delta":"ha"} | delta: {"delta":"haha"}', false],
	['a heartbeat after a piece', `${piece} | ping: {}`, false],
	['a piece without a type', ': {"delta":"Hi"}', true],
	['a text of the default type', 'message: {"text":"Hello"}', true],
	[
		'a whole that adds nothing',
		`${piece} | delta: {"delta":", you"} | message-full: {"text":"Hello, you"}`,
		true,
	],
	['a tool and a piece after an end', `${piece} | done: {} | tool: {} | ${piece}`, false],
	['a piece after a part that is done', `${piece} | content_part.done: {} | ${piece}`, false],
	['nothing', '', false],
])('checks whether a stream is complete that ends with %s', (_name, stream, complete) => {
	expect(gather(stream)).toMatchObject({ complete, failures: [] });
});

test.each<[string, string, AnswerSettings]>([
	['after a piece', `${piece} | : [DONE]`, {}],
	['in quotes', ': "Hel" | : "lo" | : "[DONE]"', {}],
	['before a text', `${piece} | : [DONE] | ${piece}`, {}],
	['before a failure', `${piece} | : [DONE] | error: Closed`, {}],
	['twice', `${piece} | : [DONE] | : [DONE]`, {}],
	['after the Final Event', `${piece} | over: {} | : [DONE]`, { finalEvent: 'over' }],
	['before the Final Event', `${piece} | : [DONE] | over: {}`, { finalEvent: 'over' }],
	[
		'in a field after it',
		`${piece} | over: {} | delta: {"delta":"[DONE]"}`,
		{ finalEvent: 'over' },
	],
])('[DONE] %s closes the answer, and later events are ignored', (_name, stream, settings) => {
	const closed = { text: 'Hello', complete: true, failures: [], end: 'closed' };
	expect(gather(stream, settings)).toMatchObject(closed);
});

test.each([
	'done: {}',
	'tool: {"name":"sales","done":true}',
	'message_stop: {"type":"message_stop"}',
])('waits for more events after %s', (event) => {
	expect(gather(`${piece} | ${event}`).end).not.toBe('closed');
});

test.each(['text_done', 'block_end', 'node.finished'])('is not at its end after %s', (type) => {
	expect(gather(`${piece} | ${type}: {}`).end).toBeUndefined();
});

test.each([
	['answer: {"text":"Sales rose."}', 'Sales rose.'],
	['answer: Sales rose.', 'Sales rose.'],
	['text: {"delta":"Sales rose."} | answer: {"text":"Stock fell."}', 'Sales rose.'],
	['text: {"delta":"Sales rose."} | : answer', 'Sales rose.'],
	[': answer', ''],
])('reads the Final Event only if no other has text: %s', (stream, text) => {
	const settings = { finalEvent: 'answer' };
	expect(gather(stream, settings)).toMatchObject({ text, complete: text !== '', end: 'closed' });
});

test.each<[string, boolean]>([
	[`${piece} | answer-finished: {}`, true],
	[`${piece} | : "ANSWER-FINISHED"`, true],
	[`${piece} | done: {}`, false],
	[`${piece} | : [DONE]`, false],
	['delta: {"delta":"Hello","done":true}', false],
])('checks with a Final Event whether %s is complete: %s', (stream, complete) => {
	const settings = { finalEvent: 'Answer-Finished' };
	expect(gather(stream, settings)).toMatchObject({ text: 'Hello', complete });
});

test.each<[string, boolean]>([
	['{"reason":"answered-by-kb"}', true],
	['{"finish_reason":"length"}', false],
	['{"stop_reason":"max_turns"}', false],
])('the Final Event with %s ends a whole answer: %s', (data, complete) => {
	const stream = `${piece} | over: ${data}`;
	expect(gather(stream, { finalEvent: 'over' })).toMatchObject({ text: 'Hello', complete });
});

test('hears of a limit before the Final Event, and of a failure in it', () => {
	const settings = { finalEvent: 'over' };
	const limited = `${piece} | pause: {"stop_reason":"max_tokens"} | over: {}`;
	expect(gather(limited, settings).complete).toBe(false);
	expect(gather(`${piece} | over: {"error":"Broken"}`, settings).failures).toHaveLength(1);
});

test.each<[string, string, boolean]>([
	[': Hello | : {"delta":" wor', 'Hello', false],
	[': Hello | :  wor', 'Hello wor', false],
	[': See | :  [1', 'See', false],
	[': See | :  page [1', 'See page [1', false],
	[': Hello | : [DONE]', 'Hello', true],
])('%s is %j if the last event is interrupted', (stream, text, complete) => {
	expect(gather(stream, {}, true)).toMatchObject({ text, complete, eventCount: 2 });
});

describe('a last event without data', () => {
	const after = (type: string, stream: string) => {
		const answer = new Answer({});
		for (const event of eventsOf(stream)) answer.add(event);
		const { failure } = answer.add(arrive('', type, true));
		return [failure?.errorCode, answer.ending.by, answer.result(true).complete];
	};

	test.each([
		['done', piece, [undefined, 'complete', true]],
		['ping', piece, [undefined, undefined, false]],
		['ping', `${piece} | usage: {}`, [undefined, undefined, true]],
		['delta', piece, [undefined, undefined, false]],
		['tool_done', `${piece} | usage: {}`, [undefined, undefined, false]],
		['error', piece, ['answer-failed', undefined, false]],
		['run_failed', piece, ['answer-failed', undefined, false]],
		['error', ': Hello | : [DONE]', [undefined, 'closed', true]],
	])('of type %s ends the answer as one with data does: %s, %j', (type, stream, outcome) => {
		expect(after(type, stream)).toEqual(outcome);
	});
});
