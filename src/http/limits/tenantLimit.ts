import { ConcurrencyLimit } from './concurrencyLimit';

/** More than an instance uses at a time. The least recently used tenant is removed first. */
const maximumTenants = 100;

/** One map for the whole process, so all nodes and executions share it. */
const tenantLimits = new Map<string, ConcurrencyLimit>();

/**
 * The limit that all requests to one tenant of a service share.
 *
 * @param key what distinguishes tenants, such as Base URL and tenant ID; no secret
 */
export function tenantLimit(...key: readonly string[]): ConcurrencyLimit {
	const name = JSON.stringify(key);
	const limit = tenantLimits.get(name) ?? new ConcurrencyLimit();
	tenantLimits.delete(name);
	tenantLimits.set(name, limit);
	const [oldest = name] = tenantLimits.keys();
	if (tenantLimits.size > maximumTenants) tenantLimits.delete(oldest);
	return limit;
}
