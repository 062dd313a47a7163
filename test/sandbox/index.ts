import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { defaultScopePrefix, tokenPath } from '../../src/api/authorizationServer';
import { limits } from '../../src/api/limits';
import { type OperationId, operations } from '../../src/api/operations';
import { AuthorizationServer, signInPath } from './authorizationServer';
import type { TokenAnswer } from './authorizationServer';
import { registerControl } from './control';
import type { ErrorShape } from './errorAnswers';
import type { StreamRecord, StreamScript } from './eventStreams';
import { EventStreams } from './eventStreams';
import { Faults } from './faults';
import type { LoggedRequest, LoggedTokenRequest } from './requestLog';
import { RateLimit } from './rateLimit';
import { RequestLog } from './requestLog';
import { Runs } from './runs';
import { SeededRandom } from './random';
import type { SeedSizes } from './seed';
import { defaultSizes, interactiveUser, seedState } from './seed';
import type { Service } from './serviceRoutes';
import { registerService } from './serviceRoutes';
import { type ShapeName, shapes } from './shapes';
import type { SandboxState } from './state';

export type { Fault, InjectedFault } from './faults';
export type { ErrorShape } from './errorAnswers';
export type { StreamChunk, StreamRecord, StreamScript } from './eventStreams';
export type { LoggedRequest, LoggedTokenRequest } from './requestLog';
export type { SeedSizes } from './seed';
export type { SandboxState } from './state';
export { type ShapeName, shapes } from './shapes';
export { controlPath } from './control';
export { eventText } from './eventStreams';
export { errorShapes } from './errorAnswers';
export { errorStatuses } from './operations';
export { runStatuses } from './state';

const clientId = 'sandbox-client';
const userClientId = 'sandbox-user-client';
const tenantId = new SeededRandom(10).uuid();
const authorizationPath = '/auth';

const defaultOptions = {
	port: 0,
	host: '127.0.0.1',
	basePath: '',
	tokenLifetimeSeconds: limits.accessTokenSeconds as number,
	runDurationMs: 2000,
	streamDelayMs: 40,
	latencyMs: 0,
	logCapacity: 5000,
	logging: false,
	shape: 'own' as ShapeName,
};

/** How to start a sandbox; everything has a default. */
export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** Address to listen on, 127.0.0.1 by default. */
	host?: string;
	/** Path in front of the service's paths, such as `/integration`; empty by default. */
	basePath?: string;
	/** How long tokens live. */
	tokenLifetimeSeconds?: number;
	/** How long a run takes that an operation starts; 2000 by default. */
	runDurationMs?: number;
	/** Milliseconds between the events of an answer; 40 by default. */
	streamDelayMs?: number;
	/** Milliseconds that every answer of the service takes; 0 by default. */
	latencyMs?: number;
	/** Secret of the API client; random by default. */
	clientSecret?: string;
	/** How much the tenant holds. */
	seed?: Partial<SeedSizes>;
	/** How many requests, token requests and streams the logs keep; 5000 by default. */
	logCapacity?: number;
	/** Prints each request on standard output. */
	logging?: boolean;
	/** How the service differs from what the nodes assume; not at all by default. */
	shape?: ShapeName;
}

/** The fields of an `integrationServiceOAuth2Api` credential. */
export interface SandboxCredential {
	baseUrl: string;
	authServerUrl: string;
	tenantId: string;
	clientId: string;
	clientSecret: string;
	scopePrefix: string;
}

/** The fields of an `integrationServiceUserOAuth2Api` credential. */
export interface SandboxUserCredential extends SandboxCredential {
	authUrl: string;
	accessTokenUrl: string;
	/** All scopes of the service. */
	scope: string;
}

/** A running sandbox: the simulated service, its authorization server and what steers them. */
export class Sandbox implements Service {
	readonly faults = new Faults();

	readonly log: RequestLog;

	readonly eventStreams: EventStreams;

	readonly authorizationServer: AuthorizationServer;

	/** Starts, changes and ends runs at will. */
	readonly runs = new Runs(this);

	/** The tenant's records, to look at and to alter; replaced by `reset`. */
	state: SandboxState;

	/** How errors are written; `code` at the start. */
	errorShape: ErrorShape = 'code';

	/** How long a run takes that an operation starts. */
	runDurationMs: number;

	/** Milliseconds between the events of an answer. */
	streamDelayMs: number;

	/** Milliseconds that every answer of the service takes. */
	latencyMs: number;

	/** How many requests the service allows; beyond, it answers 429. No limit at the start. */
	rateLimit?: RateLimit;

