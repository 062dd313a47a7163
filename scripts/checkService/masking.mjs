import { built } from '../documents/builtNodes.mjs';

/** @type {typeof import('../../src/api/assumedNames.js') & typeof import('../../src/agent/runs/runWords.js') & typeof import('../../src/agent/answer/answerWords.js')} */
const assumedNames = {
	...built('src/api/assumedNames.js'),
	...built('src/agent/runs/runWords.js'),
	...built('src/agent/answer/answerWords.js'),
};
const { answerEventNames, answerTextNames, runNames, statusWords, userKinds } = assumedNames;
/** @type {typeof import('../../src/api/errorCodes.js')} */
const { errorCodes } = built('src/api/errorCodes.js');
/** @type {typeof import('../../src/values/words.js')} */
const { splitWords } = built('src/values/words.js');

const wordLists = [statusWords, answerTextNames, answerEventNames, userKinds];
const knownWords = new Set(
	wordLists
		.flatMap((lists) => Object.values(lists))
		.flat()
		.flatMap(splitWords),
);

/** Words of field names that are no data. */
const nameWords = new Set([...knownWords, ...leavesOf(assumedNames).flatMap(splitWords)]);

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
 * The texts of a list or of an object of lists.
 *
 * @param {unknown} value
 * @returns {string[]}
 */
function leavesOf(value) {
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
	return typeof value === 'string' ? [value] : [];
}

/**
 * The name of a record's field. A name that looks like a value, such as an address or a number, is
 * replaced.
 *
 * @param {string} name
 */
export function maskName(name) {
	return /^[@$_]{0,2}[a-z](?:[a-z]|[_-](?=[a-z0-9]))*\d{0,2}$/i.test(name) && name.length <= 40
		? name
		: maskText(name);
}

/**
 * The name of a field inside a record. It may be data, such as a person's name, so only known words
 * stay.
 *
 * @param {string} name
 */
export function maskInnerName(name) {
	return name.replace(/\p{Lu}?\p{Ll}+|\p{L}+|\d/gu, (part) =>
		nameWords.has(part.toLowerCase()) ? part : maskText(part),
	);
}

/**
 * How the names of an object are masked. Keys of many values, or of values that are all alike, are
 * data also in a record.
 *
 * @param {object} value
 * @param {boolean} [isInner] whether the object is inside a record
 */
export function nameMask(value, isInner = false) {
	const entries = Object.values(value);
	const shapes = new Set(entries.map(shapeOf));
	const isAlike = shapes.size === 1 && !shapes.has('text') && !shapes.has('list');
	return isInner || isAlike || entries.length > 60 ? maskInnerName : maskName;
}

/** @param {unknown} value */
function shapeOf(value) {
	const format = formatOf(value);
	if (format === 'object') return Object.keys(Object(value)).sort().join();
	return ['word', 'empty', 'boolean'].includes(format) ? 'text' : format;
}

/** @param {string} path names with dots between them */
export function maskPath(path) {
	const [name = '', ...inner] = path.split('.');
	return [maskName(name), ...inner.map(maskInnerName)].join('.');
}

/**
 * A value of the same shape without its data.
 *
 * @param {unknown} value
 * @param {string} [name] of its field
 * @param {boolean} [isInner] whether it is inside a record
 * @returns {unknown}
 */
export function maskValue(value, name = '', isInner = false) {
	if (typeof value === 'string') return isKept(value, name) ? value : maskText(value);
	if (typeof value === 'number') return 0;
	if (Array.isArray(value)) return value.map((entry) => maskValue(entry, name));
	if (typeof value !== 'object' || value === null) return value;
	const maskKey = nameMask(value, isInner);
	return Object.fromEntries(
		Object.entries(value).map(([inner, each]) => [maskKey(inner), maskValue(each, inner, true)]),
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
	/** @param {unknown} value @param {string} path @param {string} name @param {number} depth @param {boolean} isInner */
	const visit = (value, path, name, depth, isInner) => {
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
		const maskKey = nameMask(value, isInner);
		for (const [inner, each] of Object.entries(value)) {
			if (Array.isArray(value)) visit(each, `${path}[]`, name, depth + 1, false);
			else visit(each, `${path}${path && '.'}${maskKey(inner)}`, inner, depth + 1, true);
		}
	};
	for (const value of values) visit(value, '', '', 0, false);
	return fields;
}
