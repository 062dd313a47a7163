import { readNetworkError } from '../../src/http/networkError';
import { mayPass } from '../../src/http/retries';

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
	[{ code: 'EAI_AGAIN' }, 'network', unknown, 'typos'],
	[refusal, 'network', refused, reachable],
	[{ code: 'ENETUNREACH', ...connect }, 'network', refused, reachable],
	// Several addresses of one host.
	[{ code: 'ECONNREFUSED', errors: [refusal, refusal] }, 'network', refused, reachable],
	[{ code: 'EHOSTUNREACH', syscall: 'read' }, 'network', lost, later],
	[{ code: 'EPIPE' }, 'network', lost, later],
	[{ name: 'NoSsrfBlocked', code: 'EPIPE' }, 'network', lost, later],
	[{ code: 'ECONNRESET', ...connect }, 'network', lost, notSent],
	[{ code: 'ERR_WRAPPED', cause: { code: 'EPIPE' } }, 'network', lost, later],
	[{ code: 'CERT_HAS_EXPIRED' }, 'certificate', 'is not trusted', 'NODE_EXTRA_CA_CERTS'],
	[{ ...plain, ...handshake }, 'protocol', 'does not use HTTPS on this port', 'use "http://"'],
	[{ ...plain, ...connected }, 'network', lost, later],
	[{ code: 'ECONNRESET', ...handshake }, 'network', lost, notSent],
	[{ message: 'Proxy connection ended before receiving CONNECT response' }, 'network', lost, later],
	[{ code: 'HPE_HEADER_OVERFLOW' }, 'protocol', 'headers that are too large', 'platform.'],
	[{ code: 'HPE_INVALID_HEADER_TOKEN' }, 'protocol', invalid, 'platform.'],
	[{ code: 'HPE_UNEXPECTED_CONTENT_LENGTH' }, 'protocol', invalid, 'platform.'],
	[
		{ code: 'HPE_INVALID_CONSTANT' },
		'protocol',
		'does not use HTTP on this port',
		'use "https://"',
	],
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
	['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
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

const connecting = { ...connect, address: '10.1.2.3', port: 3128 };

test.each<[object, string]>([
	...['ECONNREFUSED', 'EHOSTUNREACH', 'ECONNRESET'].map((code): [object, string] => [
		{ ...connecting, code },
		"n8n can't reach the proxy 10.1.2.3:3128",
	]),
	[{ ...lookUp, hostname: 'proxy.example.org' }, 'the proxy proxy.example.org'],
	[
		{ code: 'ECONNREFUSED', syscall: 'connect', address: '10.9.9.9', port: 443 },
		'service.example.com does not accept connections',
	],
	[{ ...lookUp, hostname: 'service.example.com' }, 'The host name of service.example.com was'],
])('distinguishes the proxy from the service: %j', (fault, message) => {
	const failure = read(fault);
	expect(failure).toMatchObject({ notSent: true, errorCode: 'network' });
	expect(mayPass(failure)).toBe(true);
	expect(failure.message).toContain(message);
	expect(failure.description.includes('HTTP_PROXY')).toBe(message.includes('proxy'));
});

test.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	"explains n8n's SSRF protection: %s",
	(name) => {
		for (const error of [{ name }, { name: 'AxiosError', code: 'ERR_NETWORK', cause: { name } }]) {
			const failure = read(error);
			expect(failure).toMatchObject({ errorCode: 'blocked', notSent: true });
			expect(mayPass(failure)).toBe(false);
			expect(failure.message).toContain(protection);
			expect(failure.description).toMatch(/N8N_SSRF_ALLOWED_HOSTNAMES.+N8N_SSRF_ALLOWED_IP_RANGES/);
		}
	},
);
