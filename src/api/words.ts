/** Names come again with each event and record; more different ones are no names. */
const mostKnown = 2000;

/** A longer text is no name. */
const longestName = 100;

const known = new Map<string, readonly string[]>();

/**
 * The words of a name in lower case: `outputText`, `output_text` and `OUTPUT-TEXT` have the same.
 *
 * @param name a name, a kind or a status
 */
export function wordsIn(name: string): readonly string[] {
	const before = known.get(name);
	if (before !== undefined) return before;
	const words = name
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}]+/u)
		.filter((word) => word !== '');
	if (name.length > longestName) return words;
	if (known.size >= mostKnown) known.clear();
	known.set(name, words);
	return words;
}
