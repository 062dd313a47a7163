import { createHmac, randomBytes } from 'crypto';
import { limits } from '../../api/limits';

/**
 * When to renew a token before it expires, as a part of its lifetime, within these seconds. A very
 * short lifetime is used by half. Servers round the expiry down to whole seconds.
 */
const renewBefore = { part: 0.1, atLeast: 2, atMost: 60 };

/** More than any instance needs. The oldest token is removed first. */
const maximumTokens = 1000;

export interface GrantedToken {
	readonly accessToken: string;
	/** Seconds until it expires. */
	readonly expiresIn?: number;
}

export interface StoredToken {
	readonly accessToken: string;
	/** Milliseconds since 1970. */
	readonly renewAt: number;
}

/**
 * @param requestedAt milliseconds since 1970
 * @param expiresIn seconds
 * @returns milliseconds since 1970
 */
export function renewalTime(requestedAt: number, expiresIn: number): number {
	const { part, atLeast, atMost } = renewBefore;
	const early = Math.min(Math.max(expiresIn * part, atLeast), atMost, expiresIn / 2);
	return requestedAt + (expiresIn - early) * 1000;
}

const hashSecret = randomBytes(32);

/** A hash that doesn't reveal the text, not even to somebody who guesses it. */
export function hashKey(text: string): string {
	return createHmac('sha256', hashSecret).update(text).digest('base64');
}

/**
 * Access tokens in memory: one for each key, renewed before it expires, with at most one request in
 * flight. Keys are keyed hashes, so they reveal no secret.
 */
export class TokenStore {
	private readonly tokens = new Map<string, StoredToken>();
	private readonly inFlight = new Map<string, Promise<StoredToken>>();

	/** @param now the clock, in milliseconds since 1970 */
	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * @param identity what distinguishes tokens, such as client, tenant, and scope
	 * @param grant requests a token
	 * @param rejected a token that the service rejected, which is not returned again
	 * @throws what the request throws, to all who wait for it
	 */
	async get(
		identity: readonly string[],
		grant: () => Promise<GrantedToken>,
		rejected?: string,
	): Promise<StoredToken> {
		const key = hashKey(JSON.stringify(identity));
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
		grant: () => Promise<GrantedToken>,
	): Promise<StoredToken> {
		const requestedAt = this.now();
		const { accessToken, expiresIn = limits.accessTokenSeconds } = await grant();
		this.removeOld();
		const stored = { accessToken, renewAt: renewalTime(requestedAt, expiresIn) };
		this.tokens.set(key, stored);
		return stored;
	}

	private removeOld(): void {
		for (const [key, token] of this.tokens) {
			if (this.now() >= token.renewAt) this.tokens.delete(key);
		}
		const [oldest] = this.tokens.keys();
		if (oldest !== undefined && this.tokens.size >= maximumTokens) this.tokens.delete(oldest);
	}
}

/** One store for the whole process, so nodes and executions share their tokens. */
export const sharedTokens = new TokenStore();
