import { InputError } from '../../src/api/errors';
import type { OperationRow } from '../../src/api/operationRow';
import { operations } from '../../src/api/operations';
import type { Form } from '../../src/forms/formItem';
import { readChoice } from '../../src/forms/parameters';
import { readTextValue } from '../../src/forms/value';
import { isIdentifier } from '../../src/http/path';
import { showValue } from '../../src/values/scalars';
import { method } from './requestFields';

const scopeSource = 'Your API documentation lists the scope of each operation.';
const enterPath = `Enter the path that follows 'Base URL', for example ${operations['user.getAll'].path}.`;

/** The path as it is sent: below the Base URL, however often a server decodes it. */
function readPath(value: unknown): string {
	const typed = readTextValue('Path', value) ?? '';
	if (typed === '' || typed === '/') throw new InputError("'Path' is empty", enterPath);
	const [special] = /[?#{}]/.exec(typed) ?? [];
	if (special !== undefined) {
		throw new InputError(
			`'Path' contains "${special}"`,
			"Replace placeholders with IDs, and wrap IDs with special characters in encodeURIComponent(). Add query parameters under 'Query Parameters'.",
		);
	}
	const segments = typed.replace(/^\//, '').split('/');
	return segments.map((segment) => `/${encodeSegment(segment)}`).join('');
}

/** A segment is checked as an ID. Some servers ignore what follows a semicolon, so it has none. */
function encodeSegment(segment: string): string {
	try {
		const text = decodeURIComponent(segment);
		if (isIdentifier('string', text) && !/;|%3b/i.test(text)) {
			return encodeURIComponent(text).replaceAll('%3A', ':');
		}
	} catch {
		// It isn't encoded correctly.
	}
	throw new InputError(
		segment === ''
			? "'Path' contains an empty segment"
			: `'Path' contains the invalid segment "${showValue(segment)}"`,
		`${enterPath} Wrap each ID in encodeURIComponent() once. If the path comes from an expression, check this item.`,
	);
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
