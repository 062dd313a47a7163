/** What people read, by the style guide. */
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

const countWords = ({ text }: ShownText) => text.split(/\s+/).filter(Boolean).length;
const show = (texts: readonly ShownText[]) => texts.map(({ place, text }) => `${place}: ${text}`);
test('no sentence of a document has more than 20 words', () => {
	expect(show(sentences.filter((sentence) => countWords(sentence) > 20))).toEqual([]);
});

/** Words of the style guide that are not used, and what is used instead. */
test.each<[words: RegExp, instead: string]>([
	[/, where\b/, 'if, when'],
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
	[
		'no text on screen has a semicolon',
		[...formTexts, ...messages, ...notes],
		(text) => !/;/.test(text),
	],
	['no label, tooltip, or message is empty', formTexts, (text) => /\S/.test(text)],
	['switches begin with Whether', switches, (text) => text.startsWith('Whether ')],
	[
		'placeholders have an example or what is added',
		partOf('placeholder'),
		(text) => /^(?:e\.g\. \S|Add \w|Choose…$)/.test(text),
	],
	['one sentence has no full stop', [...tooltips, ...partOf('hint', 'optionText')], isPunctuated],
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
