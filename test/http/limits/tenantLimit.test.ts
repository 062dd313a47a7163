import { tenantLimit } from '../../../src/http/limits/tenantLimit';

test('shares a limit between the requests of one tenant only', () => {
	const limit = tenantLimit('https://service', 'tenant');
	expect(tenantLimit('https://service', 'tenant')).toBe(limit);
	expect(tenantLimit('https://service', 'other')).not.toBe(limit);
	expect(tenantLimit('https://servicetenant', '')).not.toBe(limit);
});

test('keeps the limits of the hundred tenants that were used last', () => {
	const limit = tenantLimit('a');
	const other = tenantLimit('b');
	for (let index = 0; index < 98; index++) tenantLimit(`tenant ${index}`);
	expect(tenantLimit('a')).toBe(limit);
	tenantLimit('c');
	expect(tenantLimit('a')).toBe(limit);
	expect(tenantLimit('b')).not.toBe(other);
});
