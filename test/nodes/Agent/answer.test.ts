/** What an answer is, seen from the events in which services send such answers. */
import { Answer, type AnswerSettings } from '../../../src/agent/answer/answer';
import { answerFields } from '../../../nodes/Agent/ask/askFields';
import { answerEventNames, answerTextNames } from '../../../src/api/assumedNames';
import { arrive } from '../../agent/answer/arrive';

type Arrived = [event: string | undefined, data: unknown] | string;

const read = (each: Arrived, unfinished = false) => {
	const [event, data] = typeof each === 'string' ? [undefined, each] : each;
	return arrive(data, event, unfinished);
};

const gather = (events: Arrived[], names: AnswerSettings = {}, lastUnfinished = false) => {
	const answer = new Answer(names);
	const added = events.map((each, index) =>
		answer.add(read(each, lastUnfinished && index === events.length - 1)),
	);
	const pieces = [...added.map(({ text }) => text), answer.finish()].filter((text) => text !== '');
	const result = answer.result(true);
	return { ...result, pieces, failures: added.flatMap(({ failure }) => failure ?? []) };
};

const textOf = (events: Arrived[], names?: AnswerSettings) => gather(events, names).answer;
const isComplete = (events: Arrived[], names?: AnswerSettings) => gather(events, names).complete;

describe('where the text is', () => {
	test.each([...answerTextNames.likely, ...answerTextNames.possible])('under %s', (name) => {
		const events: Arrived[] = [
			[undefined, { [name]: 'Hello ' }],
			[undefined, { [name]: 'world' }],
		];
		expect(textOf(events)).toBe('Hello world');
	});

	test.each([
		[{ delta: { type: 'text_delta', text: 'Hi' } }],
		[{ message: { role: 'assistant', content: 'Hi' } }],
		[{ data: { text: 'Hi' } }],
		[{ type: 'text', payload: { message: 'Hi' } }],
	])('one level deep: %j', (data) => {
		expect(textOf([[undefined, data]])).toBe('Hi');
	});

	test('of several names the likeliest counts', () => {
		expect(textOf([[undefined, { message: 'status', text: 'world', delta: 'Hello' }]])).toBe(
			'Hello',
		);
		expect(textOf([[undefined, { message: { text: 'inner' }, content: 'outer' }]])).toBe('outer');
	});

	test.each([
		[[['thread', { threadId: 't', name: 'A thread' }]]],
		[[['ping', {}]]],
		[[['usage', { tokens: 12 }]]],
		[[[undefined, { delta: null, text: 7 }]]],
	] as Arrived[][][])('there is none in %j', (events) => {
		expect(textOf(events)).toBe('');
	});

	test('plain data is text to the last blank, whatever it looks like', () => {
		const pieces = [
			'The ',
			'answer',
			' is',
			' 42',
			'.\n',
			'true',
			' [1]',
			' "quoted"',
			'""',
			' null',
		];
		expect(textOf(pieces)).toBe('The answer is 42.\ntrue [1] "quoted""" null');
	});

	test('texts in quotes are read as JSON where the stream begins with one', () => {
		expect(textOf(['"The "', '"line\\nbreak"', '" 42"'])).toBe('The line\nbreak 42');
	});

	test('of quotes read as JSON, what is in none is text as it is', () => {
		expect(textOf(['"The "', '1.0', '" is"'])).toBe('The 1.0 is');
	});

	test.each([
		['a label', ['agent_message_id', 'm-1'], 'Hello world'],
		['a heartbeat', [undefined, 'ping'], 'Hello world'],
		['nothing', [undefined, 'null'], 'Hello world'],
	] as Array<[string, Arrived, string]>)('among pieces in JSON %s', (_name, between, answer) => {
		const piece = (delta: string): Arrived => [undefined, { delta }];
		expect(textOf([piece('Hello '), between, piece('world')])).toBe(answer);
	});

	test('plain words are text, though they be those of a heartbeat or a state', () => {
		expect(textOf(['Play ', 'ping', ' and ', 'pong'])).toBe('Play ping and pong');
		expect(textOf(['Its state is ', 'completed', '.'])).toBe('Its state is completed.');
	});

	test.each([
		['Hello', '  {"delta":"wor', 'Hello'],
		['See ', '[1', 'See '],
		['See ', 'page [1', 'See page [1'],
	])('of a stream that breaks off after %j and %j it is %j', (first, last, answer) => {
		expect(gather([first, last], {}, true).answer).toBe(answer);
	});

	test('where it came before it is looked for first', () => {
		const events: Arrived[] = [
			[undefined, { text: 'Hello ' }],
			[undefined, { text: 'world', delta: 'x' }],
		];
		expect(textOf(events)).toBe('Hello world');
	});

	test.each(['node', 'other'])('goes on under a name that often has another, in a %s', (kind) => {
		const long = 'Sales rose in May. '.repeat(12);
		const events: Arrived[] = [
			['node', { output: long }],
			[kind, { output: 'They fell in June.' }],
		];
		expect(textOf(events)).toBe(`${long}They fell in June.`);
	});

	test('is not the question told once more, whatever blanks it has', () => {
		const events: Arrived[] = [
			[undefined, { text: '\nHow are the sales? ' }],
			[undefined, { text: 'They rose.' }],
		];
		expect(textOf(events, { question: ' How are the sales?\n' })).toBe('They rose.');
	});

	test('Text Field counts alone', () => {
		const events: Arrived[] = [
			[undefined, { choices: [{ delta: { content: 'Hello ' } }], text: 'not this' }],
			'nor this',
			[undefined, { choices: [{ delta: {} }] }],
			[undefined, { choices: [{ delta: { content: 'world' } }] }],
		];
		expect(textOf(events, { textField: 'choices.0.delta.content' })).toBe('Hello world');
		expect(textOf([[undefined, { constructor: 1 }]], { textField: 'constructor.name' })).toBe('');
		const numbers = [4, true, 2].map((n): Arrived => [undefined, { n }]);
		expect(textOf(numbers, { textField: 'n' })).toBe('42');
	});
});

