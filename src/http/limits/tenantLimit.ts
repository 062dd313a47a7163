import { ConcurrencyLimit } from './concurrencyLimit';

/** More than an instance uses at a time. The least recently used tenant is removed first. */
const maximumTenants = 100;

/** Shared by all requests to one tenant of a service, in the whole process. */
const tenants = new Map<string, ConcurrencyLimit>();

/** @param key what distinguishes tenants, such as Base URL and tenant ID; no secret */
export function tenantLimit(...key: readonly string[]): ConcurrencyLimit {
	const name = JSON.stringify(key);
	const known = tenants.get(name);
	if (!known && tenants.size >= maximumTenants) removeOne();
	const limit = known ?? new ConcurrencyLimit();
	tenants.delete(name);
	tenants.set(name, limit);
	return limit;
}

/** Removes the least recently used tenant, if possible one without requests in flight. */
function removeOne(): void {
	const names = [...tenants.keys()];
	const oldest = names.find((name) => tenants.get(name)?.idle) ?? names[0];
	if (oldest !== undefined) tenants.delete(oldest);
}
