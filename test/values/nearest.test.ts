import { findNearest, findSimilar } from '../../src/values/nearest';

test.each([
	['anna@example.com', ['bo@example.com', 'Ana@example.com'], 'Ana@example.com'],
	['Stock', ['Stockholm North', 'Stocks'], 'Stocks'],
	['Stock', ['Sales', 'Returns'], undefined],
	['Stock', [], undefined],
])('the text most similar to %s among %j is %s', (text, texts, similar) => {
	expect(findSimilar(text, texts)).toBe(similar);
});

test('the nearest text may be unlike', () => {
	expect(findNearest('Stock', ['Returns', 'Sales'])).toBe('Sales');
});

test('a text that is unlike is compared at its beginning only', () => {
	const steps = (length: number) => {
		const comparisons = jest.spyOn(Math, 'min');
		findSimilar('a'.repeat(length), ['b'.repeat(length)]);
		const { length: count } = comparisons.mock.calls;
		comparisons.mockRestore();
		return count;
	};
	expect(steps(200)).toBeLessThan(20 * steps(20));
});
