/** Events of services that no protocol describes: what is read by listed names, and what never is. */
import { Answer } from '../../../src/agent/answer/answer';
import { protocols } from '../../../src/agent/answer/protocols';
import { hasText } from '../../../src/agent/answer/eventReading';
import { readEvent } from '../../../src/agent/answer/receivedEvent';
import { eventData } from '../../../src/http/eventRecord';
import { arrive } from './arrive';

type Arrived = readonly [kind: string | undefined, data: unknown];

function gather(events: readonly Arrived[], question = 'How are the sales of this week?') {
	const answer = new Answer({ question });
	for (const [kind, data] of events) answer.add(arrive(data, kind));
	answer.finish();
	const { answer: text, complete } = answer.result(true);
	return { text, complete, leftOut: answer.leftOut, paths: [...answer.paths] };
}

const named = (kind: string, data: unknown): Arrived => [kind, data];
const unnamed = (data: unknown): Arrived => [undefined, data];
const whole = 'Sales rose by 4 %.';

/** Home-made streams that say "Sales rose by 4 %." */
const homeMade: Array<[string, Arrived[]]> = [
	[
		'deltas',
		[
			named('delta', { delta: 'Sales ' }),
			named('delta', { delta: 'rose by 4 %.' }),
			named('done', {}),
		],
	],
	[
		'chunks and a last text',
		[named('chunk', { text: 'Sales rose' }), named('final', { text: ' by 4 %.' })],
	],
	['a text at once', [named('answer', { text: whole, done: true })]],
	[
		'names in one style or another',
		[unnamed({ output_text: 'Sales rose ' }), unnamed({ output_text: 'by 4 %.' })],
	],
	[
		'a name that is often something else',
		[unnamed({ message: 'Sales rose ' }), unnamed({ message: 'by 4 %.' })],
	],
	[
		'a text deep in records',
		[unnamed({ data: { antwort: { teile: [{ type: 'text', text: whole }] } } })],
	],
	[
		'content as a string and as parts',
		[
			unnamed({ content: 'Sales ' }),
			unnamed({ content: [{ type: 'text', text: 'rose by 4 %.' }] }),
		],
	],
	[
		'a piece that is a number',
		[unnamed({ text: 'Sales rose by ' }), unnamed({ text: 4 }), unnamed({ text: ' %.' })],
	],
	['plain text', [unnamed('Sales rose '), unnamed('by 4 %.')]],
	['texts in quotes', [unnamed('"Sales rose "'), unnamed('"by 4 %."'), unnamed('[DONE]')]],
	[
		'snapshots',
		[unnamed({ text: 'Sales rose' }), unnamed({ text: 'Sales rose by' }), unnamed({ text: whole })],
	],
	[
		'snapshots with a cursor',
		[unnamed({ text: 'Sales▌' }), unnamed({ text: 'Sales rose▌' }), unnamed({ text: whole })],
	],
	[
		'pieces and the whole of them',
		[
			named('delta', { delta: 'Sales rose ' }),
			named('delta', { delta: 'by 4 %.' }),
			named('done', { text: whole }),
		],
	],
	[
		'pieces and a whole in other words',
		[
			named('chunk', { text: 'Sales rose by 5' }),
			named('chunk', { text: ' %.' }),
			named('final', { text: whole }),
		],
	],
	[
		'a progress under a name that is often something else',
		[
			unnamed({ message: 'Reading May' }),
			unnamed({ delta: 'Sales rose ' }),
			unnamed({ delta: 'by 4 %.' }),
		],
	],
	[
		'the first of several choices',
		[
			unnamed({
				choices: [
					{ index: 0, answer: whole },
					{ index: 1, answer: 'Orders fell.' },
				],
			}),
		],
	],
	[
		'a list of messages',
		[
			unnamed({
				messages: [
					{ role: 'user', content: 'And June?' },
					{ role: 'assistant', content: whole },
				],
			}),
		],
	],
];

test.each(homeMade)('%s', (_name, events) => {
	expect(gather(events).text).toBe(whole);
});

test.each(homeMade)('no protocol has text in: %s', (_name, events) => {
	const readings = events.flatMap(([kind, data]) => {
		const event = arrive(data, kind);
		return protocols.filter(({ read }) => hasText(read(event, event.record) ?? {}));
	});
	expect(readings).toEqual([]);
});

