import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import { type ErrorCode, isErrorCode } from '../../src/api/errorCodes';
import type { OperationId } from '../../src/api/operations';
import { specifiedOperation } from '../../specification/specification';
import { describedRecords, parseParameters, requestSchema } from './document';
import { pause, sendStream, type StreamScript } from './eventStreams';
import { corrupt, type Fault, underFault } from './faults';
import type { Sandbox } from './index';
import { handlers } from './operations';
import { codedError, statusOf } from './operations/errorStatuses';
import {
	type Handler,
	malformed,
	type Outcome,
	type Query,
	type Schema,
} from './operations/handler';
import { writeAnswer } from './reading/answers';
import { readBody, writeBody } from './reading/translation';
import type { LoggedRequest } from './requestLog';
import {
	asServiceError,
	cutConnection,
	jsonPayload,
	type Payload,
	sendPayload,
	ServiceError,
} from './responses';

interface Streamed {
	script: StreamScript;
	streamed?: () => void;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		operation?: OperationId;
		/** What the request must be like. */
		schema?: Schema;
	}
}

/** Adds a route for each operation of the specification. */
export function registerService(server: FastifyInstance, sandbox: Sandbox): void {
	server.addSchema(describedRecords);
	for (const id of Object.keys(handlers) as OperationId[]) {
		const { method, path } = specifiedOperation(id);
		server.route({
			method,
			url: path.replace(/\{(\w+)\}/g, ':$1'),
			config: { operation: id, schema: requestSchema(id, handlers[id].body) },
			handler: async (request, reply) => await serve(sandbox, id, request, reply),
		});
	}
	server.setNotFoundHandler(async (request, reply) => {
		const error = new ServiceError(404, 'not-found', 'No such path');
		return await send(sandbox, begin(sandbox, request), reply, error);
	});
	server.setErrorHandler(async (error, request, reply) => {
		return await send(sandbox, begin(sandbox, request), reply, asServiceError(error));
	});
}

function begin(sandbox: Sandbox, request: FastifyRequest): LoggedRequest {
	return sandbox.log.begin({
		method: request.method,
		path: request.url.split('?', 1)[0] ?? '',
		operation: request.routeOptions.config.operation,
		query: request.query as Record<string, unknown>,
		body: request.body,
		accept: request.headers.accept,
	});
}

async function send(
	sandbox: Sandbox,
	entry: LoggedRequest,
	reply: FastifyReply,
	answer: Payload | ServiceError,
	fault: Fault = {},
): Promise<FastifyReply> {
	const payload = answer instanceof ServiceError ? answer.payload : answer;
	const corrupted = corrupt(payload, fault);
	sandbox.log.end(entry, corrupted.status);
	return await sendPayload(reply, corrupted);
}

async function serve(
	sandbox: Sandbox,
	id: OperationId,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const entry = begin(sandbox, request);
	const { closing, latencyMs, rateLimit, workers } = sandbox;
	if (rateLimit && !rateLimit.admits()) {
		const rejection: Fault = { status: 429, retryAfter: rateLimit.retryAfter };
		return await send(sandbox, entry, reply, errorOf(rejection), rejection);
	}
	const { path, query } = entry;
	const fault = sandbox.faults.match({ operation: id, path, query, body: request.body });
	const isSlow = latencyMs > 0 && fault.atOnce !== true;
	if (isSlow) await pause(workers?.take(latencyMs) ?? latencyMs, closing);
	const answer = await underFault<Payload | Streamed | ServiceError>(
		fault,
		closing,
		() => perform(sandbox, id, request, entry, fault),
		() => errorOf(fault),
	);
	if (!answer) {
		sandbox.log.end(entry);
		return cutConnection(reply);
	}
	if (!('script' in answer)) return await send(sandbox, entry, reply, answer, fault);
	return await stream(sandbox, entry, reply, answer);
}

