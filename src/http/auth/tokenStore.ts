import { createHmac, randomBytes } from 'crypto';
import { ServiceError } from '../../api/errors';
import { limits } from '../../api/limits';
import { longestWait, mayPass } from '../retries';

/** More than any instance needs. The oldest one is removed first. */
const maximumTokens = 1000;

/** A token as an authorization server returns it. */
export interface GrantedToken {
	readonly accessToken: string;
	/** Seconds until it expires. */
	readonly expiresIn?: unknown;
}

/** Access tokens are kept in memory only, under keys that reveal no secret. */
export interface StoredToken {
	readonly accessToken: string;
	/** In milliseconds of `performance.now()`, which no correction of the clock changes. */
	readonly renewAt: number;
	/** Set once the service rejected it, for all who have it. */
	isRejected?: true;
	/** Until when a rejection doesn't renew it, as it replaced a rejected one. 0 after any other outcome. */
	keptUntil?: number;
}

export function isUsable({ renewAt, isRejected }: StoredToken): boolean {
	return !isRejected && performance.now() < renewAt;
}

/**
 * When to renew a token: a tenth of its lifetime before it expires, but at least 2 and at most 60
 * seconds. A very short lifetime is used by half. Servers round the expiry down to whole seconds.
 *
 * @param requestedAt milliseconds
 * @param expiresIn seconds
 * @returns milliseconds, of the same clock
 */
export function renewalTime(requestedAt: number, expiresIn: number): number {
	const early = Math.min(Math.max(expiresIn * 0.1, 2), 60, expiresIn / 2);
	return requestedAt + (expiresIn - early) * 1000;
}

const hashSecret = randomBytes(32);

/** A hash that doesn't reveal the text, not even to somebody who guesses it. */
export function hashKey(text: string): string {
	return createHmac('sha256', hashSecret).update(text).digest('base64');
}

/** How long a failed request isn't repeated, in milliseconds, unless the server asks for a longer wait. */
const pauses = { afterRefusal: 10_000, afterFault: 2_000 } as const;

/** When a request that failed now may be repeated, on the clock of `performance.now()`. */
function nextRequest(error: unknown): number {
	const details = error instanceof ServiceError ? error.details : undefined;
	const pause = details && mayPass(details) ? pauses.afterFault : pauses.afterRefusal;
	const wished = Math.min(1000 * (details?.retryAfterSeconds ?? 0), longestWait);
	return performance.now() + Math.max(pause, wished);
}

/** One request for a token, and for a while what came of it. */
class Grant {
	readonly token: Promise<StoredToken>;
	/** Whether its token or its failure still counts. */
	isCurrent = () => true;

	constructor(request: () => Promise<GrantedToken>) {
		const requestedAt = performance.now();
		this.token = request().then(
			(granted) => this.keep(granted, requestedAt),
			(error: unknown) => {
				const until = nextRequest(error);
				this.isCurrent = () => performance.now() < until;
				throw error;
			},
		);
	}

	private keep({ accessToken, expiresIn }: GrantedToken, requestedAt: number): StoredToken {
		const seconds = Number(expiresIn ?? limits.accessTokenSeconds);
		const lifetime = Number.isFinite(seconds) ? seconds : limits.accessTokenSeconds;
		const stored = { accessToken, renewAt: renewalTime(requestedAt, Math.max(1, lifetime)) };
		this.isCurrent = () => lifetime > 0 && isUsable(stored);
		return stored;
	}
}

/** Grants by {@link hashKey}, shared by all nodes and executions of the process. */
const grants = new Map<string, Grant>();

/**
 * A token from memory, or a new one if it must be renewed. All who need it wait for one request.
 *
 * @param identity what distinguishes tokens, such as client, tenant, and scope
 * @param request requests a token
 * @throws what the request throws, to all who need the token until it may be repeated
 */
export async function sharedToken(
	identity: readonly string[],
	request: () => Promise<GrantedToken>,
): Promise<StoredToken> {
	const key = hashKey(JSON.stringify(identity));
	const known = grants.get(key);
	if (known?.isCurrent()) return await known.token;
	removeOld();
	const grant = new Grant(request);
	grants.set(key, grant);
	return await grant.token;
}

function removeOld(): void {
	for (const [key, grant] of grants) if (!grant.isCurrent()) grants.delete(key);
	const [oldest] = grants.keys();
	if (oldest !== undefined && grants.size >= maximumTokens) grants.delete(oldest);
}
