import { tenantLimit } from '../../../src/http/limits/tenantLimit';

test('shares limits between the requests of one tenant only', () => {
	const limits = tenantLimit('https://service', 'tenant');
	expect(tenantLimit('https://service', 'tenant')).toBe(limits);
	expect(tenantLimit('https://service', 'other')).not.toBe(limits);
	expect(tenantLimit('https://servicetenant', '')).not.toBe(limits);
});

test('keeps the limits of a hundred tenants, and of all with requests', async () => {
	const busy = tenantLimit('busy');
	const idle = tenantLimit('idle');
	await busy.acquire(true);
	for (let index = 0; index < 98; index++) tenantLimit(`tenant ${index}`);
	expect(tenantLimit('idle')).toBe(idle);
	for (let index = 0; index < 100; index++) tenantLimit(`later tenant ${index}`);
	expect(tenantLimit('busy')).toBe(busy);
	expect(tenantLimit('idle')).not.toBe(idle);
});

test('drops the least recently used limits if all are busy', async () => {
	for (let index = 0; index <= 100; index++) {
		await tenantLimit(`busy tenant ${index}`).acquire(true);
	}
	expect(tenantLimit('busy tenant 100').inFlight).toBe(1);
	expect(tenantLimit('busy tenant 0').inFlight).toBe(0);
});
