import fc from 'fast-check';
import { GrowingText } from '../../../src/agent/answer/growingText';

test('a text is what was added to it, from any position on', () => {
	const pieces = fc.array(fc.string(), { maxLength: 12 });
	const positions = fc.array(fc.nat({ max: 60 }), { maxLength: 6 });
	fc.assert(
		fc.property(pieces, positions, fc.nat({ max: 12 }), (texts, asked, wholeAfter) => {
			const grown = new GrowingText();
			let expected = '';
			texts.forEach((text, index) => {
				grown.append(text);
				expected += text;
				expect(grown.length).toBe(expected.length);
				for (const position of asked) expect(grown.from(position)).toBe(expected.slice(position));
				if (index === wholeAfter) expect(grown.whole).toBe(expected);
			});
			expect(grown.whole).toBe(expected);
			expect(grown.whole).toBe(expected);
		}),
	);
});
