import { type Sandbox, startSandbox } from '../sandbox';
import { Engine } from '../engine/engine';

let sandbox: Sandbox;
let engine: Engine;

beforeAll(async () => {
	engine = await Engine.load();
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(() => sandbox.reset());

const run = async (parameters: object, items?: object[]) =>
	await engine.runNode({
		type: 'integrationServiceUser',
		parameters: { resource: 'user', ...parameters } as never,
		items: items as never,
		credentials: { integrationServiceOAuth2Api: sandbox.credential },
	});

test('lists users up to the limit in one request', async () => {
	const { items, error } = await run({ operation: 'getAll', limit: 7 });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(7);
	expect(sandbox.requests).toHaveLength(1);
});
