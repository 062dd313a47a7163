import { createHmac, randomBytes } from 'crypto';
import type { ErrorDetails } from '../../api/errors';
import { limits } from '../../api/limits';

/**
 * Renew a token when this part of its life is left; at least so many seconds, as servers round its
 * end down to whole ones, and at most so many. A very short life is used by half.
 */
const renewBefore = { part: 0.1, atLeast: 2, atMost: 60 };

/** More tokens than any instance needs; beyond it the oldest goes. */
const maximumTokens = 1000;

/** A token as the authorization server hands it out. */
export interface GrantedToken {
	readonly accessToken: string;
	/** Seconds until it expires. */
	readonly expiresIn?: number;
}

/** What came of asking for a token: the token, or why there is none. It belongs to no execution. */
export type Grant = GrantedToken | ErrorDetails;

/** A token with the time of its renewal. */
export interface StoredToken {
	readonly accessToken: string;
	/** Milliseconds since 1970 at which it is to be renewed. */
	readonly renewAt: number;
}

/**
 * When a token is to be renewed.
 *
 * @param askedAt when it was asked for, in milliseconds since 1970
 * @param expiresIn its life in seconds, as the authorization server tells it
 * @returns milliseconds since 1970
 */
export function renewalTime(askedAt: number, expiresIn: number): number {
	const { part, atLeast, atMost } = renewBefore;
	const early = Math.min(Math.max(expiresIn * part, atLeast), atMost, expiresIn / 2);
	return askedAt + (expiresIn - early) * 1000;
}

/** Whether a grant has a token. */
export function isGranted<Token extends { accessToken: string }>(
	grant: Token | ErrorDetails,
): grant is Token {
	return 'accessToken' in grant;
}

const hashSecret = randomBytes(32);

/** A key from which nobody can read back what it was made of, for what must not be kept as text. */
export function hashKey(text: string): string {
	return createHmac('sha256', hashSecret).update(text).digest('base64');
}

/**
 * Access tokens in memory: one for each key, renewed before it expires, and one request in flight
 * for it however many want it. Keys are kept as keyed hashes, so that no secret can be read back.
 */
export class TokenStore {
	private readonly tokens = new Map<string, StoredToken>();
	private readonly inFlight = new Map<string, Promise<StoredToken | ErrorDetails>>();

	/** @param now the clock, in milliseconds since 1970 */
	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * The name under which a token is kept.
	 *
	 * @param parts everything that tells one token from another, such as client, tenant and scope
	 */
	keyOf(parts: readonly string[]): string {
		return hashKey(JSON.stringify(parts));
	}

	/**
	 * The token for a key, from memory or newly granted.
	 *
	 * @param key as {@link keyOf} gives it
	 * @param grant asks the authorization server; it must not throw
	 * @param rejected a token that the service has just refused, which must not be returned again
	 */
	async get(
		key: string,
		grant: () => Promise<Grant>,
		rejected?: string,
	): Promise<StoredToken | ErrorDetails> {
		const stored = this.tokens.get(key);
		if (stored && stored.accessToken !== rejected && this.now() < stored.renewAt) return stored;
		const underWay = this.inFlight.get(key);
		if (underWay) return await underWay;

		const granting = this.grantAndStore(key, grant).finally(() => this.inFlight.delete(key));
		this.inFlight.set(key, granting);
		return await granting;
	}

	private async grantAndStore(
		key: string,
		grant: () => Promise<Grant>,
	): Promise<StoredToken | ErrorDetails> {
		const askedAt = this.now();
		const granted = await grant();
		if (!isGranted(granted)) return granted;
		const { accessToken, expiresIn = limits.accessTokenSeconds } = granted;
		this.forgetOld();
		const stored = { accessToken, renewAt: renewalTime(askedAt, expiresIn) };
		this.tokens.set(key, stored);
		return stored;
	}

	private forgetOld(): void {
		for (const [key, token] of this.tokens) {
			if (this.now() >= token.renewAt) this.tokens.delete(key);
		}
		const [oldest] = this.tokens.keys();
		if (oldest !== undefined && this.tokens.size >= maximumTokens) this.tokens.delete(oldest);
	}
}
