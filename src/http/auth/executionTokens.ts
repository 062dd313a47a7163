import { isErrorCode } from '../../api/errorCodes';
import { type ErrorDetails, ServiceError } from '../../api/errors';
import { cancelledFailure } from '../networkError';
import type { HttpResponse, SendOptions } from '../request';
import { isTooLong } from '../retries';
import { untilCancelled } from '../wait';
import type { Authorization } from './credential';
import { Secrets } from './secrets';
import { isUsable, type StoredToken } from './tokenStore';

/** After so many rejected requests and none accepted, the rest of the execution sends no more. */
const maxRejections = 3;

/** After so many token requests that failed in a row, each with its retries: about half a minute. */
const maxFailures = 10;

/** How long no further token is requested then, in milliseconds. An item may wait for a run for hours. */
const failurePause = 60_000;

/** The error of a service that responded. Any other error is thrown, also that of a token request. */
function responseError(error: unknown): ServiceError {
	if (!(error instanceof ServiceError)) throw error;
	if (error.httpStatus === null || error.details.notSent) throw error;
	return error;
}

/** A 401 with an error code of the service is about the request, not about the token. */
function isTokenRejected(outcome: HttpResponse | ServiceError): outcome is ServiceError {
	if (!(outcome instanceof ServiceError)) return false;
	return outcome.httpStatus === 401 && !isErrorCode(outcome.errorCode);
}

/** The access tokens of one client in one execution, and what the service made of them. */
export class ExecutionTokens {
	readonly secrets: Secrets;
	/** Scopes for which no token is requested, until a time of `performance.now()`. */
	private readonly refusedScopes = new Map<string, { details: ErrorDetails; until: number }>();
	/** Rejected requests of each scope. -Infinity once the service accepted one, so they never suffice. */
	private readonly rejections = new Map<string, number>();
	/** Tokens that were rejected although they were new. */
	private readonly rejectedTokens = new Set<string>();
	/** Token requests that failed in a row. Several items may have waited for one. */
	private readonly failures = new Set<ServiceError>();

	constructor(
		private readonly authorization: Authorization,
		private readonly options: Pick<SendOptions, 'signal'> = {},
	) {
		this.secrets = new Secrets(authorization.secrets);
	}

	/**
	 * Sends a request with a token, and again with a new one if the service rejects the first.
	 *
	 * @param scope as the catalogue names it, without prefix
	 * @param exchange sends the request with a token, which it reads as late as possible
	 * @throws ServiceError if there is no token, and what the exchange throws
	 */
	async use(scope: string, exchange: (token: () => Promise<string>) => Promise<HttpResponse>) {
		let token = await this.get(scope);
		const latest = async () => {
			if (!isUsable(token)) token = await this.get(scope);
			return token.accessToken;
		};
		let outcome = await exchange(latest).catch(responseError);
		// Another item may have renewed it meanwhile.
		const mayRenew = token.isRejected === true || !this.rejectedTokens.has(token.accessToken);
		if (isTokenRejected(outcome) && mayRenew) {
			token.isRejected = true;
			token = await this.get(scope);
			outcome = await exchange(latest).catch(responseError);
			if (isTokenRejected(outcome)) this.rejectedTokens.add(token.accessToken);
		}
		if (isTokenRejected(outcome)) {
			this.noteRejection(scope, outcome);
		} else {
			this.rejections.set(scope, -Infinity);
			// Only some requests were rejected, so a later rejection may be about the token again.
			this.rejectedTokens.delete(token.accessToken);
		}
		if (outcome instanceof ServiceError) throw outcome;
		return outcome;
	}

	/** One request can be rejected for a reason of its own, but a service that accepts none gets no more. */
	private noteRejection(scope: string, { details }: ServiceError): void {
		const count = (this.rejections.get(scope) ?? 0) + 1;
		this.rejections.set(scope, count);
		if (count >= maxRejections) this.refusedScopes.set(scope, { details, until: Infinity });
	}

	private async get(scope: string): Promise<StoredToken> {
		const refused = this.refusedScopes.get(scope);
		if (refused && performance.now() < refused.until) throw new ServiceError(refused.details);
		const request = this.authorization.token(scope);
		const granted = await untilCancelled(request, this.options.signal).catch((error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			this.failures.add(error);
			const details = { ...error.details, notSent: true };
			const until = performance.now() + this.pauseAfter(details);
			this.refusedScopes.set(scope, { details, until });
			throw new ServiceError(details);
		});
		if (granted === undefined) throw new ServiceError({ ...cancelledFailure, notSent: true });
		this.failures.clear();
		this.secrets.add(granted.accessToken);
		return granted;
	}

	/** How long no further token is requested after a failure, in milliseconds. */
	private pauseAfter({ httpStatus = 0, retryAfterSeconds = 0 }: ErrorDetails): number {
		if (isTooLong(retryAfterSeconds)) return retryAfterSeconds * 1000;
		// The server refused the token, rather than being unable to answer for a moment.
		if (httpStatus > 0 && httpStatus < 500 && httpStatus !== 429) return Infinity;
		return this.failures.size >= maxFailures ? failurePause : 0;
	}
}
