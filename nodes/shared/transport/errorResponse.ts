import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../errors';
import { errorBodyNames } from '../service/assumedNames';
import { errorCodes, isErrorCode } from '../service/errorCodes';

/** How deep an error body is searched for its code. */
const searchDepth = 3;

/** How much of an unknown body is shown. */
const excerptCharacters = 200;

interface ErrorResponse {
	readonly statusCode: number;
	readonly contentType: string;
	/** The body as it arrived. */
	readonly text: string;
}

const statusTexts: Readonly<Record<number, readonly [message: string, description: string]>> = {
	400: ['The service refused the request', 'Check the values of the fields.'],
	401: [
		'The service does not accept the access token',
		'Open the credential and save it again to test it. A newly registered client may need a few minutes.',
	],
	403: [
		'The credential may not do this',
		'Ask whoever manages your client in the developer portal to grant it access to this tenant and operation.',
	],
	404: [
		'The service has nothing at this address',
		'Check the IDs, and that Base URL in the credential is the address of the integration service.',
	],
	409: [
		'The service refused the change because of the present state',
		'Read the record again and decide with what it says now.',
	],
	413: ['The request is too large for the service', 'Send less at a time.'],
	429: [
		'The service receives too many requests',
		'Lower Concurrency, run the workflow less often, or raise Max Retries.',
	],
	500: [
		'The service could not process the request',
		'Try again in a while. If it stays so, tell the support of your platform what you sent.',
	],
	502: ['A gateway could not reach the service', 'Try again in a while.'],
	503: ['The service is unavailable', 'Try again in a while, or raise Max Retries.'],
	504: ['A gateway waited too long for the service', 'Try again in a while.'],
};

function textOfStatus(statusCode: number): readonly [message: string, description: string] {
	const known = statusTexts[statusCode];
	if (known) return known;
	if (statusCode >= 300 && statusCode < 400) {
		return [
			'The service sent us to another address, which is not followed',
			'Check Base URL in the credential: it must be the final address, usually with https.',
		];
	}
	return textOfStatus(statusCode >= 500 ? 500 : 400);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text.trim();
	}
}

/** A code that we know, or looks like one: `some-words-with-hyphens`, perhaps at the end of a URI. */
function codeIn(text: string): string | undefined {
	const candidate = text.trim().split(/[/#:]/).pop() ?? '';
	if (isErrorCode(candidate)) return candidate;
	return /^[a-z][a-z0-9]*([._-][a-z0-9]+)+$/.test(candidate) ? candidate : undefined;
}

function searchCode(body: unknown, depth = 0): string | undefined {
	if (typeof body === 'string') return codeIn(body);
	if (typeof body !== 'object' || body === null || depth > searchDepth) return undefined;
	if (Array.isArray(body)) {
		return body.map((entry) => searchCode(entry, depth + 1)).find((code) => code !== undefined);
	}
	const record = body as IDataObject;
	const found: string[] = [];
	for (const name of errorBodyNames.code) {
		const value = record[name];
		if (typeof value === 'string' && /^[a-z][\w.-]*$/i.test(value)) found.push(value);
	}
	for (const name of [...errorBodyNames.text, ...errorBodyNames.nested]) {
		const code = searchCode(record[name], depth + 1);
		if (code !== undefined) found.push(code);
	}
	return found.find(isErrorCode) ?? found[0];
}

/** A code of the service that stands as a word of its own in a longer text. */
function knownCodeWithin(text: string): string | undefined {
	return text.match(/[a-z]+(?:[.-][a-z]+)+/g)?.find(isErrorCode);
}

function searchText(body: unknown, depth = 0): string | undefined {
	if (typeof body === 'string') return body.trim() || undefined;
	if (typeof body !== 'object' || body === null || depth > searchDepth) return undefined;
	const values: unknown[] = Array.isArray(body)
		? body
		: [...errorBodyNames.text, ...errorBodyNames.nested].map((name) => (body as IDataObject)[name]);
	return values.map((value) => searchText(value, depth + 1)).find((text) => text !== undefined);
}

function excerpt(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > excerptCharacters ? `${line.slice(0, excerptCharacters)}…` : line;
}

/**
 * Reads what a text says about why something did not work, whatever its shape.
 *
 * @param text JSON or plain text
 * @returns the code where one was found, and the beginning of what it says to a person
 */
export function readErrorText(text: string): { readonly code?: string; readonly said?: string } {
	const body = parse(text);
	const said = searchText(body) ?? (text.trim() ? text : undefined);
	return {
		code: searchCode(body) ?? knownCodeWithin(text),
		said: said === undefined ? undefined : excerpt(said),
	};
}

/**
 * Reads an error response whatever its shape: `code`, `errorCode`, `error.code`, `errors[0].code`,
 * problem+json, a bare string, plain text, an HTML page, a cut or empty body (spec 7 shows none).
 *
 * @param response status, content type and body of the response
 * @returns the failure with the service's code where one was found
 */
export function readErrorResponse(response: ErrorResponse): Failure {
	const { statusCode, contentType, text } = response;
	const [statusMessage, statusDescription] = textOfStatus(statusCode);
	const isPage = /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text);
	const body = isPage ? undefined : parse(text);
	const code = searchCode(body) ?? knownCodeWithin(text);

	if (code !== undefined && isErrorCode(code)) {
		return { ...errorCodes[code], errorCode: code, httpStatus: statusCode };
	}
	const said = isPage
		? 'The response was a web page, which usually comes from a proxy or a wrong Base URL.'
		: (searchText(body) ?? (text.trim() ? text : undefined));
	const description =
		said === undefined
			? `${statusDescription} The response said nothing more.`
			: isPage
				? `${said} ${statusDescription}`
				: `The service says: "${excerpt(said)}". ${statusDescription}`;
	return {
		message: `${statusMessage} (${code === undefined ? `HTTP ${statusCode}` : `${code}, HTTP ${statusCode}`})`,
		description,
		errorCode: code ?? `http-${statusCode}`,
		httpStatus: statusCode,
	};
}
