/**
 * How two texts are compared, everywhere: keys, names in lists, Create or Update, Desired State,
 * verification, and unique keys. People copy a name from a chat, type it on another system, or paste it
 * with an invisible character, and mean the same. What is sent keeps what they typed, but addresses and
 * names of user groups lose what nobody sees.
 */

/** Zero-width spaces, all marks of a direction, word joiners, byte order marks, soft hyphens. */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

const joiners = /[\u200C\u200D]+/g;

const spaces = /[\s\u0085]+/g;

/**
 * A text without characters that nobody sees. Joiners between letters stay, as Persian and Indic names
 * have them, and emoji. At an end of a word, they join nothing.
 */
export function removeInvisible(text: string): string {
	const visible = text.replace(invisible, '');
	const isLetter = (character = '') => character.trim() !== '';
	return visible.replace(joiners, (found, start: number) =>
		isLetter(visible[start - 1]) && isLetter(visible[start + found.length]) ? found : '',
	);
}

/** A text for a message, with escape sequences for characters that nobody sees. */
export function showInvisible(text: string): string {
	const escape = (character: string) =>
		`\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
	return text.replace(invisible, escape).replace(/\p{Cc}/gu, escape);
}

/** Whether a text has only spaces and invisible characters. */
export function isBlank(text: string): boolean {
	return removeInvisible(text).trim() === '';
}

/** Equal for two texts that people read as the same: in NFC, without invisible characters, one space. */
export function comparableText(text: string): string {
	return removeInvisible(text).normalize('NFC').replace(spaces, ' ').trim();
}

/** As {@link comparableText}, for email addresses, whose case makes no difference. */
export function comparableAddress(address: string): string {
	return comparableText(address).toLowerCase();
}

/** The start of a text that is longer than a number of characters. */
export function shorten(text: string, characters: number): string {
	return text.length > characters ? `${text.slice(0, characters)}…` : text;
}
