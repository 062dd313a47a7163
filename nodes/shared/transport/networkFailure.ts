import type { Failure } from '../errors';

/** Names under which Node.js reports that no connection was made, so that nothing was sent. */
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

/** A network fault in words, with what it says about sending the request again. */
export interface NetworkFailure extends Failure {
	/** The request cannot have reached the service. */
	readonly neverArrived: boolean;
	/** Trying again may help. */
	readonly passing: boolean;
}

/** The execution was stopped while it waited. */
export const cancelledFailure: NetworkFailure = {
	message: 'The request was cancelled',
	description: 'The execution was stopped while it waited for an answer.',
	errorCode: 'cancelled',
	neverArrived: false,
	passing: false,
};

interface SystemError {
	code?: string;
	message?: string;
	cause?: SystemError;
}

function systemCode(error: SystemError): string {
	return error.code ?? error.cause?.code ?? '';
}

/**
 * Words for a request that got no response. The original error is left behind, as it carries the
 * request with its token.
 *
 * @param error what `helpers.httpRequest` threw
 * @param url the address asked, of which only the host is shown
 * @param timeoutMilliseconds the limit that was set
 */
export function readNetworkError(
	error: unknown,
	url: string,
	timeoutMilliseconds: number,
): NetworkFailure {
	const code = systemCode(error as SystemError);
	const host = new URL(url).host;
	const base = { errorCode: 'network', neverArrived: notConnected.has(code), passing: true };
	if (code === 'ERR_CANCELED') return cancelledFailure;
	if (timedOut.has(code)) {
		return {
			...base,
			message: `${host} did not answer within ${timeoutMilliseconds} ms`,
			description:
				'Raise Timeout in the options, or try again in a while. A change that was asked for may have been made.',
			errorCode: 'timeout',
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
	if (notConnected.has(code)) {
		return {
			...base,
			message: `${host} does not accept connections`,
			description:
				'Check Base URL and Authorization Server URL in the credential, and that this n8n may reach them.',
		};
	}
	if (/CERT|SSL|TLS|SELF_SIGNED/.test(code)) {
		return {
			...base,
			message: `The certificate of ${host} is not trusted`,
			description:
				'Ask whoever runs your n8n to trust the certificate authority, or use the address the certificate is for.',
			errorCode: 'certificate',
			neverArrived: true,
			passing: false,
		};
	}
	if (code === '' || code.startsWith('ERR_BAD_OPTION') || code === 'ERR_INVALID_URL') {
		return {
			...base,
			message: `n8n did not let the request to ${host} through`,
			description:
				'The address may be blocked by a rule of this n8n, such as its outgoing request policy or proxy.',
			errorCode: 'blocked',
			passing: false,
		};
	}
	return {
		...base,
		message: `The connection to ${host} broke off`,
		description:
			'Try again in a while. A change that was asked for may have been made: check before you repeat it.',
	};
}
