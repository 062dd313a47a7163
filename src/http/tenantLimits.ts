import type { ServiceError } from '../api/errors';
import { ConcurrencyLimit } from './limits/concurrencyLimit';
import { RetryBudget } from './retries';

/** More than an instance uses at a time. The least recently used tenant is removed first. */
const maximumTenants = 100;

/** Shared by all requests to one tenant of a service. */
export class TenantLimits {
	readonly concurrency = new ConcurrencyLimit();
	readonly retries = new RetryBudget();
	/** Why the last request that found no room failed. */
	lastRejection?: ServiceError;
}

/** One map for the whole process, so all nodes and executions share it. */
const tenants = new Map<string, TenantLimits>();

/** @param key what distinguishes tenants, such as Base URL and tenant ID; no secret */
export function tenantLimits(...key: readonly string[]): TenantLimits {
	const name = JSON.stringify(key);
	const known = tenants.get(name);
	if (!known && tenants.size >= maximumTenants) removeOne();
	const limits = known ?? new TenantLimits();
	tenants.delete(name);
	tenants.set(name, limits);
	return limits;
}

/** Removes the least recently used tenant, if possible one without requests in flight. */
function removeOne(): void {
	const names = [...tenants.keys()];
	const oldest = names.find((name) => tenants.get(name)?.concurrency.idle) ?? names[0];
	if (oldest !== undefined) tenants.delete(oldest);
}
