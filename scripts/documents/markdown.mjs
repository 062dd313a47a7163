import { createRequire } from 'node:module';

/** @type {typeof import('../../package.json')} */
const { homepage } = createRequire(import.meta.url)('../../package.json');

/** The address of the files of the package: links to them become relative. */
const ownFiles = `${homepage.replace(/#.*$/, '')}/blob/HEAD/`;

/**
 * What n8n shows, as Markdown: links as it writes them, and nothing that Markdown takes for a sign.
 *
 * @param {string} text of a description, with `<a href="…">` at the most
 * @param {string} root the way from the document to the project's folder
 */
export function prose(text, root) {
	return text
		.split(/(<a [^>]*>.*?<\/a>)/)
		.map((part) => {
			const [, address, label] = /href="([^"]*)"[^>]*>(.*)<\/a>/.exec(part) ?? [];
			if (address === undefined || label === undefined) return escaped(part);
			return `[${escaped(label)}](${address.replace(ownFiles, root)})`;
		})
		.join('');
}

/** @param {string} text */
function escaped(text) {
	return text.replace(/[\\`*<[\]|]/g, (sign) => `\\${sign}`);
}

/**
 * A part of a text that is written as it is.
 *
 * @param {unknown} text without backticks
 */
export function code(text) {
	return `\`${String(text).replaceAll('|', '\\|')}\``;
}

/**
 * @param {string[]} titles of its columns
 * @param {(string | number)[][]} rows whose last cells may be left out
 */
export function table(titles, rows) {
	const line = (/** @type {(string | number)[]} */ cells) =>
		`| ${titles.map((_, position) => cells[position] ?? '').join(' | ')} |`;
	return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * What GitHub calls a heading in a link.
 *
 * @param {string} heading
 */
export function anchor(heading) {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
}

/**
 * A list in a sentence.
 *
 * @param {string[]} parts
 * @param {string} word before the last one
 */
export function sentenceList(parts, word = 'and') {
	const last = parts.at(-1) ?? '';
	return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}

/**
 * A text with a full stop at its end.
 *
 * @param {string} text
 */
export function sentence(text) {
	return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** @param {string} text */
export function lowerFirst(text) {
	return text.replace(/^./, (first) => first.toLowerCase());
}