/** What comes beside the answer and never becomes it. */
test.each<[string, Arrived]>([
	['a tool call', named('tool_call', { name: 'sales', text: 'SELECT 1' })],
	['the result of a tool', named('tool_result', { content: '[{"rows":12}]', done: true })],
	['code and its output', named('code_execution_tool', { output: '12' })],
	['reasoning', unnamed({ type: 'reasoning', text: 'I must look.' })],
	['a thought in a list', unnamed({ parts: [{ text: 'I must look.', thought: true }] })],
	['the question', named('message', { role: 'user', text: 'How are the sales of this week?' })],
	['the question without a role', unnamed({ text: ' How are the sales of this week? ' })],
	['a status', named('status', { text: 'Thinking about it' })],
	['settings', unnamed({ settings: { truncation: 'disabled', text: 'auto' } })],
	['state', named('state_delta', { delta: [{ path: '/topic', value: 'sales' }] })],
	['an image', unnamed({ type: 'image', data: 'iVBORw0KGgo=' })],
	['encoded data', unnamed({ data: 'iVBORw0KGgo'.repeat(40) })],
	['a summary of compaction', named('compaction', { content: 'The user asks about sales.' })],
	['an identifier', named('message_id', 'm-1')],
	['a heartbeat', named('ping', { text: 'ping' })],
	['data of the application', named('data-order', { text: 'Order 7' })],
	['the word that it is over', named('done', 'completed')],
])('%s is not the answer', (_name, event) => {
	expect(gather([event])).toMatchObject({ text: '', complete: false });
	const answer = unnamed({ text: whole });
	expect(gather([event, answer, event]).text).toBe(whole);
});

test('a text under a name that is not listed is never the answer, and its path is named', () => {
	const events = ['Sales rose ', 'by 4 %.'].map((worte) => named('antwort', { daten: { worte } }));
	expect(gather([...events, named('done', {})])).toEqual({
		text: '',
		complete: false,
		leftOut: [],
		paths: ['daten.worte'],
	});
});

test('a text in another field is left out, and its path is named', () => {
	const { text, leftOut } = gather([
		unnamed({ delta: whole }),
		unnamed({ footer: { content: 'See the report.' } }),
	]);
	expect({ text, leftOut }).toEqual({ text: whole, leftOut: ['footer.content'] });
});

test('a text that the answer contains is not named as left out', () => {
	const events = [unnamed({ delta: whole }), unnamed({ echo: { content: 'rose by 4 %' } })];
	expect(gather(events).leftOut).toEqual([]);
});

test.each<[string, Arrived[], boolean]>([
	['an end that an event reports', [named('delta', { delta: 'Hi' }), named('done', {})], true],
	['an end that a field reports', [named('delta', { delta: 'Hi', done: true })], true],
	['a reason to stop', [named('delta', { delta: 'Hi', stop_reason: 'end' })], true],
	['a limit of length', [named('delta', { delta: 'Hi', stop_reason: 'length' })], false],
	['an event after the last piece', [named('delta', { delta: 'Hi' }), named('stored', {})], true],
	['a piece', [named('delta', { delta: 'Hi' })], false],
	['a heartbeat after a piece', [named('delta', { delta: 'Hi' }), named('ping', {})], false],
	['a piece without a type', [unnamed({ delta: 'Hi' })], true],
	[
		'a tool after an end',
		[
			named('delta', { delta: 'Hi' }),
			named('done', {}),
			named('tool', {}),
			named('delta', { delta: '!' }),
		],
		false,
	],
	[
		'a part that is done',
		[
			named('delta', { delta: 'Hi' }),
			named('content_part.done', {}),
			named('delta', { delta: '!' }),
		],
		false,
	],
])('a stream that ends with %s', (_name, events, complete) => {
	expect(gather(events).complete).toBe(complete);
});

test.each<[string, string, boolean]>([
	['JSON', '{"delta":"wor', false],
	['plain text', 'wor', true],
])('a stream cut off within an event of %s is incomplete', (_name, data, isText) => {
	const answer = new Answer({});
	answer.add(arrive('Hello '));
	const event = { event: undefined, data, unfinished: true };
	expect(typeof eventData(event)).toBe('string');
	answer.add(readEvent(event));
	expect(answer.result(true)).toMatchObject({
		answer: isText ? 'Hello wor' : 'Hello ',
		complete: false,
	});
});

test('an end by cancellation is a failure', () => {
	const answer = new Answer({});
	answer.add(arrive({ delta: 'Sales' }, 'delta'));
	expect(answer.add(arrive({ reason: 'cancelled' }, 'done')).failure).toBeDefined();
	expect(answer.result(true)).toMatchObject({ answer: 'Sales', complete: false });
});
