import { readNetworkError } from '../../../nodes/shared/transport/networkFailure';

const read = (error: object) => readNetworkError(error, 'https://service.example.com/users', 500);

test.each([
	['a refused connection', { code: 'ECONNREFUSED', syscall: 'connect' }, true, true],
	['a name that is not found', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, true, true],
	['no way to the host', { code: 'EHOSTUNREACH', syscall: 'connect' }, true, true],
	['a connection that takes too long', { code: 'ETIMEDOUT', syscall: 'connect' }, true, true],
	['no way back from the host', { code: 'EHOSTUNREACH', syscall: 'read' }, false, true],
	['a reset', { code: 'ECONNRESET', syscall: 'read' }, false, true],
	['a response that takes too long', { code: 'ETIMEDOUT' }, false, true],
	[
		'a certificate of a private authority',
		{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
		true,
		false,
	],
	['a certificate of another host', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, true, false],
	['https where http is spoken', { code: 'EPROTO', syscall: 'write' }, true, false],
	['http where https is spoken', { code: 'HPE_INVALID_CONSTANT' }, false, false],
	['a rule of n8n', {}, false, false],
])('%s', (_name, error, notSent, transient) => {
	expect(read(error)).toMatchObject({ notSent, transient });
	expect(read({ code: 'ERR_WRAPPED', cause: error })).toMatchObject(
		'code' in error ? { notSent, transient } : {},
	);
});

test('several addresses that refuse are one that refuses', () => {
	const errors = [
		{ code: 'ECONNREFUSED', syscall: 'connect' },
		{ code: 'ECONNREFUSED', syscall: 'connect' },
	];
	expect(read({ code: 'ECONNREFUSED', errors })).toMatchObject({
		message: 'service.example.com does not accept connections',
		notSent: true,
	});
});

test.each([
	['CERT_HAS_EXPIRED', 'certificate'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'protocol'],
	['ERR_INVALID_URL', 'blocked'],
	['EPIPE', 'network'],
])('%s is of the kind %s', (code, errorCode) => {
	expect(read({ code }).errorCode).toBe(errorCode);
});

const proxyFaults: Array<[string, object, string]> = [
	[
		'a proxy that refuses',
		{ code: 'ECONNREFUSED', syscall: 'connect', address: '10.1.2.3', port: 3128 },
		'The proxy 10.1.2.3:3128 of this n8n cannot be reached',
	],
	[
		'a proxy that does not answer',
		{ code: 'EHOSTUNREACH', syscall: 'connect', address: '10.1.2.3', port: 3128 },
		'The proxy 10.1.2.3:3128 of this n8n cannot be reached',
	],
	[
		'a proxy that is not found',
		{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'proxy.example.org' },
		'The proxy proxy.example.org of this n8n cannot be reached',
	],
	[
		'the service itself, at the port of its scheme',
		{ code: 'ECONNREFUSED', syscall: 'connect', address: '10.9.9.9', port: 443 },
		'service.example.com does not accept connections',
	],
	[
		'the name of the service itself',
		{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'service.example.com' },
		'The address service.example.com was not found',
	],
];

test.each(proxyFaults)('tells from where it came: %s', (_name, fault, message) => {
	expect(read(fault)).toMatchObject({ message, notSent: true, transient: true });
});

test.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	"n8n's own protection, as %s, by itself and wrapped",
	(name) => {
		for (const error of [{ name }, { name: 'AxiosError', code: 'ERR_NETWORK', cause: { name } }]) {
			const failure = read(error);
			expect(failure).toMatchObject({ errorCode: 'blocked', notSent: true, transient: false });
			expect(failure.message).toContain('service.example.com');
			expect(failure.description).toMatch(/N8N_SSRF_ALLOWED_HOSTNAMES.+N8N_SSRF_ALLOWED_IP_RANGES/);
		}
	},
);
