/** The format of a service that a user confirmed, and the proposal to confirm. */
import type { FieldNameEntries } from '../../../src/api/fieldNames';
import { parseEvents, readAnswer, streamCases } from './readAnswer';

const read = (lines: string, entries?: FieldNameEntries) => readAnswer(parseEvents(lines), entries);

interface Format {
	text: string;
	events?: string | string[];
	mode?: string;
	end?: string | string[];
	others?: string[];
}

/** The keys `answer.*` for a format. */
const entriesOf = ({ end, others, ...format }: Format): FieldNameEntries => {
	const all = Object.entries({ ...format, finalEvent: end, otherEvents: others });
	return Object.fromEntries(
		all.flatMap(([key, value]) => (value === undefined ? [] : [[`answer.${key}`, value]])),
	);
};

const say = { text: 'text', events: ['say'], end: 'over' };
const deltas = entriesOf(say);

describe('a confirmed format', () => {
	test.each(streamCases<{ format: Format }>('confirmed'))(
		'reads %s',
		(_title, { format, ...expected }, events) => {
			expect(readAnswer(events, entriesOf(format))).toMatchObject(expected);
		},
	);

	test.each([
		['parts[kind=prose][!draft].text', '{"parts":[{"kind":"aside","text":"Hm"}]}', ''],
		['parts[kind=prose][!draft].text', '{"parts":[{"kind":"prose","text":"Sales"}]}', 'Sales'],
		['parts[kind=prose][!draft].text', '{"parts":[{"kind":"prose","draft":1,"text":"S"}]}', ''],
		['list[-1].text', '{"list":[{"text":"a"},{"text":"b"}]}', 'b'],
		['list.0.text', '{"list":[{"text":"a"},{"text":"b"}]}', 'a'],
		['[>by=me].text', '[{"text":"a"},{"by":"me","text":"b"},{"by":"it","text":"c"}]', 'c'],
		['data.say', '{"data":"{\\"say\\":\\"Sales\\"}"}', 'Sales'],
	])('reads the path %s of %s as "%s"', (text, line, output) => {
		expect(read(line, entriesOf({ text })).output).toBe(output);
	});

	test.each([
		'say {"text":"Sales","error":{"message":"Broke"}}\nover {}',
		'say {"text":"Sales"}\nsay {"text":"","error":"Broke"}\nover {}',
		'say {"text":"Sales"}\nover {"error":{"message":"Broke"}}',
	])('fails with the text before the error in %j', (lines) => {
		const { failure, output } = read(lines, deltas);
		expect({ output, failed: failure !== undefined }).toEqual({ output: 'Sales', failed: true });
	});

	test.each([
		'over {"reason":"length"}',
		'over {"status":"timed_out"}',
		'over {"state":"no_luck"}',
		'over {"outcome":"no luck"}',
		'over {"at":{"truncated":true}}',
		'over {"success":false}',
		'over {"faultText":"The connection broke."}',
		'say {"text":"","blocked":true}\nover {}',
	])('of an answer that was whole stops at %s', (end) => {
		const stopped = read(`say {"text":"Sales"}\n${end}`, deltas);
		expect(stopped.incompleteReason).toBe('stopped');
	});

	test.each([
		'say {"text":"Sales","error":null,"blocked":false}\nover {"status":"ok"}',
		'say {"text":"","blocked":true}\nsay {"text":"Sales"}\nover {"reason":"stop"}',
		'say {"text":"Sales"}\nover {"errorCode":"NO_ERROR","failures":0,"success":true}',
	])('is complete with %j', (lines) => {
		expect(read(lines, deltas)).toMatchObject({ output: 'Sales', complete: true });
	});

	test.each(['reason=length', ['over', 'reason=length'], 'over&reason=length'])(
		'keeps a stop that it names as the end in %j',
		(end) => {
			const lines = 'say {"text":"Sales"}\nover {"reason":"length"}';
			const format = entriesOf({ text: 'text', events: ['say'], end });
			expect(read(lines, format).complete).toBe(true);
		},
	);

	test('with nothing but the path has the rest to paste', () => {
		const lines = 'open {}\nsay {"role":"bot","text":"Sales."}\nuse {"n":3}\nover {"status":"ok"}';
		const { incompleteReason, fieldNames } = read(lines, { 'answer.text': 'text' });
		expect(incompleteReason).toBe('unknownEvents');
		const rest = { events: ['say'], others: ['open', 'use'], end: 'over' };
		expect(fieldNames).toEqual(entriesOf({ text: 'text', ...rest }));
		const entries = fieldNames as Record<string, string>;
		expect(read(lines, entries)).toMatchObject({ output: 'Sales.', complete: true });
		expect(read(lines.replace('ok', 'failed'), entries).incompleteReason).toBe('stopped');
	});

	test('without a final event has a way out of later thoughts, too', () => {
		const lines = 'say {"isThought":true,"text":"Hm. "}\nsay {"text":"Sales."}';
		const told = read(lines, entriesOf({ text: 'text', events: ['say'] }));
		expect(told.fieldNames).toMatchObject({ 'answer.otherEvents': ['say&isThought=true'] });
		const entries = told.fieldNames as Record<string, string>;
		expect(read(lines, entries)).toMatchObject({ output: 'Sales.', complete: true });
	});

	test('that finds no text has no events to paste, which may have it', () => {
		const told = read('say {"words":"Sales"}\nadd {"words":" rose"}\nover {}', deltas);
		expect(told.incompleteReason).toBe('noText');
		expect(told).not.toHaveProperty('fieldNames');
	});

	test('has no stop to paste as another event', () => {
		const lines = 'say {"text":"Sales"}\nover {"status":"expired"}';
		expect(read(lines, { 'answer.text': 'text' })).not.toHaveProperty('fieldNames');
	});

	test('stops at another reason of an event that a user named', () => {
		const format = { ...say, end: ['[DONE]'] };
		const lines = 'say {"text":"Sales."}\nhalt {"stop_reason":"end_turn"}\n[DONE]';
		const { fieldNames } = read(lines, entriesOf(format));
		expect(fieldNames).toEqual(entriesOf({ ...format, others: ['halt'] }));
		const entries = fieldNames as Record<string, string>;
		expect(read(lines.replace('end_turn', 'max_steps'), entries).complete).toBe(false);
	});

	test.each<[string, Format, string]>([
		[
			'events',
			{ text: 'text', end: 'over' },
			'ask {"text":"So? "}\nsay {"text":"Sales."}\nover {}',
		],
		['plain events', { text: '' }, 'open {"id":1}\nsay Sales'],
		['plain events and the last', { text: '', end: 'over' }, 'say Sales\nover {"status":"ok"}'],
	])('without types is not complete if %s of several have texts', (_what, format, lines) => {
		expect(read(lines, entriesOf(format)).incompleteReason).toBe('unknownEvents');
	});

	test.each(['{"text":{"card":"Sales"}}', '{"text":[{"type":"chart"}]}', '{"text":"Sal', 'Sales'])(
		'is not complete if a text has %s in its place',
		(data) => {
			const lines = `say {"text":"See: "}\nsay ${data}\nover {}`;
			expect(read(lines, deltas)).toMatchObject({
				output: 'See: ',
				incompleteReason: 'unknownEvents',
			});
		},
	);

	test.each(['say {"by":"me"}', 'say "{\\"by\\":\\"me\\"}"', 'over Bye.'])(
		'is complete with %s, which has no text',
		(line) => {
			const lines = `${line}\nsay {"text":"Sales"}\nover {}`;
			expect(read(lines, deltas)).toMatchObject({ output: 'Sales', complete: true });
		},
	);

	test('that ends with an empty text has unknown events, too', () => {
		const format = entriesOf({ text: 'text', events: ['message'], end: 'text=' });
		const read = readAnswer(parseEvents('{"text":"Sales"}\nannex {}\n{"text":""}'), format);
		expect(read.incompleteReason).toBe('unknownEvents');
	});

	test('adds unknown events to the entries', () => {
		const format = { ...say, others: ['note'] };
		const { fieldNames } = read('note {}\nsay {"text":"Sales"}\nannex {}', entriesOf(format));
		expect(fieldNames).toEqual(entriesOf({ ...say, others: ['note', 'annex'] }));
	});

	test('adds them without a final event, too', () => {
		const format = { text: 'text', events: ['say'], others: ['note'] };
		const lines = 'note {}\nannex {}\nsay {"text":"Sales"}';
		const { fieldNames } = read(lines, entriesOf(format));
		expect(fieldNames).toEqual(entriesOf({ ...format, others: ['note', 'annex'] }));
		const entries = fieldNames as Record<string, string>;
		expect(read(lines, entries)).toMatchObject({ output: 'Sales', complete: true });
	});

	test('of a single text has the way out if the texts have all so far', () => {
		const lines = 'say {"text":"No"}\nsay {"text":"No."}\nover {}';
		const told = read(lines, deltas);
		expect(told).toMatchObject({ complete: false, incompleteReason: 'unconfirmedFormat' });
		expect(told.fieldNames).toEqual(entriesOf({ ...say, mode: 'snapshot' }));
		const entries = told.fieldNames as Record<string, string>;
		expect(read(lines, entries)).toMatchObject({ output: 'No.', complete: true });
	});

	test('of a single text is doubted if most texts begin with the one before', () => {
		const texts = ['It rose', 'It rose by 4 %.', 'Anything else?'];
		const lines = texts.map((text) => `say {"text":"${text}"}`).join('\n');
		expect(read(`${lines}\nover {}`, deltas).incompleteReason).toBe('unconfirmedFormat');
	});

	const one = entriesOf({ text: 'text', events: ['message'], end: 'over=*' });
	test.each<[string, string, FieldNameEntries]>([
		['role', '{"role":"tool","text":"Rows"}', { 'answer.otherEvents': ['role=tool'] }],
		['switch', '{"isThought":true,"text":"Hm"}', { 'answer.otherEvents': ['isThought=true'] }],
	])('is not complete with a text of another kind by its %s', (_what, event, entries) => {
		const lines = `${event}\n{"text":"Sales."}\n{"over":1}`;
		const told = read(lines, one);
		expect(told).toMatchObject({ incompleteReason: 'unknownEvents', fieldNames: entries });
		const named = told.fieldNames as Record<string, string>;
		expect(read(lines, named)).toMatchObject({ output: 'Sales.', complete: true });
	});

	test('is not complete if only some texts have the label of a tool', () => {
		const lines = '{"at":{"kind":"tool"},"text":"Hm"}\n{"text":"Sales."}\n{"over":1}';
		expect(read(lines, one)).toMatchObject({ incompleteReason: 'unknownEvents' });
	});

	test.each([
		['parts.text', 'HmSales rose.'],
		['parts[!thought].text', 'Sales rose.'],
	])('is not complete if an event has texts of two kinds: %s', (text, output) => {
		const both = '{"parts":[{"thought":true,"text":"Hm"},{"text":"Sales "}]}';
		const lines = `${both}\n{"parts":[{"text":"rose."}]}\n{"over":1}`;
		const told = read(lines, entriesOf({ text, end: 'over=*' }));
		expect(told).toMatchObject({ output, incompleteReason: 'unknownEvents' });
		expect(told).not.toHaveProperty('fieldNames');
		const others = ['parts.thought=true'];
		const named = read(lines, entriesOf({ text, end: 'over=*', others }));
		expect(named).toMatchObject({ output, incompleteReason: 'unknownEvents' });
	});

	test('keeps the text of an event that has a part of another kind, too', () => {
		const lines =
			'{"parts":[{"kind":"image"}]}\n{"parts":[{"text":"Sales."},{"kind":"image"}]}\n{"over":1}';
		const entries = { text: 'parts.text', end: 'over=*', others: ['parts.kind=image'] };
		expect(read(lines, entriesOf(entries))).toMatchObject({ output: 'Sales.', complete: true });
	});

	test('wins over the row of a protocol', () => {
		const lines =
			'{"choices":[{"delta":{"content":"Fell."}}]}\nsay {"text":"Sales rose."}\nover {}';
		const entries = entriesOf({ ...say, others: ['choices=*'] });
		expect(read(lines, entries)).toMatchObject({ output: 'Sales rose.', complete: true });
	});

	test.each(['a..b', 'a.', '.a', 'a[b', 'a[b].c]', '[!a=b]'])(
		'is refused for the path %s',
		(text) => {
			expect(() => read('x {}', entriesOf({ text }))).toThrow("isn't a path");
		},
	);
});

