import type { ErrorDetails } from '../api/errors';
import { errorBodyNames } from '../api/assumedNames';
import { type ErrorCode, errorCodes, isErrorCode } from '../api/errorCodes';
import { isRecord } from '../api/jsonObject';
import { parseIfJson } from './parseJson';
import { mayHaveActed } from './networkError';
import { longestHold } from './limits/pauses';

/** How deep and how wide a body is searched; an error response is small. */
const searchDepth = 3;
const searchEntries = 50;

/** How much of a text is searched for a code, and how much of it is shown. */
const searchCharacters = 10_000;
const excerptCharacters = 300;

/** An error response, and what is known of the request that it belongs to. */
export interface ErrorResponse {
	readonly statusCode: number;
	readonly contentType: string;
	/** The body as it arrived, without secrets. */
	readonly text: string;
	/** What to do where the token lacks the operation's scope. */
	readonly scopeRemedy?: string;
	/** Whether the request was to change nothing. */
	readonly reads?: boolean;
	readonly retryAfterSeconds?: number;
	readonly retriesUsedUp?: boolean;
}

const wantsSignIn = [
	'The proxy of this n8n wants a name and a password',
	'Ask whoever runs your n8n to put them into HTTP_PROXY and HTTPS_PROXY.',
] as const;

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
	407: wantsSignIn,
	409: [
		'The service refused the change because of the present state',
		'Read the record again and decide with what it says now.',
	],
	413: ['The request is too large for the service', 'Send less at a time.'],
	429: [
		'The service receives too many requests',
		'Run the workflow less often, or raise Max Retries. A Concurrency that is set in the options can be lowered, or removed to let the node find out what the service bears.',
	],
	500: [
		'The service could not process the request',
		'Try again in a while. If it stays so, tell the support of your platform what you sent.',
	],
	502: ['A gateway could not reach the service', 'Try again in a while.'],
	503: ['The service is unavailable', 'Try again in a while, or raise Max Retries.'],
	504: ['A gateway waited too long for the service', 'Try again in a while.'],
};

const laterRemedy = 'Run the workflow again later.';

const unreachable =
	'Try again in a while. If it stays so, ask whoever runs the proxy why it does not reach the service.';

/** What to do where a proxy answers in place of the service, by the status of its page. */
const pageTexts: Readonly<Record<number, readonly [message: string, description: string]>> = {
	403: [
		'The request was refused on its way to the service',
		'If a proxy or a firewall did, ask whoever runs it to let this n8n through.',
	],
	407: wantsSignIn,
	413: [
		'The request is too large for the service or a proxy',
		'Send less at a time, or ask whoever runs the proxy to allow larger requests (nginx: client_max_body_size).',
	],
	502: ['A gateway could not reach the service', unreachable],
	503: ['The service is unavailable', unreachable],
	504: [
		'A gateway waited too long for the service',
		'Try again in a while. If it stays so, ask whoever runs the proxy to let it wait longer (nginx: proxy_read_timeout, HAProxy: timeout server).',
	],
};

/**
 * What to do where a proxy answered in place of the server that was asked.
 *
 * @param statusCode status of its page
 * @param addressField the field of the credential with the address
 * @returns undefined where no more is known than that it was a page
 */
export function pageRemedy(statusCode: number, addressField: string): string | undefined {
	const remedy = pageTexts[statusCode]?.[1];
	return remedy && `${pageOrigin(addressField)} ${remedy}`;
}

function pageOrigin(addressField: string): string {
	return `The response was a web page, which usually comes from a proxy or a wrong ${addressField}.`;
}

function textOfStatus(
	statusCode: number,
	page = false,
): readonly [message: string, description: string] {
	const known = (page && pageTexts[statusCode]) || statusTexts[statusCode];
	if (known) return known;
	if (statusCode >= 300 && statusCode < 400) {
		return [
			'The service sent us to another address, which is not followed',
			'Check Base URL in the credential: it must be the final address, usually with https.',
		];
	}
	return textOfStatus(statusCode >= 500 ? 500 : 400);
}

