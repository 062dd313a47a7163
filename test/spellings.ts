import fc from 'fast-check';

/** A text as other people write it, or another program. */
const spelled = (text: string) =>
	fc
		.record({
			form: fc.constantFrom('NFC', 'NFD'),
			space: fc.constantFrom(' ', '  ', '\u00A0', '\t'),
			around: fc.constantFrom('', ' ', '\u200B', '\uFEFF '),
			invisible: fc.constantFrom('', '\u200B', '\u00AD', '\u2060', '\u200E'),
			at: fc.nat({ max: text.length }),
		})
		.map(({ form, space, around, invisible, at }) => {
			const changed = text.slice(0, at) + invisible + text.slice(at);
			return around + changed.normalize(form).replaceAll(' ', space) + around;
		});

/** A name, and the same name in another spelling. */
export const spellings = fc
	.constantFrom('Röd & Blå', "Warehouse Malmö O'Brien", 'علی\u200Cرضا 12', 'Ångström Ⅷ', '2.000 st')
	.chain((name) => fc.tuple(fc.constant(name), spelled(name)));
