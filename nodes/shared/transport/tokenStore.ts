import { createHmac, randomBytes } from 'crypto';
import { limits } from '../service/limits';

/** Renew a token when no more than this part of its life is left, and at most this many seconds. */
const renewBefore = { part: 0.1, seconds: 60 };

/** More tokens than any instance needs; beyond it the oldest goes. */
const maximumTokens = 1000;

/** A token as the authorization server hands it out. */
export interface GrantedToken {
	readonly accessToken: string;
	/** Seconds until it expires. */
	readonly expiresIn?: number;
}

interface StoredToken {
	readonly accessToken: string;
	/** Milliseconds since 1970 at which it is to be renewed. */
	readonly renewAt: number;
}

/**
 * Access tokens in memory: one for each key, renewed before it expires, and one request in flight
 * for it however many want it. Keys are kept as keyed hashes, so that no secret can be read back.
 */
export class TokenStore {
	private readonly tokens = new Map<string, StoredToken>();
	private readonly inFlight = new Map<string, Promise<string>>();
	private readonly hashKey = randomBytes(32);

	/** @param now the clock, in milliseconds since 1970 */
	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * The token for a key, from memory or newly granted.
	 *
	 * @param key everything that tells one token from another, such as client, tenant and scope
	 * @param grant asks the authorization server
	 * @param rejected a token that the service has just refused, which must not be returned again
	 * @throws whatever `grant` throws, to everyone who waits for it
	 */
	async get(
		key: readonly string[],
		grant: () => Promise<GrantedToken>,
		rejected?: string,
	): Promise<string> {
		const hash = createHmac('sha256', this.hashKey).update(JSON.stringify(key)).digest('base64');
		const stored = this.tokens.get(hash);
		if (stored && stored.accessToken !== rejected && this.now() < stored.renewAt) {
			return stored.accessToken;
		}
		const underWay = this.inFlight.get(hash);
		if (underWay) return await underWay;

		const granting = this.grantAndStore(hash, grant).finally(() => this.inFlight.delete(hash));
		this.inFlight.set(hash, granting);
		return await granting;
	}

	private async grantAndStore(hash: string, grant: () => Promise<GrantedToken>): Promise<string> {
		const askedAt = this.now();
		const { accessToken, expiresIn = limits.accessTokenSeconds } = await grant();
		const early = Math.min(expiresIn * renewBefore.part, renewBefore.seconds);
		this.forgetOld();
		this.tokens.set(hash, { accessToken, renewAt: askedAt + (expiresIn - early) * 1000 });
		return accessToken;
	}

	private forgetOld(): void {
		for (const [hash, token] of this.tokens) {
			if (this.now() >= token.renewAt) this.tokens.delete(hash);
		}
		const [oldest] = this.tokens.keys();
		if (oldest !== undefined && this.tokens.size >= maximumTokens) this.tokens.delete(oldest);
	}
}