/**
 * Cuts texts out that must not be shown, such as a token that a service repeats.
 *
 * @param value a text, or a value with texts in it
 * @param secrets what to cut out
 */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value;
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
	if (typeof value === 'string') {
		return secrets
			.filter((secret) => secret !== '')
			.reduce((rest, secret) => rest.replaceAll(secret, '***'), value);
	}
	if (Array.isArray(value)) return value.map((entry) => withoutSecrets<unknown>(entry, secrets));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, withoutSecrets<unknown>(inner, secrets)]),
	);
}

/** The strings of a body, each with the name that it has, the nearest to the top first. */
function* strings(body: unknown, name = '', depth = 0): Generator<[name: string, text: string]> {
	if (typeof body === 'string') yield [name, body.trim()];
	if (typeof body !== 'object' || body === null || depth > searchDepth) return;
	const entries = Array.isArray(body)
		? body.map((entry): [string, unknown] => [name, entry])
		: Object.entries(body);
	const searched = entries.slice(0, searchEntries);
	for (const [key, value] of searched) if (typeof value === 'string') yield [key, value.trim()];
	for (const [key, value] of searched) {
		if (typeof value === 'object') yield* strings(value, key, depth + 1);
	}
}

const isCodeName = (name: string): boolean =>
	(errorBodyNames.code as readonly string[]).includes(name);

