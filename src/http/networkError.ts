import type { ErrorDetails } from '../api/errors';

/** System calls before which nothing was sent. */
const beforeSending = new Set(['connect', 'getaddrinfo']);

/** Names under which Node.js reports that no connection was made. */
const notConnected = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

const timedOut = new Set([
	'ECONNABORTED',
	'ETIMEDOUT',
	'ESOCKETTIMEDOUT',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
]);

/** Names under which Node.js and OpenSSL report a certificate that is not trusted. */
const certificateCodes =
	/^(CERT_|ERR_TLS_CERT|UNABLE_TO_(VERIFY|GET)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;

/** Names under which they report that the two sides do not speak the same protocol. */
const protocolCodes = /^(EPROTO|ERR_SSL_|ERR_TLS_)/;

/** What n8n calls a request that its protection against server-side request forgery has stopped. */
const stoppedByProtection = /^SsrfBlocked/;

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** What a request is for: to change something, to read, or to get an access token. */
export type RequestPurpose = 'change' | 'read' | 'token';

/** What may be true of a change that got no response. */
export const mayHaveActed =
	'A change that was asked for may have been made: check before you repeat it.';

/** A network fault in words, with what it says about sending the request again. */
export interface NetworkFailure extends ErrorDetails {
	/** Nothing of the request was sent, so that the service cannot have acted on it. */
	readonly notSent: boolean;
	/** Trying again may help. */
	readonly transient: boolean;
}

/** The execution was stopped while it waited. */
export const cancelledFailure: NetworkFailure = {
	message: 'The request was cancelled',
	description: 'The execution was stopped while it waited for a response.',
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

/** The fault itself, which HTTP clients wrap, and Node.js gathers from several addresses. */
function innermost(error: SystemError): SystemError {
	const inner = error.cause ?? error.errors?.[0];
	return inner?.code === undefined ? error : innermost(inner);
}

/** The fault and what it is wrapped in, the outermost first. */
function* chainOf(error: SystemError): Generator<SystemError> {
	yield error;
	if (error.cause) yield* chainOf(error.cause);
}

/**
 * Whether n8n's protection against server-side request forgery let a request not through.
 *
 * @param error what n8n threw
 */
export function isStoppedByProtection(error: unknown): boolean {
	const chain = [...chainOf(Object(error) as SystemError)];
	return chain.some(({ name = '' }) => stoppedByProtection.test(name));
}

/** The proxy that was tried in place of the service itself, where the fault tells of one. */
function proxyOf({ address, port, hostname }: SystemError, url: string): string | undefined {
	const target = new URL(url);
	if (hostname !== undefined) {
		return hostname === target.hostname ? undefined : hostname;
	}
	const targetPort = target.port || defaultPorts[target.protocol];
	return port === undefined || String(port) === targetPort ? undefined : `${address}:${port}`;
}

/**
 * Words for a request that got no response. The original error is left behind, as it carries the
 * request with its token.
 *
 * @param error what `helpers.httpRequest` threw
 * @param url the address asked, of which only the host is shown
 * @param timeoutMilliseconds the limit that was set
 * @param purpose what the request was for
 */
export function readNetworkError(
	error: unknown,
	url: string,
	timeoutMilliseconds: number,
	purpose: RequestPurpose,
): NetworkFailure {
	const outer = error as SystemError;
	const inner = innermost(outer);
	const { code = '', syscall = '' } = inner;
	const { host } = new URL(url);
	const proxy = proxyOf(inner, url);
	const notSent = beforeSending.has(syscall);
	const base = { errorCode: 'network', notSent, transient: true };
	const misconfigured = { notSent: true, transient: false };
	if (outer.code === 'ERR_CANCELED') return cancelledFailure;
	if (timedOut.has(code)) {
		return {
			...base,
			message: `${host} did not answer within ${timeoutMilliseconds} ms`,
			description:
				purpose === 'token'
					? `Try again in a while. ${consequence(purpose, notSent)} If it stays so, ask whoever runs the authorization server.`
					: `Raise Timeout in the options, or try again in a while. ${consequence(purpose, notSent)}`,
			errorCode: 'timeout',
		};
	}
	if (isStoppedByProtection(error)) {
		return {
			...misconfigured,
			message: `The protection of this n8n lets no request through to ${host}`,
			description:
				'Ask whoever runs your n8n to allow it: a name in N8N_SSRF_ALLOWED_HOSTNAMES, an IP address in N8N_SSRF_ALLOWED_IP_RANGES.',
			errorCode: 'blocked',
		};
	}
	if (proxy !== undefined && (beforeSending.has(syscall) || notConnected.has(code))) {
		return {
			...base,
			message: `The proxy ${proxy} of this n8n cannot be reached`,
			description: `Requests to ${host} go through it, as HTTP_PROXY or HTTPS_PROXY say. Ask whoever runs your n8n to look after the proxy, or to name ${host} in NO_PROXY where none is needed.`,
		};
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			...base,
			message: `The address ${host} was not found`,
			description:
				'Check Base URL and Authorization Server URL in the credential for typing slips.',
		};
	}
	if (notConnected.has(code) && notSent) {
		return {
			...base,
			message: `${host} does not accept connections`,
			description:
				'Check Base URL and Authorization Server URL in the credential, and that this n8n may reach them.',
		};
	}
	if (certificateCodes.test(code)) {
		return {
			...misconfigured,
			message: `The certificate of ${host} is not trusted (${code})`,
			description:
				'Use the address that the certificate is for. If it comes from a certificate authority of your own, ask whoever runs your n8n to trust that one (NODE_EXTRA_CA_CERTS).',
			errorCode: 'certificate',
		};
	}
	if (protocolCodes.test(code)) {
		return {
			...misconfigured,
			message: `${host} does not speak https at this port (${code})`,
			description:
				'Check the beginning and the port of Base URL and Authorization Server URL in the credential: it may have to be "http://", or another port.',
			errorCode: 'protocol',
		};
	}
	if (code.startsWith('HPE_')) {
		return {
			...misconfigured,
			message: `${host} does not speak http at this port (${code})`,
			description:
				'Check the beginning and the port of Base URL and Authorization Server URL in the credential: it may have to be "https://", or another port.',
			errorCode: 'protocol',
			// It did receive something, whatever it made of it.
			notSent: false,
		};
	}
	if (code === '' || code.startsWith('ERR_BAD_OPTION') || code === 'ERR_INVALID_URL') {
		return {
			...base,
			message: `n8n did not let the request to ${host} through`,
			description:
				'The address may be blocked by a rule of this n8n, such as its outgoing request policy or proxy.',
			errorCode: 'blocked',
			transient: false,
		};
	}
	return {
		...base,
		message: `The connection to ${host} broke off`,
		description: `Try again in a while. ${consequence(purpose, notSent)}`,
	};
}

function consequence(purpose: RequestPurpose, notSent: boolean): string {
	if (purpose === 'token') return 'Without an access token nothing was sent to the service.';
	if (notSent) return 'Nothing was sent.';
	return purpose === 'read' ? 'Nothing was changed.' : mayHaveActed;
}
