/**
 * Why a request got no response, and what to do. n8n's HTTP client throws errors of Node.js, OpenSSL,
 * its own SSRF protection, and proxies, often wrapped. The code of the innermost error shows the cause,
 * the system call shows whether anything was sent, and so whether a retry is safe.
 */
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

/** What is known of a request that got no response. */
interface FailedRequest {
	readonly error: unknown;
	readonly code: string;
	readonly host: string;
	readonly proxy?: string;
	readonly notSent: boolean;
	readonly timeout: number;
	readonly ifTimeout: string;
	/** What the failure means for the data, as a sentence. */
	readonly effect: string;
}

type Explanation = Pick<NetworkFailure, 'message' | 'description'> & Partial<NetworkFailure>;

const addressFields = "'Base URL' and 'Authorization Server URL' in the credential";
const misconfigured = { notSent: true, transient: false };

/** Each explains one cause, and returns false for others. The first explanation applies. */
const causes: ReadonlyArray<(request: FailedRequest) => Explanation | false> = [
	({ code, host, timeout, ifTimeout, effect }) =>
		timedOut.test(code) && {
			message: `${host} did not respond within ${timeout} ms`,
			description: `${ifTimeout} ${effect}`,
			errorCode: 'timeout',
		},
	({ error, host }) =>
		isBlockedBySsrfProtection(error) && {
			...misconfigured,
			message: `n8n's SSRF protection blocked the request to ${host}`,
			description:
				'Ask your administrator to allow the host name in N8N_SSRF_ALLOWED_HOSTNAMES, or the IP address in N8N_SSRF_ALLOWED_IP_RANGES.',
			errorCode: 'blocked',
		},
	({ proxy, notSent, code, host }) =>
		proxy !== undefined &&
		(notSent || notConnected.test(code)) && {
			message: `n8n can't reach the proxy ${proxy} for requests to ${host}`,
			description: `Ask your administrator to check the proxy in HTTP_PROXY and HTTPS_PROXY. If ${host} needs no proxy, add it to NO_PROXY.`,
		},
	({ code, host }) =>
		nameNotFound.test(code) && {
			message: `The host name of ${host} was not found`,
			description: `Check ${addressFields} for typos.`,
		},
	({ code, notSent, host }) =>
		notSent &&
		notConnected.test(code) && {
			message: `${host} does not accept connections`,
			description: `Check ${addressFields}, and whether your n8n instance is allowed to reach them.`,
		},
	({ code, host }) =>
		untrustedCertificate.test(code) && {
			...misconfigured,
			message: `The certificate of ${host} is not trusted (${code})`,
			description:
				'Use the host name that the certificate was issued for. If you use a private certificate authority, ask your administrator to add it to NODE_EXTRA_CA_CERTS.',
			errorCode: 'certificate',
		},
	({ code, host }) =>
		notTls.test(code) && {
			...misconfigured,
			message: `${host} does not use HTTPS on this port (${code})`,
			description: `Check ${addressFields}: use "http://" or another port.`,
			errorCode: 'protocol',
		},
	({ code, host }) =>
		notHttp.test(code) && {
			message: `${host} does not use HTTP on this port (${code})`,
			description: `Check ${addressFields}: use "https://" or another port.`,
			errorCode: 'protocol',
			// The server did receive bytes.
			notSent: false,
			transient: false,
		},
	({ code, host }) =>
		refusedByClient.test(code) && {
			message: `n8n blocked the request to ${host}`,
			description: 'Ask your administrator to check the outgoing request policy and proxy of n8n.',
			errorCode: 'blocked',
			transient: false,
		},
];

function explain(request: FailedRequest): Explanation {
	for (const explainCause of causes) {
		const explanation = explainCause(request);
		if (explanation) return explanation;
	}
	return {
		message: `The connection to ${request.host} was lost`,
		description: `Try again later. ${request.effect}`,
	};
}

function describeEffect(purpose: RequestPurpose, notSent: boolean): string {
	if (purpose === 'token') return 'Nothing was sent to the service without an access token.';
	if (notSent) return 'Nothing was sent.';
	return purpose === 'read' ? 'Nothing was changed.' : mayHaveActed;
}

/** A request that was on its way when the execution was stopped: a change may have been made. */
function stopped(purpose: RequestPurpose): NetworkError {
	if (purpose !== 'change') return new NetworkError(cancelledFailure);
	return new NetworkError({ ...cancelledFailure, description: mayHaveActed });
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
): NetworkError {
	if ((error as SystemError).code === 'ERR_CANCELED') return stopped(purpose);
	const cause = findCause(error as SystemError);
	const notSent = beforeSending.test(cause.syscall ?? '');
	const explanation = explain({
		error,
		code: cause.code ?? '',
		host: new URL(url).host,
		proxy: findProxy(cause, url),
		notSent,
		timeout,
		ifTimeout,
		effect: describeEffect(purpose, notSent),
	});
	return new NetworkError({ errorCode: 'network', notSent, transient: true, ...explanation });
}
