import { findNearest } from '../../src/values/nearest';

test.each([
	['anna@example.com', ['bo@example.com', 'Ana@example.com'], 3, 'Ana@example.com'],
	['Stock', ['Stockholm North', 'Stocks'], 1, 'Stocks'],
	['Stock', ['Sales', 'Returns'], 1, ''],
	['Stock', ['Returns', 'Sales'], undefined, 'Sales'],
	['Stock', [], undefined, ''],
])(
	'the text nearest to %s among %j, with at most %j changes, is %j',
	(text, texts, most, found) => {
		expect(findNearest(text, texts, most)).toBe(found);
	},
);

test('a text that is unlike is compared at its beginning only', () => {
	const steps = (length: number) => {
		const comparisons = jest.spyOn(Math, 'min');
		findNearest('a'.repeat(length), ['b'.repeat(length)], 3);
		const { length: count } = comparisons.mock.calls;
		comparisons.mockRestore();
		return count;
	};
	expect(steps(200)).toBeLessThan(20 * steps(20));
});