describe('an answer that is sent in pieces and once more as a whole', () => {
	const pieces: Arrived[] = [
		['delta', { delta: 'Sales ' }],
		['delta', { delta: 'rose' }],
	];

	test.each([
		['as the event that ends it', ['done', { text: 'Sales rose' }]],
		['as a message', ['message', { content: 'Sales rose' }]],
		['under another name', ['delta', { text: 'Sales rose' }]],
		['one level deep', ['response.completed', { response: { text: 'Sales rose' } }]],
		['with other blanks around it', ['message', { content: '\nSales rose\n' }]],
	] as Array<[string, Arrived]>)('does not come twice %s', (_name, whole) => {
		expect(textOf([...pieces, whole])).toBe('Sales rose');
		expect(textOf([...pieces, whole, whole])).toBe('Sales rose');
	});

	test('gets the end that only the whole has', () => {
		const { answer, pieces: live } = gather([
			...pieces,
			['message', { content: 'Sales rose by 4 %.' }],
		]);
		expect(answer).toBe('Sales rose by 4 %.');
		expect(live.at(-1)).toBe(' by 4 %.');
	});

	test.each([
		['Hello\n', 'Hello\nworld', 'Hello\nworld'],
		['Hello', 'Hello\n', 'Hello\n'],
	])('gets no blanks twice: %j and %j', (delta, content, answer) => {
		expect(
			textOf([
				['delta', { delta }],
				['message', { content }],
			]),
		).toBe(answer);
	});

	test('keeps both messages of an agent that says two things', () => {
		const events: Arrived[] = [
			['delta', { delta: 'Let me ' }],
			['delta', { delta: 'look. ' }],
			['message', { content: 'Let me look. ' }],
			['delta', { delta: 'Sales ' }],
			['delta', { delta: 'rose.' }],
			['message', { content: 'Sales rose.' }],
			['done', {}],
		];
		expect(textOf(events)).toBe('Let me look. Sales rose.');
	});

	test('does not take equal pieces for repetitions', () => {
		expect(textOf(['ha', 'ha', 'haha', 'ha'])).toBe('hahahahaha');
		expect(textOf([...'1111'].map((delta) => ['delta', { delta }]))).toBe('1111');
		expect(textOf([...'1111'].map((delta) => [undefined, { type: 'piece', delta }]))).toBe('1111');
	});

	test('keeps blanks as they are', () => {
		const blanks: Arrived[] = [
			['a', { delta: '\n' }],
			['b', { delta: '\n' }],
			['a', { delta: ' x ' }],
			['c', { delta: ' ' }],
		];
		expect(textOf(blanks)).toBe('\n\n x  ');
	});
});

