import { ConcurrencyLimit } from './concurrencyLimit';
import { RetryBudget } from './retryBudget';

/** More than an instance uses at a time. The least recently used tenant is removed first. */
const maximumTenants = 100;

/** Shared by all requests to one tenant of a service. */
export interface TenantLimits {
	readonly concurrency: ConcurrencyLimit;
	readonly retries: RetryBudget;
}

export class TenantLimitsRegistry {
	private readonly tenants = new Map<string, TenantLimits>();

	get size(): number {
		return this.tenants.size;
	}

	/** @param key what distinguishes tenants, such as Base URL and tenant ID; no secret */
	get(...key: readonly string[]): TenantLimits {
		const name = JSON.stringify(key);
		const known = this.tenants.get(name);
		if (!known && this.tenants.size >= maximumTenants) this.removeOne();
		const limits = known ?? { concurrency: new ConcurrencyLimit(), retries: new RetryBudget() };
		this.tenants.delete(name);
		this.tenants.set(name, limits);
		return limits;
	}

	/** Removes the least recently used tenant, if possible one without requests in flight. */
	private removeOne(): void {
		const names = [...this.tenants.keys()];
		const oldest = names.find((name) => this.tenants.get(name)?.concurrency.idle) ?? names[0];
		if (oldest !== undefined) this.tenants.delete(oldest);
	}
}

/** One registry for the whole process, so all nodes and executions share it. */
export const tenantLimits = new TenantLimitsRegistry();