	/** Success status of the operations for which the spec shows none; the usual one where unset. */
	notShownStatus?: number;

	shapeName: ShapeName;

	/** Connections accepted since the start or the last reset. */
	connections = 0;

	private readonly server: FastifyInstance;

	private readonly closer = new AbortController();

	private readonly options: SandboxOptions & typeof defaultOptions;

	private origin = '';

	constructor(options: SandboxOptions = {}) {
		this.options = { ...defaultOptions, ...options };
		this.log = new RequestLog(this.options.logCapacity);
		this.eventStreams = new EventStreams(this.options.logCapacity);
		this.runDurationMs = this.options.runDurationMs;
		this.streamDelayMs = this.options.streamDelayMs;
		this.latencyMs = this.options.latencyMs;
		this.shapeName = this.options.shape;
		this.state = this.freshState();
		this.authorizationServer = new AuthorizationServer(
			{
				tenantId,
				connectedTenantIds: this.state.tenants.map((tenant) => tenant.tenantId),
				clientId,
				clientSecret: options.clientSecret ?? randomBytes(24).toString('base64url'),
				userClientId,
				userClientSecret: randomBytes(24).toString('base64url'),
				userId: interactiveUser(this.state.users.values()).userId,
			},
			this.options.tokenLifetimeSeconds,
		);
		this.server = fastify({
			logger: this.options.logging,
			forceCloseConnections: true,
			exposeHeadRoutes: false,
			// As strict as a real service: no value is changed to make it fit.
			ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
		});
		this.server.server.on('connection', () => {
			this.connections += 1;
		});
		this.register();
	}

	/** The last requests for operations, oldest first. */
	get requests(): LoggedRequest[] {
		return this.log.requests;
	}

	/** The last requests for tokens, oldest first. */
	get tokenRequests(): LoggedTokenRequest[] {
		return this.log.tokenRequests;
	}

	/** How often each operation was asked for. */
	get counts(): Partial<Record<OperationId, number>> {
		return this.log.counts;
	}

	/** The last streamed answers, oldest first. */
	get streams(): StreamRecord[] {
		return this.eventStreams.records;
	}

	/** How the service differs from what the nodes assume. */
	get shape() {
		return shapes[this.shapeName];
	}

	/** Aborted when the sandbox closes. */
	get closing(): AbortSignal {
		return this.closer.signal;
	}

	/** How long new tokens live. */
	get tokenLifetimeSeconds(): number {
		return this.authorizationServer.tokenLifetimeSeconds;
	}

	set tokenLifetimeSeconds(seconds: number) {
		this.authorizationServer.tokenLifetimeSeconds = seconds;
	}

	get baseUrl(): string {
		return this.origin + this.options.basePath;
	}

	get authServerUrl(): string {
		return this.origin + authorizationPath;
	}

	/** What goes into a credential of the API client. */
	get credential(): SandboxCredential {
		const { clientSecret } = this.authorizationServer.registration;
		return {
			baseUrl: this.baseUrl,
			authServerUrl: this.authServerUrl,
			tenantId,
			clientId,
			clientSecret,
			scopePrefix: defaultScopePrefix,
		};
	}

	/** What goes into a credential of the interactive user. */
	get userCredential(): SandboxUserCredential {
		return {
			...this.credential,
			clientId: userClientId,
			clientSecret: this.authorizationServer.registration.userClientSecret,
			authUrl: this.authServerUrl + signInPath,
			accessTokenUrl: this.authServerUrl + tokenPath,
			scope: this.authorizationServer.allScopes,
		};
	}

	/** A token of the API client for one operation, made without a request. */
	issueToken(operation: OperationId): string {
		const scope = defaultScopePrefix + operations[operation].scope;
		return this.authorizationServer.issueClientToken(scope).access_token;
	}

	/**
	 * A token of the interactive user, made without a sign-in.
	 *
	 * @param scope scopes with their prefix, separated by spaces; all of them if left out
	 */
	issueUserToken(scope?: string): string {
		return this.issueUserTokenAnswer(scope).access_token;
	}

	/** The same with its refresh token and lifetime, as n8n keeps it in `oauthTokenData`. */
	issueUserTokenAnswer(scope?: string): TokenAnswer {
		return this.authorizationServer.issueUserToken(scope ?? this.authorizationServer.allScopes);
	}

