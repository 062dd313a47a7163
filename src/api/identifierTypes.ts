import { limits } from './limits';

export type IdentifierType = 'uuid' | 'int32' | 'integer' | 'string';

/** An identifier of one type, as the editor and each request check it. */
interface Rule {
	readonly pattern: string;
	readonly maximum?: number;
	/** What it is, with its article. */
	readonly name: string;
	readonly remedy: string;
}

/** What an expression without a value becomes in a text, as a part of a pattern. */
const missingValue = 'undefined|null|NaN|\\[object Object\\]';

function wholeNumber(maximum: number): Rule {
	const name = `a whole number from 0 to ${maximum}`;
	const pattern = `0|[1-9][0-9]{0,${String(maximum).length - 1}}`;
	return { pattern, maximum, name, remedy: `Enter ${name}.` };
}

export const identifierTypes: Readonly<Record<IdentifierType, Rule>> = {
	uuid: {
		pattern: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
		name: 'a UUID',
		remedy: 'Enter a UUID, for example "8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12".',
	},
	int32: wholeNumber(limits.int32),
	integer: wholeNumber(Number.MAX_SAFE_INTEGER),
	string: {
		// Dots, slashes, and control characters would change the path of the URL, however often a server
		// or proxy decodes it.
		pattern: `(?!(?:\\.+|${missingValue}|true|false)$)(?![^]*%(?:2[5eEfF]|5[cC]|[01][0-9a-fA-F]|7[fF]))[^/\\\\\\u0000-\\u001f\\u007f-\\u009f]+`,
		name: 'an ID',
		remedy: 'Copy it from an earlier response, or select it if there is a list.',
	},
};
