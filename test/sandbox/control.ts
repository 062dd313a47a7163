import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OperationId, operations } from '../../src/api/operations';
import type { Sandbox } from './index';
import type { ErrorShape } from './errorAnswers';
import { errorShapes } from './errorAnswers';
import type { StreamScript } from './eventStreams';
import type { Fault } from './faults';
import { bodyModes } from './faults';
import { record, text, wholeNumber, boolean } from './operations/schemas';
import type { Schema } from './operations/handler';
import { runDetails } from './operations/assignments';
import { problems } from './serviceRoutes';

/** Where the control endpoints are, for programs that do not run in the sandbox's process. */
export const controlPath = '/_sandbox';

const operationName = { enum: Object.keys(operations) };
const natural = { type: 'integer', minimum: 0 };
const headerRecord = { type: 'object', additionalProperties: text };

const faultSchema = record({
	operation: { enum: [...operationName.enum, 'token'] },
	pathIncludes: text,
	bodyIncludes: text,
	skip: natural,
	times: natural,
	probability: { type: 'number', minimum: 0, maximum: 1 },
	status: { type: 'integer', minimum: 200, maximum: 599 },
	errorCode: text,
	retryAfter: { anyOf: [{ type: 'number' }, text] },
	delayMs: natural,
	reset: { enum: ['beforeResponse', 'midBody'] },
	bodyMode: { enum: bodyModes },
	headers: headerRecord,
	afterProcessing: boolean,
	name: text,
});

const settingsSchema = record({
	errorShape: { enum: errorShapes },
	runDurationMs: natural,
	streamDelayMs: natural,
	tokenLifetimeSeconds: natural,
	notShownStatus: { type: 'integer', minimum: 200, maximum: 299 },
	runsLeftThisMonth: natural,
});

interface Settings {
	errorShape?: ErrorShape;
	runDurationMs?: number;
	streamDelayMs?: number;
	tokenLifetimeSeconds?: number;
	notShownStatus?: number;
	runsLeftThisMonth?: number;
}

const runSchema = {
	...record(
		{
			action: { enum: ['start', 'change', 'finish'] },
			assignmentId: text,
			runId: text,
			durationMs: natural,
			progress: { type: 'integer', minimum: 0, maximum: 100 },
			status: text,
			log: text,
		},
		['action'],
	),
};

interface RunChange {
	action: 'start' | 'change' | 'finish';
	assignmentId?: string;
	runId?: string;
	durationMs?: number;
	progress?: number;
	status?: string;
	log?: string;
}

/** As a script, but with bytes that are no text given in base64. */
const scriptSchema = record({
	operation: operationName,
	times: { type: 'integer', minimum: 1 },
	chunks: {
		type: 'array',
		items: {
			anyOf: [
				text,
				record({ bytes: text, delayMs: natural }, ['bytes']),
				record({ base64: text, delayMs: natural }, ['base64']),
			],
		},
	},
	delayMs: natural,
	ending: { enum: ['close', 'reset', 'stall'] },
	status: wholeNumber,
	contentType: text,
	headers: headerRecord,
});

interface ControlScript extends Omit<StreamScript, 'chunks'> {
	operation?: OperationId;
	times?: number;
	chunks?: Array<string | { bytes?: string; base64?: string; delayMs?: number }>;
}

/** Options of a route with a body; its schema is compiled at the first use, as few sandboxes have any. */
function bodyOf(schema: Schema) {
	return {
		preHandler: async (request: FastifyRequest) => {
			const text = problems(request, request.body, schema, 'body');
			if (text) throw new Error(text);
		},
	};
}

/** Adds the control endpoints: thin wrappers over the sandbox's own methods. */
export function registerControl(server: FastifyInstance, sandbox: Sandbox): void {
	server.setErrorHandler<Error & { statusCode?: number }>(async (error, _request, reply) => {
		return await reply.code(error.statusCode ?? 400).send({ message: error.message });
	});

	server.get(`${controlPath}/summary`, async () => sandbox.summary());

	server.get(`${controlPath}/requests`, async () => ({
		requests: sandbox.requests,
		tokenRequests: sandbox.tokenRequests,
		streams: sandbox.streams,
	}));

	server.post(`${controlPath}/reset`, async (_request, reply) => {
		sandbox.reset();
		return await reply.code(204).send();
	});

	server.post(`${controlPath}/expire-tokens`, async (_request, reply) => {
		sandbox.expireTokens();
		return await reply.code(204).send();
	});

	server.post<{ Body: Fault }>(
		`${controlPath}/faults`,
		bodyOf(faultSchema),
		async (request, reply) => {
			sandbox.faults.add(request.body);
			return await reply.code(201).send(sandbox.faults.list());
		},
	);

	server.delete(`${controlPath}/faults`, async (_request, reply) => {
		sandbox.faults.clear();
		return await reply.code(204).send();
	});

	server.post<{ Body: Settings }>(
		`${controlPath}/settings`,
		bodyOf(settingsSchema),
		async (request, reply) => {
			const { runsLeftThisMonth, ...settings } = request.body;
			Object.assign(sandbox, settings);
			if (runsLeftThisMonth !== undefined) sandbox.state.runsLeftThisMonth = runsLeftThisMonth;
			return await reply.code(204).send();
		},
	);

	server.post<{ Body: RunChange }>(`${controlPath}/runs`, bodyOf(runSchema), async (request) => {
		const { action, assignmentId = '', runId = '', durationMs, ...change } = request.body;
		if (action === 'start') return runDetails(sandbox.runs.start(assignmentId, { durationMs }));
		if (action === 'change') return runDetails(sandbox.runs.change(runId, change));
		return runDetails(sandbox.runs.finish(runId, change.status));
	});

	server.post<{ Body: ControlScript }>(
		`${controlPath}/stream-script`,
		bodyOf(scriptSchema),
		async (request, reply) => {
			const { operation, times, chunks = [], ...script } = request.body;
			sandbox.scriptStream(
				{
					...script,
					chunks: chunks.map((chunk) => {
						if (typeof chunk === 'string') return chunk;
						const { base64, bytes = '', delayMs } = chunk;
						return { bytes: base64 ? Buffer.from(base64, 'base64') : bytes, delayMs };
					}),
				},
				{ operation, times },
			);
			return await reply.code(201).send({});
		},
	);
}
