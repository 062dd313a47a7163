/** Servers that break off: what was not sent may be sent again, and nothing else that changes something. */
import { type BreakOff, startBrokenServer, trustTestCertificate } from './brokenServer';
import { scriptedNodes } from './scriptedService';

const { run, service } = scriptedNodes();

let endTrust: () => void;
beforeAll(() => (endTrust = trustTestCertificate()));
afterAll(() => endTrust());

const alert = Uint8Array.of(21, 3, 3, 0, 2, 2, 80);
const garbage = Uint8Array.of(23, 3, 3, 0, 40, ...Array<number>(40).fill(7));

const hangUp: BreakOff = (socket) => socket.destroy();

const creation = { resource: 'user', operation: 'create', emailAddress: 'new@example.com' };
const createUser = async (baseUrl: string) =>
	await run(
		'User',
		{ ...creation, options: { maxRetries: 2 } },
		{ credentials: { integrationServiceOAuth2Api: { ...service().credential, baseUrl } } },
	);

test.each<[string, BreakOff]>([
	['closes the connection', hangUp],
	['resets the connection', (socket) => socket.resetAndDestroy()],
	['writes plain text', (socket) => socket.write('HTTP/1.1 500 Oops\r\n\r\n')],
	['sends an alert', (socket) => socket.write(alert)],
	['sends a record that fails its check', (socket) => socket.write(garbage)],
])('never sends a creation again to a server that %s', async (_name, breakOff) => {
	const server = await startBrokenServer({ afterRequest: breakOff });
	const { error } = await createUser(server.baseUrl);
	await server.close();
	expect(server.seen).toEqual({ requests: 1, connections: 1 });
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
		const server = await startBrokenServer({ inHandshake: breakOff });
		const { error } = await createUser(server.baseUrl);
		await server.close();
		expect(server.seen).toEqual({ requests: 0, connections: count });
		expect(error?.description).not.toContain('Check whether the change was made');
	},
);
