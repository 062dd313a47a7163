import {
	isRepeated,
	isReworded,
	movesItsEnd,
	isTelling,
	restAfter,
	sharedLength,
} from '../../../src/agent/answer/retelling';

test.each([
	['twelve chars', true],
	['elevenchars', false],
	['twelve_chars', true],
	['of eight', true],
	['of   ten', true],
	['of seve', false],
	['ofeight8', false],
	[' ofeigh ', false],
	['', false],
])('whether %j is known again: %s', (text, expected) => {
	expect(isTelling(text)).toBe(expected);
});

test.each([
	['Sales', 'Sales rose', ' rose'],
	['Sales', 'Sales', ''],
	['Sales ', 'Sales rose', 'rose'],
	['Sales  ', 'Sales\n\nrose', 'rose'],
	['\n Sales', 'Sales rose', ' rose'],
	['Sales', ' \tSales rose', ' rose'],
	['Sales rose', 'Sales \n rose by', ' by'],
	['Sales\u00a0rose', 'Sales rose by', ' by'],
	['Sales rose', 'Sales rose \n', ' \n'],
	['Sales rose ', 'Sales rose\n', ''],
	['Sales rose', 'Salesrose by', undefined],
	['Salesrose', 'Sales rose by', undefined],
	['Sales rose', 'Sales', undefined],
	['Sales rose', 'Sales fell by', undefined],
	['Sales', 'sales rose', undefined],
	['', 'Sales', 'Sales'],
	['  ', 'Sales', undefined],
])('what comes after %j in %j is %j', (told, text, rest) => {
	expect(restAfter(told, text)).toBe(rest);
});

test.each([
	['Sales rose by 4 %.', 'Sales rose by four percent.', true],
	['Sales rose.', 'Sales rose by four percent.', true],
	['Sales rose by four percent.', 'Sales rose.', true],
	['Sales rose by four percent, says the report.', 'Sales rose or fell, nobody knows it.', false],
	['Sales', 'Sales rose by four percent.', false],
	['They rose.', 'Sales rose.', false],
])('whether %j is told in other words by %j: %s', (told, text, expected) => {
	expect(isReworded(told, text)).toBe(expected);
});

test.each([
	['Sales rose by **5**', 'Sales rose by **5 %**', true],
	['Sales rose by **5**', 'Sales rose by **5 %** in April', true],
	['Sales rose by **5**', 'Sales rose by **6**', false],
	['Sales rose by **5**', 'Sales rose by 5 %', false],
	['Sales rose by 5 %', 'Sales rose by 5 or 6 per cent', false],
	['Sales rose by 5.\n', 'Sales rose by 5 %.\n', false],
	['Up **5**', 'Up **5 %**', false],
	['U▌', 'Up▌', true],
	['▌', 'Up▌', true],
	['U▌', 'Up▌ 5', false],
	['Up', 'Up 5', false],
	['Up 5', 'Up', false],
])('whether the end of %j moves on in %j: %s', (told, text, expected) => {
	expect(movesItsEnd(told, text)).toBe(expected);
});

test.each([
	['haha', 'ha', true],
	['hahah', 'ha', false],
	['ha', 'haha', false],
	['', 'ha', true],
	['', '', false],
])('whether %j is %j several times: %s', (text, other, expected) => {
	expect(isRepeated(text, other)).toBe(expected);
});

test.each([
	['Sales rose', 'Sales fell', 6],
	['Sales', 'Sales rose', 5],
	['Well done \u{1f600}', 'Well done \u{1f601}!', 10],
	['Well done \u{1f600}', 'Well done \u{1f600}!', 12],
	['', 'Sales', 0],
])('%j and %j share whole characters: %d', (told, text, shared) => {
	expect(sharedLength(told, text)).toBe(shared);
});