function errorOf({ retryAfter, errorCode, ...fault }: Fault): ServiceError {
	const status = fault.status ?? statusOf(errorCode, retryAfter === undefined ? 500 : 429);
	const code = status === 429 ? 'too-many-requests' : 'service-unavailable';
	return new ServiceError(status, errorCode ?? code, 'A fault on demand');
}

/** Does what was asked; a refusal is an answer too. */
function perform(
	sandbox: Sandbox,
	id: OperationId,
	request: FastifyRequest,
	entry: LoggedRequest,
	fault: Fault,
): Payload | Streamed | ServiceError {
	const { reading, eventStreams, streamDelayMs: delayMs } = sandbox;
	try {
		const outcome = handle(sandbox, id, request, entry);
		if (outcome.events) {
			const usual = { chunks: writeAnswer(reading, outcome.events), delayMs };
			return { script: eventStreams.take(id) ?? usual, streamed: outcome.streamed };
		}
		const body = writeBody(reading, id, outcome.body);
		const status = outcome.status ?? successStatus(id);
		return jsonPayload(status, fault.replaceBody ? fault.replaceBody(body) : body);
	} catch (error) {
		const refusal = asServiceError(error);
		const { errorCodes } = specifiedOperation(id);
		const isListed = errorCodes.length === 0 || errorCodes.includes(refusal.code);
		if (isListed || !isErrorCode(refusal.code)) return refusal;
		return asServiceError(new Error(`The specification has no ${refusal.code} for ${id}`));
	}
}

/** The first status; if the specification shows none, 201 for what is made and 200 for the rest. */
function successStatus(id: OperationId): number {
	const { statuses, streams } = specifiedOperation(id);
	return statuses[0] ?? (id.endsWith('.create') && !streams ? 201 : 200);
}

function handle(
	sandbox: Sandbox,
	id: OperationId,
	request: FastifyRequest,
	entry: LoggedRequest,
): Outcome {
	const { scope, interactiveUser, streams } = specifiedOperation(id);
	const handler: Handler = handlers[id];
	const { authorization, accept = '' } = request.headers;
	const token = sandbox.authorizationServer.authorize(authorization, scope);
	entry.tenantId = token.tenantId;
	if (interactiveUser && token.caller.kind !== 'user') {
		throw codedError('api-client-must-be-a-user');
	}
	if (streams && !/(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept)) {
		throw codedError('stream-unacceptable');
	}
	const path = request.params as Record<string, string>;
	const query = parseParameters(id, request.query as object);
	const body = readBody(sandbox.reading, id, request.body);
	checkRequest(request, id, { path: parseParameters(id, path), query, body: body ?? null });
	return handler.handle({
		state: sandbox.state,
		reading: sandbox.reading,
		caller: token.caller,
		path,
		query: query as Query,
		body: (body ?? {}) as IDataObject,
		runDurationMs: sandbox.runDurationMs,
	});
}

const pageCodes: Readonly<Record<string, ErrorCode>> = {
	'/query/page': 'invalid-page',
	'/query/pageSize': 'invalid-page-size',
};

/** Refuses what the operation's schema objects to. */
function checkRequest(request: FastifyRequest, id: OperationId, sent: object): void {
	const validate = request.compileValidationSchema(request.routeOptions.config.schema ?? {});
	if (validate(sent)) return;
	const [{ instancePath: place = '', message = 'is not valid' } = {}] = validate.errors ?? [];
	const text = `${place.slice(1)} ${message}`;
	const code = place.startsWith('/body') ? 'invalid-request' : pageCodes[place];
	throw code && specifiedOperation(id).errorCodes.includes(code)
		? codedError(code, text)
		: malformed(text);
}

async function stream(
	{ eventStreams, log, closing }: Sandbox,
	entry: LoggedRequest,
	reply: FastifyReply,
	{ script, streamed }: Streamed,
): Promise<FastifyReply> {
	entry.status = 200;
	reply.hijack();
	try {
		if (await sendStream(reply.raw, script, eventStreams.begin(), closing)) streamed?.();
	} finally {
		log.end(entry, entry.status);
	}
	return reply;
}
