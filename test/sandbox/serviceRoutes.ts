import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultScopePrefix } from '../../src/api/authorizationServer';
import {
	type OperationId,
	operationRow,
	operations,
	type PathParameterName,
	pathParameters,
} from '../../src/api/operations';
import type { AuthorizationServer } from './authorizationServer';
import type { ErrorShape, Payload } from './errorAnswers';
import { asServiceError, errorPayload, ServiceError } from './errorAnswers';
import type { EventStreams, StreamScript } from './eventStreams';
import { pause, sendStream } from './eventStreams';
import type { Fault, Faults } from './faults';
import { answersInstead, corrupt } from './faults';
import { codedError, handlers, statusOf } from './operations';
import type { Call, Handler, Outcome, Schema } from './operations/handler';
import { malformed } from './operations/handler';
import { record } from './operations/schemas';
import type { RateLimit } from './rateLimit';
import type { LoggedRequest, RequestLog } from './requestLog';
import { cutConnection, sendPayload } from './sending';
import { type Shape, shapeResponse, restoreNames } from './shapes';
import type { SandboxState } from './state';

/** What the routes read from the sandbox at each request, as a test may change it at any time. */
export interface Service {
	readonly authorizationServer: AuthorizationServer;
	readonly faults: Faults;
	readonly eventStreams: EventStreams;
	readonly log: RequestLog;
	/** Aborted when the sandbox closes. */
	readonly closing: AbortSignal;
	state: SandboxState;
	errorShape: ErrorShape;
	runDurationMs: number;
	streamDelayMs: number;
	latencyMs: number;
	rateLimit?: RateLimit;
	notShownStatus?: number;
	readonly shape: Shape;
}

const noProperties = record({});

interface Streamed {
	script: StreamScript;
	streamed?: () => void;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		operation?: OperationId;
	}
}

/** Adds a route for each row of the operation catalogue, below a path. */
export function registerService(server: FastifyInstance, basePath: string, service: Service): void {
	for (const id of Object.keys(operations) as OperationId[]) {
		const row = operationRow(id);
		server.route({
			method: row.method,
			url: basePath + row.path.replace(/\{(\w+)\}/g, ':$1'),
			config: { operation: id },
			handler: async (request, reply) => await serve(service, id, request, reply),
		});
	}
	server.setNotFoundHandler(async (request, reply) => {
		const entry = begin(service, request);
		return await refuse(service, entry, reply, new ServiceError(404, 'not-found', 'No such path'));
	});
	server.setErrorHandler(async (error, request, reply) => {
		return await refuse(service, begin(service, request), reply, asServiceError(error));
	});
}

function begin(service: Service, request: FastifyRequest): LoggedRequest {
	return service.log.begin({
		method: request.method,
		path: pathOf(request),
		operation: request.routeOptions.config.operation,
		query: request.query as Record<string, unknown>,
		body: request.body,
		accept: request.headers.accept,
	});
}

function pathOf(request: FastifyRequest): string {
	return request.url.split('?', 1)[0] ?? '';
}

async function refuse(
	service: Service,
	entry: LoggedRequest,
	reply: FastifyReply,
	error: ServiceError,
): Promise<FastifyReply> {
	entry.errorCode = error.code;
	service.log.end(entry, error.status);
	return await sendPayload(reply, errorOf(service, error));
}

function errorOf({ errorShape, shape }: Service, error: ServiceError): Payload {
	const payload = errorPayload(error, errorShape);
	return shape.error?.(payload) ?? payload;
}

async function serve(
	service: Service,
	id: OperationId,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const entry = begin(service, request);
	const { latencyMs, rateLimit } = service;
	if (rateLimit && !rateLimit.admits()) {
		const refusal: Fault = { status: 429, retryAfter: rateLimit.retryAfter };
		return await send(service, entry, reply, faultPayload(service, entry, refusal), refusal);
	}
	if (latencyMs > 0) await pause(latencyMs, service.closing);
	const injected = service.faults.match({
		operation: id,
		method: request.method,
		path: entry.path,
		query: entry.query,
		body: request.body,
	});
	const fault: Fault = injected?.fault ?? {};
	entry.fault = injected?.label;
	reply.raw.once('close', () => {
		if (entry.endedAt === undefined) entry.closedByClient = true;
	});
	if (fault.delayMs) await pause(fault.delayMs, service.closing);
	if (service.closing.aborted) return cutConnection(reply);

	const instead = answersInstead(fault);
	const performed =
		instead && !fault.afterProcessing ? undefined : perform(service, id, request, entry, fault);
	if (fault.reset === 'beforeResponse') {
		service.log.end(entry);
		return cutConnection(reply);
	}
	const answer = instead || !performed ? faultPayload(service, entry, fault) : performed;
	if ('script' in answer) {
		if (!fault.bodyMode) return await stream(service, id, entry, reply, answer, fault);
		return await send(service, entry, reply, { status: 200, body: '' }, fault);
	}
	return await send(service, entry, reply, answer, fault);
}

async function send(
	service: Service,
	entry: LoggedRequest,
	reply: FastifyReply,
	payload: Payload,
	fault: Fault,
): Promise<FastifyReply> {
	const corrupted = corrupt(payload, fault);
	service.log.end(entry, corrupted.status);
	return await sendPayload(reply, corrupted, fault.reset === 'midBody');
}

function faultPayload(service: Service, entry: LoggedRequest, fault: Fault): Payload {
	const usual = fault.retryAfter === undefined ? 500 : 429;
	const status = fault.status ?? statusOf(fault.errorCode, usual);
	const code = fault.errorCode ?? (status === 429 ? 'too-many-requests' : 'service-unavailable');
	entry.errorCode = code;
	return errorOf(service, new ServiceError(status, code, 'A fault on demand'));
}

