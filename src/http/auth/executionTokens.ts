import { isErrorCode } from '../../api/errorCodes';
import { ServiceError } from '../../api/errors';
import { cancelledFailure } from '../networkError';
import type { HttpResponse } from '../request';
import { untilCancelled } from '../wait';
import type { Authorization } from './credential';
import { Secrets } from './secrets';
import { isUsable, type StoredToken } from './tokenStore';

/**
 * How long a token that replaced a rejected one isn't renewed if the service rejects it, too. In
 * milliseconds.
 */
const renewalPause = 60_000;

/** The failure of a request is a result here. Any other error is thrown. */
function failureOf(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/** A 401 with an error code of the service is about the request, not about the token. */
function isTokenRejected(outcome: HttpResponse | ServiceError): boolean {
	if (!(outcome instanceof ServiceError) || outcome.details.notSent) return false;
	return outcome.httpStatus === 401 && !isErrorCode(outcome.errorCode);
}

/** The access tokens of one client in one execution. */
export class ExecutionTokens {
	readonly secrets: Secrets;

	constructor(
		private readonly authorization: Authorization,
		private readonly signal?: AbortSignal,
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
		const attempt = async () => {
			const outcome = await exchange(latest).catch(failureOf);
			if (!isTokenRejected(outcome)) token.keptUntil = 0;
			return outcome;
		};
		let outcome = await attempt();
		// Another item may have renewed it meanwhile.
		const mayRenew = token.isRejected === true || performance.now() >= (token.keptUntil ?? 0);
		if (isTokenRejected(outcome) && mayRenew) {
			token.isRejected = true;
			token = await this.get(scope);
			token.keptUntil ??= performance.now() + renewalPause;
			outcome = await attempt();
		}
		if (outcome instanceof ServiceError) throw outcome;
		return outcome;
	}

	private async get(scope: string): Promise<StoredToken> {
		const request = this.authorization.token(scope);
		const granted = await untilCancelled(request, this.signal).catch((error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			throw new ServiceError({ ...error.details, notSent: true });
		});
		if (granted === undefined) throw new ServiceError({ ...cancelledFailure, notSent: true });
		this.secrets.add(granted.accessToken);
		return granted;
	}
}
