/** The format of a service that a user confirmed, and the proposal to confirm. */
import type { FieldNameEntries } from '../../../src/api/fieldNames';
import { parseEvents, readAnswer, streamCases } from './readAnswer';

const read = (lines: string, entries?: FieldNameEntries) => readAnswer(parseEvents(lines), entries);

interface Format {
	text?: string;
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
		'say {"by":"me"}\nsay {"text":"Sales"}\nover {}',
		'say "{\\"by\\":\\"me\\"}"\nsay {"text":"Sales"}\nover {}',
		'say {"text":"Sales"}\nover Bye.',
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

	test.each(['{"text":{"card":"Sales"}}', '{"text":[{"type":"chart"}]}', '{"text":"Sal', 'Sales'])(
		'is not complete if a text has %s in its place',
		(data) => {
			const incomplete = { output: 'See: ', incompleteReason: 'unknownEvents' };
			const lines = `say {"text":"See: "}\nsay ${data}\nover {}`;
			expect(read(lines, deltas)).toMatchObject(incomplete);
		},
	);

	test.each(['a..b', 'a.', '.a', 'a[b', 'a[b].c]', '[!a=b]'])(
		'is refused for the path %s',
		(text) => {
			expect(() => read('x {}', entriesOf({ text }))).toThrow("isn't a path");
		},
	);
});

interface Pasted {
	/** None if only the row of a protocol reads the answer. */
	format?: Format;
	paste: Format;
	output: string;
}

test.each(streamCases<Pasted>('pasted'))(
	'%s has entries to paste, with which the answer is complete',
	(_title, { format, paste, output, ...reason }, events) => {
		const first = readAnswer(events, format && entriesOf(format));
		expect(first).toMatchObject({ complete: false, ...reason });
		expect(first.fieldNames).toEqual(entriesOf(paste));
		const pasted = readAnswer(events, entriesOf(paste));
		expect(pasted).toMatchObject({ output, complete: true });
	},
);

test.each(streamCases<{ format?: Format }>('unclear'))(
	'%s is not complete, and has nothing to paste',
	(_title, { format, ...expected }, events) => {
		const read = readAnswer(events, format && entriesOf(format));
		expect(read).toMatchObject({ complete: false, ...expected });
		expect(read).not.toHaveProperty('fieldNames');
	},
);

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
		expect(fieldNames).toEqual(entriesOf({ text: 'text', events: ['say'] }));
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

	test.each<[string, FieldNameEntries | undefined, (index: number) => object]>([
		['events of many kinds', undefined, (level) => ({ level, text: `word${level} ` })],
		['equal texts', undefined, () => ({ text: ' word' })],
		['equal texts of a known format', deltas, () => ({ text: ' word' })],
		['different texts', undefined, (index) => ({ text: ` word${index}` })],
		['different texts of a known format', deltas, (index) => ({ text: ` word${index}` })],
	])('a long answer in %s is kept whole', (_what, entries, dataOf) => {
		const pieces = Array.from({ length: 3000 }, (_, index) => dataOf(index));
		const { output } = readAnswer(
			pieces.map((data) => ['say', data]),
			entries,
		);
		expect(output).toBe(pieces.map((data) => Reflect.get(data, 'text') as string).join(''));
	});
});
