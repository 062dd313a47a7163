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

test.each(readStreamCases('unseen'))('%s', (_title, { events, answer }) => {
	const { text, complete } = read(events);
	expect(complete).toBe(answer !== undefined);
	if (complete) expect(text).toBe(answer);
});

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