describe('the event that ends an answer', () => {
	const piece: Arrived = ['delta', { delta: 'Hello' }];

	test.each(answerEventNames.final)('may be of kind %s', (kind) => {
		expect(gather([piece, [kind, {}]])).toMatchObject({ answer: 'Hello', complete: true });
		expect(isComplete([piece, [kind.toUpperCase(), {}]])).toBe(true);
		expect(isComplete([piece, [undefined, { type: kind }]])).toBe(true);
	});

	test.each(answerEventNames.finalFlags)('may say so under %s', (name) => {
		const events: Arrived[] = [piece, ['delta', { delta: '!', [name]: true }]];
		expect(gather(events)).toMatchObject({ answer: 'Hello!', complete: true });
		expect(isComplete([['delta', { delta: '!', [name]: false }]])).toBe(false);
	});

	test('may be the data [DONE], which is no text', () => {
		expect(gather([piece, '[DONE]'])).toMatchObject({ answer: 'Hello', complete: true });
	});

	test.each<[string, Arrived[], AnswerSettings]>([
		['in quotes', ['"Hel"', '"lo"', '"[DONE]"'], {}],
		['before a text', [piece, '[DONE]', piece], {}],
		['before a failure', [piece, '[DONE]', ['error', 'Closed']], {}],
		['twice', [piece, '[DONE]', '[DONE]'], {}],
		['after the Final Event', [piece, ['over', {}], '[DONE]'], { finalEvent: 'over' }],
		['before the Final Event', [piece, '[DONE]', ['over', {}]], { finalEvent: 'over' }],
		[
			'in a field after it',
			[piece, ['over', {}], ['delta', { delta: '[DONE]' }]],
			{ finalEvent: 'over' },
		],
	])('may be the data [DONE] %s, and nothing else counts', (_name, events, names) => {
		expect(gather(events, names)).toMatchObject({ answer: 'Hello', complete: true, failures: [] });
	});

	test('adds no text of its own, such as a status', () => {
		expect(textOf([piece, ['done', { message: 'Completed' }]])).toBe('Hello');
		expect(textOf([piece, ['end', 'end']])).toBe('Hello');
	});

	test('adds the last piece, or the whole answer where there was none before', () => {
		expect(textOf([piece, ['done', { delta: '!' }]])).toBe('Hello!');
		expect(textOf([['final', { text: 'All at once' }]])).toBe('All at once');
		expect(textOf([['final', 'All at once']])).toBe('All at once');
	});

	test.each<[string, Arrived, AnswerSettings, boolean]>([
		['[DONE]', '[DONE]', {}, true],
		['the Final Event', ['over', {}], { finalEvent: 'over' }, true],
		['an event of a final kind', ['done', {}], {}, false],
		['a tool that is done', ['tool', { name: 'sales', done: true }], {}, false],
		['a step that is completed', ['step', { type: 'completed', step: 'sales' }], {}, false],
		['a message that stops', ['message_stop', { type: 'message_stop' }], {}, false],
	])('that is %s: whether nothing is waited for after it', (_name, event, names, isOver) => {
		const answer = new Answer(names);
		for (const each of [piece, event]) answer.add(read(each));
		expect(answer.end === 'closed').toBe(isOver);
	});

	test('does not count where text follows', () => {
		expect(isComplete([piece, ['done', {}], piece])).toBe(false);
		expect(isComplete([piece, ['done', {}], ['usage', { tokens: 5 }]])).toBe(true);
	});

	test('may have a kind of its own, and then the usual ones do not count', () => {
		const names = { finalEvent: 'Answer-Finished' };
		expect(isComplete([piece, ['answer-finished', {}]], names)).toBe(true);
		expect(isComplete([piece, ['done', {}]], names)).toBe(false);
		expect(isComplete([piece, '[DONE]'], names)).toBe(false);
		expect(isComplete([piece, ['delta', { delta: '', done: true }]], names)).toBe(false);
		expect(gather(['Hello', '<end>'], { finalEvent: '<END>' })).toMatchObject({
			answer: 'Hello',
			complete: true,
		});
	});
});

