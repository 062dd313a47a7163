/** The format of a service that a user confirmed, and the proposal to confirm. */
import type { FieldNameEntries } from '../../../src/api/fieldNames';
import { parseEvents, readAnswer } from './readAnswer';

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
	test.each<[string, Format, string, string]>([
		['equal pieces', say, 'say {"text":"ha"}\nsay {"text":"ha"}\nsay {"text":"haha"}', 'hahahaha'],
		[
			'snapshots with white space',
			{ ...say, mode: 'snapshot' },
			'say {"text":"\\n"}\nsay {"text":"\\nSales"}\nsay {"text":"\\nSales "}',
			'\nSales ',
		],
		['plain text', { text: '', end: '[DONE]' }, 'Sales \nrose.\n[DONE]', 'Salesrose.'],
		[
			'a mark among texts',
			{ text: 'text', end: 'text=<|end|>' },
			'{"text":"Sales <"}\n{"text":"rose."}\n{"text":"<|end|>"}',
			'Sales <rose.',
		],
		[
			'a field with another value before the end',
			{ text: 'v', end: 't=e' },
			'{"t":"c","v":"Sales "}\n{"t":"c","v":"rose."}\n{"t":"e"}',
			'Sales rose.',
		],
		[
			'plain text of a type',
			{ text: '', events: 'say', others: ['note'] },
			'note Paid\nsay Sales rose.',
			'Sales rose.',
		],
		[
			'plain text that looks like JSON',
			{ text: '', events: 'say' },
			'say []\nsay {"a":1}\nsay null',
			'[]{"a":1}null',
		],
		[
			'the end in a field',
			{ text: 'a.b', end: 'state=ok|fine' },
			'{"a":{"b":"Sales"},"state":"running"}\n{"state":"fine"}',
			'Sales',
		],
		[
			'numbers as they are written',
			{ text: 'n' },
			'{"n":12345678901234567890}\n{"n":1}',
			'123456789012345678901',
		],
		['text after an end', say, 'say {"text":"One. "}\nover {}\nsay {"text":"Two."}', 'One. Two.'],
		['signs of life', say, 'ping {}\nsay {"text":"Sales"}\nping', 'Sales'],
	])('reads %s', (_title, format, lines, output) => {
		const ended = format === say || format.mode ? `${lines}\nover {}` : lines;
		expect(read(ended, entriesOf(format))).toMatchObject({ output, complete: true });
	});

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

	test.each<[string, Format, string, string]>([
		[
			'an event that it does not name',
			say,
			'say {"text":"Sales"}\nannex {"text":"Stock"}\nover {}',
			'unknownEvents',
		],
		[
			'a snapshot that begins anew',
			{ ...say, mode: 'snapshot' },
			'say {"text":"Sales"}\nsay {"text":"Stock"}\nover {}',
			'unknownEvents',
		],
		[
			'another value in its last field',
			{ text: 'text', end: 'state=ok' },
			'{"text":"Sales"}\n{"state":"limit"}',
			'stopped',
		],
		[
			'a piece that repeats the whole text',
			say,
			'say {"text":"Sales "}\nsay {"text":"rose by "}\nsay {"text":"4 %."}\nsay {"text":"Sales rose by 4 %."}\nover {}',
			'unknownEvents',
		],
		['no final event', say, 'say {"text":"Sales"}', 'cutOff'],
		['no text', say, 'over {}', 'noText'],
		['a word that may be a sign of life', { text: '' }, 'Play \nping', 'unknownEvents'],
		['plain text of which a part is in quotes', { text: '' }, 'He said \n"no"', 'unknownEvents'],
		[
			'its end in each event with text',
			{ text: 'text', end: 'ok=true' },
			'{"text":"Sales ","ok":true}\n{"text":"rose.","ok":true}',
			'cutOff',
		],
	])('is not complete with %s', (_title, format, lines, incompleteReason) => {
		const answer = read(lines, entriesOf(format));
		expect(answer).toMatchObject({ complete: false, incompleteReason });
	});

	test.each([
		'say {"text":"Sales","error":{"message":"Broke"}}\nover {}',
		'say {"text":"Sales"}\nsay {"text":"","error":"Broke"}\nover {}',
		'say {"text":"Sales"}\nover {"error":{"message":"Broke"}}',
	])('fails with the text before the error in %j', (lines) => {
		const { failure, output } = read(lines, deltas);
		expect({ output, failed: failure !== undefined }).toEqual({ output: 'Sales', failed: true });
	});

	test('adds unknown events to the entries', () => {
		const format = { ...say, others: ['note'] };
		const { fieldNames } = read('note {}\nsay {"text":"Sales"}\nannex {}', entriesOf(format));
		expect(fieldNames).toEqual(entriesOf({ ...say, others: ['note', 'annex'] }));
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

/** Each title, the events, the text, and what is proposed. */
describe('a proposal', () => {
	test.each<[string, string, string, Format]>([
		[
			'pieces',
			'open {"id":"1"}\nsay {"words":"Sales "}\nsay {"words":"rose."}\nover {}',
			'Sales rose.',
			{ text: 'words', events: ['say'], end: 'over', others: ['open'] },
		],
		[
			'snapshots',
			'{"text":"Sales"}\n{"text":"Sales rose"}\n{"text":"Sales rose."}\n[DONE]',
			'Sales rose.',
			{ text: 'text', mode: 'snapshot', end: '[DONE]' },
		],
		[
			'pieces that begin alike',
			'{"text":"ha"}\n{"text":"ha"}\n{"text":"haha"}\n{"text":"No."}',
			'hahahahaNo.',
			{ text: 'text' },
		],
		['plain text', 'Sales\n rose.\n[FINISHED]', 'Salesrose.', { text: '', end: '[FINISHED]' }],
		[
			'no mark of HTML',
			'{"text":"<table>Sales"}\n{"text":"</table>"}\n[DONE]',
			'<table>Sales</table>',
			{ text: 'text', events: ['message'], end: '[DONE]' },
		],
		[
			'no end that came before',
			'begin {}\nitem {"text":"Let me look. "}\nend {}\nbegin {}\nitem {"text":"Sales."}\nend {}',
			'Let me look. Sales.',
			{ text: 'text', events: ['item'], others: ['begin', 'end'] },
		],
		['an error that is none', '{"error":0,"text":"Sales."}', 'Sales.', { text: 'text' }],
		[
			'the end in a field',
			'{"text":"Sales ","done":false}\n{"text":"rose.","done":true}',
			'Sales rose.',
			{ text: 'text', end: 'done=true' },
		],
		[
			'another role',
			'{"role":"user","text":"So? And in June?"}\n{"role":"bot","text":"Sales."}',
			'Sales.',
			{ text: '[role=bot].text', others: ['role=user'] },
		],
		[
			'a thought by a switch',
			'{"text":"Let me see","isThought":true}\n{"text":"Sales."}',
			'Sales.',
			{ text: '[!isThought].text', others: ['isThought=true'] },
		],
		[
			'several choices',
			'{"options":[{"index":0,"text":"Yes","over":true},{"index":1,"text":"Perhaps"}]}',
			'Yes',
			{ text: 'options[!index].text' },
		],
		[
			'a type inside',
			'{"event":{"type":"Chunk","text":"Sales."},"at":1}\n{"event":{"type":"Done"},"at":2}',
			'Sales.',
			{ text: 'event.text', end: 'event.type=Done' },
		],
		[
			'a number as the type',
			'{"type":1,"text":"Sales."}\n{"type":2}',
			'Sales.',
			{ text: 'text', end: 'type=2' },
		],
		[
			'a command as the type',
			'{"cmd":"open"}\n{"cmd":"out","d":"Sales."}\n{"cmd":"bye"}',
			'Sales.',
			{ text: 'd', end: 'cmd=bye', others: ['cmd=open'] },
		],
		[
			'a name inside as the type',
			'{"update":{"thought":"Let me look"}}\n{"update":{"answer":"Sales."}}\n{"update":{"done":true}}',
			'Sales.',
			{ text: 'update.answer', end: 'update.done=true', others: ['update.thought=*'] },
		],
		[
			'a whole after its pieces',
			'delta {"delta":"Sales "}\ndelta {"delta":"rose."}\nfinal {"content":"Sales rose."}',
			'Sales rose.',
			{ text: 'delta', events: ['delta'], end: 'final' },
		],
		[
			'tools and status',
			'status {"text":"Thinking hard about it"}\ntool {"result":"Twelve rows of May"}\nsay {"text":"Sales."}',
			'Sales.',
			{ text: 'text', events: ['say'], others: ['status', 'tool'] },
		],
		[
			'no end that stops',
			'say {"text":"Sales"}\nover {"reason_done":"length"}',
			'Sales',
			{ text: 'text', events: ['say'], others: ['over'] },
		],
	])('has %s, and is never complete', (_title, lines, output, format) => {
		const proposed = read(lines);
		expect(proposed).toMatchObject({ output, incompleteReason: 'unconfirmedFormat', live: '' });
		expect(proposed.fieldNames).toMatchObject(entriesOf(format));
		const confirmed = proposed.fieldNames as Record<string, string>;
		expect(read(lines, confirmed)).toMatchObject({ output, complete: true });
	});

	test.each([
		['with a type', 'over {"reason_done":"$"}', 'over&reason_done=well'],
		['without one', '{"last":true,"state":"$"}', 'last=*&state=well'],
	])('stops at another reason of its final event %s', (_title, end, finalEvent) => {
		const lines = (reason: string) => `say {"text":"Sales"}\n${end.replace('$', reason)}`;
		const { fieldNames } = read(lines('well'));
		expect(fieldNames).toEqual(entriesOf({ text: 'text', events: ['say'], end: finalEvent }));
		const entries = fieldNames as Record<string, string>;
		expect(read(lines('well'), entries)).toMatchObject({ complete: true });
		expect(read(lines('limit'), entries)).toMatchObject({ incompleteReason: 'stopped' });
	});

	test('leaves out the question', () => {
		const question = 'How are the sales of this week?';
		const events = parseEvents(`echo {"text":"${question}"}\nsay {"text":"They rose."}`);
		expect(readAnswer(events, undefined, { question }).output).toBe('They rose.');
	});

	test.each(['cancelled {}', '{"error":"Broke"}'])('does not name %s', (stop) => {
		const { fieldNames } = read(`say {"text":"Sales"}\n${stop}`);
		expect(fieldNames).toEqual({ 'answer.text': 'text', 'answer.events': ['say'] });
	});

	test.each([
		['without text', 'count {"n":1}'],
		[
			'if only some texts are JSON',
			'say {"part":"Sales"}\nsay {"part":"{\\"part\\":\\" rose\\"}"}',
		],
		['if the texts are equal', 'say {"text":"Sales rose."}\nsay {"text":"Sales rose."}\nend {}'],
		['if short texts grow', '{"text":"No"}\n{"text":"No."}\n[DONE]'],
		['if a short text repeats all', '{"text":"4"}\n{"text":"2"}\n{"text":"42"}\n[DONE]'],
		['if the only two texts are short', 'say {"text":"No."}\nsay {"text":"No."}\nend {}'],
		[
			'if a text follows an end',
			'say {"text":"Use "}\nsay {"text":"[DONE]"}\nsay {"text":" here."}',
		],
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
