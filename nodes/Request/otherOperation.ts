import { InputError } from '../../src/api/errors';
import { missingValue } from '../../src/api/identifierTypes';
import type { OperationRow } from '../../src/api/operationRow';
import { operations } from '../../src/api/operations';
import type { Form } from '../../src/forms/formItem';
import { readChoice } from '../../src/forms/parameters';
import { readTextValue } from '../../src/forms/value';
import { showValue } from '../../src/values/scalars';
import { method } from './requestFields';

interface ForbiddenText {
	readonly pattern: RegExp;
	/** By default, the last capture of the pattern. */
	readonly name?: string;
	readonly remedy: string;
}

const enterPath = `Enter the path that follows 'Base URL', for example ${operations['user.getAll'].path}.`;
const encodeIds = 'Wrap IDs with special characters in encodeURIComponent().';
const scopeSource = 'Your API documentation lists the scope of each operation.';
const removeIt = 'Remove it. If the path comes from an expression, check this item.';
const addValue = 'If the path comes from an expression, check this item for a missing value.';

const forbiddenAsTyped: readonly ForbiddenText[] = [
	{ pattern: /^(?:\/?[a-z][a-z\d+.-]*:)?\/\//i, remedy: enterPath },
	{ pattern: /\?/, remedy: "Add query parameters under 'Query Parameters'." },
	{ pattern: /#/, remedy: encodeIds },
	{
		pattern: /[{}]/,
		remedy: "Replace the placeholder with an ID, or switch 'Path' to Expression.",
	},
];

/** Servers and proxies may decode a path repeatedly, and ignore what follows a semicolon. */
const forbiddenAfterDecoding: readonly ForbiddenText[] = [
	{ pattern: /%[\da-f]{2}/i, name: 'a double encoding', remedy: 'Encode each ID once.' },
	{ pattern: /\\/, remedy: removeIt },
	{ pattern: /\p{Cc}/u, name: 'a control character', remedy: removeIt },
	{ pattern: /\/(\.+)(?=[;/]|$)/, remedy: enterPath },
	{ pattern: new RegExp(`/(${missingValue})(?=[;/]|$)`), remedy: addValue },
	{
		pattern: /\/(?=[;/]|$)/,
		name: 'an empty segment',
		remedy: `Remove extra slashes. ${addValue}`,
	},
];

function refuse(forbidden: readonly ForbiddenText[], path: string, typed: string): void {
	for (const { pattern, name, remedy } of forbidden) {
		const found = pattern.exec(path)?.at(-1);
		if (found === undefined) continue;
		const quoted = `${typed.includes(found) ? '' : 'an encoded '}"${found}"`;
		throw new InputError(`'Path' contains ${name ?? quoted}`, remedy);
	}
}

/** The path as it is sent: below the Base URL, however often a server decodes it. */
function readPath(value: unknown): string {
	const typed = readTextValue('Path', value) ?? '';
	if (typed === '' || typed === '/') throw new InputError("'Path' is empty", enterPath);
	const path = typed.startsWith('/') ? typed : `/${typed}`;
	refuse(forbiddenAsTyped, typed, typed);
	const encoded = encodePath(path);
	if (encoded === undefined) {
		throw new InputError(
			"'Path' contains an invalid character encoding",
			`Write a percent sign as %25. ${encodeIds}`,
		);
	}
	refuse(forbiddenAfterDecoding, decodeURIComponent(encoded), typed);
	return encoded;
}

/** Undefined if the path is not valid Unicode, as typed or decoded. */
function encodePath(path: string): string | undefined {
	try {
		const encoded = encodeURI(path).replaceAll('%25', '%');
		decodeURIComponent(encoded);
		return encoded;
	} catch {
		return undefined;
	}
}

function readScope(value: unknown): string {
	const scope = readTextValue('Scope', value)?.trim() ?? '';
	// RFC 6749, 3.3
	if (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)) return scope;
	throw new InputError(
		scope === '' ? "'Scope' is empty" : `Scope "${showValue(scope)}" is not one scope`,
		`Enter one scope without spaces or quotes, for example user:read. ${scopeSource}`,
	);
}

/**
 * Reads an operation that the catalogue doesn't have. Requests for it accept any success status
 * and any response.
 *
 * @throws InputError naming the field
 */
export function otherOperation(form: Form): OperationRow {
	return {
		method: readChoice(form, method),
		path: readPath(form.parameter('path', '')),
		scope: readScope(form.parameter('scope', '')),
		errorCodes: [],
		bodiless: true,
		remedies: {
			403: `Check 'Scope'. ${scopeSource} If you signed in with the credential, check its 'Scope', too.`,
			404: "Check 'Path' and the IDs in it.",
		},
	};
}
