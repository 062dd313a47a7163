import { comparableAddress, comparableText } from '../../src/values/texts';

test.each([
	['letters with their accents apart', 'Malmo\u0308', 'Malm\u00f6'],
	['a zero-width space', 'Sales\u200b', 'Sales'],
	['an accent after a zero-width space', 'Malmo\u200b\u0308', 'Malm\u00f6'],
	['a byte order mark', '\ufeffSales', 'Sales'],
	['marks of direction', '\u202aSales\u202c\u200e', 'Sales'],
	['a soft hyphen', 'Waren\u00adhaus', 'Warenhaus'],
	['several spaces', ' Stock \t \u00a0 Malm\u00f6\n', 'Stock Malm\u00f6'],
	['a joiner after the last letter', 'Sales\u200d', 'Sales'],
	['joiners at a space', 'Stock\u200d \u200dMalm\u00f6', 'Stock Malm\u00f6'],
])('two texts are equal despite %s', (_difference, one, other) => {
	expect(comparableText(one)).toBe(comparableText(other));
});

test.each([
	['case', 'sales', 'Sales'],
	['a joiner inside a word', '\u0646\u0627\u0645\u200c\u0647', '\u0646\u0627\u0645\u0647'],
	['a letter that only looks alike', 'S\u0430les', 'Sales'],
	['a missing space', 'Stock Malm\u00f6', 'StockMalm\u00f6'],
])('two texts differ by %s', (_difference, one, other) => {
	expect(comparableText(one)).not.toBe(comparableText(other));
});

test('addresses are equal in any case', () => {
	expect(comparableAddress(' Anna.Berg@Example.com')).toBe('anna.berg@example.com');
});
