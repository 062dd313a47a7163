import { readNetworkError } from '../../src/http/networkError';

const url = 'https://service.example.com/users';
const read = (error: object) => readNetworkError(error, url, 500, 'Wait longer.').details;

/** The TLS handshake is under way, or is over. */
const handshake = { request: { socket: { secureConnecting: true } } };
const connected = { request: { socket: { secureConnecting: false } } };

const notSent = 'The request was not sent.';

const connect = { syscall: 'connect' };
const refusal = { code: 'ECONNREFUSED', ...connect };
const lookUp = { code: 'ENOTFOUND', syscall: 'getaddrinfo' };
const plain = { code: 'ERR_SSL_WRONG_VERSION_NUMBER' };
const noResponse = 'did not respond within 500 ms';
const unknown = 'The host name of service.example.com was not found';
const refused = 'service.example.com does not accept connections';
const lost = 'The connection to service.example.com was lost';
const blocked = 'n8n blocked the request to service.example.com';
const protection = 'SSRF protection blocked the request to service.example.com';
const reachable = 'whether your n8n instance is allowed to reach them';
const invalid = 'service.example.com sent an invalid HTTP response';
const later = 'Try again later.';

test.each<[object, string, string, string]>([
	[{ code: 'ETIMEDOUT' }, 'timeout', noResponse, 'Wait longer.'],
	[{ code: 'ETIMEDOUT', ...connect }, 'timeout', noResponse, `Wait longer. ${notSent}`],
	[lookUp, 'network', unknown, 'typos'],
	[lookUp, 'network', unknown, 'HTTP_PROXY'],
	[{ code: 'EAI_AGAIN' }, 'network', unknown, 'typos'],
	[refusal, 'network', refused, reachable],
	[refusal, 'network', refused, 'HTTP_PROXY'],
	[{ code: 'ENETUNREACH', ...connect }, 'network', refused, reachable],
	// Several addresses of one host.
	[{ code: 'ECONNREFUSED', errors: [refusal, refusal] }, 'network', refused, reachable],
	[{ code: 'EHOSTUNREACH', syscall: 'read' }, 'network', lost, later],
	[{ code: 'EPIPE' }, 'network', lost, later],
	[{ name: 'NoSsrfBlocked', code: 'EPIPE' }, 'network', lost, later],
	[{ code: 'ECONNRESET', ...connect }, 'network', lost, notSent],
	[{ code: 'ERR_WRAPPED', cause: { code: 'EPIPE' } }, 'network', lost, later],
	[{ code: 'CERT_HAS_EXPIRED' }, 'certificate', 'is not trusted', 'NODE_EXTRA_CA_CERTS'],
	[
		{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
		'certificate',
		'is not trusted',
		'Use the host name that the certificate was issued for',
	],
	[{ ...plain, ...handshake }, 'protocol', 'does not use HTTPS on this port', 'use "http://"'],
	[{ ...plain, ...connected }, 'network', lost, later],
	[{ code: 'ECONNRESET', ...handshake }, 'network', lost, notSent],
	[{ code: 'HPE_HEADER_OVERFLOW' }, 'protocol', invalid, 'support of your platform'],
	[{ code: 'HPE_INVALID_CONSTANT' }, 'protocol', invalid, 'use "https://" or another port'],
	[{ code: 'ERR_INVALID_URL' }, 'blocked', blocked, 'outgoing request policy'],
	[{ code: 'ERR_BAD_OPTION_VALUE' }, 'blocked', blocked, 'outgoing request policy'],
	[{}, 'blocked', blocked, 'outgoing request policy'],
])('explains %j as %s and what to do', (error, errorCode, message, remedy) => {
	const failure = read(error);
	expect(failure.errorCode).toBe(errorCode);
	expect(failure.message).toContain(message);
	expect(failure.message).toContain('service.example.com');
	// Codes that a search finds more of.
	if (/^(?:certificate|protocol)$/.test(errorCode)) {
		expect(failure.message).toContain(`(${String(Object(error).code)})`);
	}
	expect(failure.description).toContain(remedy);
});

test.each([
	[{ code: 'ETIMEDOUT' }, 'Try again later.'],
	[{ code: 'EPIPE' }, 'Try again later.'],
	[{ code: 'ECONNRESET', ...connect }, `Try again later. ${notSent}`],
])('explains what to do after %j without an option', (error, expected) => {
	expect(readNetworkError(error, url, 500).description).toBe(expected);
});

test.each([
	...['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_SOCKET_CONNECTION_TIMEOUT'].map(
		(code) => [code, 'timeout'] as const,
	),
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
	['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
	['UNABLE_TO_GET_ISSUER_CERT', 'certificate'],
	['HOSTNAME_MISMATCH', 'certificate'],
	['INVALID_CA', 'certificate'],
	['INVALID_PURPOSE', 'certificate'],
	['PATH_LENGTH_EXCEEDED', 'certificate'],
	['ERR_TLS_HANDSHAKE_TIMEOUT', 'protocol'],
	['EPROTO', 'protocol'],
	['NO_CERT_', 'network'],
	['NO_EPROTO', 'network'],
] as const)('reads the code %s of a handshake as %s', (code, errorCode) => {
	expect(read({ code, ...handshake }).errorCode).toBe(errorCode);
});

test('describes a request that was under way when n8n stopped', () => {
	expect(read({ code: 'ERR_CANCELED' })).toEqual({
		message: 'The execution was stopped',
		description: 'Run the workflow again if you still need the result.',
		errorCode: 'cancelled',
	});
});

test.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	"explains n8n's SSRF protection: %s",
	(name) => {
		for (const error of [{ name }, { name: 'AxiosError', code: 'ERR_NETWORK', cause: { name } }]) {
			const failure = read(error);
			expect(failure).toMatchObject({ errorCode: 'blocked', notSent: true });
			expect(failure.message).toContain(protection);
			expect(failure.description).toMatch(/N8N_SSRF_ALLOWED_HOSTNAMES.+N8N_SSRF_ALLOWED_IP_RANGES/);
		}
	},
);