describe('an orderly end without such an event', () => {
	test('is complete where the stream names no kinds', () => {
		expect(isComplete(['Hello', ' world'])).toBe(true);
		expect(isComplete([['message', { text: 'Hello' }]])).toBe(true);
	});

	test('is complete where the last event was no piece of text', () => {
		expect(
			isComplete([
				['delta', { delta: 'Hello' }],
				['answer-stored', { messageId: 'm' }],
			]),
		).toBe(true);
	});

	test('is not complete right after a piece, where the stream names kinds', () => {
		expect(isComplete([['delta', { delta: 'Hello' }]])).toBe(false);
		expect(isComplete([[undefined, { type: 'delta', delta: 'Hello' }]])).toBe(false);
	});

	test.each<[string, Arrived[]]>([
		['under a name that waits', [['partial', { message: 'There are ' }]]],
		[
			'that may be a snapshot',
			[
				['delta', { delta: 'ha' }],
				['delta', { delta: 'haha' }],
			],
		],
		[
			'before a heartbeat',
			[
				['partial', { message: 'There are ' }],
				['ping', {}],
			],
		],
	])('is not complete right after a piece %s', (_name, events) => {
		expect(isComplete(events)).toBe(false);
		expect(isComplete([...events, ['answer-stored', {}]])).toBe(true);
	});

	test('is complete right after a whole that adds nothing to its pieces', () => {
		const events: Arrived[] = [
			['delta', { delta: 'Sales ' }],
			['delta', { delta: 'rose.' }],
			['message-full', { text: 'Sales rose.' }],
		];
		expect(gather(events)).toMatchObject({ answer: 'Sales rose.', complete: true });
	});

	test('is not complete within an event, nor without any', () => {
		expect(gather(['Hello', ' wor'], {}, true)).toMatchObject({
			answer: 'Hello wor',
			complete: false,
		});
		expect(isComplete([])).toBe(false);
	});

	test('within an event of JSON gives no broken JSON as text', () => {
		const { answer, eventCount } = gather(
			[['delta', { delta: 'Hello' }], '{"delta":" wor'],
			{},
			true,
		);
		expect({ answer, eventCount }).toEqual({ answer: 'Hello', eventCount: 2 });
	});

	test('within an event is complete where that event ends the answer', () => {
		expect(gather(['Hello', '[DONE]'], {}, true).complete).toBe(true);
	});
});

describe('a kind without data', () => {
	const after = (kind: string, events: Arrived[] = [['delta', { delta: 'Hello' }]]) => {
		const answer = new Answer({});
		for (const each of events) answer.add(read(each));
		const failure = answer.addTypeAlone(kind);
		answer.finish();
		return { failure, isTold: answer.end !== undefined, isComplete: answer.result(true).complete };
	};

	test('may be the end', () => {
		expect(after('done')).toEqual({ isTold: true, isComplete: true });
	});

	test.each(['delta', 'answer-stored', 'tool_done', 'ping'])(
		'of which the data may have been cut is none, such as %s',
		(kind) => {
			expect(after(kind)).toEqual({ isTold: false, isComplete: false });
			const stored: Arrived = ['answer-stored', {}];
			expect(after(kind, [['delta', { delta: 'Hello' }], stored]).isComplete).toBe(true);
		},
	);

	test.each(['error', 'run_failed'])('may tell of a failure, such as %s', (kind) => {
		expect(after(kind).failure).toMatchObject({ errorCode: 'answer-failed' });
		expect(after(kind, ['Hello', '[DONE]'])).toEqual({ isTold: true, isComplete: true });
	});
});

test('an answer as an item has the fields that are promised', () => {
	const answer = new Answer({});
	answer.add(read(['start', { threadId: 't', messageId: 'm' }]));
	answer.add(read(['delta', { delta: 'Hello' }]));
	const types = { string: 'string', integer: 'number', boolean: 'boolean' };
	const found = Object.entries(answer.result(true)).map(([name, value]) => [name, typeof value]);
	const promised = Object.entries(answerFields).map(([name, type]) => [
		name,
		types[type as keyof typeof types],
	]);
	expect(found).toEqual(promised);
});

