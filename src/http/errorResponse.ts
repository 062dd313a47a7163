import type { ErrorDetails } from '../api/errors';
import { errorBodyNames } from '../api/assumedNames';
import { type ErrorCode, errorCodes, isErrorCode } from '../api/errorCodes';
import { isRecord } from '../values/jsonObject';
import { parseIfJson } from '../values/json';
import { mayHaveActed } from './networkError';
import { maxPause } from './limits/concurrencyLimit';

/** Bounds of the search in a body. */
const searchDepth = 4;
const searchEntries = 50;

const searchCharacters = 10_000;
const excerptCharacters = 300;

export interface ErrorResponse {
	readonly statusCode: number;
	readonly contentType: string;
	/** The body as it arrived, without secrets. */
	readonly text: string;
	/** What to do if the token lacks the operation's scope. */
	readonly scopeRemedy?: string;
	/** Whether the request only reads. */
	readonly reads?: boolean;
	readonly retryAfterSeconds?: number;
	readonly retriesUsedUp?: boolean;
}

/** The last two are for a web page that a proxy returned instead of the service. */
type StatusText = readonly [
	message: string,
	description: string,
	pageDescription?: string,
	pageMessage?: string,
];

const addPassword = 'Ask your administrator to add them to HTTP_PROXY and HTTPS_PROXY.';

const unreachable =
	"Try again later. If this continues, ask your administrator why the proxy can't reach the service.";

const statusTexts: Readonly<Record<number, StatusText>> = {
	300: [
		"The service redirected the request, and redirects aren't allowed",
		"Check 'Base URL' in the credential. Use the final address, usually with https.",
	],
	400: ['The service rejected the request', 'Check the values of the fields.'],
	401: [
		"The service doesn't accept the access token",
		'Open the credential and save it again to test it.',
	],
	403: [
		"This credential isn't allowed to use the operation",
		'Ask your administrator to grant your client access to this tenant and operation in the developer portal.',
		'Ask your administrator to allow your n8n instance in the proxy or firewall.',
		'The request was blocked before it reached the service',
	],
	404: [
		'The service found nothing at this address',
		"Check the IDs, and check 'Base URL' in the credential.",
	],
	407: ['The proxy requires a username and password', addPassword, addPassword],
	409: ['The record was changed in the meantime', 'Get the record again and repeat your change.'],
	413: [
		'The request is too large for the service',
		'Send less data per request.',
		'Send less data per request, or ask your administrator to allow larger requests in the proxy (nginx: client_max_body_size).',
		'The request is too large for the service or a proxy',
	],
	429: [
		'The service receives too many requests',
		"Run the workflow less often, or raise 'Max Retries'. Lower 'Concurrency', or remove it.",
	],
	500: [
		"The service couldn't process the request",
		'Try again later. If this continues, contact the support of your platform.',
	],
	502: ["A gateway couldn't reach the service", 'Try again later.', unreachable],
	503: ['The service is unavailable', "Try again later, or raise 'Max Retries'.", unreachable],
	504: [
		'A gateway timed out while waiting for the service',
		'Try again later.',
		'Try again later. If this continues, ask your administrator to raise the timeout of the proxy (nginx: proxy_read_timeout, HAProxy: timeout server).',
	],
};

const laterRemedy = 'Run the workflow again later.';

/**
 * What to do if a proxy responded instead of the server.
 *
 * @param addressField the credential's field with the address
 */
export function pageRemedy(statusCode: number, addressField: string): string | undefined {
	const remedy = statusTexts[statusCode]?.[2];
	return remedy && `${remedy} ${pageOrigin(addressField)}`;
}

function pageOrigin(addressField: string): string {
	return `The response was a web page, which usually comes from a proxy or a wrong '${addressField}'.`;
}

function getStatusText(statusCode: number, isPage: boolean): readonly [string, string] {
	const general = statusCode >= 500 ? 500 : statusCode >= 400 ? 400 : 300;
	const known = statusTexts[statusCode] ?? (statusTexts[general] as StatusText);
	const [message, description, pageDescription = description, pageMessage = message] = known;
	return isPage ? [pageMessage, pageDescription] : [message, description];
}

/** Redacts secrets in every string of a value, such as a token that a service repeats. */
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

/** A value in a body, with the names of its field and of the field around it. */
interface Part<Value = unknown> {
	readonly value: Value;
	readonly name: string;
	readonly parent: string;
}

function partsOf({ value, name, parent }: Part): Part[] {
	if (typeof value !== 'object' || value === null) return [];
	const inList = Array.isArray(value) && { name, parent };
	return Object.entries(value)
		.slice(0, searchEntries)
		.map(([key, inside]) => ({ value: inside, ...(inList || { name: key, parent: name }) }));
}

/** The texts in a body, the outer ones first. */
function findTexts(body: unknown): Array<Part<string>> {
	const texts: Array<Part<string>> = [];
	let level: Part[] = [{ value: body, name: '', parent: '' }];
	for (let depth = 0; depth <= searchDepth; depth++) {
		for (const part of level) {
			if (typeof part.value === 'string') texts.push({ ...part, value: part.value.trim() });
		}
		level = level.flatMap(partsOf);
	}
	return texts;
}

const isCodeName = (name: string): boolean =>
	(errorBodyNames.code as readonly string[]).includes(name);

