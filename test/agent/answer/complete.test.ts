/**
 * What "complete" promises: the answer is whole and nothing else, or the item says that it may not be.
 * Streams of services that nobody has seen, in the classes in which answers were found to be wrong.
 */
import { Answer, type AnswerSettings } from '../../../src/agent/answer/answer';
import { readEvents } from '../../../src/agent/answer/receivedEvent';
import { parseEvents, protocols } from './protocols';

const question = 'How are the sales of this week?';
const whole = 'Sales rose by 4 %.';

/** @param stream an event a line: its type, if it has one, and its data; `\n` is a line break in the data */
function read(stream: string, settings: AnswerSettings = {}) {
	const answer = new Answer({ question, ...settings });
	for (const [event, line] of parseEvents(stream)) {
		const data = line.replaceAll('⏎', '\n');
		for (const each of readEvents({ event, data, unfinished: false })) answer.add(each);
	}
	answer.finish();
	const { answer: text, complete } = answer.result(true);
	return { text, complete };
}

/** Read right, or, if there is a doubt, with `complete: false`. */
test.each<[string, string, string | undefined]>([
	['JSON lines in one event', '{"delta":"Sales rose "}⏎{"delta":"by 4 %."}⏎{"done":true}', whole],
	[
		'JSON lines that have a type',
		'x {"type":"delta","text":"Sales rose by 4 %."}⏎{"type":"done"}',
		whole,
	],
	['JSON after a label', 'chunk {"index":0,"message":{"content":"Sales', undefined],
	['JSON in a text', '{"text":"{\\"answer\\":\\"Sales rose\\"}"}\ndone {}', undefined],
	['JSON in pieces', 'delta {"delta":"{\\"a\\""}\ndelta {"delta":":1}"}\ndone {}', undefined],
	['JSON in quotes', '"[{\\"text\\":\\"Sales rose\\"}]"', undefined],

	[
		'a response type',
		'{"response_type":"thinking","text":"I look"}\n{"response_type":"answer","text":"Sales rose by 4 %."}\ndone {}',
		whole,
	],
	[
		'an event type',
		'{"event_type":"tool_result","text":"Rows"}\n{"event_type":"say","text":"Sales rose by 4 %."}\ndone {}',
		whole,
	],
	[
		'a message type',
		'{"messageType":"reasoning","content":"Hm"}\n{"messageType":"reply","content":"Sales rose by 4 %."}\ndone {}',
		whole,
	],
	[
		'a kind of a record',
		'{"item":{"partKind":"thought","text":"Hm"}}\n{"item":{"partKind":"prose","text":"Sales rose by 4 %."}}\ndone {}',
		whole,
	],
	[
		'a switch',
		'{"text":"I look","isThinking":true}\n{"text":"Sales rose by 4 %."}\ndone {}',
		whole,
	],

	[
		'another kind of event',
		'{"type":"greeting","text":"Hello there"}\n{"type":"speech","text":"Sales rose by 4 %."}\ndone {}',
		undefined,
	],
	[
		'another agent',
		'{"agent":"planner","text":"First the data"}\n{"agent":"writer","text":"Sales rose by 4 %."}\ndone {}',
		undefined,
	],
	[
		'a card after the text',
		'{"type":"delta","text":"Sales rose by 4 %."}\n{"type":"card","text":"Buy more"}\ndone {}',
		undefined,
	],
	[
		'a connection',
		'connected {"message":"Stream is open"}\nchunk {"text":"Sales rose by 4 %."}\ndone {}',
		undefined,
	],
	[
		'a phase',
		'{"phase":"draft","text":"Sales fell."}\n{"phase":"review","text":"Sales rose."}\ndone {}',
		undefined,
	],
	['a title', 'title {"text":"Sales of May"}\ndelta {"text":"Sales rose by 4 %."}\ndone {}', whole],
	[
		'text under an unknown name',
		'{"text":"ok"}\n{"worte":"Sales rose by four percent."}\ndone {}',
		undefined,
	],

	[
		'a replacement',
		'{"type":"delta","text":"Sales fell"}\n{"type":"replace","text":"I may not say."}\ndone {}',
		undefined,
	],
	[
		'a replacement by a switch',
		'{"text":"Sales fell"}\n{"text":"Sales rose","overwrite":true}\ndone {}',
		undefined,
	],
	[
		'a stored text that differs',
		'delta {"delta":"Sales fell"}\nstored {"content":"Sales rose"}\ndone {}',
		undefined,
	],
	[
		'a stored text that is the same',
		'delta {"delta":"Sales rose by 4 %."}\nstored {"content":"Sales rose by 4 %."}',
		whole,
	],

	[
		'the question within the answer',
		'{"text":"You asked: "}\n{"text":"How are the sales of this week?"}\n{"text":" They rose."}',
		'You asked: How are the sales of this week? They rose.',
	],
	[
		'the question before the answer',
		'input_echoed {"text":"How are the sales of this week?"}\nsaid {"text":"Sales rose by 4 %."}\ndone {}',
		whole,
	],
	[
		'the question in the same events',
		'{"text":"How are the sales of this week?"}\n{"text":"Sales rose by 4 %."}\ndone {}',
		undefined,
	],
	['only the question', '{"text":"How are the sales of this week?"}\ndone {}', undefined],

	[
		'a message of a tool',
		'{"role":"tool","content":"[4]"}\n{"role":"assistant","content":"Sales rose by 4 %."}\ndone {}',
		whole,
	],
	[
		'a message of a tool in a list',
		'{"messages":[{"author":{"role":"tool"},"content":"Rows"},{"author":{"role":"agent"},"content":"Sales rose by 4 %."}]}\ndone {}',
		whole,
	],
	[
		'a message of the user',
		'{"text":"And in June?","from_user":true}\n{"text":"Sales rose by 4 %.","from_user":false}\ndone {}',
		whole,
	],
	[
		'a sender',
		'{"data":{"from":"user","body":"And June?"}}\n{"data":{"from":"bot","body":"Sales rose by 4 %."}}\ndone {}',
		whole,
	],

	[
		'parts that grow',
		'{"message":{"role":"assistant","parts":[{"text":"Sales"}]}}\n{"message":{"role":"assistant","parts":[{"text":"Sales rose by 4 %."}]}}\ndone {}',
		whole,
	],
	[
		'parts of a message that grow and a piece',
		'{"message":{"parts":[{"text":"Sales rose"}]}}\n{"message":{"parts":[{"text":"Sales rose by"}]}}\n{"message":{"parts":[{"text":" 4 %."}]}}\ndone {}',
		undefined,
	],
	[
		'parts that grow and a piece',
		'{"parts":[{"text":"Sales rose"}]}\n{"parts":[{"text":"Sales rose by 4 %"}]}\n{"parts":[{"text":" in May."}]}\ndone {}',
		undefined,
	],
	[
		'a text again in other words',
		'{"text":"Sales rose "}\n{"text":"by five"}\n{"text":"Sales rose by 4 %."}\ndone {}',
		undefined,
	],
	[
		'a title that begins alike',
		'delta {"delta":"Sales"}\nnamed {"text":"Sales of May"}\ndelta {"delta":" rose."}\ndone {}',
		undefined,
	],

	[
		'text under a name that can be that of the question',
		'{"type":"open","message":"You are in"}\n{"type":"out","prompt":"Sales rose by 4 %."}\ndone {}',
		undefined,
	],
	[
		'a classification',
		'{"text":"Sales rose by 4 %.","category":"tokens"}\n{"text":"Hm","category":"chain_of_thought"}\ndone {}',
		whole,
	],
	[
		'a list that begins with the question',
		'{"turns":[{"text":"How are the sales of this week?"},{"text":"They rose."}]}\ndone {}',
		undefined,
	],
	[
		'progress, and then parts that grow, in one kind',
		'{"text":"Opening the report"}\n{"text":"Sales rose"}\n{"text":"Sales rose by 4 %."}\ndone {}',
		undefined,
	],

	[
		'text before a known protocol',
		'{"event_kind":"aside","text":"Three tables"}\n{"choices":[{"delta":{"content":"Sales rose by 4 %."}}]}\n[DONE]',
		undefined,
	],
	[
		'text beside a known protocol',
		'{"choices":[{"delta":{"content":"Sales rose."}}]}\nannex {"body":"Stock fell."}\n[DONE]',
		undefined,
	],
	[
		'plain text beside a known protocol',
		'message_start {"type":"message_start","message":{}}\ncontent_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Sales rose."}}\nannex Stock fell.\nmessage_stop {"type":"message_stop"}',
		undefined,
	],
	[
		'sources, status, and a title beside a known protocol',
		'status {"text":"Reading on"}\n{"choices":[{"delta":{"content":"Sales rose by 4 %."}}]}\nsources {"sources":[{"text":"Table of May"}]}\ntitle {"title":"Sales of May"}\n[DONE]',
		whole,
	],
	[
		'the answer once more beside a known protocol',
		'{"choices":[{"delta":{"content":"Sales rose by 4 %."}}]}\nstored {"body":"Sales rose by 4 %."}\n[DONE]',
		whole,
	],
	[
		'custom text of LangGraph',
		'custom {"note":"Stock fell by a third."}\nmessages [{"type":"ai","id":"a","content":"Sales rose."},{}]\nend null',
		undefined,
	],
	[
		'updates of LangGraph without messages',
		'updates {"review":{"remark":"Say more of it"}}\nmessages [{"type":"ai","id":"a","content":"Sales rose."},{}]\nend null',
		undefined,
	],
	[
		'custom text of LangGraph alone',
		'custom {"token":"Sales rose "}\ncustom {"token":"by 4 %."}\nend null',
		whole,
	],

	[
		'whole texts that grow',
		'm {"text":"Sales rose"}\nm {"text":"Sales rose by 4 %."}\nm {"text":"Sales rose by 4 %."}',
		whole,
	],
	[
		'a stop reason of the product',
		'm {"text":"Sales rose by 4 %.","completion_reason":"agent_ended"}',
		whole,
	],
])('%s', (_name, stream, text) => {
	const result = read(stream);
	if (text === undefined) expect(result.complete).toBe(false);
	else expect(result).toEqual({ text, complete: true });
});