/** Does what was asked; a refusal is an answer too. */
function perform(
	service: Service,
	id: OperationId,
	request: FastifyRequest,
	entry: LoggedRequest,
	fault: Fault,
): Payload | Streamed {
	try {
		const outcome = handle(service, id, request, entry);
		if (outcome.stream) {
			const usual = service.shape.answer ?? outcome.stream;
			const script = service.eventStreams.take(id) ?? usual;
			return { script, streamed: outcome.streamed };
		}
		const usual = shapeResponse(service.shape, id, outcome.body);
		const body = fault.replaceBody ? fault.replaceBody(usual) : usual;
		const status = outcome.status ?? successStatus(service, id);
		if (body === undefined) return { status, body: '' };
		return {
			status,
			contentType: 'application/json; charset=utf-8',
			body: JSON.stringify(body),
		};
	} catch (error) {
		const refusal = asServiceError(error);
		entry.errorCode = refusal.code;
		return errorOf(service, refusal);
	}
}

/** The row's first status; where the spec shows none, 201 for what is made and 200 for the rest. */
function successStatus(service: Service, id: OperationId): number {
	const { success, streams } = operationRow(id);
	if (success) return success[0] ?? 200;
	if (service.notShownStatus !== undefined) return service.notShownStatus;
	return id.endsWith('.create') && !streams ? 201 : 200;
}

function handle(
	service: Service,
	id: OperationId,
	request: FastifyRequest,
	entry: LoggedRequest,
): Outcome {
	const row = operationRow(id);
	const handler: Handler = handlers[id];
	const { caller, number, tenantId } = service.authorizationServer.authorize(
		request.headers.authorization,
		defaultScopePrefix + row.scope,
	);
	entry.token = number;
	entry.tenantId = tenantId;
	if (row.interactiveUser && caller.kind !== 'user') throw codedError('api-client-must-be-a-user');
	if (row.streams && !accepts(request.headers.accept, 'text/event-stream')) {
		throw codedError('stream-unacceptable');
	}
	checkPath(request.params as Record<string, string>);
	checkQuery(request, handler.query);
	const body = restoreNames(service.shape, id, request.body);
	checkBody(request, body, handler.body, row.errorCodes.includes('invalid-request'));
	const query = Object.entries(request.query as Record<string, string | undefined>);
	const ignored: readonly string[] = service.shape.ignoredQuery ?? [];
	const call: Call = {
		state: service.state,
		caller,
		path: request.params as Record<string, string>,
		query: Object.fromEntries(query.filter(([name]) => !ignored.includes(name))),
		body,
		runDurationMs: service.runDurationMs,
		streamDelayMs: service.streamDelayMs,
		error: codedError,
	};
	return handler.handle(call);
}

function accepts(header: string | undefined, mediaType: string): boolean {
	return (header ?? '')
		.split(',')
		.some((each) => each.split(';', 1)[0]?.trim().toLowerCase() === mediaType);
}

function checkPath(parameters: Record<string, string>): void {
	for (const [name, value] of Object.entries(parameters)) {
		const { type } = pathParameters[name as PathParameterName];
		if (type === 'uuid' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
			throw malformed(`${name} must be a UUID`);
		}
		if (
			type === 'int32' &&
			(!/^-?\d{1,10}$/.test(value) || Number(value) !== (Number(value) | 0))
		) {
			throw malformed(`${name} must be a whole number of 32 bits`);
		}
	}
}

function checkQuery(request: FastifyRequest, schema: Schema | undefined): void {
	const text = problems(request, request.query, schema ?? noProperties, 'query');
	if (text) throw malformed(text);
}

function checkBody(
	request: FastifyRequest,
	body: unknown,
	schema: Schema | undefined,
	coded: boolean,
): void {
	if (!schema) {
		if (body !== undefined && body !== null) throw malformed('This operation takes no body');
		return;
	}
	const text = problems(request, body ?? null, schema, 'body');
	if (text) throw coded ? codedError('invalid-request', text) : malformed(text);
}

/** What is wrong with a value, in words, or undefined. */
export function problems(
	request: FastifyRequest,
	value: unknown,
	schema: Schema,
	name: string,
): string | undefined {
	const validate = request.compileValidationSchema(schema);
	if (validate(value)) return undefined;
	return (validate.errors ?? [])
		.map((each) => `${name}${each.instancePath} ${each.message ?? 'is not valid'}`)
		.join('; ');
}

async function stream(
	service: Service,
	id: OperationId,
	entry: LoggedRequest,
	reply: FastifyReply,
	answer: Streamed,
	fault: Fault,
): Promise<FastifyReply> {
	const record = service.eventStreams.begin(id);
	const whole = { ...answer.script, headers: { ...answer.script.headers, ...fault.headers } };
	const script = fault.reset === 'midBody' ? firstChunkOnly(whole) : whole;
	entry.status = script.status ?? 200;
	reply.hijack();
	try {
		const complete = await sendStream(reply.raw, script, record, service.closing);
		if (complete) answer.streamed?.();
	} finally {
		service.log.end(entry, entry.status);
	}
	return reply;
}

function firstChunkOnly(script: StreamScript): StreamScript {
	const { chunks = [] } = script;
	return {
		...script,
		ending: 'reset',
		chunks: async function* () {
			for await (const chunk of typeof chunks === 'function' ? chunks() : chunks) {
				yield chunk;
				return;
			}
		},
	};
}