describe('text that is no answer', () => {
	const answer: Arrived = [undefined, { type: 'final', text: 'Sales rose.' }];

	test.each([
		['progress in other names', [['progress', { message: 'Reading May' }], answer]],
		['a status under the same name', [[undefined, { type: 'status', text: 'working' }], answer]],
		[
			'a sign of life',
			[['keep-alive', '2026-05-06T07:08:09Z'], answer, ['ping', { text: 'ping' }]],
		],
		['a tool', [['tool_call', { text: 'SELECT 2' }], ['toolResult', { content: '[7]' }], answer]],
		['reasoning', [['response.reasoning_text.delta', { delta: 'Hm, ' }], answer]],
		['the asker', [[undefined, { role: 'user', content: 'And June?' }], answer]],
		[
			'history before the question',
			[
				[
					undefined,
					{
						messages: [
							{ role: 'assistant', content: 'Old.' },
							{ role: 'user', content: 'So?' },
						],
					},
				],
				answer,
			],
		],
		['the name of a thread', [['thread', 'a3f1-77'], answer]],
		[
			'another alternative',
			[
				[undefined, { choices: [{ index: 0, text: 'Sales rose.' }] }],
				[undefined, { choices: [{ index: 1, text: 'Orders fell.' }] }],
			],
		],
	] as Array<[string, Arrived[]]>)('%s', (_name, events) => {
		expect(textOf(events)).toBe('Sales rose.');
	});

	test('the question, where it comes back', () => {
		const names = { question: 'How did May go?' };
		expect(textOf([[undefined, { text: 'How did May go?' }], answer], names)).toBe('Sales rose.');
	});
});

describe('texts that differ in kind or place', () => {
	test.each([
		[
			'a last piece',
			[
				['chunk', { text: 'Sales' }],
				['final', { text: ' rose' }],
			],
			'Sales rose',
		],
		[
			'a short text again in another kind',
			[
				[undefined, { type: 'text', text: '3 x 4 = 12' }],
				[undefined, { type: 'code', text: '12' }],
				[undefined, { type: 'text', text: ' is it' }],
			],
			'3 x 4 = 1212 is it',
		],
		[
			'numbers',
			[
				['d', { text: 'It is ' }],
				['d', { text: 42 }],
				['d', { text: '.' }],
			],
			'It is 42.',
		],
		[
			'a whole in other words',
			[
				['delta', { delta: 'Sales rose by four percent' }],
				['delta', { delta: ' in May' }],
				['message', { content: 'Sales rose by four percent in May, they say' }],
				['done', {}],
			],
			'Sales rose by four percent in May, they say',
		],
		[
			'a whole that differs, which is what was said last',
			[
				['delta', { delta: 'Sales rose by four ' }],
				['delta', { delta: 'percent' }],
				['message', { content: 'Sales rose by 4 %' }],
			],
			'Sales rose by 4 %',
		],
	] as Array<[string, Arrived[], string]>)('%s', (_name, events, text) => {
		expect(textOf(events)).toBe(text);
	});
});

test('an answer cut for its length is not whole, yet no failure', () => {
	const cut: Arrived = [undefined, { choices: [{ index: 0, delta: {}, finish_reason: 'length' }] }];
	const events: Arrived[] = [['delta', { delta: 'Sales' }], cut, '[DONE]'];
	expect(gather(events)).toMatchObject({ complete: false, failures: [] });
});

describe('every usual shape, in pieces, in snapshots and with a whole at the end', () => {
	const shapes: Array<[string, (text: string) => unknown]> = [
		['a value of a token', (text) => ({ type: 'token', value: text })],
		['a value', (text) => ({ value: text })],
		['a response', (text) => ({ response: text })],
		['data', (text) => ({ data: text })],
		['a choice of text', (text) => ({ choices: [{ text, index: 0 }] })],
		['content of a message', (text) => ({ message: { content: [{ type: 'text', text }] } })],
		['content', (text) => ({ content: [{ type: 'text', text }] })],
		['an event inside', (text) => ({ event: 'token', data: { delta: { text } } })],
		['messages', (text) => ({ messages: [{ content: text }] })],
		['parts', (text) => ({ parts: [{ kind: 'text', text }] })],
		['a list', (text) => [{ text }]],
		['text', (text) => text],
	];
	const pieces = ['Sal', 'es ro', 'se by', ' 4 %', '.'];
	const all = pieces.join('');
	const snapshots = pieces.map((_, index) => pieces.slice(0, index + 1).join(''));

	test.each(shapes)('%s', (_name, shape) => {
		const arrive = (texts: string[]): Arrived[] => texts.map((text) => [undefined, shape(text)]);
		expect(textOf(arrive(pieces))).toBe(all);
		expect(textOf(arrive(snapshots))).toBe(all);
		expect(textOf(arrive([...snapshots, all]))).toBe(all);
		expect(textOf(arrive([...pieces, all]))).toBe(all);
		expect(textOf([...arrive(pieces), [undefined, { type: 'done', text: all }]])).toBe(all);
	});
});