const [answerText, both] = ['text', ['speech']];

test('JSON is no answer, also if the question has the word JSON', () => {
	const stream = '{"text":"{\\"index\\":0,\\"message\\":\\"Sales rose"}\ndone {}';
	const about = { question: 'Why does the JSON import fail?' };
	expect(read(stream, about)).toEqual({ text: '', complete: false });
	const asked = read(stream, { ...about, textField: 'text' });
	expect(asked).toEqual({ text: '{"index":0,"message":"Sales rose', complete: true });
});

describe.each(protocols.map((protocol) => [protocol.name, protocol] as const))(
	'in a stream of %s',
	(_name, { eventsOf }) => {
		const [start, text, end] = (['start', 'text', 'end'] as const).map((part) =>
			eventsOf(part, whole),
		);
		const other = [['annex', '{"body":"Stock fell by a third."}']] as const;

		test.each([
			['before', [start, other, text, end]],
			['after', [start, text, other, end]],
		])('text of an unknown kind %s the answer leaves a doubt', (_place, parts) => {
			const answer = new Answer({ question });
			for (const [event, data] of parts.flatMap((part) => [...(part ?? [])])) {
				for (const each of readEvents({ event, data: String(data), unfinished: false })) {
					answer.add(each);
				}
			}
			answer.finish();
			expect(answer.result(true).complete).toBe(false);
		});
	},
);

