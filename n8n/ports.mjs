import { createServer } from 'node:net';

/**
 * @param {number} port 0 for any free one
 * @returns {Promise<import('node:net').Server>}
 */
async function listen(port) {
	const server = createServer();
	await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => resolve(undefined));
	});
	return server;
}

/** @param {import('node:net').Server} server */
async function close(server) {
	await new Promise((resolve) => server.close(resolve));
}

/**
 * Finds ports of the loopback address that are free at this moment.
 *
 * @param {number} count
 * @returns {Promise<number[]>} all different
 */
export async function findFreePorts(count) {
	// All are held until the last is found, so that none is handed out twice.
	const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
	const ports = servers.map(
		(server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port,
	);
	await Promise.all(servers.map(close));
	return ports;
}

/**
 * @param {number} port
 * @returns {Promise<void>}
 * @throws when another program listens on the port
 */
export async function requireFreePort(port) {
	try {
		await close(await listen(port));
	} catch (error) {
		const { code } = /** @type {NodeJS.ErrnoException} */ (error);
		if (code === 'EADDRINUSE') {
			throw new Error(
				`Port ${port} is in use by another program. Choose another one, or none for any free one.`,
			);
		}
		if (code === 'EACCES')
			throw new Error(`Port ${port} is not open to you. Choose one above 1023.`);
		throw error;
	}
}
