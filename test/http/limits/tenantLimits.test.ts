import { tenantLimits } from '../../../src/http/limits/tenantLimits';

test('shares limits between the requests of one tenant only', () => {
	const limits = tenantLimits('https://service', 'tenant');
	expect(tenantLimits('https://service', 'tenant')).toBe(limits);
	expect(tenantLimits('https://service', 'other')).not.toBe(limits);
	expect(tenantLimits('https://servicetenant', '')).not.toBe(limits);
});

test('keeps the limits of the hundred tenants that were used last', () => {
	const first = tenantLimits('first');
	const second = tenantLimits('second');
	for (let index = 0; index < 98; index++) tenantLimits(`tenant ${index}`);
	expect(tenantLimits('first')).toBe(first);
	tenantLimits('another tenant');
	expect(tenantLimits('first')).toBe(first);
	expect(tenantLimits('second')).not.toBe(second);
});
