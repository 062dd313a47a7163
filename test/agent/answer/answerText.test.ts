/** How texts are joined, for every text and every cut. */
import fc from 'fast-check';
import { AnswerText } from '../../../src/agent/answer/answerText';
import type { EventReading } from '../../../src/agent/answer/eventReading';

function join(readings: readonly EventReading[]) {
	const text = new AnswerText();
	const live = readings.map((reading) => text.add(reading)).join('') + text.end();
	return { whole: text.whole, live };
}

/** Words of which none begins another, so a text that continues is one that repeats. */
const word = fc.constantFrom('Sales ', 'rose ', 'by 4 % ', 'in May. ', 'Zürich ', '👋 ', '\n');
const words = fc.array(word, { minLength: 2, maxLength: 12 });
/** A unique beginning that is long enough to be recognized. */
const pieces = words.map((rest) => ['Revenue: ', ...rest]);

const snapshotsOf = (all: readonly string[]) =>
	all.map((_piece, index) => ({ text: all.slice(0, index + 1).join('') }));

test('keeps the last snapshot, and sends only its new part live', () => {
	fc.assert(
		fc.property(pieces, (all) => {
			const text = all.join('');
			expect(join(snapshotsOf(all))).toEqual({ whole: text, live: text });
		}),
	);
});

test('adds only the new part of a text that repeats the message', () => {
	fc.assert(
		fc.property(pieces, fc.string(), (all, more) => {
			const text = all.join('') + more;
			const readings = [...all.map((each) => ({ text: each })), { text }, { text }];
			expect(join(readings)).toEqual({ whole: text, live: text });
		}),
	);
});

test('replaces only the message that a snapshot belongs to', () => {
	fc.assert(
		fc.property(pieces, pieces, fc.string({ minLength: 1 }), (first, second, snapshot) => {
			const deltas = (message: string, all: string[]) => all.map((delta) => ({ message, delta }));
			const { whole } = join([
				...deltas('a', first),
				...deltas('b', second),
				{ message: 'a', snapshot },
			]);
			const isSame = snapshot.trim() === first.join('').trim();
			expect(whole).toBe((isSame ? first.join('') : snapshot) + second.join(''));
		}),
	);
});

test('replaces all messages by an answer, and sends its new part live', () => {
	fc.assert(
		fc.property(pieces, words, (all, more) => {
			const answer = [...all, ...more].join('');
			const readings = [...all.map((delta) => ({ delta })), { answer }];
			expect(join(readings)).toEqual({ whole: answer, live: answer });
			expect(join([...readings, { answer: 'Withdrawn' }]).whole).toBe('Withdrawn');
		}),
	);
});

test.each<[string, string[], string]>([
	['short texts that follow each other', ['ha', 'ha', 'haha', 'ha'], 'hahahahaha'],
	['a short text twice', ['1', '1', '1'], '111'],
	['short snapshots', ['I', 'I am', 'I am here'], 'I am here'],
	['two short snapshots', ['Hello', 'Hello world'], 'Hello world'],
	['a cursor that moves', ['Sales▌', 'Sales rose▌', 'Sales rose by 4 %'], 'Sales rose by 4 %'],
	['a snapshot in other words', ['Sales fell', 'Sales fell by', 'Sales fe'], 'Sales fe'],
	['a text after snapshots', ['Sales fell', 'Sales fell.', ' It rose.'], 'Sales fell. It rose.'],
])('%s', (_name, texts, whole) => {
	expect(join(texts.map((text) => ({ text }))).whole).toBe(whole);
});

test('sends no more of a replaced message live, but all of the next one', () => {
	const { whole, live } = join([
		{ delta: 'Sales fell.' },
		{ snapshot: 'Sales rose.' },
		{ delta: ' In May.' },
		{ startsMessage: true, delta: ' Done.' },
	]);
	expect({ whole, live }).toEqual({
		whole: 'Sales rose. In May. Done.',
		live: 'Sales fell. Done.',
	});
});

test('sends no cursor at the end of a snapshot live', () => {
	const texts = ['Sales▌', 'Sales rose▌', 'Sales rose by▌', 'Sales rose by 4 %'];
	expect(join(texts.map((text) => ({ text }))).live).toBe('Sales rose by 4 %');
});

test('uses a fallback only if there is no other text', () => {
	expect(join([{ fallback: 'All of it' }])).toEqual({ whole: 'All of it', live: 'All of it' });
	expect(join([{ delta: 'Some' }, { fallback: 'All of it' }]).whole).toBe('Some');
});
