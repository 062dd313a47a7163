/** What in one event may be text of the answer, by its names and kinds. */
import {
	addTextPaths,
	candidatesIn,
	holdsText,
	isAround,
	isAside,
	isBeside,
	isHeartbeat,
} from '../../../src/agent/answer/candidates';
import { arrive } from './arrive';

/** Path, text and likelihood of each, the likeliest first. */
const found = (data: unknown, event?: string, ends = false) =>
	candidatesIn(arrive(data, event), ends).map(({ path, text, likelihood }) =>
		[path, text, likelihood].join(' | '),
	);

/** A text so many names deep. */
const nested = (depth: number): unknown => (depth === 0 ? 'Hi' : { text: nested(depth - 1) });

describe('the kind of an event', () => {
	test.each([
		['delta', '', ''],
		['response_ping', 'beside', 'aside heartbeat'],
		['token_usage', 'beside', 'aside'],
		['tool_call', 'beside', ''],
		['data-weather', 'beside', ''],
		['my-data-x', '', ''],
		['thread_started', '', 'around'],
		['thread_message', '', ''],
		['thread_text', '', ''],
	])('%s: %s %s', (kind, beside, others) => {
		const event = arrive({}, kind);
		expect(isBeside(event) ? 'beside' : '').toBe(beside);
		const names = { aside: isAside, heartbeat: isHeartbeat, around: isAround };
		const told = Object.entries(names).flatMap(([name, is]) => (is(event) ? [name] : []));
		expect(told.join(' ')).toBe(others);
	});
});

describe('a text', () => {
	test.each<[unknown, string | undefined, string[]]>([
		[{ text_part: 'Hi' }, undefined, ['text_part | Hi | usual']],
		[{ output: 'Hi' }, undefined, ['output | Hi | possible']],
		[{ remark: 'Hi' }, undefined, ['remark | Hi | unknown']],
		[{ output: 'Hi' }, 'text', ['output | Hi | usual']],
		[{ remark: 'Hi' }, 'text', ['remark | Hi | unknown']],
		[{ a: { text: { value: 'Hi' } } }, undefined, ['a.text.value | Hi | usual']],
		[{ text: 'Hi' }, 'thread_started', ['text | Hi | possible']],
		[{ text: 'Hi' }, 'thread_text', ['text | Hi | usual']],
		[{ text: 'completed' }, undefined, ['text | completed | usual']],
		[{ text: 7 }, undefined, ['text | 7 | usual']],
		[{ remark: 7 }, undefined, []],
		[{ text: '' }, undefined, []],
		[{ message_id: 'Hi' }, undefined, []],
		[{ tool_text: 'Hi' }, undefined, []],
		['"Hi"', undefined, [' | Hi | unknown']],
	])('in %j of the kind %s', (data, kind, expected) => {
		expect(found(data, kind)).toEqual(expected);
	});

	test('comes by its likelihood, its depth and the likeliest word of its name', () => {
		const data = { a: { text: '4' }, output: '5', text: '3', content_delta: '2', delta: '1' };
		expect(found(data).map((each) => each.split(' | ')[1])).toEqual(['2', '1', '3', '4', '5']);
	});

	test('of several entries is one, and a number only where it stands alone', () => {
		const numbers = (data: unknown) =>
			candidatesIn(arrive(data), false).map(({ text, isNumber }) => [text, isNumber]);
		expect(numbers({ text: ['a', 1] })).toEqual([['a1', false]]);
		expect(numbers({ text: 1 })).toEqual([['1', true]]);
	});

	test('is looked for twelve names deep', () => {
		expect(found(nested(12))).toHaveLength(1);
		expect(found(nested(13))).toEqual([]);
	});

	test('of a status counts where it ends the answer, and says more than a state', () => {
		const data = { status: { message: 'Sales rose', state: 'x', text: 'completed' } };
		expect(found(data, undefined, true)).toEqual(['status.message | Sales rose | possible']);
		expect(found(data)).toEqual([]);
		expect(found({ text: 'Hi' }, 'status', true)).toEqual(['text | Hi | usual']);
		expect(found({ text: 'Hi' }, 'status')).toEqual([]);
		expect(found({ text: 'Hi' }, 'tool', true)).toEqual([]);
	});
});

describe('who speaks', () => {
	const says = (role: unknown, text: string) => ({ role, text });

	test.each<[unknown, string[]]>([
		[says('assistant', 'Hi'), ['text | Hi | usual']],
		[says('end_user', 'Hi'), []],
		[{ message: says('end_user', 'Hi') }, []],
		[{ message: says('tool', 'Hi') }, []],
		[{ message: says({ role: 'tool' }, 'Hi') }, []],
		[{ message: { thought: true, text: 'Hi' } }, []],
		[
			{ messages: [says('ai', 'Before'), says('end_user', 'Why?'), says('ai', 'Hi')] },
			['messages.text | Hi | usual'],
		],
		[{ messages: [says('ai', 'Hi'), says('tool', 'Rows')] }, ['messages.text | Hi | usual']],
		[{ choices: [{ index: 1, text: 'Other' }, { text: 'Hi' }] }, ['choices.text | Hi | usual']],
		[{ choices: [{ index: 1, text: 'Other' }] }, []],
		[{ choices: [] }, []],
		[{ choices: ['Hi', 'Other'] }, ['choices | Hi | unknown']],
	])('in %j', (data, expected) => {
		expect(found(data)).toEqual(expected);
	});
});

test('paths of texts are those that Text Field takes, a dozen of them at most', () => {
	const pathsIn = (value: unknown) => {
		const paths = new Set<string>();
		addTextPaths(value, paths);
		return [...paths];
	};
	const data = { a: { b: ['Hi', { c: 'you' }] }, id: 'x', blank: ' ', n: 1, none: null };
	expect(pathsIn(data)).toEqual(['a.b.0', 'a.b.1.c']);
	expect(pathsIn('Hi')).toEqual([]);
	const many = Array.from({ length: 20 }, (_each, index) => `text ${index}`);
	expect(pathsIn(many)).toEqual(many.slice(0, 12).map((_text, index) => String(index)));
	expect([12, 13, 14].map((depth) => pathsIn(nested(depth)).length)).toEqual([1, 0, 0]);
});

test.each<[unknown, string, boolean]>([
	['Hi', 'Hi', true],
	['Hi', 'H', false],
	['', '', false],
	[{ a: [{ b: 'Hi' }, 'Ho'] }, 'Hi', true],
	[{ a: [{ b: 'Hi' }, 'Ho'] }, 'He', false],
	[null, 'Hi', false],
	[7, '7', false],
])('whether %j holds %j: %s', (value, text, expected) => {
	expect(holdsText(value, text)).toBe(expected);
});
