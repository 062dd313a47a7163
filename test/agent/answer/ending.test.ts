/** When an answer is whole, by what its events say. */
import { Ending } from '../../../src/agent/answer/ending';
import { arrive } from './arrive';

interface Arrived {
	readonly kind?: string;
	readonly data?: unknown;
	readonly hasText?: boolean;
	readonly unfinished?: boolean;
}

const read = ({ kind, data = {}, unfinished }: Arrived) => arrive(data, kind, unfinished);

/** What ended the answer, and whether nothing more is waited for; else whether it looks whole. */
function outcome(events: readonly Arrived[], finalEvent?: string): string {
	const ending = new Ending(finalEvent);
	for (const event of events) ending.add(read(event), event.hasText ?? false);
	expect(ending.isTold).toBe(ending.told !== undefined && !ending.told.endsWith(', cut'));
	if (ending.told === undefined) return ending.looksWhole() ? 'looks whole' : 'not whole';
	expect(ending.looksWhole()).toBe(ending.isTold);
	return `${ending.told}${ending.isOver ? ', over' : ''}`;
}

const piece: Arrived = { kind: 'delta', hasText: true };
const done: Arrived = { kind: 'done' };
const reason = (said: unknown): Arrived => ({ data: { choices: [{ finish_reason: said }] } });

test.each<[string, Arrived[], string]>([
	['no event', [], 'not whole'],
	['a piece of a kind', [piece], 'not whole'],
	['a piece of no kind', [{ hasText: true }], 'looks whole'],
	['a piece and something else', [piece, { kind: 'stored' }], 'looks whole'],
	['a piece and a heartbeat', [piece, { kind: 'server_ping' }], 'not whole'],
	['a piece and a word of a heartbeat', [piece, { data: 'ping' }], 'not whole'],
	[
		'a heartbeat and something else',
		[piece, { data: '"ping"' }, { kind: 'stored' }],
		'looks whole',
	],
	['a heartbeat of a stream without kinds', [{ hasText: true }, { kind: 'ping' }], 'looks whole'],
	['a piece that is the word of a heartbeat', [{ ...piece, data: 'ping' }], 'not whole'],
	['half an event', [piece, { kind: 'stored', unfinished: true }], 'not whole'],
	['a final word in the kind', [{ kind: 'agent.answer.finished' }], 'agent.answer.finished'],
	['the end of a part', [{ kind: 'content_block_stop' }], 'looks whole'],
	['the end of a tool', [{ kind: 'tool_completed', data: { done: true } }], 'looks whole'],
	['a flag', [{ data: { done: true } }], 'done'],
	['a flag one level deeper', [{ data: { data: { finished: true } } }], 'finished'],
	['a flag that is not set', [{ data: { done: 'yes' } }], 'looks whole'],
	['a reason', [reason('stop')], 'finish_reason stop'],
	['no reason', [reason('')], 'looks whole'],
	['a reason that is no text', [reason(null)], 'looks whole'],
	['a pause for a tool', [reason('tool_calls')], 'looks whole'],
	['a cut', [reason('max_output_reached')], 'finish_reason max_output_reached, cut'],
	['a cut that is taken back', [reason('length'), reason('stop')], 'finish_reason stop'],
	['a kind that ends what was cut', [reason('length'), done], 'done, cut'],
	['data that is the last word', [{ data: ' [Done] ' }], '[Done], over'],
	['data with the last word in it', [{ data: { text: '[DONE]' } }], '{"text":"[DONE]"}, over'],
	['the last word in quotes', [{ data: '"[DONE]"' }], '"[DONE]", over'],
	['a piece after the last word', [{ data: '[DONE]' }, piece], '[DONE], over'],
	['a tool after the last word', [{ data: '[DONE]' }, { kind: 'tool' }], '[DONE], over'],
	['data with more than the last word', [{ data: '[DONE] all' }], 'looks whole'],
])('%s: %s', (_name, events, expected) => {
	expect(outcome(events)).toBe(expected);
});

test.each<[string, Arrived, string]>([
	['text', piece, 'not whole'],
	['a tool', { kind: 'tool_call' }, 'looks whole'],
	['something else', { kind: 'stored' }, 'done'],
	['a heartbeat', { kind: 'server_ping' }, 'done'],
	['what it took', { kind: 'token_usage' }, 'done'],
	['its metrics', { kind: 'run_metrics' }, 'done'],
	['its metadata', { kind: 'metadata' }, 'done'],
	['its sources', { kind: 'sources' }, 'done'],
	['what to ask next', { kind: 'followup_suggestions' }, 'done'],
	['a title', { kind: 'thread_title' }, 'done'],
	['progress', { kind: 'progress' }, 'looks whole'],
	['the sources of a tool', { kind: 'tool_sources' }, 'looks whole'],
])('after its end comes %s', (_name, event, expected) => {
	expect(outcome([piece, done, event])).toBe(expected);
});

test.each<[string, Arrived[], string]>([
	['its kind', [{ kind: 'Answer-Read' }], 'answer-read, over'],
	['its data', [{ data: 'ANSWER-READ' }], 'ANSWER-READ, over'],
	['another kind', [done], 'not whole'],
	['a flag', [{ data: { done: true } }], 'not whole'],
	['a reason', [reason('stop')], 'not whole'],
	['a cut', [reason('length'), { kind: 'answer-read' }], 'answer-read, over'],
	['the usual last word', [{ data: '[DONE]' }], 'not whole'],
	['the usual last word in a field', [{ data: { text: '[DONE]' } }], 'not whole'],
	[
		'a kind with the usual last word',
		[{ kind: 'answer-read', data: '[DONE]' }],
		'answer-read, over',
	],
	['its data in quotes', [{ data: '"Answer-Read"' }], '"Answer-Read", over'],
	['its kind before a tool', [{ kind: 'answer-read' }, { kind: 'tool' }], 'answer-read, over'],
])('with a Final Event %s counts: %s', (_name, events, expected) => {
	expect(outcome(events, 'Answer-Read')).toBe(expected);
});

test.each<[Arrived, string]>([
	[{ kind: 'message' }, 'message, over'],
	[{ kind: 'Message' }, 'message, over'],
	[{ data: { type: 'message' } }, 'message, over'],
	[{}, 'not whole'],
	[{ kind: 'delta' }, 'not whole'],
])('a Final Event may be called as events without a kind are: %j', (event, expected) => {
	expect(outcome([piece, event], 'message')).toBe(expected);
});

test('whether an event ends the answer is known before its text is taken', () => {
	const endings = [new Ending(), new Ending('answer-read')];
	const ends = (event: Arrived) => endings.map((ending) => ending.ends(read(event)));
	expect(ends(done)).toEqual([true, false]);
	expect(ends(reason('stop'))).toEqual([true, false]);
	expect(ends({ data: { done: true } })).toEqual([true, false]);
	expect(ends({ kind: 'answer-read' })).toEqual([false, true]);
	expect(ends(piece)).toEqual([false, false]);
});