/** The last part of an address or a name with colons, such as the `type` of problem+json. */
function lastPart(text: string): string {
	return text.split(/[/#:]/).pop() ?? '';
}

/** A code of the service that stands as a word of its own in a longer text. */
function knownCodeWithin(text: string): ErrorCode | undefined {
	const words = text.slice(0, searchCharacters).matchAll(/(?<![a-z.-])[a-z]+(?:[.-][a-z]+)+/g);
	for (const [word] of words) if (isErrorCode(word)) return word;
	return undefined;
}

/** The code that the service means: a known one in a field, in a text, and only then an unknown one. */
function codeIn(body: unknown): string | undefined {
	const found = [...strings(body)];
	for (const wanted of [isCodeName, () => true]) {
		const known = found.find(([name, text]) => wanted(name) && isErrorCode(lastPart(text)));
		if (known) return lastPart(known[1]);
	}
	for (const [, text] of found) {
		const known = knownCodeWithin(text);
		if (known) return known;
	}
	const isName = (text: string) => /^[a-z][\w.-]*$/i.test(text);
	const isHyphenated = (text: string) => /^[a-z][a-z0-9]*([_-][a-z0-9]+)+$/.test(text);
	return found.find(
		([name, text]) =>
			(isCodeName(name) && isName(text)) ||
			(['', 'error', 'errors', 'type'].includes(name) && isHyphenated(text)),
	)?.[1];
}

/** What a body says to a person, besides its code: its texts, or what it says of single fields. */
function textIn(body: unknown, code = ''): string | undefined {
	const says = (text: string) =>
		text !== '' && text !== code && lastPart(text) !== code && !/^https?:\/\/\S+$/.test(text);
	const names: readonly string[] = ['', ...errorBodyNames.text, ...errorBodyNames.nested];
	const found = [...strings(body)].filter(([, text]) => says(text));
	// A type is another name for a code.
	const texts = found
		.filter(([name]) => name !== 'type' && names.includes(name))
		.map(([, text]) => text);
	const fields = isRecord(body)
		? errorBodyNames.nested.flatMap((name) => fieldTexts(body[name]))
		: [];
	const said = [...new Set([...texts, ...fields])];
	return said.length > 0 ? said.join('; ') : undefined;
}

/** Texts by field, as validation errors come: `{ "name": ["is too short"] }`. */
function fieldTexts(fields: unknown): string[] {
	if (!isRecord(fields)) return [];
	const known: readonly string[] = Object.values(errorBodyNames).flat();
	return Object.entries(fields).flatMap(([field, value]) =>
		known.includes(field)
			? []
			: [value].flat().flatMap((text) => (typeof text === 'string' ? `${field}: ${text}` : [])),
	);
}

function excerpt(text: string): string {
	const line = text.slice(0, searchCharacters).replace(/\s+/g, ' ').trim();
	return line.length > excerptCharacters ? `${line.slice(0, excerptCharacters)}…` : line;
}

/**
 * Reads what a text says about why something did not work, whatever its shape.
 *
 * @param text JSON or plain text
 * @returns the code where one was found, and the beginning of what it says to a person
 */
export function readErrorText(text: string): { readonly code?: string; readonly said?: string } {
	const parsed = parseIfJson(text);
	const body = parsed === undefined ? text.trim() : parsed;
	const code = codeIn(body);
	const said = textIn(body, code);
	return { code, said: said === undefined ? undefined : excerpt(said) };
}

/** Names that an error has, and that a record of the service has hardly alone. */
const errorNames =
	/^(code|error|errors|error_?code|error_?description|message|detail|details|description|title|type|status|status_?code|success|ok|instance|trace_?id|request_?id|correlation_?id|time_?stamp|path|method)$/i;

/**
 * The error that a response with a success status tells: a code of the service where the record has
 * nothing else, or a code of the operation itself in a field for codes.
 *
 * @param body the parsed body
 * @param codes the codes of the operation
 * @returns the code, or undefined where the response is what it seems
 */
export function errorInSuccess(body: unknown, codes: readonly ErrorCode[]): ErrorCode | undefined {
	if (!isRecord(body)) return undefined;
	const code = codeIn(body);
	if (code === undefined || !isErrorCode(code)) return undefined;
	if (Object.keys(body).every((name) => errorNames.test(name))) return code;
	const named = [body, body.error].flatMap((record): unknown[] =>
		isRecord(record) ? errorBodyNames.code.map((name) => record[name]) : [record],
	);
	return codes.includes(code) && named.includes(code) ? code : undefined;
}

/**
 * Whether a response is a page for people.
 *
 * @param contentType its header, empty where there is none
 * @param text its body
 */
export function isWebPage(contentType: string, text: string): boolean {
	return /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text);
}

/**
 * Reads an error response whatever its shape: `code`, `errorCode`, `error.code`, `errors[0].code`,
 * problem+json, a bare string, plain text, an HTML page, a cut or empty body (spec 7 shows none).
 *
 * @param response the response, and what is known of its request
 * @returns the service's code where one was found, our remedy, and the service's own words
 */
export function readErrorResponse(response: ErrorResponse): ErrorDetails {
	const { statusCode, contentType, text, scopeRemedy, retryAfterSeconds, retriesUsedUp } = response;
	const base = { httpStatus: statusCode, retryAfterSeconds, retriesUsedUp };
	const isPage = isWebPage(contentType, text);
	const { code, said } = isPage ? {} : readErrorText(text);
	const words = said === undefined ? '' : `The service says: "${said}". `;
	if (code !== undefined && isErrorCode(code)) {
		const { message, description } = errorCodes[code];
		return { ...base, message, description: `${words}${description}`, errorCode: code };
	}
	const [message, usual] = textOfStatus(statusCode, isPage);
	// What is sent again sooner is refused again.
	const general = (retryAfterSeconds ?? 0) * 1000 > longestHold ? laterRemedy : usual;
	const lacksScope = statusCode === 403 && scopeRemedy ? scopeRemedy : '';
	// A gateway gives up waiting for a service that may have got the request.
	const acted = statusCode === 504 && !response.reads ? mayHaveActed : '';
	const remedies = isPage ? [general, lacksScope, acted] : [lacksScope || general, acted];
	const description = remedies.filter((text) => text !== '').join(' ');
	return {
		...base,
		message: `${message} (${code === undefined ? `HTTP ${statusCode}` : `${code}, HTTP ${statusCode}`})`,
		description: isPage
			? `${pageOrigin('Base URL')} ${description}`
			: words === ''
				? `${description} The response said nothing more.`
				: `${words}${description}`,
		errorCode: code ?? `http-${statusCode}`,
	};
}
