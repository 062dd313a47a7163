/** An event that differs from the one before only in its text is read without being parsed again. */
import { Answer } from '../../../src/agent/answer/answer';
import { readEvents } from '../../../src/agent/answer/receivedEvent';
import { forms, eventsOf, parseEvents, protocols, type Sent } from './protocols';
import { readStreamCases } from './streamCases';

type Stream = ReadonlyArray<readonly [type: string | undefined, data: string]>;

function read(events: Stream) {
	const answer = new Answer({ question: 'How are the sales of this week?' });
	const added = events.flatMap(([event, data]) =>
		readEvents({ event, data, unfinished: false }).map((each) => answer.add(each)),
	);
	const live = [...added.map(({ text }) => text), answer.finish()].join('');
	const failures = added.flatMap(({ failure }) => failure ?? []);
	return { ...answer.result(true), doubts: answer.doubts, live, failures };
}

/** Spaces before JSON change nothing but how it is written, so no event is like the one before. */
const spaced = (events: Stream): Stream =>
	events.map(([type, data], index) => [
		type,
		data.startsWith('{') && !data.includes('\n') ? ' '.repeat(1 + (index % 7)) + data : data,
	]);

const written = (events: readonly Sent[]): Stream =>
	events.map(([type, data]) => [type, typeof data === 'string' ? data : JSON.stringify(data)]);

const turns = [
	{ pieces: ['Sales', ' rose by "4" %', ', Grüße 👋\nand', ' all', ' all', ' is well.'] },
];

const streams: Array<[string, Stream]> = [
	...protocols.flatMap((protocol) =>
		forms.map((form): [string, Stream] => [
			`${protocol.name} ${form}`,
			written(eventsOf(protocol, form, turns)),
		]),
	),
	...['unseen', 'protocolEnds', 'homeMade', 'forms'].flatMap((file) =>
		readStreamCases(file).map(([title, { events }]): [string, Stream] => [title, events]),
	),
];

test.each(streams)('reads %s as if each event were parsed', (_title, events) => {
	expect(read(events)).toEqual(read(spaced(events)));
});

test.each([
	['quotes and line breaks', '{"delta":"Sales "}|{"delta":"\\"rose\\"\\n"}|{"delta":"by 4 %."}'],
	['other spellings', '{"delta":"Sales "}|{"delta":"r\\u006fse "}|{"delta":"by 4 %."}'],
	['a label that is the text', '{"delta":"Sales ","id":"Sales "}|{"delta":"rose.","id":"Sales "}'],
	['text like the JSON around it', '{"delta":":"}|{"delta":","}|{"delta":"delta"}|{"delta":" "}'],
	['a further field', '{"delta":"Sales "}|{"delta":"rose ","n":"1"}|{"delta":"by 4 %."}'],
	[
		'a number and a time that change',
		'{"seq":1,"delta":"Sales ","time":"2026-11-26T08:00:00Z"}|{"seq":2,"delta":"rose ","time":"2026-11-26T08:00:01Z"}|{"seq":10,"delta":"by 4 %.","time":null}',
	],
	[
		'padding that changes',
		'{"delta":"Sales ","p":"abc"}|{"delta":"\\"p\\":\\"a\\"","p":"ab"}|{"delta":"rose.","p":""}',
	],
	['padding that is the text', '{"delta":"abc","p":"abc"}|{"delta":"p","p":"p"}'],
	['a number in place of a text', '{"delta":"Sales "}|{"delta":"rose "}|{"delta":4}'],
])('reads %s as if each event were parsed', (_title, data) => {
	const events = data.split('|').map((each) => ['delta', each] as const);
	const pieces = events.map(([, each]) => (JSON.parse(each) as { delta: unknown }).delta);
	const result = read([...events, ['done', '{}']]);
	expect(result.answer).toBe(pieces.join(''));
	expect(result).toEqual(read(spaced([...events, ['done', '{}']])));
});

test('reads the path of a patch, though padding may have the same name', () => {
	const stream = parseEvents(
		`delta {"p":"/message/content/parts/0","o":"append","v":"Sales rose."}
delta {"p":"/message/metadata/title","o":"append","v":"Your sales"}`,
	);
	expect(read(stream).answer).toBe('Sales rose.');
});

test('still sees a mark of the end in the place of the text', () => {
	const stream = parseEvents(
		'delta {"delta":"Sales "}\ndelta {"delta":"rose."}\ndelta {"delta":"[END]"}',
	);
	expect(read(stream)).toMatchObject({ answer: 'Sales rose.', complete: true });
});
