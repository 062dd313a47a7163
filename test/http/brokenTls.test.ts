/** Servers that break off: what was not sent may be sent again, and nothing else that changes something. */
import { Engine } from '../engine/engine';
import { type BreakOff, startBrokenServer, trustTestCertificate } from './brokenServer';
import { type ScriptedService, startScriptedService } from './scriptedService';

let engine: Engine;
let authorization: ScriptedService;
let endTrust: () => void;

beforeAll(async () => {
	endTrust = trustTestCertificate();
	engine = await Engine.load();
	authorization = await startScriptedService();
});
afterAll(async () => {
	endTrust();
	await authorization.close();
});

const alert = Uint8Array.of(21, 3, 3, 0, 2, 2, 80);
const garbage = Uint8Array.of(23, 3, 3, 0, 40, ...Array<number>(40).fill(7));

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
