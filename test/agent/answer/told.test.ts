/** How texts under one or several paths become one text, piece by piece. */
import { type TextHint, Told } from '../../../src/agent/answer/told';

/** A text under its path, and what its event says about it; one under `completes` only completes. */
type Step = { readonly [path: string]: string | boolean } | typeof anotherMessage;

const anotherMessage = Symbol('another message');

function take(told: Told, step: Step): string {
	if (step === anotherMessage) {
		const settled = told.settle();
		told.beginSection();
		return settled;
	}
	const { ends = false, isWhole = false, ...texts } = step;
	const [[path, text]] = Object.entries(texts) as [[string, string]];
	if (path === 'completes') return told.complete(text);
	return told.add(path, text, { ends, isWhole } as TextHint);
}

/** What each text sends, and what the end of the stream does. */
function sent(steps: readonly Step[], told = new Told()): string[] {
	const before = told.whole;
	const pieces = steps.flatMap((step) => {
		const piece = take(told, step);
		return step === anotherMessage && piece === '' ? [] : [piece];
	});
	const last = told.settle();
	expect([before, ...pieces, last].join('')).toBe(told.whole);
	return last === '' ? pieces : [...pieces, last];
}

const sales = 'Sales rose today.';
const profits = 'Profits fell.';

describe('under one path', () => {
	test.each<[string, Step[], string[]]>([
		['pieces', [{ a: 'Sales ' }, { a: 'rose' }, { a: '.' }], ['Sales ', 'rose', '.']],
		[
			'snapshots, which wait while they may be pieces',
			[{ a: 'Sales' }, { a: 'Sales rose' }, { a: 'Sales rose today' }],
			['Sales', '', ' rose today'],
		],
		['a snapshot that is the last', [{ a: 'Sales' }, { a: 'Sales rose' }], ['Sales', '', ' rose']],
		[
			'a snapshot of several words, or one that ends the answer, at once',
			[{ a: 'Sales rose today' }, { a: 'Sales rose today by 4' }],
			['Sales rose today', ' by 4'],
		],
		[
			'a snapshot whose event ends the answer',
			[{ a: 'Sales' }, { a: 'Sales rose', ends: true }],
			['Sales', ' rose'],
		],
		[
			'a snapshot whose event tells a whole',
			[{ a: 'Sales' }, { a: 'Sales rose', isWhole: true }],
			['Sales', ' rose'],
		],
		['the same several times, which are pieces', [{ a: 'ha' }, { a: 'haha' }], ['ha', '', 'haha']],
		[
			'the same once more, which is a piece',
			[{ a: 'ha' }, { a: 'ha' }, { a: '!' }],
			['ha', 'ha', '!'],
		],
		[
			'the same once more as a whole, which is none',
			[{ a: 'ha' }, { a: 'ha', isWhole: true }],
			['ha', ''],
		],
		[
			'several words once more, which are the whole of them',
			[{ a: sales }, { a: sales }],
			[sales, ''],
		],
		[
			'what began like a snapshot, and goes on otherwise',
			[{ a: 'ha' }, { a: 'haha' }, { a: ' ho' }],
			['ha', '', 'haha ho'],
		],
		[
			'the whole of its pieces, which waits for whether something follows',
			[{ a: 'Hi' }, { a: ' you' }, { a: 'Hi you' }],
			['Hi', ' you', ''],
		],
		[
			'what looked like the whole of its pieces, and was a piece',
			[{ a: 'Hi' }, { a: ' you' }, { a: 'Hi you' }, { a: '!' }],
			['Hi', ' you', '', 'Hi you!'],
		],
		[
			'the whole of its pieces and more, told as such',
			[{ a: 'Hi' }, { a: ' you' }, { a: 'Hi you!', isWhole: true }],
			['Hi', ' you', '!'],
		],
		[
			'its last piece once more at the end',
			[{ a: 'So: ' }, { a: profits }, { a: profits, ends: true }],
			['So: ', profits, ''],
		],
		[
			'its last piece once more in between',
			[{ a: 'So: ' }, { a: profits }, { a: profits }],
			['So: ', profits, profits],
		],
		[
			'a snapshot that is shorter than the one before',
			[{ a: sales }, { a: `${sales} And` }, { a: sales }, { a: `${sales} And so on` }],
			[sales, ' And', '', ' so on'],
		],
		[
			'a snapshot in other words, of which the further ones count',
			[{ a: sales }, { a: `${sales} By 4 %` }, { a: `${sales} By 5 %, say` }],
			[sales, ' By 4 %', ', say'],
		],
		[
			'snapshots with a mark at the end, which waits',
			[
				{ a: 'Sales rose by **5**' },
				{ a: 'Sales rose by **5 %**' },
				{ a: 'Sales rose by **5 %** in April' },
				{ a: 'Sales rose by **5 %** in April and `May`' },
			],
			['Sales rose by **5**', '', ' %**', ' in April', ' and `May`'],
		],
		[
			'snapshots with a cursor, which goes in the end',
			[{ a: 'S▌' }, { a: 'Sales▌' }, { a: 'Sales rose▌' }, { a: 'Sales rose.' }],
			['S▌', '', 'ales', ' rose', '.'],
		],
		[
			'snapshots whose end changes later',
			[
				{ a: sales },
				{ a: `${sales} By "4"` },
				{ a: `${sales} By "4 %" and` },
				{ a: `${sales} By` },
			],
			[sales, ' By "4"', '', ''],
		],
		[
			'snapshots of another message after a cursor',
			[{ a: 'Sales rose▌' }, { a: 'Sales rose by 4▌' }, { a: profits }, { a: `${profits} Alas` }],
			['Sales rose▌', '', ` by 4▌${profits}`, ' Alas'],
		],
		[
			'snapshots with a cursor, and another text between them',
			[{ a: 'Sales rose▌' }, { a: 'Sales rose by▌' }, { b: ' (5 %)' }, { a: 'Sales rose by 5▌' }],
			['Sales rose▌', '', ' by▌ (5 %)', ''],
		],
		[
			'lines that begin alike, which are pieces',
			[{ a: '- order number 1001.\n' }, { a: '- order number 1002, late.\n' }, { a: '- order\n' }],
			['- order number 1001.\n', '- order number 1002, late.\n', '- order\n'],
		],
		['pieces with the same end', [{ a: 'Up!' }, { a: 'Up it goes!' }], ['Up!', 'Up it goes!']],
		[
			'snapshots of another message',
			[{ a: sales }, { a: `${sales} And` }, { a: profits }, { a: `${profits} Alas` }],
			[sales, ' And', profits, ' Alas'],
		],
		[
			'snapshots of another message, told as such',
			[{ a: 'Hi. ' }, anotherMessage, { a: 'Sales' }, { a: 'Sales rose' }],
			['Hi. ', 'Sales', '', ' rose'],
		],
		['blanks first', [{ a: ' ' }, { a: ' Hi' }], [' ', ' Hi']],
	])('%s', (_name, steps, pieces) => {
		expect(sent(steps)).toEqual(pieces);
	});
});

