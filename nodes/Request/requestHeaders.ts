import { InputError } from '../../src/api/errors';

/** A header as a user enters it. */
export interface HeaderEntry {
	readonly name: unknown;
	readonly value: unknown;
}

const reserved: ReadonlyArray<readonly [names: RegExp, reason: string]> = [
	[/^(proxy-)?authorization$/i, "The credential and 'Scope' determine the access token."],
	[/^(accept|content-type)$/i, "'Response' sets the accepted type. A body is always JSON."],
	// A changed method would make retries of a GET unsafe.
	[/^x-(http-method|http-method-override|method-override)$/i, "Use 'Method' instead."],
	[
		/^(accept-encoding|connection|content-encoding|content-length|expect|host|http2-settings|keep-alive|proxy-authenticate|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i,
		'n8n sets it for each request.',
	],
];

/** RFC 9110, 5.6.2. A record can't have the name __proto__ safely. */
const validName = /^(?!__proto__$)[\w!#$%&'*+.^`|~-]+$/;

/** Latin-1 without control characters, so no line breaks. */
const validValue = /^[\t\x20-\x7e\xa0-\xff]*$/;

/**
 * Checks the headers that a user adds to a request. Headers without a value are left out.
 *
 * @throws InputError naming the entry
 */
export function checkHeaders(
	field: string,
	entries: readonly HeaderEntry[],
): Record<string, string> {
	const names = new Set<string>();
	const headers: Array<[string, string]> = [];
	for (const [index, entry] of entries.entries()) {
		const name = String(entry.name ?? '').trim();
		const value = String(entry.value ?? '').trim();
		if (name === '' && value === '') continue;
		const key = name.toLowerCase();
		const problem = findProblem(name, entry.value, value, names.has(key));
		if (problem) throw new InputError(`${field}, entry ${index + 1}: ${problem[0]}`, problem[1]);
		names.add(key);
		if (value !== '') headers.push([name, value]);
	}
	return Object.fromEntries(headers);
}

/** What is wrong with a header, and what to do about it. */
function findProblem(
	name: string,
	rawValue: unknown,
	value: string,
	isRepeated: boolean,
): readonly [problem: string, remedy: string] | undefined {
	if (name === '') return ['Name is empty', 'Enter a name, or remove the entry.'];
	if (!validName.test(name)) {
		return [`"${name}" is not a header name`, 'Use letters, digits, and hyphens.'];
	}
	const reason = reserved.find(([names]) => names.test(name))?.[1];
	if (reason !== undefined) return [`${name} is set by the node`, `Remove it. ${reason}`];
	if (isRepeated) return [`${name} appears twice`, 'Remove one of the two.'];
	if (typeof rawValue === 'object' && rawValue !== null) {
		return [`the value of ${name} is not text`, 'Enter text.'];
	}
	if (validValue.test(value)) return undefined;
	return [
		`the value of ${name} contains invalid characters`,
		'Remove line breaks and non-Latin characters.',
	];
}
