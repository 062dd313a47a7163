/**
 * Why a request got no response, and what to do. n8n's HTTP client throws errors of Node.js, OpenSSL,
 * its own SSRF protection, and proxies, often wrapped. The code of the innermost error shows the fault.
 * Whether the service may have the request depends on the connection alone, not on the code: a TLS
 * fault can follow a request that was processed.
 */
import type { OwnErrorCode } from '../api/errorCodes';
import { type ErrorDetails, ServiceError } from '../api/errors';

export const cancelledFailure: ErrorDetails = {
	message: 'The execution was stopped',
	description: 'Run the workflow again if you still need the result.',
	errorCode: 'cancelled',
};

interface SystemError extends Partial<NodeJS.ErrnoException> {
	cause?: SystemError;
	errors?: SystemError[];
	/** Of the HTTP client. */
	request?: { readonly socket?: { readonly secureConnecting?: boolean } | null };
}

interface Fault {
	readonly codes?: RegExp;
	/** Braces contain the names of values. */
	readonly message: string;
	readonly remedy: string;
	/** After `network` and `timeout`, the same request may succeed later. */
	readonly errorCode: OwnErrorCode;
	/** The service can't have the request, even if there was a connection. */
	readonly notSent?: true;
	/** With a connection, the code means that it was lost. */
	readonly whileConnecting?: true;
}

const addressFields = "'Base URL' and 'Authorization Server URL' in the credential";

const checkProxy =
	'If n8n uses a proxy, ask your administrator to check HTTP_PROXY, HTTPS_PROXY, and NO_PROXY.';

const blockedBySsrfProtection: Fault = {
	message: "n8n's SSRF protection blocked the request to {host}",
	remedy:
		'Ask your administrator to allow the host name in N8N_SSRF_ALLOWED_HOSTNAMES, or the IP address in N8N_SSRF_ALLOWED_IP_RANGES.',
	errorCode: 'blocked',
	notSent: true,
};

const lostConnection: Fault = {
	message: 'The connection to {host} was lost',
	remedy: 'Try again later.',
	errorCode: 'network',
};

/** The first row with the code counts. */
const faults: readonly Fault[] = [
	{
		codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/,
		message: '{host} did not respond within {timeout} ms',
		remedy: '{ifTimeout}',
		errorCode: 'timeout',
	},
	{
		codes: /^(ENOTFOUND|EAI_AGAIN)$/,
		message: 'The host name of {host} was not found',
		remedy: `Check ${addressFields} for typos. ${checkProxy}`,
		errorCode: 'network',
		notSent: true,
	},
	{
		codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		message: '{host} does not accept connections',
		remedy: `Check ${addressFields}, and whether your n8n instance is allowed to reach them. ${checkProxy}`,
		errorCode: 'network',
		whileConnecting: true,
	},
	{
		codes:
			/^(CERT_|ERR_TLS_CERT_|UNABLE_TO_(VERIFY|GET)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/,
		message: 'The certificate of {host} is not trusted ({code})',
		remedy:
			'Use the host name that the certificate was issued for. If you use a private certificate authority, ask your administrator to add it to NODE_EXTRA_CA_CERTS.',
		errorCode: 'certificate',
		notSent: true,
	},
	{
		codes: /^(EPROTO|ERR_SSL_|ERR_TLS_)/,
		message: '{host} does not use HTTPS on this port ({code})',
		remedy: `Check ${addressFields}: use "http://" or another port.`,
		errorCode: 'protocol',
		whileConnecting: true,
	},
	{
		codes: /^HPE_/,
		message: '{host} sent an invalid HTTP response ({code})',
		remedy: `Check ${addressFields}: use "https://" or another port. If they are right, contact the support of your platform.`,
		errorCode: 'protocol',
	},
	{
		codes: /^($|ERR_BAD_OPTION|ERR_INVALID_URL)/,
		message: 'n8n blocked the request to {host}',
		remedy: 'Ask your administrator to check the outgoing request policy and proxy of n8n.',
		errorCode: 'blocked',
	},
];

/** The cause inside the wrappers of HTTP clients, or the first of several addresses tried. */
function findCause(error: SystemError): SystemError {
	const inner = error.cause ?? error.errors?.[0];
	return inner?.code === undefined ? error : findCause(inner);
}

/** Whether n8n's SSRF protection blocked the request. */
export function isBlockedBySsrfProtection(error: unknown): boolean {
	const { name = '', cause } = Object(error) as SystemError;
	if (name.startsWith('SsrfBlocked')) return true;
	return cause !== undefined && isBlockedBySsrfProtection(cause);
}

/** Whether the look-up of the name, the connection or the TLS handshake failed, so nothing was sent. */
function failedToConnect(error: SystemError, { syscall = '' }: SystemError): boolean {
	if (['connect', 'getaddrinfo'].includes(syscall)) return true;
	return error.request?.socket?.secureConnecting === true;
}

function findFault(error: unknown, code: string, isConnected: boolean): Fault {
	if (isBlockedBySsrfProtection(error)) return blockedBySsrfProtection;
	const fault = faults.find(({ codes }) => codes?.test(code)) ?? lostConnection;
	return isConnected && fault.whileConnecting ? lostConnection : fault;
}

/**
 * Describes a request that got no response, without the original error, which contains the token.
 *
 * @param error what n8n's HTTP client threw
 * @param timeout milliseconds that the request was allowed to take
 * @param ifTimeout what to do if it took longer
 */
export function readNetworkError(
	error: unknown,
	url: string,
	timeout: number,
	ifTimeout = 'Try again later.',
): ServiceError {
	const outer = Object(error) as SystemError;
	if (outer.code === 'ERR_CANCELED') return new ServiceError(cancelledFailure);
	const innermost = findCause(outer);
	const { code = '' } = innermost;
	const isConnected = !failedToConnect(outer, innermost);
	const fault = findFault(error, code, isConnected);
	const notSent = fault.notSent === true || !isConnected;
	const { host } = new URL(url);
	const values: Record<string, unknown> = { host, code, timeout, ifTimeout };
	const fill = (text: string) =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
	return new ServiceError({
		message: fill(fault.message),
		description: fill(notSent ? `${fault.remedy} The request was not sent.` : fault.remedy),
		errorCode: fault.errorCode,
		notSent,
	});
}