describe('under another path', () => {
	test.each<[string, Step[], string[]]>([
		[
			'what waits is decided',
			[{ a: 'Sales' }, { a: 'Sales rose' }, { b: '. And' }],
			['Sales', '', ' rose. And'],
		],
		[
			'the whole, and what is new in it',
			[{ a: 'Hi' }, { b: 'Hi you' }, { b: '!' }],
			['Hi', ' you', '!'],
		],
		[
			'the beginning, and what follows up to where it is',
			[{ a: sales }, { b: 'Sales ' }, { b: 'rose' }, { b: ' today.' }, { b: ' More' }],
			[sales, '', '', '', ' More'],
		],
		[
			'what began like the beginning, and goes on otherwise',
			[{ a: 'Hi there' }, { b: 'Hi' }, { b: ' you' }],
			['Hi there', '', 'Hi you'],
		],
		[
			'several words of the beginning, and then other text',
			[{ a: sales }, { b: 'Sales rose' }, { b: profits }],
			[sales, '', profits],
		],
		[
			'the last section',
			[{ a: 'Hi. ' }, anotherMessage, { a: profits }, { b: profits }],
			['Hi. ', profits, ''],
		],
		[
			'the last section and more',
			[{ a: 'Hi. ' }, anotherMessage, { a: profits }, { b: `${profits} Alas` }],
			['Hi. ', profits, ' Alas'],
		],
		[
			'a last section that is too short to be known',
			[{ a: 'Hi. ' }, anotherMessage, { a: 'Ho' }, { b: 'Ho ho' }],
			['Hi. ', 'Ho', 'Ho ho'],
		],
		[
			'the end, with other blanks around it',
			[{ a: `Hi. ${profits}\n` }, { b: `\n${profits} ` }],
			[`Hi. ${profits}\n`, ''],
		],
		[
			'other words for all of it',
			[{ a: 'Sales rose by 4 % this week.' }, { b: 'Sales rose by four percent this week.' }],
			['Sales rose by 4 % this week.', ''],
		],
		[
			'other words for less than half of it',
			[
				{ a: `Sales rose by 4 % this week. ${'And so on. '.repeat(5)}` },
				{ b: 'Sales rose by four percent.' },
			],
			[`Sales rose by 4 % this week. ${'And so on. '.repeat(5)}`, 'Sales rose by four percent.'],
		],
		['a state at the end', [{ a: 'Hi' }, { b: 'completed', ends: true }], ['Hi', '']],
		['a state in between', [{ a: 'Hi ' }, { b: 'completed' }], ['Hi ', 'completed']],
		['a state and nothing else', [{ a: 'completed', ends: true }], ['completed']],
		[
			'a text that only completes the answer',
			[{ a: profits }, { completes: `${profits} Alas` }, { completes: 'Other' }],
			[profits, ' Alas', ''],
		],
		[
			'a text that completes what waits',
			[{ a: 'Sales' }, { a: 'Sales rose' }, { completes: 'Sales rose today' }],
			['Sales', '', ' rose today'],
		],
	])('%s', (_name, steps, pieces) => {
		expect(sent(steps)).toEqual(pieces);
	});
});

