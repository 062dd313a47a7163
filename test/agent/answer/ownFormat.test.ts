/** The format of a service that a user confirmed, and the proposal to confirm. */
import type { FieldNameEntries } from '../../../src/api/fieldNames';
import { parseEvents, readAnswer } from './readAnswer';

const read = (lines: string, entries?: FieldNameEntries) => readAnswer(parseEvents(lines), entries);
const deltas = { 'answer.text': 'text', 'answer.events': ['say'], 'answer.finalEvent': 'over' };

describe('a confirmed format', () => {
	test.each<[string, FieldNameEntries, string, string]>([
		['pieces', deltas, 'say {"text":"Sales "}\nsay {"text":"rose."}\nover {}', 'Sales rose.'],
		[
			'equal pieces',
			deltas,
			'say {"text":"ha"}\nsay {"text":"ha"}\nsay {"text":"haha"}\nover {}',
			'hahahaha',
		],
		[
			'a whole after its pieces',
			deltas,
			'say {"text":"Sales "}\nsay {"text":"rose by "}\nsay {"text":"4 %."}\nsay {"text":"Sales rose by 4 %."}\nover {}',
			'Sales rose by 4 %.',
		],
		[
			'snapshots',
			{ ...deltas, 'answer.mode': 'snapshot' },
			'say {"text":"Sales"}\nsay {"text":"Sales rose."}\nover {}',
			'Sales rose.',
		],
		[
			'snapshots with white space',
			{ ...deltas, 'answer.mode': 'snapshot' },
			'say {"text":"\\n"}\nsay {"text":"\\nSales"}\nsay {"text":"\\nSales "}\nover {}',
			'\nSales ',
		],
		[
			'plain text with a mark',
			{ 'answer.text': '', 'answer.finalEvent': '[DONE]' },
			'Sales \nrose.\n[DONE]',
			'Salesrose.',
		],
		[
			'a mark among texts',
			{ 'answer.text': 'text', 'answer.finalEvent': 'text=[DONE]' },
			'{"text":"Sales "}\n{"text":"rose."}\n{"text":"[DONE]"}',
			'Sales rose.',
		],
		[
			'a field with another value before the end',
			{ 'answer.text': 'v', 'answer.finalEvent': 't=e' },
			'{"t":"c","v":"Sales "}\n{"t":"c","v":"rose."}\n{"t":"e"}',
			'Sales rose.',
		],
		[
			'plain text of a type',
			{ 'answer.text': '', 'answer.events': 'say', 'answer.otherEvents': ['note'] },
			'note Paid\nsay Sales rose.',
			'Sales rose.',
		],
		[
			'the end in a field',
			{ 'answer.text': 'a.b', 'answer.finalEvent': 'state=ok|fine' },
			'{"a":{"b":"Sales"},"state":"running"}\n{"state":"fine"}',
			'Sales',
		],
		[
			'parts and conditions',
			{ 'answer.text': 'parts[kind=prose][!draft].text' },
			'{"parts":[{"kind":"aside","text":"Hm"},{"kind":"prose","text":"Sales"},{"kind":"prose","draft":true,"text":"x"}]}',
			'Sales',
		],
		['a position', { 'answer.text': 'list[-1].text' }, '{"list":[{"text":"a"},{"text":"b"}]}', 'b'],
		[
			'the messages after the question',
			{ 'answer.text': '[>role=user].text' },
			'[{"role":"bot","text":"Old"},{"role":"user","text":"So?"},{"role":"bot","text":"Sales"}]',
			'Sales',
		],
		[
			'JSON in a text',
			{ 'answer.text': 'data.say' },
			'{"data":"{\\"say\\":\\"Sales\\"}"}',
			'Sales',
		],
		[
			'numbers as they are written',
			{ 'answer.text': 'n' },
			'{"n":12345678901234567890}\n{"n":1}',
			'123456789012345678901',
		],
		[
			'text after an end',
			deltas,
			'say {"text":"One. "}\nover {}\nsay {"text":"Two."}\nover {}',
			'One. Two.',
		],
		['signs of life', deltas, 'ping {}\nsay {"text":"Sales"}\nping\nover {}', 'Sales'],
	])('reads %s', (_title, entries, lines, output) => {
		expect(read(lines, entries)).toMatchObject({ output, complete: true });
	});

	test.each<[string, FieldNameEntries, string, string]>([
		[
			'an event that it does not name',
			deltas,
			'say {"text":"Sales"}\nannex {"text":"Stock"}\nover {}',
			'unknownEvents',
		],
		[
			'a snapshot that begins anew',
			{ ...deltas, 'answer.mode': 'snapshot' },
			'say {"text":"Sales"}\nsay {"text":"Stock"}\nover {}',
			'unknownEvents',
		],
		[
			'another value in its last field',
			{ 'answer.text': 'text', 'answer.finalEvent': 'state=ok' },
			'{"text":"Sales"}\n{"state":"limit"}',
			'stopped',
		],
		['no final event', deltas, 'say {"text":"Sales"}', 'cutOff'],
		['no text', deltas, 'over {}', 'noText'],
	])('is not complete with %s', (_title, entries, lines, incompleteReason) => {
		expect(read(lines, entries)).toMatchObject({ complete: false, incompleteReason });
	});

	test('adds unknown events to the entries', () => {
		const entries = { ...deltas, 'answer.otherEvents': ['note'] };
		const { fieldNames } = read('note {}\nsay {"text":"Sales"}\nannex {}\nover {}', entries);
		expect(fieldNames).toEqual({ ...deltas, 'answer.otherEvents': ['note', 'annex'] });
	});

	test('wins over the row of a protocol', () => {
		const lines =
			'{"choices":[{"delta":{"content":"Fell."}}]}\nsay {"text":"Sales rose."}\nover {}';
		const entries = { ...deltas, 'answer.otherEvents': ['choices=*'] };
		expect(read(lines, entries)).toMatchObject({ output: 'Sales rose.', complete: true });
	});

	test('is refused if the text has no path', () => {
		expect(() => read('x {}', { 'answer.text': 'a..b' })).toThrow("isn't a path");
	});
});

