/**
 * Text in the place of the answer that is none, such as the mark of an end, a notice of the service, or
 * JSON, or that is cut off.
 */
import { parseIfJson } from '../../values/json';
import { oneOf, splitWords, words } from '../../values/words';
import { answerEventNames } from './answerWords';

const isFinal = oneOf(answerEventNames.final);
const isEndWord = oneOf([
	...answerEventNames.final,
	...words('stream of the response message answer output chat generation text turn run im'),
]);

/** A longer text is no mark. */
const maxMark = 40;

const markShape = /^(?:(?:[[<{|]|__).*[\]>}|_]|\p{L}+[-_]\p{L}.*)$/u;
/** How notices begin, such as "OpenAI API error: overloaded"; the last form is a sentence in brackets. */
const noticeForms = [
	/^\s*[*[(<]*(?:system|terminated|(?:[\w.]+ ){0,3}[\w.]*(?:error|exception))[*\])>]*(?:: | - )/,
	/^\s*[[<](?:system|error|exception|notice|info|warning|debug|log|status|tool|progress|build)\b/,
	/^\s*(?:❌|⚠️?|⛔|🚫|❗|🔍|🔎|🔧|🛠️?|⏳|⌛)\s*\p{L}+\s/u,
	/^\s*[*_]*[[(](?:\p{L}+\s){0,3}(?:truncated|interrupted|stopped|cancelled|aborted|incomplete|timeout)\b/u,
	/^\s*[*_]*\[\p{L}+\s\p{L}+\s[^\]]+\][*_]*\s*$/u,
];
const notice = new RegExp(noticeForms.map((form) => form.source).join('|'), 'iu');

/** Most texts begin otherwise, which takes less time to find out. */
const mayBeNotice = /^\s*(?:[^A-Za-z\d\s]|[EeSs]|[A-Z]{3})/;

/** Whether a text is only words of an end, such as "Stream finished". */
export function isEndPhrase(text: string): boolean {
	if (text.length > maxMark) return false;
	const found = splitWords(text);
	return found.every(isEndWord) && found.some(isFinal);
}

/** Whether a text is no sentence, and marks an end: "[END]", "<APP-END>", "stream-ended", or the end in ASCII. */
export const isEndMark = (text: string) =>
	text === '\u0003' ||
	/^[[<][A-Z]+[-_]END[\]>]$/.test(text) ||
	(text.length <= maxMark && markShape.test(text.trim()) && isEndPhrase(text));

/** Such as "[SOURCE]", in upper case, as a link begins with a bracket too, "ROUTE:search", or an event in another. */
const label = /^\s*(?:\[[A-Z]{2,}(?:_[A-Z]+)*[\]:]|[A-Z]{3,}:[a-z_]+$|(?:data|event): )/;

/** Whether a text begins as notices of a service do: "[System] Connected", "Error: timeout". */
export function isNotice(text: string): boolean {
	return (text.includes(': ') || mayBeNotice.test(text)) && (label.test(text) || notice.test(text));
}

/** How JSON begins, also after a label, or what Python prints instead. */
export const jsonBeginning = /^\s*(?:[\w.$-]{1,40}(?:[:=]\s*|\s+))?(?:\{\s*["'}]|\[\s*[{"'\]])/;

/** Whether a text is JSON with words, such as a list of suggestions. */
export function isJson(text: string): boolean {
	// Few texts end like JSON, and that takes the least time to find out.
	const mayBeJson = '}]'.includes(text.trimEnd().at(-1) ?? ' ') && /\p{L}/u.test(text);
	return mayBeJson && jsonBeginning.test(text) && typeof parseIfJson(text) === 'object';
}

/** Marks of a model around its reasoning, of which its template may have the first: `</think>`, `<|channel|>`. */
const modelMark = /[<◁]\/?(?:think|thought|reasoning|analysis|scratchpad)|<\|\w+\|>/i;

/** Characters that no text has, so they are a mark of the service. They are found faster than by a pattern. */
const controlCharacters = ['\0', '\u001b', '\u0003'] as const;

/** A beginning of this length that comes again shows that the service has sent the text twice. */
const beginningLength = 30;

/** Whether a whole text is JSON, or contains reasoning, a mark, a notice at its end, or itself twice. */
export function containsOther(text: string): boolean {
	const lastLine = text.slice(text.trimEnd().lastIndexOf('\n') + 1);
	const hasMark = modelMark.test(text) || controlCharacters.some((each) => text.includes(each));
	const beginsAgain = text.indexOf(text.slice(0, beginningLength), 1) > 0;
	return hasMark || beginsAgain || isJson(text) || isNotice(lastLine);
}

/** To search all of a long text takes long. */
const maxSearched = 200;

/** Whether a text looks like several Latin words without the spaces between them. */
export const hasNoSpaces = (text: string) =>
	/^[\p{Script=Latin}\p{P}\d+=]{12,}$/u.test(text.slice(0, maxSearched));

/**
 * A letter, a digit, or a comma or the like at the end. The mark of an emoji counts as part of a letter
 * to Unicode, and Thai has no full stop.
 */
const openEnd = /[\p{L}\p{M}\p{N},;:،，、；：-](?<![\ufe0f\u0e00-\u0eff])\s*$/u;

/** Whether a text ends within a sentence. */
export const isCutOff = (text: string) => openEnd.test(text.slice(-maxSearched));
