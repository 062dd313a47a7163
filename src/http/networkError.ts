/**
 * Why a request got no response, and what to do. n8n's HTTP client throws errors of Node.js, OpenSSL,
 * its own SSRF protection, and proxies, often wrapped. The code of the innermost error shows the cause,
 * the system call shows whether anything was sent, and so whether a retry is safe.
 */
import { type ErrorDetails, ServiceError } from '../api/errors';

/** System calls that fail before anything is sent. */
const beforeSending = /^(connect|getaddrinfo)$/;

const timedOut = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/;
const notConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export type RequestPurpose = 'change' | 'read' | 'token';

/** For a change without a response: the service may have made the change. */
export const mayHaveActed = 'Check whether the change was made before you repeat it.';

export const cancelledFailure: ErrorDetails = {
	message: 'The execution was stopped',
	description: 'Run the workflow again if you still need the result.',
	errorCode: 'cancelled',
};

interface SystemError extends Partial<NodeJS.ErrnoException> {
	/** Where a connection was tried. */
	address?: string;
	port?: number;
	/** The name that was looked up. */
	hostname?: string;
	cause?: SystemError;
	errors?: SystemError[];
}

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

/** The proxy that was tried instead of the service, if the error shows one. */
function findProxy({ address, port, hostname }: SystemError, url: string): string | undefined {
	const target = new URL(url);
	if (hostname !== undefined) return hostname === target.hostname ? undefined : hostname;
	const targetPort = target.port || defaultPorts[target.protocol];
	return port === undefined || String(port) === targetPort ? undefined : `${address}:${port}`;
}

interface Cause {
	readonly codes: RegExp;
	/** Applies only if no part of the request was sent. */
	readonly ifNotSent?: true;
	/** Braces contain the names of values. */
	readonly message: string;
	readonly description: string;
	/** What differs from a lost connection. */
	readonly details?: Partial<ErrorDetails>;
}

const addressFields = "'Base URL' and 'Authorization Server URL' in the credential";
const misconfigured = { notSent: true, transient: false };

/** The first one with the code applies. SSRF and PROXY are codes of {@link codeOf}. */
const causes: readonly Cause[] = [
	{
		codes: timedOut,
		message: '{host} did not respond within {timeout} ms',
		description: '{ifTimeout} {effect}',
		details: { errorCode: 'timeout' },
	},
	{
		codes: /^SSRF$/,
		message: "n8n's SSRF protection blocked the request to {host}",
		description:
			'Ask your administrator to allow the host name in N8N_SSRF_ALLOWED_HOSTNAMES, or the IP address in N8N_SSRF_ALLOWED_IP_RANGES.',
		details: { errorCode: 'blocked', ...misconfigured },
	},
	{
		codes: /^PROXY$/,
		message: "n8n can't reach the proxy {proxy} for requests to {host}",
		description:
			'Ask your administrator to check the proxy in HTTP_PROXY and HTTPS_PROXY. If {host} needs no proxy, add it to NO_PROXY.',
	},
	{
		codes: /^(ENOTFOUND|EAI_AGAIN)$/,
		message: 'The host name of {host} was not found',
		description: `Check ${addressFields} for typos.`,
	},
	{
		codes: notConnected,
		ifNotSent: true,
		message: '{host} does not accept connections',
		description: `Check ${addressFields}, and whether your n8n instance is allowed to reach them.`,
	},
	{
		codes:
			/^(CERT_|ERR_TLS_CERT|UNABLE_TO_(VERIFY|GET)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/,
		message: 'The certificate of {host} is not trusted ({code})',
		description:
			'Use the host name that the certificate was issued for. If you use a private certificate authority, ask your administrator to add it to NODE_EXTRA_CA_CERTS.',
		details: { errorCode: 'certificate', ...misconfigured },
	},
	{
		codes: /^(EPROTO|ERR_SSL_|ERR_TLS_)/,
		message: '{host} does not use HTTPS on this port ({code})',
		description: `Check ${addressFields}: use "http://" or another port.`,
		details: { errorCode: 'protocol', ...misconfigured },
	},
	{
		codes: /^HPE_/,
		message: '{host} does not use HTTP on this port ({code})',
		description: `Check ${addressFields}: use "https://" or another port.`,
		// The server did receive bytes.
		details: { errorCode: 'protocol', notSent: false, transient: false },
	},
	{
		codes: /^($|ERR_BAD_OPTION|ERR_INVALID_URL)/,
		message: 'n8n blocked the request to {host}',
		description: 'Ask your administrator to check the outgoing request policy and proxy of n8n.',
		details: { errorCode: 'blocked', transient: false },
	},
];

const lost: Cause = {
	codes: /^/,
	message: 'The connection to {host} was lost',
	description: 'Try again later. {effect}',
};

/** The code of a cause, or ours for a cause that its code alone doesn't show. */
function codeOf(error: unknown, code: string, notSent: boolean, proxy?: string): string {
	if (timedOut.test(code)) return code;
	if (isBlockedBySsrfProtection(error)) return 'SSRF';
	return proxy !== undefined && (notSent || notConnected.test(code)) ? 'PROXY' : code;
}

function describeEffect(purpose: RequestPurpose, notSent: boolean): string {
	if (purpose === 'token') return 'Nothing was sent to the service without an access token.';
	if (notSent) return 'Nothing was sent.';
	return purpose === 'read' ? 'Nothing was changed.' : mayHaveActed;
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
	purpose: RequestPurpose,
	ifTimeout = 'Try again later.',
): ServiceError {
	if ((error as SystemError).code === 'ERR_CANCELED') {
		// A request that was on its way may have made its change.
		const effect = purpose === 'change' ? { description: mayHaveActed } : {};
		return new ServiceError({ ...cancelledFailure, ...effect });
	}
	const innermost = findCause(error as SystemError);
	const notSent = beforeSending.test(innermost.syscall ?? '');
	const proxy = findProxy(innermost, url);
	const code = codeOf(error, innermost.code ?? '', notSent, proxy);
	const effect = describeEffect(purpose, notSent);
	const { host } = new URL(url);
	const values: Record<string, unknown> = { host, proxy, code, timeout, ifTimeout, effect };
	const fill = (text: string) =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
	const cause =
		causes.find(({ codes, ifNotSent }) => codes.test(code) && (notSent || !ifNotSent)) ?? lost;
	return new ServiceError({
		message: fill(cause.message),
		description: fill(cause.description),
		...{ errorCode: 'network', notSent, transient: true, ...cause.details },
	});
}
