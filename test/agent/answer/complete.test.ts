/**
 * What "complete" promises: the answer is whole and nothing else, or the item says that it may not be.
 * Streams of services that nobody has seen, in the classes in which answers were found to be wrong.
 */
import { Answer, type AnswerSettings } from '../../../src/agent/answer/answer';
import { readEvents } from '../../../src/agent/answer/receivedEvent';
import { parseEvents, protocols } from './protocols';
import { readStreamCases } from './streamCases';

const question = 'How are the sales of this week?';
const whole = 'Sales rose by 4 %.';

function read(events: ReturnType<typeof parseEvents>, settings: AnswerSettings = {}) {
	const answer = new Answer({ question, ...settings });
	for (const [event, data] of events) {
		for (const each of readEvents({ event, data, unfinished: false })) answer.add(each);
	}
	answer.finish();
	const { answer: text, complete } = answer.result(true);
	return { text, complete };
}

test.each([...readStreamCases('unseen'), ...readStreamCases('protocolEnds')])(
	'%s',
	(_title, { events, answer }) => {
		const { text, complete } = read(events);
		expect(complete).toBe(answer !== undefined);
		if (complete) expect(text).toBe(answer);
	},
);

test.each(readStreamCases('options'))(
	'Text Field and Answer Events read %s',
	(_title, { events, settings, answer }) => {
		expect(read(events, settings)).toEqual({ text: answer, complete: true });
	},
);

test('JSON is no answer, also if the question has the word JSON', () => {
	const stream = parseEvents('{"text":"{\\"index\\":0,\\"message\\":\\"Sales rose"}\ndone {}');
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
			const events = parts.flatMap((part) => part ?? []);
			expect(read(events.map(([type, data]) => [type, String(data)])).complete).toBe(false);
		});
	},
);

describe('an answer is whole only if it ends for a reason that is known to be good', () => {
	const ends = (end: string) => read(parseEvents(`delta {"delta":"${whole}"}\n${end}`)).complete;

	test.each<[string, boolean]>([
		['end_turn', true],
		['EOS', true],
		['stop_sequence', true],
		['COMPLETE', true],
		['model-finished', true],
		['natural_end', true],
		['blacklist', false],
		['max_turns', false],
		['tool_calls', false],
		['moderated_by_policy', false],
		['budget', false],
		['time_up', false],
	])('%s: %s', (reason, isGood) => {
		expect(ends(`done {"finish_reason":"${reason}"}`)).toBe(isGood);
		expect(ends(`end {"reason":"${reason}"}`)).toBe(isGood);
		expect(ends(`{"choices":[{"delta":{},"finish_reason":"${reason}"}]}\n[DONE]`)).toBe(isGood);
	});

	test.each([
		'done {"action":"handoff"}',
		'done {"turn":{"outcome":"abandoned"}}',
		'stop "length"',
		'stop {"reason":"max_turns"}\ndone {"text":"Sales rose by 4 %."}',
		'content_blocked {}\ndone {}',
		'answer_paused {"at":3}\n[DONE]',
		'final {"blocked":true}',
		'limit_reached {"iterations":10}\ndone {}',
		'iteration_cap_reached {}\nmessage_end {}',
		'max_steps_reached {}\ndone {}',
		'user_cancelled {}\ndone {}',
		'human_takeover {}\ndone {}',
		'order_cancelled {"orderId":7}\ndone {}',
		'end [INTERRUPT]',
		'done {"handoff":true}',
		'done {"timed_out":true}',
		'done {"limit_was_hit":true}',
		'turn_done {"state":{"status":"done","requiredActions":[{"tool":"refund"}]}}',
		'session_status_idle {"stop_reason":{"type":"requires_action"}}\n[DONE]',
		'replace_response {"text":""}\ndelta {"delta":"Sales fell."}\ndone {}',
		'answer_completed {"completed":false}\nrun_completed {}',
		'tool_approval {"tool":"delete"}\ndone {}',
		'tool_approval {"tool":"delete"}',
		'{"seq":2,"data":{"type":"generation_cancelled"}}',
		'{"seq":2,"data":{"type":"answer_withheld"}}\ndone {}',
	])('not with the end %s', (end) => {
		expect(ends(end)).toBe(false);
	});

	test.each([
		'done {"status":"success"}',
		'done {"state":"answered","outcome":"resolved"}',
		'typing_stopped {}\ndone {}',
		'done {"handoff":false,"requiredActions":[]}',
		'done {"rate_limit":{"remaining":3}}',
	])('but with the end %s', (end) => {
		expect(ends(end)).toBe(true);
	});
});

test('without an event that Answer Events names, no answer is complete', () => {
	const stream = parseEvents('delta {"delta":"Sales rose"}\ndone {}');
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
