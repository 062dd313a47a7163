/** What people read, by the style guide: measured against n8n's own nodes, and in the same words. */
import {
	readFormTexts,
	readMessages,
	readNotes,
	readSentences,
	type ShownText,
} from './shownTexts';

const formTexts = readFormTexts();
const messages = readMessages();
const notes = readNotes();
const sentences = readSentences();
const all = [...formTexts, ...messages, ...notes, ...sentences];

const partOf = (...parts: Array<ShownText['part']>) =>
	formTexts.filter(({ part }) => parts.includes(part));
const switches = partOf('switch');
const tooltips = [...partOf('tooltip'), ...switches];
const hints = partOf('hint');

const countWords = ({ text }: ShownText) => text.split(/\s+/).filter(Boolean).length;
const show = (texts: readonly ShownText[]) => texts.map(({ place, text }) => `${place}: ${text}`);
const share = (texts: readonly ShownText[], pattern: RegExp) =>
	texts.filter(({ text }) => pattern.test(text)).length / texts.length;

/** The number of words that this share of the texts does not exceed. */
function quantile(texts: readonly ShownText[], part: number): number {
	const counts = texts.map(countWords).sort((a, b) => a - b);
	return counts[Math.ceil(counts.length * part) - 1] ?? 0;
}

test('tooltips are as short as those of n8n', () => {
	expect(quantile(tooltips, 0.5)).toBeLessThanOrEqual(10);
	expect(quantile(tooltips, 0.9)).toBeLessThanOrEqual(22);
});

test('no hint has more than 28 words or 120 characters', () => {
	const isLong = (hint: ShownText) => countWords(hint) > 28 || hint.text.length > 120;
	expect(show(hints.filter(isLong))).toEqual([]);
});

test('no sentence of a document has more than 20 words', () => {
	expect(show(sentences.filter((sentence) => countWords(sentence) > 20))).toEqual([]);
});

test.each([
	['tooltips', tooltips],
	['hints', hints],
	['texts of options', partOf('optionText', 'operationText')],
	['notices and texts of nodes', partOf('notice', 'nodeText')],
	['messages', messages],
	['notes', notes],
	['documents', sentences],
])('hardly any semicolon or "where" is in %s', (_name, texts) => {
	expect(texts.length).toBeGreaterThan(0);
	expect(share(texts, /;/)).toBeLessThanOrEqual(0.01);
	expect(share(texts, /\bwhere\b/i)).toBeLessThanOrEqual(0.01);
});

/** Words of the style guide that are not used, and what is used instead. */
test.each<[words: RegExp, instead: string]>([
	[/\bmay not\b/, "isn't allowed to"],
	[/\b(?:wants|wanted|want(?! to))\b/, 'needs, requires'],
	[/\b(?:tells?(?! whether)|told|says?|said)\b/, 'contains, reports'],
	[/\b(?:gives?|gave|given(?! limit)|giving)\b/, 'returns, enter'],
	[/\b(?:hands?|handed|pass(?:es|ed)?) (?:over|on|out)\b|\bcomes? (?:back|out|in)\b/, 'returns'],
	[/\b(?:holds?|held|carry|carries|bears?)\b/, 'contains, has'],
	[/\black(?:s|ing)?\b|\bleft (?:empty|out)\b/, "if you don't set"],
	[/\bblanks?\b/, 'spaces'],
	[/\b(?:a text|texts)\b/, 'text, a string, a value'],
	[/\bidentifiers?\b/i, 'ID'],
	[/\blook(?:s|ed|ing)?\b(?!-up)/, 'check'],
	[/\bpieces?\b/, 'part'],
	[/\b(?:is|was|are) (?:over|told)\b|\bgo(?:es|ne)? on\b/, 'ended, continues'],
	[/\b(?:broke|breaks?) off\b/, 'was interrupted'],
	[/\bwho(?:ever|soever)\b|\bwhatever\b|\bwhichever\b/, 'a name'],
	[/\b(?:this|an) n8n(?! instance| version| node)\b/, 'your n8n instance'],
	[/\banswer of the service\b|\bservice answer|\banswered\b/, 'response, responded'],
	[/(?<!Service |AI )\bAgent node\b/, 'Integration Service Agent node'],
	[/\b(?:fires?|fired|activat(?:e|ed|ing|ion))\b/, 'publish, trigger'],
	[/\bso that\b/, 'so'],
	[/\bthe (?:platform|business platform|service) wants\b/, 'requires'],
])('nothing is called %s', (words) => {
	expect(show(all.filter(({ text }) => words.test(text)))).toEqual([]);
});