/** Each title, the events, the text, and what is proposed. */
describe('a proposal', () => {
	test.each<[string, string, string, FieldNameEntries]>([
		[
			'pieces',
			'open {"id":"1"}\nsay {"words":"Sales "}\nsay {"words":"rose."}\nover {}',
			'Sales rose.',
			{
				'answer.text': 'words',
				'answer.events': ['say'],
				'answer.finalEvent': 'over',
				'answer.otherEvents': ['open'],
			},
		],
		[
			'snapshots',
			'{"text":"Sales"}\n{"text":"Sales rose"}\n{"text":"Sales rose."}\n[DONE]',
			'Sales rose.',
			{ 'answer.text': 'text', 'answer.mode': 'snapshot', 'answer.finalEvent': '[DONE]' },
		],
		[
			'plain text',
			'Sales\n rose.\n[FINISHED]',
			'Salesrose.',
			{ 'answer.text': '', 'answer.finalEvent': '[FINISHED]' },
		],
		[
			'no mark of HTML',
			'{"text":"<table>Sales"}\n{"text":"</table>"}\n[DONE]',
			'<table>Sales</table>',
			{ 'answer.text': 'text', 'answer.events': ['message'], 'answer.finalEvent': '[DONE]' },
		],
		[
			'no end that came before',
			'begin {}\nitem {"text":"Let me look. "}\nend {}\nbegin {}\nitem {"text":"Sales."}\nend {}',
			'Let me look. Sales.',
			{ 'answer.text': 'text', 'answer.events': ['item'], 'answer.otherEvents': ['begin', 'end'] },
		],
		[
			'the end in a field',
			'{"text":"Sales ","done":false}\n{"text":"rose.","done":true}',
			'Sales rose.',
			{ 'answer.text': 'text', 'answer.finalEvent': 'done=true' },
		],
		[
			'another role',
			'{"role":"user","text":"So? And in June?"}\n{"role":"bot","text":"Sales."}',
			'Sales.',
			{ 'answer.text': '[role=bot].text', 'answer.otherEvents': ['role=user'] },
		],
		[
			'a thought by a switch',
			'{"text":"Let me see","isThought":true}\n{"text":"Sales."}',
			'Sales.',
			{ 'answer.text': '[!isThought].text', 'answer.otherEvents': ['isThought=true'] },
		],
		[
			'several choices',
			'{"alternatives":[{"index":0,"text":"Yes"},{"index":1,"text":"Perhaps"}]}',
			'Yes',
			{ 'answer.text': 'alternatives[!index].text' },
		],
		[
			'a type inside',
			'{"event":{"type":"Chunk","text":"Sales."},"at":1}\n{"event":{"type":"Done"},"at":2}',
			'Sales.',
			{ 'answer.text': 'event.text', 'answer.finalEvent': 'event.type=Done' },
		],
		[
			'a whole after its pieces',
			'delta {"delta":"Sales "}\ndelta {"delta":"rose."}\nfinal {"content":"Sales rose."}',
			'Sales rose.',
			{ 'answer.text': 'delta', 'answer.events': ['delta'], 'answer.finalEvent': 'final' },
		],
		[
			'a whole after its pieces in the same events',
			'say {"text":"Sales "}\nsay {"text":"rose by "}\nsay {"text":"4 %."}\nsay {"text":"Sales rose by 4 %."}\nover {}',
			'Sales rose by 4 %.',
			{ 'answer.text': 'text', 'answer.events': ['say'], 'answer.finalEvent': 'over' },
		],
		[
			'tools and status',
			'status {"text":"Thinking hard about it"}\ntool {"result":"Twelve rows of May"}\nsay {"text":"Sales."}',
			'Sales.',
			{ 'answer.text': 'text', 'answer.events': ['say'], 'answer.otherEvents': ['status', 'tool'] },
		],
		[
			'no end that stops',
			'say {"text":"Sales"}\nover {"reason_done":"length"}',
			'Sales',
			{ 'answer.text': 'text', 'answer.events': ['say'], 'answer.otherEvents': ['over'] },
		],
	])('has %s, and is never complete', (_title, lines, output, entries) => {
		const proposed = read(lines);
		expect(proposed).toMatchObject({
			output,
			complete: false,
			incompleteReason: 'unconfirmedFormat',
			live: '',
		});
		expect(proposed.fieldNames).toMatchObject(entries);
		const confirmed = proposed.fieldNames as Record<string, string>;
		expect(read(lines, confirmed)).toMatchObject({ output, complete: true });
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

	test('has nothing to paste without text', () => {
		expect(read('count {"n":1}')).not.toHaveProperty('fieldNames');
	});
});

describe('bad input', () => {
	test.each<[string, string]>([
		['an object with its own toString', '{"error":{"x":{"toString":1}},"text":{"toString":1}}'],
		['names of prototypes', '{"__proto__":{"text":"x"},"constructor":{"text":"y"},"text":"Sales"}'],
		['deep lists', `${'['.repeat(500)}${']'.repeat(500)}`],
	])('%s is read without an error', (_title, line) => {
		for (const entries of [undefined, { 'answer.text': 'text' }]) {
			expect(read(line, entries).eventCount).toBe(1);
		}
	});

	test('40,000 texts in one event take a bounded number of places', () => {
		const fields = Array.from({ length: 40_000 }, (_, index) => [`text${index}`, 'Sales rose.']);
		const { output, fieldNames } = readAnswer([[undefined, Object.fromEntries(fields)]]);
		expect(output).toBe('Sales rose.');
		expect(JSON.stringify(fieldNames).length).toBeLessThan(2000);
	});

	test('an end of a row is proposed only if no text followed', () => {
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
