import { built } from '../documents/builtNodes.mjs';

/** @type {typeof import('../../src/api/assumedNames.js')} */
const { answerEventNames, answerTextNames, runNames, statusWords, userKinds } =
	built('src/api/assumedNames.js');
/** @type {typeof import('../../src/api/errorCodes.js')} */
const { errorCodes } = built('src/api/errorCodes.js');
/** @type {typeof import('../../src/api/words.js')} */
const { splitWords } = built('src/api/words.js');

const wordLists = [statusWords, answerTextNames, answerEventNames, userKinds];
const knownWords = new Set(
	wordLists
		.flatMap((lists) => Object.values(lists))
		.flat()
		.flatMap(splitWords),
);

/** @type {Set<string>} fields whose value is one of a few words */
const wordFields = new Set([
	...answerEventNames.type,
	...answerEventNames.status,
	...answerEventNames.finishReason,
	...answerTextNames.speaker,
	...runNames.status,
]);

const longestFirst = Object.keys(errorCodes).sort((a, b) => b.length - a.length);
const codes = longestFirst.map((code) => code.replaceAll('.', '\\.')).join('|');
const codesAndCharacters = new RegExp(
	`(?<![\\w.-])(?:${codes})(?![\\w.-])|[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]`,
	'gu',
);

/**
 * Replaces letters by x and digits by 0. Codes of the specification stay.
 *
 * @param {string} text
 */
export function maskText(text) {
	return text.replace(codesAndCharacters, (match) => {
		if (match.length > 2) return match;
		return /\d/.test(match) ? '0' : 'x';
	});
}

/**
 * Replaces the words of a type or a status that none of our lists has.
 *
 * @param {string} text
 */
export function maskWords(text) {
	return text === answerEventNames.finalData ||
		splitWords(text).every((word) => knownWords.has(word))
		? text.replace(/\d/g, '0')
		: text.replace(/\p{L}+/gu, (part) =>
				splitWords(part).every((word) => knownWords.has(word)) ? part : maskText(part),
			);
}

/**
 * The name of a field. What looks like a value, such as an address or a number, is replaced, as a
 * record may have its keys from data.
 *
 * @param {string} name
 */
export function maskName(name) {
	return /^[@$_]{0,2}[a-z](?:[a-z]|[_-](?=[a-z0-9]))*\d{0,2}$/i.test(name) && name.length <= 40
		? name
		: maskText(name);
}

/**
 * Whether the keys of an object are data: many, or with values of the same fields.
 *
 * @param {object} value
 */
function isMap(value) {
	const entries = Object.values(value);
	const shapes = entries.map((entry) =>
		typeof entry === 'object' && entry !== null ? Object.keys(entry).sort().join() : undefined,
	);
	const isAlike = shapes[0] !== undefined && shapes.every((shape) => shape === shapes[0]);
	return entries.length > 60 || (entries.length > 2 && isAlike && shapes[0] !== '');
}

/** @param {string} path names with dots between them */
export function maskPath(path) {
	return path.split('.').map(maskName).join('.');
}

/**
 * A value of the same shape without its data.
 *
 * @param {unknown} value
 * @param {string} [name] of its field
 * @returns {unknown}
 */
export function maskValue(value, name = '') {
	if (typeof value === 'string') return isKept(value, name) ? value : maskText(value);
	if (typeof value === 'number') return 0;
	if (Array.isArray(value)) return value.map((entry) => maskValue(entry, name));
	if (typeof value !== 'object' || value === null) return value;
	const maskKey = isMap(value) ? maskText : maskName;
	return Object.fromEntries(
		Object.entries(value).map(([inner, each]) => [maskKey(inner), maskValue(each, inner)]),
	);
}

/**
 * Whether a value is a word of our lists in a field for such words.
 *
 * @param {string} value
 * @param {string} name of its field
 */
function isKept(value, name) {
	const words = splitWords(value);
	return (
		wordFields.has(name) &&
		words.length > 0 &&
		!/\d/.test(value) &&
		words.every((word) => knownWords.has(word))
	);
}

/** Formats of strings, the first that fits counts. */
const formats = /** @type {const} */ ([
	['empty', /^\s*$/],
	['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/],
	['date', /^\d{4}-\d{2}-\d{2}$/],
	['digits', /^-?\d+$/],
	['email', /^[^\s@]+@[^\s@]+$/],
	['url', /^[a-z]+:\/\/\S+$/i],
	['word', /^[\p{L}\d_-]+$/u],
	['text', /^/],
]);

/** @param {unknown} value */
export function formatOf(value) {
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	if (typeof value !== 'string') return Array.isArray(value) ? 'list' : typeof value;
	return formats.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text';
}

/** As deep as fields are described. */
const maxDepth = 8;

/**
 * Describes fields by path, format and length, without their values.
 *
 * @param {readonly unknown[]} values
 */
export function describeFields(values) {
	/** @type {Record<string, { formats: string[], seen: number, shortest?: number, longest?: number, words?: string[] }>} */
	const fields = {};
	/** @param {unknown} value @param {string} path @param {string} name @param {number} depth */
	const visit = (value, path, name, depth) => {
		const field = (fields[path || '.'] ??= { formats: [], seen: 0 });
		field.seen += 1;
		const format = value === null ? 'null' : formatOf(value);
		if (!field.formats.includes(format)) field.formats.push(format);
		if (typeof value === 'string' || Array.isArray(value)) {
			field.shortest = Math.min(field.shortest ?? Infinity, value.length);
			field.longest = Math.max(field.longest ?? 0, value.length);
		}
		if (typeof value === 'string' && isKept(value, name)) {
			field.words = [...new Set([...(field.words ?? []), value])];
		}
		if (typeof value !== 'object' || value === null || depth === maxDepth) return;
		const maskKey = isMap(value) ? maskText : maskName;
		for (const [inner, each] of Object.entries(value)) {
			const part = Array.isArray(value) ? '[]' : `${path && '.'}${maskKey(inner)}`;
			visit(each, path + part, Array.isArray(value) ? name : inner, depth + 1);
		}
	};
	for (const value of values) visit(value, '', '', 0);
	return fields;
}
