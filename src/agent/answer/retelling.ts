/** How texts relate that tell the same once more. */

/** So many characters, or fewer with a blank between them, do not come twice by chance. */
const characters = { unbroken: 12, withBlank: 8 };

/** A text that shares this part of its beginning with another says the same in other words. */
const sharedPart = 0.5;

/** What may stand at the end of a text that goes on before it: marks that close, and cursors. */
const endMark = /^[^\p{L}\p{N}\s]{1,8}$/u;
const cursor = /^[\u2580-\u259f]$/;

/**
 * Whether a text is long enough to be known again: several words, and no piece such as `ha`.
 *
 * @param text any text
 */
export function isTelling(text: string): boolean {
	const { length } = text.trim();
	return length >= characters.unbroken || (length >= characters.withBlank && /\S\s+\S/.test(text));
}

function isBlank(text: string, index: number): boolean {
	const code = text.charCodeAt(index);
	return code === 32 || (code >= 9 && code <= 13) || code === 160;
}

/**
 * What a text adds to one that it begins with; blanks may differ in number, and at the ends.
 *
 * @param told what it should begin with
 * @param text the text
 * @returns what is new in it, or undefined where it does not begin with what was told
 */
export function restAfter(told: string, text: string): string | undefined {
	if (text.startsWith(told)) return text.slice(told.length);
	const end = told.trimEnd().length;
	if (end === 0) return undefined;
	let at = 0;
	let index = 0;
	while (isBlank(told, index)) index++;
	while (at < text.length && isBlank(text, at)) at++;
	while (index < end) {
		if (at >= text.length) return undefined;
		const [inTold, inText] = [isBlank(told, index), isBlank(text, at)];
		if (inTold !== inText || (!inTold && told[index] !== text[at])) return undefined;
		if (inTold) {
			while (isBlank(told, index)) index++;
			while (at < text.length && isBlank(text, at)) at++;
		} else {
			index++;
			at++;
		}
	}
	// Blanks at the ends of a text told once more are not text, and those told are not told again.
	const rest = text.slice(at);
	if (rest.trim() === '') return '';
	return end < told.length ? rest.trimStart() : rest;
}

/**
 * How many characters two texts share at their beginning.
 *
 * @param told a text
 * @param text another
 */
export function sharedLength(told: string, text: string): number {
	const shorter = Math.min(told.length, text.length);
	let shared = 0;
	while (shared < shorter && told[shared] === text[shared]) shared++;
	// Two emoji may begin alike: half of one is no text.
	return isHalf(told.slice(0, shared)) && !isHalf(told) ? shared - 1 : shared;
}

/** Whether a text ends within a character. */
function isHalf(text: string): boolean {
	return /[\ud800-\udbff]$/.test(text);
}

/**
 * Whether a text says what was told in other words: it begins in the same way and then differs.
 *
 * @param told what was told
 * @param text the text
 */
export function isReworded(told: string, text: string): boolean {
	const shared = sharedLength(told, text);
	const shorter = Math.min(told.length, text.length);
	return isTelling(text.slice(0, shared)) && shared >= shorter * sharedPart;
}

/**
 * Whether a text is what was told and goes on before the mark at its end, such as `**` or a cursor.
 *
 * @param told what was told
 * @param text the text
 */
export function movesItsEnd(told: string, text: string): boolean {
	const shared = sharedLength(told, text);
	const mark = told.slice(shared);
	if (cursor.test(mark)) return text.endsWith(mark);
	const isMark = endMark.test(mark) && text.includes(mark, shared);
	return isMark && isTelling(text.slice(0, shared));
}

/**
 * Whether a text is another one several times over, as `haha` is `ha`, so that it may as well be a
 * piece that follows.
 *
 * @param text the text
 * @param other what it may consist of
 */
export function isRepeated(text: string, other: string): boolean {
	return other !== '' && text.replaceAll(other, '') === '';
}
