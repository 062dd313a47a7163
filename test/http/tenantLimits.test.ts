import { tenantLimits } from '../../src/http/tenantLimits';

test('shares limits between the requests of one tenant only', () => {
	const limits = tenantLimits('https://service', 'tenant');
	expect(tenantLimits('https://service', 'tenant')).toBe(limits);
	expect(tenantLimits('https://service', 'other')).not.toBe(limits);
	expect(tenantLimits('https://servicetenant', '')).not.toBe(limits);
});

test('keeps the limits of a hundred tenants, and of all with requests', async () => {
	const busy = tenantLimits('busy');
	const idle = tenantLimits('idle');
	await busy.concurrency.acquire(true);
	for (let index = 0; index < 98; index++) tenantLimits(`tenant ${index}`);
	expect(tenantLimits('idle')).toBe(idle);
	for (let index = 0; index < 100; index++) tenantLimits(`later tenant ${index}`);
	expect(tenantLimits('busy')).toBe(busy);
	expect(tenantLimits('idle')).not.toBe(idle);
});

test('drops the least recently used limits if all are busy', async () => {
	for (let index = 0; index <= 100; index++) {
		await tenantLimits(`busy tenant ${index}`).concurrency.acquire(true);
	}
	expect(tenantLimits('busy tenant 100').concurrency.inFlight).toBe(1);
	expect(tenantLimits('busy tenant 0').concurrency.inFlight).toBe(0);
});