	/**
	 * Answers 429 with Retry-After to whatever is beyond a rate.
	 *
	 * @param perSecond requests that are allowed in a second
	 * @param burst requests that are allowed at once after a rest
	 */
	limitRate(perSecond: number, burst = perSecond): void {
		this.rateLimit = new RateLimit(perSecond, burst);
	}

	/** Makes every token issued so far useless, as if its time had run out. */
	expireTokens(): void {
		this.authorizationServer.expireTokens();
	}

	/**
	 * Uses a script for the next streamed answer in place of the usual one.
	 *
	 * @param options `operation`: only for this one; `times`: for how many answers, 1 if left out
	 */
	scriptStream(script: StreamScript, options?: { operation?: OperationId; times?: number }): void {
		this.eventStreams.add(script, options);
	}

	/** Puts everything back as it was at the start, but for the tokens, which stay valid. */
	reset(): void {
		this.state = this.freshState();
		this.faults.clear();
		this.log.clear();
		this.eventStreams.clear();
		this.errorShape = 'code';
		this.runDurationMs = this.options.runDurationMs;
		this.streamDelayMs = this.options.streamDelayMs;
		this.latencyMs = this.options.latencyMs;
		this.shapeName = this.options.shape;
		this.rateLimit = undefined;
		this.tokenLifetimeSeconds = this.options.tokenLifetimeSeconds;
		this.notShownStatus = undefined;
		this.connections = 0;
	}

	/** One identifier of each kind that the seeded tenant holds, to try an operation with. */
	get samples(): Record<string, string> {
		const { users, groups, assignments, threads, propertyKeys, tickets, drafts } = this.state;
		const assignment = first(assignments.values());
		const draft = first(drafts.values());
		return {
			userId: String(first(users.values())?.userId),
			groupId: String(first(groups.values())?.groupId),
			assignmentId: String(assignment?.assignmentId),
			runId: String(assignment?.runs.at(-1)?.runId),
			threadId: String(first(threads.values())?.threadId),
			propertyKeyId: String(first(propertyKeys.values())?.propertyKeyId),
			ticketId: String(first(tickets.values())?.ticketId),
			draftId: String(draft?.draftId),
			pageId: String(first(draft?.pages.values() ?? [])?.pageId),
		};
	}

	/** What there is and what happened, in numbers. */
	summary() {
		return {
			baseUrl: this.baseUrl,
			authServerUrl: this.authServerUrl,
			samples: this.samples,
			records: Object.fromEntries(
				Object.entries(this.state).flatMap(([name, value]) => {
					if (value instanceof Map) return [[name, value.size]];
					return Array.isArray(value) ? [[name, value.length]] : [];
				}),
			) as Record<string, number>,
			requests: this.log.total,
			tokenRequests: this.log.tokenTotal,
			peakInFlight: this.log.peakInFlight,
			counts: this.counts,
			connections: this.connections,
			faults: this.faults.list(),
		};
	}

	/** Begins to listen; called by `startSandbox`. */
	async listen(): Promise<void> {
		const { host, port } = this.options;
		this.origin = await this.server.listen({ host, port });
	}

	/** Ends everything at once: open streams, waits and connections too. */
	async close(): Promise<void> {
		this.closer.abort();
		await this.server.close();
	}

	private freshState(): SandboxState {
		return seedState({ ...defaultSizes, ...this.options.seed }, { tenantId, clientId });
	}

	private register(): void {
		const { server } = this;
		void server.register(async (scope) => {
			scope.removeAllContentTypeParsers();
			scope.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined);
			scope.addContentTypeParser(
				'application/x-www-form-urlencoded',
				{ parseAs: 'string' },
				async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
			);
			this.authorizationServer.register(scope, authorizationPath, this);
		});
		void server.register(async (scope) => registerControl(scope, this));
		void server.register(async (scope) => {
			scope.removeAllContentTypeParsers();
			scope.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
			registerService(scope, this.options.basePath, this);
		});
	}
}

function first<T>(values: Iterable<T>): T | undefined {
	for (const value of values) return value;
	return undefined;
}

/** A body as JSON; none where it is empty, whatever its content type says. */
async function parseJson(_request: FastifyRequest, body: string): Promise<unknown> {
	if (body === '') return undefined;
	try {
		return JSON.parse(body);
	} catch {
		throw Object.assign(new Error('The body is not valid JSON'), { statusCode: 400 });
	}
}

/**
 * Starts a sandbox: a simulated integration service with its authorization server, on one port.
 *
 * @param options see `SandboxOptions`
 * @throws Error with code EADDRINUSE where the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = new Sandbox(options);
	await sandbox.listen();
	return sandbox;
}