/** The last part of a URL or URN, such as the `type` of problem+json. */
function getLastPart(text: string): string {
	return text.split(/[/#:]/).pop() ?? '';
}

function findKnownCode(text: string): ErrorCode | undefined {
	const words = text.slice(0, searchCharacters).matchAll(/(?<![a-z.-])[a-z]+(?:[.-][a-z]+)+/g);
	for (const [word] of words) if (isErrorCode(word)) return word;
	return undefined;
}

/** A known code in a field, else a known code in a text, else an unknown code. */
function findCode(body: unknown): string | undefined {
	const all = findTexts(body);
	const found = [...all.filter(({ name }) => isCodeName(name)), ...all];
	const texts = found.map(({ value }) => value);
	const known = texts.map(getLastPart).find(isErrorCode) ?? texts.map(findKnownCode).find(Boolean);
	if (known !== undefined) return known;
	const isName = (text: string) => /^[a-z][\w.-]*$/i.test(text);
	const isHyphenated = (text: string) => /^[a-z][a-z0-9]*([_-][a-z0-9]+)+$/.test(text);
	return found.find(
		({ name, value }) =>
			(isCodeName(name) && isName(value)) ||
			(['', 'error', 'errors', 'type'].includes(name) && isHyphenated(value)),
	)?.value;
}

/** The texts for people in a body: messages, and errors by field, `{ "errors": { "name": "too short" } }`. */
function findText(body: unknown, code = ''): string | undefined {
	const { text, nested, code: codeNames }: Record<string, readonly string[]> = errorBodyNames;
	const isMessage = (value: string) =>
		value !== '' && getLastPart(value) !== code && !/^https?:\/\/\S+$/.test(value);
	const messages = findTexts(body).flatMap(({ name, parent, value }) => {
		if (name === 'type' || !isMessage(value)) return [];
		if (['', ...text, ...nested].includes(name)) return value;
		return nested.includes(parent) && !codeNames.includes(name) ? `${name}: ${value}` : [];
	});
	return [...new Set(messages)].join('; ') || undefined;
}

/** Ends a text of the service with one full stop at most. */
function endSentence(text: string): string {
	return /[.!?…:]$/.test(text) ? text : `${text}.`;
}

function excerpt(text: string): string {
	const line = text.slice(0, searchCharacters).replace(/\s+/g, ' ').trim();
	return line.length > excerptCharacters ? `${line.slice(0, excerptCharacters)}…` : line;
}

/** Finds the code and the message in JSON or plain text of any shape. */
export function readErrorText(text: string): {
	readonly code?: string;
	readonly serviceMessage?: string;
} {
	const parsed = parseIfJson(text);
	const body = parsed === undefined ? text.trim() : parsed;
	const code = findCode(body);
	const found = findText(body, code);
	return { code, serviceMessage: found === undefined ? undefined : excerpt(found) };
}

/** Field names of an error. A record of the service has other fields too. */
const errorNames =
	/^(code|error|errors|error_?code|error_?description|message|detail|details|description|title|type|status|status_?code|success|ok|instance|trace_?id|request_?id|correlation_?id|time_?stamp|path|method)$/i;

/**
 * Finds an error in a response with a success status: a known code in a record with nothing but
 * error fields, or one of the operation's codes in a field for codes.
 */
export function errorInSuccess(body: unknown, codes: readonly ErrorCode[]): ErrorCode | undefined {
	if (!isRecord(body)) return undefined;
	const code = findCode(body);
	if (code === undefined || !isErrorCode(code)) return undefined;
	if (Object.keys(body).every((name) => errorNames.test(name))) return code;
	const named = [body, body.error].flatMap((record): unknown[] =>
		isRecord(record) ? errorBodyNames.code.map((name) => record[name]) : [record],
	);
	return codes.includes(code) && named.includes(code) ? code : undefined;
}

export function isWebPage(contentType: string, text: string): boolean {
	return /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text);
}

/**
 * Reads an error response whatever its shape: `code`, `errorCode`, `error.code`, `errors[0].code`,
 * problem+json, a bare string, plain text, an HTML page, a cut or empty body (spec 7 shows none).
 */
export function readErrorResponse(response: ErrorResponse): ErrorDetails {
	const { statusCode, contentType, text, scopeRemedy, retryAfterSeconds, retriesUsedUp } = response;
	const base = { httpStatus: statusCode, retryAfterSeconds, retriesUsedUp };
	const isPage = isWebPage(contentType, text);
	const { code, serviceMessage } = isPage ? {} : readErrorText(text);
	const words =
		serviceMessage === undefined ? '' : ` Service message: ${endSentence(serviceMessage)}`;
	if (code !== undefined && isErrorCode(code)) {
		const { message, description } = errorCodes[code];
		return { ...base, message, description: `${description}${words}`, errorCode: code };
	}
	const [message, usual] = getStatusText(statusCode, isPage);
	// An earlier retry would be rejected again.
	const general = (retryAfterSeconds ?? 0) * 1000 > maxPause ? laterRemedy : usual;
	const lacksScope = statusCode === 403 && scopeRemedy ? scopeRemedy : '';
	// The service may have received the request that a gateway stopped waiting for.
	const acted = statusCode === 504 && !response.reads ? mayHaveActed : '';
	const remedies = isPage ? [general, lacksScope, acted] : [lacksScope || general, acted];
	const description = remedies.filter((text) => text !== '').join(' ');
	return {
		...base,
		message: `${message} (${code === undefined ? `HTTP ${statusCode}` : `${code}, HTTP ${statusCode}`})`,
		description: isPage
			? `${description} ${pageOrigin('Base URL')}`
			: `${description}${words || ' The response contained no message.'}`,
		errorCode: code ?? `http-${statusCode}`,
	};
}