const small = /^(?:a|an|and|as|at|but|by|for|from|if|in|it|of|on|or|the|to|with|within)$/i;
const isTitle = (text: string) =>
	text.split(' ').every((word, index, words) => {
		const isInside = index > 0 && index < words.length - 1;
		return isInside && small.test(word) ? word === word.toLowerCase() : !/^\p{Ll}/u.test(word);
	});

/** One sentence has no full stop at its end, several have. */
const isPunctuated = (text: string) =>
	/[.?!] '?\p{Lu}/u.test(text) === text.endsWith('.') || /[)"]$/.test(text);

test.each<[name: string, texts: readonly ShownText[], rule: (text: string) => boolean]>([
	['labels and options have Title Case', partOf('label', 'option'), isTitle],
	[
		'a form has no word such as error',
		[...partOf('label', 'option', 'optionText', 'operationText'), ...tooltips],
		(text) => !/\b(?:errors?|problems?|failures?|mistakes?)\b/i.test(text),
	],
	['no label, tooltip, or message is empty', formTexts, (text) => /\S/.test(text)],
	['switches begin with Whether', switches, (text) => text.startsWith('Whether ')],
	[
		'placeholders have an example or what is added',
		partOf('placeholder'),
		(text) => /^(?:e\.g\. \S|Add \w|Choose…$)/.test(text),
	],
	['one sentence has no full stop', [...tooltips, ...partOf('optionText')], isPunctuated],
	['a hint of one sentence has no full stop', hints, isPunctuated],
])('%s', (_name, texts, rule) => {
	expect(show(texts.filter(({ text }) => !rule(text)))).toEqual([]);
});

/** n8n's own labels, and values of its fields, that a message names. */
const labelsOfN8n = ['Client ID', 'Client Secret'];

const onScreen = new Set([...partOf('label', 'option').map(({ text }) => text), ...labelsOfN8n]);

const withQuotes = [...tooltips, ...partOf('hint', 'notice', 'optionText'), ...messages];

test.each([
	['in single quotes', /(?<![\p{L}\d])'(\p{Lu}[^'…]*)'(?![\p{L}\d])/gu],
	['in a path such as "Run > Get Logs"', / > (\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)*)/gu],
])('labels %s are on the screen', (_where, quoted) => {
	const unknown = withQuotes.flatMap(({ place, text }) =>
		[...text.matchAll(quoted)]
			.map(([, label = '']) => label)
			.filter((label) => !onScreen.has(label))
			.map((label) => `${place}: ${label}`),
	);
	expect(unknown).toEqual([]);
});

test('labels in a sentence have single quotes', () => {
	const labels = [...onScreen].filter((label) => / /.test(label) && !/^Integration S/.test(label));
	const bare = withQuotes.flatMap(({ place, text }) => {
		// A label may begin a text, and be part of a path such as "Agent > Run > Get Many". "…" is a value.
		const rest = text.replace(/'[^']*'|[\w …]+(?:> [\w ]+)+|^… /g, '').slice(1);
		const found = labels.find((label) => new RegExp(`\\b${label}\\b`).test(rest));
		return found === undefined || onScreen.has(text) ? [] : [`${place}: ${found} in "${text}"`];
	});
	expect(bare).toEqual([]);
});

test('no tooltip only repeats its label', () => {
	const small = /^(?:the|a|an|of|to|is|are|has|have|in|this|these|for|with|and|or|name|id)$/;
	const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
	const repeats = ({ text, labels }: ShownText) => {
		const known = new Set(labels.flatMap(wordsOf));
		return wordsOf(text).every(
			(word) => small.test(word) || known.has(word) || known.has(`${word}s`),
		);
	};
	expect(show(partOf('tooltip').filter(repeats))).toEqual([]);
});
