import { TenantLimitsRegistry } from '../../../src/http/limits/tenantLimits';

let registry: TenantLimitsRegistry;

beforeEach(() => (registry = new TenantLimitsRegistry()));

test('shares limits between the requests of one tenant only', () => {
	const limits = registry.get('https://service', 'tenant');
	expect(registry.get('https://service', 'tenant')).toBe(limits);
	expect(registry.get('https://service', 'other')).not.toBe(limits);
	expect(registry.get('https://servicetenant', '')).not.toBe(limits);
});

test('keeps the limits of a hundred tenants, and of all with requests', async () => {
	const busy = registry.get('busy');
	const idle = registry.get('idle');
	const permit = await busy.concurrency.acquire();
	for (let index = 0; index < 200; index++) registry.get(`tenant ${index}`);
	expect(registry.size).toBe(100);
	expect(registry.get('busy')).toBe(busy);
	expect(registry.get('idle')).not.toBe(idle);
	if (permit.granted) permit.release({ status: 'cancelled' });
});

test('drops the least recently used limits if all are busy', async () => {
	for (let index = 0; index <= 100; index++) {
		await registry.get(`tenant ${index}`).concurrency.acquire();
	}
	expect(registry.size).toBe(100);
	expect(registry.get('tenant 100').concurrency.inFlight).toBe(1);
	expect(registry.get('tenant 0').concurrency.inFlight).toBe(0);
});
