import '../../engine/skippedWaits';
import type { INodeParameters } from 'n8n-workflow';
import { Engine } from '../../engine/engine';
import { type ScriptedService, startScriptedService } from '../scriptedService';

let engine: Engine;
let service: ScriptedService;

beforeAll(async () => {
	engine = await Engine.load();
	service = await startScriptedService();
});
beforeEach(() => service.requests.splice(0));
afterAll(async () => await service.close());

test.each([
	['is down', { status: 503 }, 500, 500],
	['wants to be left alone', { status: 503, headers: { 'retry-after': '0' } }, 2000, 2600],
])('sends few requests to a service that %s', async (_name, response, count, most) => {
	service.respond = () => response;
	const items = Array.from({ length: count }, (_item, index) => ({
		id: `8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e${1000 + index}`,
	}));
	const userId = { __rl: true, mode: 'id', value: '={{ $json.id }}' } as INodeParameters;
	const { items: output } = await engine.runNode({
		type: 'integrationServiceUser',
		parameters: { resource: 'user', operation: 'delete', userId },
		credentials: { integrationServiceOAuth2Api: service.credential },
		items,
		onError: 'continueRegularOutput',
	});
	expect(output).toHaveLength(count);
	expect(service.requests.length).toBeLessThanOrEqual(most);
});
