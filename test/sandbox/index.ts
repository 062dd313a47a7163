import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { defaultScopePrefix, tokenPath } from '../../src/api/authorizationServer';
import { type OperationId, operations, type PathParameterName } from '../../src/api/operations';
import { AuthorizationServer, signInPath, type TokenAnswer } from './authorizationServer';
import { EventStreams, type StreamRecord, type StreamScript } from './eventStreams';
import { Faults } from './faults';
import { SeededRandom } from './random';
import { RateLimit } from './rateLimit';
import { type Reading, standardReading } from './reading';
import { type LoggedRequest, type LoggedTokenRequest, RequestLog } from './requestLog';
import { Runs } from './runs';
import {
	defaultSizes,
	interactiveUser,
	madeAtFirstUse,
	type SandboxState,
	type SeedSizes,
	seedState,
} from './seed';
import { registerService } from './serviceRoutes';
import { Workers } from './workers';

export type { Fault, InjectedFault } from './faults';
export type { StreamChunk, StreamScript } from './eventStreams';
export type { LoggedRequest } from './requestLog';
export { describeReading, fieldNamesOf, type Reading, readingOf, standardReading } from './reading';
export { eventText } from './eventStreams';
export { runStatuses } from './state';

const clientId = 'sandbox-client';
const userClientId = 'sandbox-user-client';
const tenantId = new SeededRandom(10).uuid();
const authorizationPath = '/auth';

const defaultOptions = {
	/** 0 takes any free port. */
	port: 0,
	/** How long a run takes that an operation starts. */
	runDurationMs: 2000,
	/** Milliseconds between the events of an answer. */
	streamDelayMs: 40,
	/** Milliseconds that every answer of the service takes. */
	latencyMs: 0,
	/** Numbers of records, if they differ from the default. */
	seed: {} as Partial<SeedSizes>,
	/** What the service does where its specification leaves it open. */
	reading: standardReading,
};

/** How to start a sandbox; everything has a default. */
export type SandboxOptions = Partial<typeof defaultOptions>;

/** The format of an answer, as a user confirms it. */
export const answerFormat = {
	'answer.text': 'delta',
	'answer.events': ['delta'],
	'answer.finalEvent': 'done',
	'answer.otherEvents': ['thread', 'usage', 'sources'],
};

/** A running sandbox: the simulated service, its authorization server and what steers them. */
export class Sandbox {
	readonly faults = new Faults();

	readonly log = new RequestLog();

	readonly eventStreams = new EventStreams();

	readonly authorizationServer: AuthorizationServer;

	/** Starts, changes and ends runs at will. */
	readonly runs = new Runs(this);

	/** The records of the credential's tenant, which tests can change; replaced by `reset`. */
	state!: SandboxState;

	/** How long a run takes that an operation starts. */
	runDurationMs!: number;

	/** Milliseconds between the events of an answer. */
	streamDelayMs!: number;

	/** Milliseconds that every answer of the service takes. */
	latencyMs!: number;

	/** The rate limit, after which it answers 429. None at the start. */
	rateLimit?: RateLimit;

	/** Who works on the requests. At the start, all are worked on at the same time. */
	workers?: Workers;

	/** What the service does where its specification leaves it open. */
	reading!: Reading;

	private readonly server: FastifyInstance;

	private readonly closer = new AbortController();

	private readonly options: typeof defaultOptions;

	private origin = '';

	constructor(options: SandboxOptions = {}) {
		this.options = { ...defaultOptions, ...options };
		this.reset();
		this.authorizationServer = new AuthorizationServer({
			tenantIds: this.state.tenants.map((tenant) => tenant.tenantId),
			clientId,
			clientSecret: randomBytes(24).toString('base64url'),
			userClientId,
			userClientSecret: randomBytes(24).toString('base64url'),
			userId: interactiveUser(this.state.users.values()).userId,
		});
		this.server = fastify({
			forceCloseConnections: true,
			exposeHeadRoutes: false,
			// As strict as a real service: no value is changed to make it fit.
			ajv: {
				customOptions: {
					strict: false,
					coerceTypes: false,
					removeAdditional: false,
					useDefaults: false,
				},
			},
		});
		this.register();
	}

