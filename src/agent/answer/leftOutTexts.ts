/** Texts that were left out of the answer, by their places. Together they decide whether it is in doubt. */
import { isLikely, type TextSource } from './eventTexts';
import { isNotice } from './notices';

const maxPlaces = 200;

/** As much of a text shows what it is. */
const maxTextLength = 2000;

/** Some languages write three words in six characters, without spaces. */
const threeWithoutSpaces = /[\u3040-\u9fff]{6}/;

function hasThreeWords(text: string): boolean {
	const words = text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word));
	return words.length > 2 || threeWithoutSpaces.test(text);
}

interface LeftOut {
	readonly source: TextSource;
	text: string;
}

/** Whether a text reads like part of an answer, and not like a label. */
function readsLikeText({ source, text }: LeftOut, answerPath: string): boolean {
	if (isNotice(text)) return true;
	if (source.rank === Infinity && source.path !== answerPath) return hasThreeWords(text);
	return isLikely(source) || hasSeveralWords(text);
}

/** Several words, of which some languages write about two in four characters. */
const hasSeveralWords = (text: string) => /\s|[\u3040-\u9fff]{4}/.test(text.trim());

const withOneSpace = (text: string) => text.trim().replace(/\s+/g, ' ');

/** Whether a text, of which only the beginning may be kept, is all of the answer. */
function isSame(text: string, answer: string): boolean {
	const kept = withOneSpace(text);
	return text.length < maxTextLength ? kept === answer : answer.startsWith(kept);
}

export class LeftOutTexts {
	private readonly texts = new Map<string, LeftOut>();

	add(source: TextSource, text: string): void {
		const key = `${source.path}\n${source.kind}`;
		const before = this.texts.get(key);
		if (before === undefined) {
			if (this.texts.size < maxPlaces) this.texts.set(key, { source, text });
		} else if (text !== before.text && before.text.length < maxTextLength) {
			before.text = text.startsWith(before.text) ? text : before.text + text;
		}
	}

	/**
	 * Where the texts are that are neither the answer nor the question.
	 *
	 * @param answerPath of the answer's own text
	 */
	unexplained(answer: string, question: string, answerPath = ''): readonly TextSource[] {
		const texts = [...this.texts.values()].filter((each) => readsLikeText(each, answerPath));
		// To copy a long answer takes as long as to read it.
		const known = texts.length > 0 ? withOneSpace(answer) : '';
		return texts
			.filter(({ text }) => !isSame(text, known) && text.trim() !== question)
			.map(({ source }) => source);
	}
}
