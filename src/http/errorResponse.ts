import type { ErrorDetails } from '../api/errors';
import { errorCodes, isErrorCode } from '../api/errorCodes';
import { isRecord } from '../values/jsonObject';
import { isWebPage, readErrorText } from './errorBody';
import { mayHaveActed } from './networkError';
import { maxPause } from './limits/servicePause';

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

/** Ends a text of the service with one full stop at most. */
function endSentence(text: string): string {
	return /[.!?…:]$/.test(text) ? text : `${text}.`;
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
