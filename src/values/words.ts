/** The names in events and records are few. More different texts are no names. */
const maxKnown = 2000;

/** A longer text is no name. */
const maxNameLength = 100;

/** Memoizes a function of a name, as the same few names appear in all events and records. */
export function memoizeByName<Result>(read: (name: string) => Result): (name: string) => Result {
	const known = new Map<string, Result>();
	return (name) => {
		if (known.has(name)) return known.get(name) as Result;
		const result = read(name);
		if (name.length > maxNameLength) return result;
		if (known.size >= maxKnown) known.clear();
		known.set(name, result);
		return result;
	};
}

/** Whether a word is one of these. */
export function oneOf(words: readonly string[]): (word: string) => boolean {
	const set = new Set(words);
	return (word) => set.has(word);
}

/**
 * The words of a name in lower case: `outputText`, `output_text` and `OUTPUT-TEXT` have the same, and
 * so have `timedOut`, `TIME_OUT` and `timeout`.
 *
 * @param name a name, a type or a status
 */
export const splitWords = memoizeByName((name: string): readonly string[] => {
	const spaced = name.replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2');
	const words = spaced
		.replace(/[^\p{L}]+/gu, ' ')
		.trim()
		.toLowerCase();
	return words === '' ? [] : words.replace(/\btime[sd]? ?out\b/g, 'timeout').split(' ');
});

/** A list of words that is written as one text, with spaces or line breaks in between. */
export function words(text: string): readonly [string, ...string[]] {
	const [first = '', ...others] = text.trim().split(/\s+/);
	return [first, ...others];
}
