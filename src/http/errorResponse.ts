/**
 * Explains a response with an error status. A code of the specification has its own text. Without one,
 * the status decides, and a web page is explained as the response of a proxy. What depends on the
 * options of a node comes from the caller.
 */
import { type ErrorDetails, joinSentences } from '../api/errors';
import { errorCodes, isErrorCode } from '../api/errorCodes';
import { isWebPage, readErrorText } from './errorBody';
import type { HttpResponse } from './request';

export interface ErrorResponse extends Omit<HttpResponse, 'body' | 'close'> {
	/** The body as it arrived, without secrets. */
	readonly text: string;
	/** What to do at a status, by the operation; at 403, if the token lacks its scope. */
	readonly remedies: Readonly<Record<number, string>>;
}

/** What happened, by status; the others have the text of 300, 400, or 500. */
const messagesByStatus: Readonly<Record<number, string>> = {
	300: "The service redirected the request, and redirects aren't allowed",
	400: 'The service rejected the request',
	401: "The service doesn't accept the access token",
	403: 'The service refused the request',
	404: 'The service found nothing at this URL',
	407: 'The proxy requires a username and password',
	408: 'The service timed out while waiting for the request',
	409: 'The request conflicts with data of the service',
	413: 'The request is too large for the service',
	429: 'The service receives too many requests',
	500: "The service couldn't process the request",
	502: "A gateway couldn't reach the service",
	503: 'The service is unavailable',
	504: 'A gateway timed out while waiting for the service',
};

const proxyLogin = 'Ask your administrator to add them to HTTP_PROXY and HTTPS_PROXY.';

const remediesByStatus: Readonly<Record<number, string>> = {
	300: "Check 'Base URL' in the credential. Use the final URL, usually with https.",
	400: 'Check the values of the fields.',
	401: 'Open the credential and save it again to test it. If you signed in with it, connect it again.',
	404: "Check any IDs you entered, and 'Base URL' in the credential.",
	407: proxyLogin,
	408: 'Try again later.',
	409: 'Check whether the record already exists, or was changed in the meantime.',
	413: 'Send less data per request.',
	429: 'Run the workflow less often.',
	500: 'Try again later. If this continues, contact the support of your platform.',
};

/** Long enough for a few challenges. */
const challengeCharacters = 1000;

const scopeMessage = "This credential isn't allowed to use the operation";

const blockedMessage = 'The request was blocked before it reached the service';

const unreachable =
	"Try again later. If this continues, ask your administrator why the proxy can't reach the service.";

/** For a web page that a proxy returned instead of the service. */
const pageRemedies: Readonly<Record<number, string>> = {
	403: 'Ask your administrator to allow your n8n instance in the proxy or firewall.',
	407: proxyLogin,
	413: 'Send less data per request, or ask your administrator to allow larger requests in the proxy (nginx: client_max_body_size).',
	502: unreachable,
	503: unreachable,
	504: 'Try again later. If this continues, ask your administrator to raise the timeout of the proxy (nginx: proxy_read_timeout, HAProxy: timeout server).',
};

/**
 * What to do if a proxy responded with a web page instead of the server.
 *
 * @param remedy without one for the status
 * @param addressField the credential's field with the address
 * @param scopeRemedy at 403
 */
export function pageRemedy(
	statusCode: number,
	remedy: string,
	addressField: string,
	scopeRemedy?: string,
): string {
	const origin = `The response was a web page, which usually comes from a proxy or a wrong '${addressField}'.`;
	return joinSentences(pageRemedies[statusCode] ?? remedy, scopeRemedy, origin);
}

function textOf(texts: Readonly<Record<number, string>>, statusCode: number): string {
	const general = Math.min(Math.floor(statusCode / 100) * 100, 500);
	return texts[statusCode] ?? texts[general] ?? '';
}

/** The message of the service, with one full stop at most. */
function quote(serviceMessage: string | undefined): string | undefined {
	if (serviceMessage === undefined) return undefined;
	return `Service message: ${serviceMessage}${/[.!?…:]$/.test(serviceMessage) ? '' : '.'}`;
}

/**
 * Reads an error response whatever its shape: `code`, `errorCode`, `error.code`, `errors[0].code`,
 * problem+json, a bare string, plain text, an HTML page, a cut or empty body (spec 7 shows none).
 */
export function readErrorResponse(response: ErrorResponse): ErrorDetails {
	const { statusCode: httpStatus, retryAfterSeconds } = response;
	const isPage = isWebPage(response.contentType, response.text);
	const explained = isPage ? explainPage(response) : explainBody(response);
	return { ...explained, httpStatus, retryAfterSeconds };
}

function explainPage(response: ErrorResponse): ErrorDetails {
	const { statusCode } = response;
	const isBlocked = statusCode === 403;
	const message = isBlocked ? blockedMessage : textOf(messagesByStatus, statusCode);
	const remedy = remedyOf(response);
	return {
		message: `${message} (HTTP ${statusCode})`,
		description: pageRemedy(statusCode, remedy, 'Base URL', isBlocked ? remedy : undefined),
		errorCode: `http-${statusCode}`,
	};
}

function explainBody(response: ErrorResponse): ErrorDetails {
	const { statusCode, challenge = '' } = response;
	const { code, serviceMessage = readParameter(challenge, 'error_description') } = readErrorText(
		response.text,
	);
	const words = quote(serviceMessage);
	if (isErrorCode(code)) {
		const { message, description } = errorCodes[code];
		return { message, description: joinSentences(description, words), errorCode: code };
	}
	const status = [code, `HTTP ${statusCode}`].filter(Boolean).join(', ');
	const lacksScope = statusCode === 403 && isScopeMissing(response, code);
	const message = lacksScope ? scopeMessage : textOf(messagesByStatus, statusCode);
	const sentences = [remedyOf(response), words ?? 'The response contained no message.'];
	// What is certain comes first.
	if (statusCode === 403 && !lacksScope) sentences.reverse();
	return {
		message: `${message} (${status})`,
		description: joinSentences(...sentences),
		errorCode: code ?? `http-${statusCode}`,
	};
}

function remedyOf({ statusCode, remedies }: ErrorResponse): string {
	return remedies[statusCode] ?? textOf(remediesByStatus, statusCode);
}

/** Whether a 403 is about the scope (RFC 6750, 3.1), by its header, or as there is no other reason. */
function isScopeMissing({ challenge = '' }: ErrorResponse, code: string | undefined): boolean {
	if (challenge === '') return code === undefined;
	return readParameter(challenge, 'error') === 'insufficient_scope';
}

/** A parameter of the header WWW-Authenticate (RFC 9110, 11.6.1). */
function readParameter(challenge: string, name: string): string | undefined {
	const parameters = challenge
		.slice(0, challengeCharacters)
		.matchAll(/(?<![\w-])([\w-]+) ?= ?(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g);
	const found = [...parameters].find(([, key = '']) => key.toLowerCase() === name);
	return found && (found[2] ?? found[3]);
}