describe('a proposal', () => {
	test.each(streamCases<{ format: Format; output: string }>('proposed'))(
		'has %s, and is never complete',
		(_title, { format, output }, events) => {
			const proposed = readAnswer(events);
			expect(proposed).toMatchObject({ output, incompleteReason: 'unconfirmedFormat', live: '' });
			expect(proposed.fieldNames).toEqual(entriesOf({ events: ['message'], ...format }));
			const confirmed = proposed.fieldNames as Record<string, string>;
			expect(readAnswer(events, confirmed)).toMatchObject({ output, complete: true });
		},
	);

	test.each([
		['with a type', 'over {"reason_done":"$"}', 'over'],
		['without one', '{"last":true,"state":"$"}', 'last=true'],
	])('stops at another reason of its final event %s', (_title, end, finalEvent) => {
		const lines = (reason: string) => `say {"text":"Sales"}\n${end.replace('$', reason)}`;
		const { fieldNames } = read(lines('normal'));
		expect(fieldNames).toEqual(entriesOf({ text: 'text', events: ['say'], end: finalEvent }));
		const entries = fieldNames as Record<string, string>;
		expect(read(lines('normal'), entries)).toMatchObject({ complete: true });
		expect(read(lines('limit'), entries)).toMatchObject({ incompleteReason: 'stopped' });
	});

	test('leaves out the question', () => {
		const question = 'How are the sales of this week?';
		const events = parseEvents(`echo {"text":"${question}"}\nsay {"text":"They rose."}`);
		expect(readAnswer(events, undefined, { question }).output).toBe('They rose.');
		const mixed = parseEvents(`{"list":[{"text":"${question}"},{"text":"They rose."}]}`);
		expect(readAnswer(mixed, undefined, { question })).not.toHaveProperty('fieldNames');
	});

	test('has no copy of its text', () => {
		const pieces = ['Sales ', 'rose by ', '4 %.'];
		const lines = [...pieces, pieces.join('')].map((text) => JSON.stringify({ text })).join('\n');
		expect(read(lines).output).toBe('Sales rose by 4 %.');
	});

	test('does not name a failure', () => {
		const { fieldNames } = read('say {"text":"Sales"}\n{"error":"Broke"}');
		expect(fieldNames).toEqual({ 'answer.text': 'text', 'answer.events': ['say'] });
	});

	test.each([
		['without text', 'count {"n":1}'],
		['with nothing but a status', 'status {"message":"Looking it up."}\nover {}'],
		['with nothing but an ID', 'begin {"id":"a7"}'],
		[
			'if a text has two places',
			'open {"text":"Yes. "}\nsay {"delta":"Sales"}\nsay {"delta":" rose."}',
		],
		[
			'if only some texts are JSON',
			'say {"part":"Sales"}\nsay {"part":"{\\"part\\":\\" rose\\"}"}',
		],
		[
			'if only some texts are in an object',
			'say {"message":"Sales"}\nsay {"message":{"text":" rose"}}',
		],
		['if two texts are equal', 'say {"text":"Sales rose."}\nsay {"text":"Sales rose."}\nend {}'],
		[
			'if the texts are equal',
			'{"text":"Sales rose."}\n{"text":"Sales rose."}\n{"text":"Sales rose."}',
		],
		['if the only two texts are short', 'say {"text":"No."}\nsay {"text":"No."}\nend {}'],
		['if short texts grow', '{"text":"No"}\n{"text":"No."}\n[DONE]'],
		[
			'if a text has two writers',
			'{"agent":"A guide","text":"Sales "}\n{"agent":"A clerk","text":"rose."}',
		],
		['if it was cancelled', 'say {"text":"Sales"}\ncancelled {}'],
		['if it stopped', 'say {"text":"Sales"}\nover {"reason_done":"length"}'],
		['if its reason is no known end', 'say {"text":"Sales"}\nover {"reason_done":"no_luck"}'],
		['if its state is a stop', '{"text":"Sales","state":"credits_exhausted"}'],
		['if its last state is no known end', '{"text":"Sales"}\n{"state":"no_luck"}'],
		['if texts grow after another one', '{"text":"Wait"}\n{"text":"4"}\n{"text":"42"}\n[DONE]'],
		['if a text may be taken back', 'say {"text":"It fell."}\nclear {}\nsay {"text":"It rose."}'],
		[
			'if an event has texts of two roles',
			'{"list":[{"role":"user","text":"So?"},{"role":"bot","text":"It rose."}]}',
		],
		[
			'if the kind beside a text says that it is another one',
			'{"meta":{"kind":"thinking"},"text":"Hm"}\n{"meta":{"kind":"part"},"text":"It rose."}',
		],
		[
			'if a label beside a text says so',
			'{"meta":{"stepName":"thinking"},"text":"Hm"}\n{"meta":{"stepName":"part"},"text":"It rose."}',
		],
		[
			'if only one text has a state',
			'{"status":"searching","text":"Looking it up."}\n{"text":"It rose."}',
		],
		[
			'if two names are as likely',
			'{"step":1,"output":"Looking it up."}\n{"step":2,"message":"It rose."}',
		],
		[
			'if its end came before, too',
			'item {"text":"Hm. "}\nend {}\nitem {"text":"It rose."}\nend {}',
		],
		['if a text is under two labels', '{"Type":2,"text":"Hm. "}\n{"Type":1,"text":"It rose."}'],
		['if only some texts are in a list', 'say {"text":"Sales"}\nsay {"text":[{"text":" rose"}]}'],
	])('has nothing to paste %s', (_title, lines) => {
		expect(read(lines)).not.toHaveProperty('fieldNames');
	});

	test('has an end of a row only if no text followed', () => {
		const message = (text: string) =>
			`{"invocationId":"e","author":"a","content":{"parts":[{"text":"${text}"}]},"finishReason":"STOP"}`;
		const once = read(message('Sales.'));
		expect(once.fieldNames).toEqual({ 'answer.finalEvent': ['finishReason=STOP'] });
		const entries = once.fieldNames as Record<string, string[]>;
		expect(read(message('Sales.'), entries)).toMatchObject({ output: 'Sales.', complete: true });
		const twice = read(`${message('Let me look.')}\n${message('Sales.')}`);
		expect(twice).toMatchObject({ output: 'Let me look.Sales.', incompleteReason: 'cutOff' });
		expect(twice).not.toHaveProperty('fieldNames');
	});
});

