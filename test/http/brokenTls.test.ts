/** Servers that break off: what was not sent may be sent again, and nothing else that changes something. */
import { type AddressInfo, createServer, type Socket } from 'net';
import tls, { TLSSocket } from 'tls';
import { Engine } from '../engine/engine';
import { type ScriptedService, startScriptedService } from './scriptedService';
import { certificate, privateKey } from './testCertificate';

let engine: Engine;
let authorization: ScriptedService;

const { createSecureContext } = tls;
const secureContext = createSecureContext({ cert: certificate, key: privateKey });

beforeAll(async () => {
	// As with NODE_EXTRA_CA_CERTS, which Node.js reads when it starts.
	jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) => createSecureContext({ ...options, ca: certificate }));
	engine = await Engine.load();
	authorization = await startScriptedService();
});
afterAll(async () => {
	jest.restoreAllMocks();
	await authorization.close();
});

type BreakOff = (socket: Socket) => unknown;

/** A server that breaks off each connection, before the handshake or once it has the request. */
async function startServer(inHandshake: BreakOff | undefined, afterRequest: BreakOff) {
	let requests = 0;
	let connections = 0;
	const server = createServer((socket) => {
		connections += 1;
		socket.on('error', () => {});
		if (inHandshake) {
			socket.once('data', () => inHandshake(socket));
			return;
		}
		const secure = new TLSSocket(socket, { isServer: true, secureContext });
		secure.on('error', () => {});
		secure.once('data', () => {
			requests += 1;
			afterRequest(socket);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `https://127.0.0.1:${port}`,
		seen: () => ({ requests, connections }),
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}

const alert = Buffer.from([21, 3, 3, 0, 2, 2, 80]);
const garbage = Buffer.from([23, 3, 3, 0, 40, ...Array<number>(40).fill(7)]);

const hangUp: BreakOff = (socket) => socket.destroy();

async function createUser(baseUrl: string) {
	return await engine.runNode({
		type: 'integrationServiceUser',
		parameters: {
			resource: 'user',
			operation: 'create',
			emailAddress: 'new@example.com',
			options: { maxRetries: 2 },
		},
		credentials: { integrationServiceOAuth2Api: { ...authorization.credential, baseUrl } },
	});
}

test.each<[string, BreakOff]>([
	['closes the connection', hangUp],
	['resets the connection', (socket) => socket.resetAndDestroy()],
	['writes plain text', (socket) => socket.write('HTTP/1.1 500 Oops\r\n\r\n')],
	['sends an alert', (socket) => socket.write(alert)],
	['sends a record that fails its check', (socket) => socket.write(garbage)],
])('never sends a creation again to a server that %s', async (_name, breakOff) => {
	const server = await startServer(undefined, breakOff);
	const { error } = await createUser(server.baseUrl);
	await server.close();
	expect(server.seen()).toEqual({ requests: 1, connections: 1 });
	expect(error).toMatchObject({ errorCode: 'network' });
	expect(error?.message).toContain('was lost');
	expect(error?.description).toContain('Check whether the change was made');
});

test.each<[string, BreakOff, number]>([
	['closes the connection', hangUp, 3],
	['speaks plain HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 1],
])(
	'knows that nothing was sent if a server %s in the handshake',
	async (_name, breakOff, count) => {
		const server = await startServer(breakOff, hangUp);
		const { error } = await createUser(server.baseUrl);
		await server.close();
		expect(server.seen()).toEqual({ requests: 0, connections: count });
		expect(error?.description).not.toContain('Check whether the change was made');
	},
);
