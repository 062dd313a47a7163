const { createServer } = require('node:net');
const tls = require('node:tls');
const { certificate, privateKey } = require('./testCertificate');

/** @typedef {(socket: import('node:net').Socket) => unknown} BreakOff what a server does with a connection */

const { createSecureContext } = tls;
const secureContext = createSecureContext({ cert: certificate, key: privateKey });

/**
 * Trusts the certificate of the tests, as with NODE_EXTRA_CA_CERTS, which Node.js reads when it starts.
 *
 * @returns ends the trust
 */
exports.trustTestCertificate = () => {
	const createTrusting = (/** @type {tls.SecureContextOptions} */ options) =>
		createSecureContext({ ...options, ca: certificate });
	Object.assign(tls, { createSecureContext: createTrusting });
	return () => {
		Object.assign(tls, { createSecureContext });
	};
};

/**
 * A server for HTTPS that never responds. It breaks off each connection, in the handshake or once it has
 * the request.
 *
 * @param {{ inHandshake?: BreakOff, afterRequest?: BreakOff }} breaks
 */
exports.startBrokenServer = async ({ inHandshake, afterRequest }) => {
	const seen = { requests: 0, connections: 0 };
	const server = createServer((socket) => {
		seen.connections += 1;
		socket.on('error', () => {});
		if (inHandshake) {
			socket.once('data', () => inHandshake(socket));
			return;
		}
		const secure = new tls.TLSSocket(socket, { isServer: true, secureContext });
		secure.on('error', () => {});
		secure.once('data', () => {
			seen.requests += 1;
			afterRequest?.(socket);
		});
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return {
		baseUrl: `https://127.0.0.1:${port}`,
		seen,
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
};