describe('bad input', () => {
	test.each<[string, string]>([
		['an object with its own toString', '{"error":{"x":{"toString":1}},"text":{"toString":1}}'],
		['names of prototypes', '{"__proto__":{"text":"x"},"constructor":{"text":"y"},"text":"Sales"}'],
		['deep lists', `${'['.repeat(500)}${']'.repeat(500)}`],
	])('%s is read without an error', (_title, line) => {
		for (const entries of [undefined, entriesOf({ text: 'text' })]) {
			expect(read(line, entries).eventCount).toBe(1);
		}
	});

	test('40,000 texts in one event take a bounded number of places', () => {
		const fields = Array.from({ length: 40_000 }, (_, index) => [`text${index}`, 'Sales rose.']);
		const { output, fieldNames } = readAnswer([[undefined, Object.fromEntries(fields)]]);
		expect(output).toBe('Sales rose.');
		expect(JSON.stringify(fieldNames).length).toBeLessThan(2000);
	});

	test('an answer in events of many kinds is kept whole', () => {
		const pieces = Array.from({ length: 1200 }, (_, level) => ({ level, text: `word${level} ` }));
		const { output } = readAnswer(pieces.map((piece) => [undefined, piece]));
		expect(output).toBe(pieces.map(({ text }) => text).join(''));
	});

	test('a long answer is kept whole, equal or not', () => {
		for (const textOf of [() => ' word', (index: number) => ` word${index}`]) {
			const pieces = Array.from({ length: 3000 }, (_, index) => textOf(index));
			const events = pieces.map((text) => ['say', { text }] as const);
			for (const entries of [undefined, deltas]) {
				expect(readAnswer(events, entries).output).toBe(pieces.join(''));
			}
		}
	});
});
