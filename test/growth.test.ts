/** What takes a time that grows with the size of its input, and not with the square of it. */
import { Answer } from '../src/agent/answer/receivedAnswer';
import { ReceivedEvent } from '../src/agent/answer/receivedEvent';
import { compareStates } from '../src/forms/changeSet/diff';
import { readErrorResponse } from '../src/http/errorResponse';
import { processorTime } from './processorTime.cjs';
import { propertyKey } from './forms/tables';

/** Ten times as much takes ten times as long, and not a hundred times. */
function expectLinear(timeFor: (size: number) => number, size: number): void {
	expect(timeFor(10 * size) / timeFor(size)).toBeLessThan(30);
}

type Event = Record<string, string>;

test.each([
	['pieces', (delta: string): Event[] => [{ delta }]],
	['pieces under two names each', (delta: string): Event[] => [{ delta }, { token: delta }]],
])('joins %s of an answer in linear time', (_name, eventsOf) => {
	const timeFor = (count: number): number => {
		const events = Array.from({ length: count }, (_each, index) =>
			eventsOf(`${index % 10}`.repeat(100)),
		).flat();
		return processorTime(() => {
			const answer = new Answer({});
			for (const data of events) answer.add(new ReceivedEvent(JSON.stringify(data)));
			expect(answer.result(true).output).toHaveLength(100 * count);
		});
	};
	expectLinear(timeFor, 1000);
});

test('compares the entries of a desired state in linear time', () => {
	const timeFor = (count: number): number => {
		const current = Array.from({ length: count }, (_each, index) => ({
			propertyValueId: index + 1,
			value: `Value ${index}`,
		}));
		const desired = current.map(({ value }) => ({ value })).reverse();
		return processorTime(() => {
			const { body } = compareStates(propertyKey, { values: current }, { values: desired });
			expect(body).toEqual({});
		});
	};
	expectLinear(timeFor, 2000);
});

test('reads the text of an error in linear time', () => {
	const read = (text: string, contentType: string) =>
		readErrorResponse({ text, statusCode: 500, contentType, scopeRemedy: '' });
	const timeFor = (length: number): number =>
		processorTime(() => {
			for (const part of ['a', 'a-', '"']) {
				const text = part.repeat(length / part.length);
				read(text, 'text/plain');
				read(JSON.stringify({ message: text }), 'application/json');
			}
		});
	expectLinear(timeFor, 200_000);
});