/** Streams that the reader doubts, and the options that read them right. */
test.each<[string, string, AnswerSettings]>([
	[
		'kinds of events',
		'{"type":"greeting","text":"Hello there"}\n{"type":"speech","text":"Sales rose by 4 %."}\ndone {}',
		{ textField: answerText, answerEvents: both },
	],
	[
		'only Answer Events',
		'{"type":"greeting","text":"Hello there"}\n{"type":"speech","text":"Sales rose by 4 %."}\ndone {}',
		{ answerEvents: both },
	],
	[
		'agents',
		'{"agent":"planner","text":"First the data"}\n{"agent":"writer","text":"Sales rose by 4 %."}\ndone {}',
		{ textField: 'text', answerEvents: ['Writer'] },
	],
	[
		'paths',
		'{"text":"ok","worte":"Sales rose "}\n{"text":"ok","worte":"by 4 %."}\ndone {}',
		{ textField: 'worte' },
	],
	[
		'two types',
		'delta {"text":"Sales rose "}\nlast {"text":"by 4 %."}\nnote {"text":"Paid."}\ndone {}',
		{ textField: 'text', answerEvents: ['delta', 'last'] },
	],
	[
		'events without a type',
		'{"text":"Sales rose by 4 %."}\nnote {"text":"Paid."}\ndone {}',
		{ textField: 'text', answerEvents: ['message'] },
	],
	[
		'kinds of records',
		'{"data":{"kind":"draft","body":"Fell."}}\n{"data":{"kind":"final_draft","body":"Sales rose by 4 %."}}\ndone {}',
		{ textField: 'data.body', answerEvents: ['final_draft'] },
	],
	[
		'parts in a list',
		'{"parts":[{"type":"aside","text":"Hm"},{"type":"prose","text":"Sales rose by 4 %."}]}\ndone {}',
		{ textField: 'parts.text', answerEvents: ['prose'] },
	],
	[
		'an event that is usually none',
		'thinking {"text":"Sales rose by 4 %."}\nanswer {"text":"Done"}\nend {}',
		{ textField: 'text', answerEvents: ['thinking'] },
	],
	[
		'JSON in a text',
		'{"payload":"{\\"say\\":\\"Sales rose by 4 %.\\"}"}\ndone {}',
		{ textField: 'payload.say' },
	],
	['JSON after a label', 'chunk {"say":"Sales rose by 4 %."}\ndone {}', { textField: 'say' }],
	[
		'plain text of a type',
		'note Paid for\nsay Sales rose by 4 %.\ndone {}',
		{ answerEvents: ['say'] },
	],
	[
		'a known protocol',
		'{"choices":[{"delta":{"content":"Fell."}}]}\nsay {"text":"Sales rose by 4 %."}\n[DONE]',
		{ textField: 'text', answerEvents: ['say'] },
	],
])('Text Field and Answer Events read %s', (_name, stream, settings) => {
	expect(read(stream, settings)).toEqual({ text: whole, complete: true });
});

test('without an event that Answer Events names, no answer is complete', () => {
	const stream = 'delta {"delta":"Sales rose"}\ndone {}';
	expect(read(stream, { answerEvents: ['speech'] })).toEqual({ text: '', complete: false });
});

test('other events still end, fail, and identify the answer', () => {
	const answer = new Answer({ answerEvents: ['speech'] });
	const add = (event: string, data: string) =>
		readEvents({ event, data, unfinished: false }).map((each) => answer.add(each))[0];
	add('thread', '{"threadId":"t"}');
	add('speech', '{"text":"Hello"}');
	add('done', '{"text":"Done"}');
	expect(answer.result(false)).toMatchObject({ threadId: 't', answer: 'Hello', complete: true });
	expect(add('error', '{"message":"Broken"}')?.failure?.errorCode).toBe('answer-failed');
});
