import { type ErrorDetails, ServiceError } from '../api/errors';

/** System calls that fail before anything is sent. */
const beforeSending = /^(connect|getaddrinfo)$/;

const notConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const timedOut = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/;
const nameNotFound = /^(ENOTFOUND|EAI_AGAIN)$/;

/** Codes with which Node.js and OpenSSL reject a certificate. */
const untrustedCertificate =
	/^(CERT_|ERR_TLS_CERT|UNABLE_TO_(VERIFY|GET)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;
const notTls = /^(EPROTO|ERR_SSL_|ERR_TLS_)/;
const notHttp = /^HPE_/;
const refusedByClient = /^($|ERR_BAD_OPTION|ERR_INVALID_URL)/;

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export type RequestPurpose = 'change' | 'read' | 'token';

/** For a change without a response: the service may have made the change. */
export const mayHaveActed = 'Check whether the change was made before you repeat it.';

export interface NetworkFailure extends ErrorDetails {
	readonly notSent: boolean;
	/** A retry may succeed. */
	readonly transient: boolean;
}

/** A request that got no response. */
export class NetworkError extends ServiceError {
	constructor(override readonly details: NetworkFailure) {
		super(details);
	}

	get isTimeout(): boolean {
		return this.errorCode === 'timeout';
	}
}

export const cancelledFailure: NetworkFailure = {
	message: 'The execution was stopped',
	description: 'Run the workflow again if you still need the result.',
	errorCode: 'cancelled',
	notSent: false,
	transient: false,
};

interface SystemError {
	name?: string;
	code?: string;
	syscall?: string;
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
	return (
		name.startsWith('SsrfBlocked') || (cause !== undefined && isBlockedBySsrfProtection(cause))
	);
}

/** The proxy that was tried instead of the service, if the error shows one. */
function findProxy({ address, port, hostname }: SystemError, url: string): string | undefined {
	const target = new URL(url);
	if (hostname !== undefined) return hostname === target.hostname ? undefined : hostname;
	const targetPort = target.port || defaultPorts[target.protocol];
	return port === undefined || String(port) === targetPort ? undefined : `${address}:${port}`;
}

/** A failure as the table reads it. */
interface Fault {
	readonly error: unknown;
	readonly code: string;
	readonly host: string;
	readonly proxy?: string;
	readonly notSent: boolean;
	readonly purpose: RequestPurpose;
	readonly timeout: number;
	/** What the failure means for the data, as a sentence. */
	readonly effect: string;
}

type Flags = Partial<Pick<NetworkFailure, 'errorCode' | 'notSent' | 'transient'>>;

type Row = readonly [
	matches: (fault: Fault) => boolean,
	message: (fault: Fault) => string,
	description: (fault: Fault) => string,
	flags?: Flags,
];

const addressFields = "'Base URL' and 'Authorization Server URL' in the credential";
const misconfigured = { notSent: true, transient: false };

/** The first row that matches applies. */
const rows: readonly Row[] = [
	[
		({ code }) => timedOut.test(code),
		({ host, timeout }) => `${host} did not respond within ${timeout} ms`,
		({ purpose, effect }) =>
			purpose === 'token'
				? `Try again later. ${effect} If this continues, ask the administrator of the authorization server.`
				: `Raise 'Timeout' in the options, or try again later. ${effect}`,
		{ errorCode: 'timeout' },
	],
	[
		({ error }) => isBlockedBySsrfProtection(error),
		({ host }) => `n8n's SSRF protection blocked the request to ${host}`,
		() =>
			'Ask your administrator to allow the host name in N8N_SSRF_ALLOWED_HOSTNAMES, or the IP address in N8N_SSRF_ALLOWED_IP_RANGES.',
		{ ...misconfigured, errorCode: 'blocked' },
	],
	[
		({ proxy, notSent, code }) => proxy !== undefined && (notSent || notConnected.test(code)),
		({ proxy, host }) => `n8n can't reach the proxy ${proxy} for requests to ${host}`,
		({ host }) =>
			`Ask your administrator to check the proxy in HTTP_PROXY and HTTPS_PROXY. If ${host} needs no proxy, add it to NO_PROXY.`,
	],
	[
		({ code }) => nameNotFound.test(code),
		({ host }) => `The host name of ${host} was not found`,
		() => `Check ${addressFields} for typing errors.`,
	],
	[
		({ code, notSent }) => notConnected.test(code) && notSent,
		({ host }) => `${host} does not accept connections`,
		() => `Check ${addressFields}, and whether your n8n instance is allowed to reach them.`,
	],
	[
		({ code }) => untrustedCertificate.test(code),
		({ host, code }) => `The certificate of ${host} is not trusted (${code})`,
		() =>
			'Use the address that the certificate was issued for. If you use a private certificate authority, ask your administrator to add it to NODE_EXTRA_CA_CERTS.',
		{ ...misconfigured, errorCode: 'certificate' },
	],
	[
		({ code }) => notTls.test(code),
		({ host, code }) => `${host} does not use HTTPS on this port (${code})`,
		() => `Check ${addressFields}: use "http://" or another port.`,
		{ ...misconfigured, errorCode: 'protocol' },
	],
	[
		({ code }) => notHttp.test(code),
		({ host, code }) => `${host} does not use HTTP on this port (${code})`,
		() => `Check ${addressFields}: use "https://" or another port.`,
		// The server did receive bytes.
		{ notSent: false, transient: false, errorCode: 'protocol' },
	],
	[
		({ code }) => refusedByClient.test(code),
		({ host }) => `n8n blocked the request to ${host}`,
		() => 'Ask your administrator to check the outgoing request policy and proxy of n8n.',
		{ transient: false, errorCode: 'blocked' },
	],
	[
		() => true,
		({ host }) => `The connection to ${host} was lost`,
		({ effect }) => `Try again later. ${effect}`,
	],
];

function describeEffect(purpose: RequestPurpose, notSent: boolean): string {
	if (purpose === 'token') return 'Nothing was sent to the service without an access token.';
	if (notSent) return 'Nothing was sent.';
	return purpose === 'read' ? 'Nothing was changed.' : mayHaveActed;
}

/**
 * Describes a request that got no response, without the original error, which contains the token.
 *
 * @param error what n8n's HTTP client threw
 */
export function readNetworkError(
	error: unknown,
	url: string,
	timeoutMilliseconds: number,
	purpose: RequestPurpose,
): NetworkError {
	if ((error as SystemError).code === 'ERR_CANCELED') return new NetworkError(cancelledFailure);
	const cause = findCause(error as SystemError);
	const notSent = beforeSending.test(cause.syscall ?? '');
	const fault: Fault = {
		error,
		code: cause.code ?? '',
		host: new URL(url).host,
		proxy: findProxy(cause, url),
		notSent,
		purpose,
		timeout: timeoutMilliseconds,
		effect: describeEffect(purpose, notSent),
	};
	const row = rows.find(([matches]) => matches(fault)) ?? rows[rows.length - 1];
	const [, message, description, flags] = row as Row;
	return new NetworkError({
		message: message(fault),
		description: description(fault),
		errorCode: 'network',
		notSent,
		transient: true,
		...flags,
	});
}
