import { InputError } from '../api/errors';
import { operations } from '../api/operations';

/** How much of a path is repeated in a message. */
const shownCharacters = 200;

const example = `for example "${operations['user.getAll'].path}"`;

const encodeWith =
	'In an expression, encodeURIComponent(…) around an ID writes it as a path needs it.';

/** Runs of characters that a path has only in their encoded form (RFC 3986, 3.3). */
const notInPath = /[^\w\-.~!$&'()*+,;=:@%/]+/gu;

/** What an expression without a value leaves behind. */
const noValue = /^(undefined|null|NaN|\[object Object\])$/;

interface Rule {
	/** Whether the path, with a slash in front, breaks it. */
	breaks(path: string): boolean;
	/** What is said of the path. */
	readonly what: string;
	readonly wayOut: string;
}

/** What a server might take for it: whatever is encoded, also more than once, decoded. */
function decoded(path: string): string {
	let before = '';
	let after = path;
	while (after !== before) {
		before = after;
		after = before.replace(/%([0-7][0-9a-f])/gi, (_whole, code: string) =>
			String.fromCharCode(parseInt(code, 16)),
		);
	}
	return after;
}

/** Its parts, without parameters of a part, which some servers cut off before they look at it. */
function partsOf(path: string): string[] {
	return decoded(path)
		.slice(1)
		.split('/')
		.map((part) => part.replace(/;.*$/s, ''));
}

function isDecodable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}

const rules: readonly Rule[] = [
	{
		breaks: (path) => /^\/(?:[a-z][a-z\d+.-]*:\/\/|[/\\])/i.test(path),
		what: 'leaves the Base URL of the credential',
		wayOut: `Give what follows Base URL, ${example}. Another service takes another credential.`,
	},
	{
		breaks: (path) => /[?#]/.test(path),
		what: 'has a "?" or "#"',
		wayOut: `Move what follows "?" to Query Parameters. ${encodeWith}`,
	},
	{
		breaks: (path) => /[\p{Cc}\\]/u.test(decoded(path)),
		what: 'has a backslash, a line end or another character that no path has',
		wayOut: `Remove it. ${encodeWith}`,
	},
	{
		breaks: (path) => /[{}]/.test(path),
		what: 'has curly brackets',
		wayOut:
			'Put the ID there, or switch the field to Expression if the brackets hold an expression.',
	},
	{
		breaks: (path) => !path.isWellFormed() || !isDecodable(path),
		what: 'has a "%" that stands for no character',
		wayOut: `Write %25 for a percent sign. ${encodeWith}`,
	},
	{
		breaks: (path) => partsOf(path).some((part) => /^\.+$/.test(part)),
		what: 'has a part of nothing but dots',
		wayOut: `Give the whole path as the service has it, ${example}.`,
	},
	{
		breaks: (path) => partsOf(path).some((part) => part === '' || noValue.test(part)),
		what: 'has a part without a value',
		wayOut:
			'Two slashes in a row, a slash at the end and words like "undefined" come from an expression without a value. Check this item.',
	},
];

/**
 * Checks a path that a user typed, so that with the Base URL in front it stays below it, however
 * often it is decoded.
 *
 * @param value what follows the Base URL, with or without a slash in front
 * @returns the path with a slash in front, and encoded where it has to be
 * @throws InputError saying what is wrong with it
 */
export function relativePath(value: unknown): string {
	const isText = typeof value !== 'object' || value === null;
	const text = isText ? String(value ?? '').trim() : JSON.stringify(value);
	if (text === '' || text === '/') {
		throw new InputError('Path is empty', `Give what follows Base URL, ${example}.`);
	}
	const path = text.startsWith('/') ? text : `/${text}`;
	const broken = rules.find((rule) => rule.breaks(path));
	if (broken) {
		const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
		throw new InputError(`Path "${shown}" ${broken.what}`, broken.wayOut);
	}
	return path.replace(notInPath, encodeURIComponent);
}
