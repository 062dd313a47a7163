import { ConcurrencyLimit } from './concurrencyLimit';
import { RetryBudget } from './retryBudget';

/** More tenants than an instance works with at a time; beyond it the one used longest ago goes. */
const maximumTenants = 100;

/** What all requests to one tenant of a service share. */
export interface TenantLimits {
	readonly concurrency: ConcurrencyLimit;
	readonly retries: RetryBudget;
}

/** The limits of each service and tenant, kept for those used last. */
export class TenantLimitsRegistry {
	private readonly tenants = new Map<string, TenantLimits>();

	/** How many are kept. */
	get size(): number {
		return this.tenants.size;
	}

	/**
	 * The limits that all requests to one tenant share, made at the first call.
	 *
	 * @param key what tells tenants apart, such as base address and tenant ID; no secret
	 */
	get(...key: readonly string[]): TenantLimits {
		const name = JSON.stringify(key);
		const known = this.tenants.get(name);
		if (!known && this.tenants.size >= maximumTenants) this.forgetOne();
		const limits = known ?? {
			concurrency: new ConcurrencyLimit(),
			retries: new RetryBudget(),
		};
		this.tenants.delete(name);
		this.tenants.set(name, limits);
		return limits;
	}

	/** Forgets the one used longest ago, if possible one without requests under way. */
	private forgetOne(): void {
		let [oldest] = this.tenants.keys();
		for (const [name, { concurrency }] of this.tenants) {
			if (!concurrency.idle) continue;
			oldest = name;
			break;
		}
		if (oldest !== undefined) this.tenants.delete(oldest);
	}
}

/** One registry for the whole process, so that all nodes and executions share it. */
export const tenantLimits = new TenantLimitsRegistry();