test.each<[string, Step[], boolean]>([
	['snapshots', [{ a: sales }, { a: `${sales} And` }], false],
	['pieces', [{ a: sales }, { a: profits }], false],
	['a mark that moves', [{ a: 'Sales rose by *4*' }, { a: 'Sales rose by *4 %*' }], true],
	['a cursor', [{ a: 'S▌' }, { a: 'Sales▌' }], true],
	[
		'a snapshot in other words',
		[{ a: sales }, { a: `${sales} By 4` }, { a: `${sales} In M` }],
		true,
	],
])('whether the text is not what was told in the end, with %s: %s', (_name, steps, isRevised) => {
	const told = new Told();
	sent(steps, told);
	expect(told.isRevised).toBe(isRevised);
});

test('how texts follow each other is known for each path', () => {
	const told = new Told();
	expect([told.isEmpty, told.hasSection]).toEqual([true, false]);
	sent([{ '': sales }], told);
	expect([told.isEmpty, told.hasSection, told.knows(''), told.knows('a')]).toEqual([
		...[false, true],
		...[true, false],
	]);
	sent([{ '': `${sales} And` }, anotherMessage, { a: 'x' }, { a: 'y' }], told);
	expect(told.hasSection).toBe(false);
	expect(told.modes).toEqual({ data: 'snapshots', a: 'pieces' });
});

test('the last sixteen sections are known again', () => {
	const told = new Told();
	const message = (index: number) => `This is message ${index}. `;
	for (let index = 0; index < 20; index++) sent([anotherMessage, { a: message(index) }], told);
	const all = told.whole;
	const from = (index: number) => all.slice(all.indexOf(message(index)));
	expect(sent([{ b: from(4) }], told)).toEqual(['']);
	expect(sent([{ c: `${from(4)}More` }], told)).toEqual(['More']);
	expect(sent([{ d: from(3) }], told)).toEqual([from(3)]);
});

test('of more than a hundred paths none tells', () => {
	const told = new Told();
	for (let index = 0; index < 100; index++) sent([{ [`p${index}`]: `${index},` }], told);
	expect([told.knows('p0'), told.knows('p99')]).toEqual([true, true]);
	sent([{ p100: '!' }], told);
	expect([told.knows('p0'), told.knows('p100')]).toEqual([false, true]);
});
