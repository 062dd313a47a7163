/** How the work for an answer grows with what a service may send without end. */
import type { FieldNameEntries } from '../../../src/api/fieldNames';
import { countSteps } from '../../countSteps';
import { readAnswer, type Sent } from './readAnswer';

const many = (count: number, event: (index: number) => Sent) =>
	Array.from({ length: count }, (_, index) => event(index));
const fields = (count: number, text: (index: number) => string) =>
	Object.fromEntries(many(count, (index) => [`text${index}`, text(index)]));

const entries = { 'answer.text': 'text', 'answer.events': ['say'], 'answer.finalEvent': 'over' };

test.each<[string, number, FieldNameEntries | undefined, (count: number) => Sent[]]>([
	['events of a known format', 500, entries, (n) => many(n, () => ['say', { text: 'word ' }])],
	['different events', 500, entries, (n) => many(n, (i) => ['say', { text: `word${i} `, id: i }])],
	['events of an unknown format', 500, undefined, (n) => many(n, (i) => ['say', { word: `${i}` }])],
	[
		'IDs of messages',
		500,
		undefined,
		(n) => many(n, (id) => ['conversation.message.delta', { id, type: 'answer', content: 'word' }]),
	],
	['types', 500, undefined, (n) => many(n, (i) => [`type${i}`, { text: 'word' }])],
	['fields', 500, undefined, (n) => [['say', fields(n, (index) => `word${index}`)]]],
	['fields of a known format', 500, entries, (n) => [['say', fields(n, () => 'word')]]],
])('the steps for %s grow with their number', (_title, few, own, eventsOf) => {
	const steps = (count: number) => {
		const events = eventsOf(count);
		return countSteps(() => readAnswer(events, own));
	};
	expect(steps(few)).toBeGreaterThan(few);
	expect(steps(4 * few)).toBeLessThan(5 * steps(few));
});
