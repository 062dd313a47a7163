import { Answer } from '../../../src/agent/answer/answer';
import { arrive } from './arrive';

interface Arrived {
	readonly kind?: string;
	readonly data: unknown;
}

function found(events: readonly Arrived[], threadId?: string, identifierNames = {}) {
	const answer = new Answer({ threadId, identifierNames });
	for (const { kind, data } of events) answer.add(arrive(data, kind));
	const result = answer.result(true);
	return [result.threadId, result.messageId];
}

const changes = ['created', 'started', 'start', 'new', 'delta', 'completed', 'added', 'done'];

test.each([...changes, 'end', 'stop'])(
	'reads the ID of a thread or message that is %s',
	(happening) => {
		expect(found([{ kind: `thread_${happening}`, data: { id: 't' } }])).toEqual(['t', undefined]);
		expect(found([{ kind: `message.${happening}`, data: { id: 'm' } }])).toEqual([undefined, 'm']);
	},
);

test.each<[string, Arrived, string | undefined, string | undefined]>([
	['a name', { data: { threadId: 't', message_id: 'm' } }, 't', 'm'],
	['a number', { data: { threadId: 7, messageId: 0 } }, '7', '0'],
	['an empty text', { data: { threadId: '', messageId: null } }, undefined, undefined],
	['another type', { data: { threadId: true, messageId: ['m'] } }, undefined, undefined],
	[
		'a record of its name',
		{ data: { thread: { id: 't' }, message: { messageId: 'm' } } },
		't',
		'm',
	],
	['a conversation', { data: { conversationId: 'c' } }, 'c', undefined],
	['a chat', { data: { chat: { id: 'c' } } }, 'c', undefined],
	['three names deep', { data: { a: { b: { threadId: 't' } } } }, 't', undefined],
	['six names deep', { data: { a: { b: { c: [{ d: { threadId: 't' } }] } } } }, 't', undefined],
	['in the data of its event', { kind: 'thread', data: { data: { id: 't' } } }, 't', undefined],
	['less deep first', { data: { a: { threadId: 'inner' }, threadId: 't' } }, 't', undefined],
	['within a tool', { data: { tool_call: { threadId: 't' } } }, undefined, undefined],
	['of an agent message', { kind: 'agent_message', data: { id: 'm' } }, undefined, 'm'],
	['of an agent thread', { kind: 'agent_thread', data: { id: 't' } }, undefined, undefined],
	['of a thread title', { kind: 'thread_title', data: { id: 't' } }, undefined, undefined],
	['of a thread in its data', { data: { type: 'thread', id: 't' } }, 't', undefined],
	['of anything', { kind: 'delta', data: { id: 'x' } }, undefined, undefined],
	[
		'of a search message',
		{ kind: 'search', data: { type: 'thread', id: 't' } },
		undefined,
		undefined,
	],
	['in a text', { kind: 'thread', data: 'id' }, undefined, undefined],
])('finds IDs by %s', (_name, event, threadId, messageId) => {
	expect(found([event])).toEqual([threadId, messageId]);
});

test.each<[string, object, unknown, string | undefined]>([
	['the thread', { thread: 'talk' }, { id: 'x', threadId: 'other', a: { talk: 't' } }, 't'],
	['the thread by a path', { thread: 'talk.no' }, { a: { talk: { no: 7 } } }, '7'],
	['no other thread', { thread: 'talk' }, { threadId: 'other', chatId: 'c' }, undefined],
	['no other thread of a thread', { thread: 'talk' }, { type: 'thread', id: 't' }, undefined],
])('reads %s by the name of the service', (_name, names, data, threadId) => {
	expect(found([{ data }], undefined, names)[0]).toBe(threadId);
});

test('reads the message by the name of the service', () => {
	const events = [{ data: { line: 'm-1' } }, { data: { line: 'm-2', messageId: 'other' } }];
	expect(found(events, undefined, { message: 'line' })).toEqual([undefined, 'm-2']);
});

describe('outside the answer', () => {
	const own = { kind: 'started', data: { threadId: 't', messageId: 'm' } };
	const other = { threadId: 'x', messageId: 'x', conversationId: 'x' };

	test.each<Arrived>([
		{ kind: 'tool_result', data: { result: other } },
		{ kind: 'search', data: other },
		{ data: { type: 'function_call', output: other } },
		{ kind: 'data-mail', data: other },
		{ kind: 'reasoning_step', data: other },
	])('%j has no IDs', (event) => {
		expect(found([event])).toEqual([undefined, undefined]);
		expect(found([event, own])).toEqual(['t', 'm']);
		expect(found([own, event])).toEqual(['t', 'm']);
	});

	test.each(['status', 'run_progress', 'metadata', 'usage', 'error'])(
		'%s has the IDs of the answer',
		(kind) => {
			expect(found([{ kind, data: own.data }])).toEqual(['t', 'm']);
		},
	);

	test.each(['question', 'user_message'])('%s has only the ID of the thread', (kind) => {
		expect(found([{ kind, data: { threadId: 't', messageId: 'q' } }])).toEqual(['t', undefined]);
	});
});

test('returns the first thread, the last message, and prefers names to "id"', () => {
	const events = [
		{ kind: 'thread', data: { id: 'bare' } },
		{ data: { conversationId: 'c', messageId: '1' } },
		{ data: { threadId: 'first', messageId: '2' } },
		{ data: { threadId: 'second' } },
	];
	expect(found(events)).toEqual(['first', '2']);
	expect(found(events.slice(0, 2))).toEqual(['bare', '1']);
	expect(found(events, 'known')).toEqual(['known', '2']);
});