	/** The requests for operations, oldest first. */
	get requests(): LoggedRequest[] {
		return this.log.requests;
	}

	/** The requests for tokens, oldest first. */
	get tokenRequests(): LoggedTokenRequest[] {
		return this.log.tokenRequests;
	}

	/** How often each operation was asked for. */
	get counts(): Partial<Record<OperationId, number>> {
		return this.log.counts;
	}

	/** The streamed answers, oldest first. */
	get streams(): StreamRecord[] {
		return this.eventStreams.records;
	}

	/** Aborted when the sandbox closes. */
	get closing(): AbortSignal {
		return this.closer.signal;
	}

	get baseUrl(): string {
		return this.origin;
	}

	get authServerUrl(): string {
		return this.origin + authorizationPath;
	}

	/** What goes into a credential of the API client. */
	get credential() {
		return {
			baseUrl: this.baseUrl,
			authServerUrl: this.authServerUrl,
			tenantId,
			clientId,
			clientSecret: this.authorizationServer.registration.clientSecret,
			scopePrefix: defaultScopePrefix,
			/** The confirmed format of the sandbox's answers. */
			fieldNames: JSON.stringify(answerFormat),
		};
	}

	/** What goes into an `integrationServiceUserOAuth2Api` credential, with all scopes. */
	get userCredential() {
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
	 * A token of the interactive user with all scopes, made without a sign-in, as n8n keeps it in
	 * `oauthTokenData`.
	 */
	issueUserTokenAnswer(): TokenAnswer {
		return this.authorizationServer.issueUserToken(this.authorizationServer.allScopes);
	}

	/**
	 * Answers 429 with Retry-After to requests beyond a rate.
	 *
	 * @param perSecond requests that are allowed in a second
	 * @param burst requests that are allowed at once after a rest
	 */
	limitRate(perSecond: number, burst = perSecond): void {
		this.rateLimit = new RateLimit(perSecond, burst);
	}

	/** Lets requests wait while so many others take their {@link latencyMs}. */
	limitWorkers(count: number): void {
		this.workers = new Workers(count);
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
		const { seed, runDurationMs, streamDelayMs, latencyMs, reading } = this.options;
		Object.assign(this, { runDurationMs, streamDelayMs, latencyMs, reading });
		this.state = seedState({ ...defaultSizes, ...seed }, { tenantId, clientId });
		this.faults.clear();
		this.log.clear();
		this.eventStreams.clear();
		this.rateLimit = undefined;
		this.workers = undefined;
	}

	/** One ID of each record type, to try an operation with. */
	get samples(): Readonly<Record<PathParameterName, string>> {
		const { state } = this;
		const first = (records?: Map<string | number, unknown>) => String(records?.keys().next().value);
		return madeAtFirstUse({
			userId: () => first(state.users),
			groupId: () => first(state.groups),
			assignmentId: () => first(state.assignments),
			runId: () => String(state.assignments.values().next().value?.runs.at(-1)?.runId),
			threadId: () => first(state.threads),
			propertyKeyId: () => first(state.propertyKeys),
			ticketId: () => first(state.tickets),
			draftId: () => first(state.drafts),
			pageId: () => first(state.drafts.values().next().value?.pages),
		});
	}

	/** Begins to listen; called by `startSandbox`. */
	async listen(): Promise<void> {
		this.origin = await this.server.listen({ host: '127.0.0.1', port: this.options.port });
	}

	/** Ends everything at once: open streams, waits and connections too. */
	async close(): Promise<void> {
		this.closer.abort();
		await this.server.close();
	}

	private register(): void {
		void this.server.register(async (scope) => {
			scope.removeAllContentTypeParsers();
			scope.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined);
			scope.addContentTypeParser(
				'application/x-www-form-urlencoded',
				{ parseAs: 'string' },
				async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
			);
			this.authorizationServer.register(scope, authorizationPath, this);
		});
		void this.server.register(async (scope) => {
			scope.removeAllContentTypeParsers();
			scope.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
			registerService(scope, this);
		});
	}
}

/** A body as JSON; none if it is empty, whatever its content type. */
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
 * @throws Error with code EADDRINUSE if the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = new Sandbox(options);
	await sandbox.listen();
	return sandbox;
}
