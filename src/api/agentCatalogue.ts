/** The rows of the catalogue for the agent: assignments, runs, threads and messages (spec 4.4 and 4.5). */
import { limits } from './limits';
import type { CatalogueRow } from './operationRow';

const rows = {
	'assignment.getAll': { request: 'GET /common/agent/assignments' },
	'assignment.create': {
		request: 'POST /common/agent/assignments',
		success: [201],
		errorCodes: ['invalid-request'],
	},
	'assignment.get': {
		request: 'GET /common/agent/assignments/{assignmentId}',
		errorCodes: ['assignment-not-found'],
	},
	'assignment.update': {
		request: 'PATCH /common/agent/assignments/{assignmentId}',
		errorCodes: ['assignment-not-found', 'invalid-request'],
	},
	'assignment.delete': {
		request: 'DELETE /common/agent/assignments/{assignmentId}',
		success: [204],
		errorCodes: ['assignment-not-found'],
		bodiless: true,
	},
	'assignment.run': {
		request: 'POST /common/agent/assignments/{assignmentId}/run',
		errorCodes: ['assignment-not-found', 'run-already-active', 'usage-limit-exceeded'],
	},
	'assignment.abort': {
		request: 'POST /common/agent/assignments/{assignmentId}/abort',
		errorCodes: ['assignment-not-found', 'no-active-run'],
	},
	'run.getAll': {
		request: 'GET /common/agent/assignments/{assignmentId}/runs',
		errorCodes: ['assignment-not-found'],
	},
	'run.get': {
		request: 'GET /common/agent/assignments/{assignmentId}/runs/{runId}',
		errorCodes: ['assignment-not-found', 'run-not-found'],
	},
	'run.abort': {
		request: 'POST /common/agent/assignments/{assignmentId}/runs/{runId}/abort',
		errorCodes: ['assignment-not-found', 'run-not-active', 'run-not-found'],
	},
	'run.getLogs': {
		request: 'GET /common/agent/assignments/{assignmentId}/runs/{runId}/logs',
		errorCodes: ['assignment-not-found', 'run-not-found', 'search-after-id-not-found'],
		paging: { by: 'cursor', record: 'log', maximum: limits.logs.maximum },
	},
	'thread.getAll': { request: 'GET /common/agent/threads' },
	'thread.create': {
		request: 'POST /common/agent/threads',
		errorCodes: ['question-too-long', 'stream-unacceptable'],
		streams: true,
	},
	'thread.get': {
		request: 'GET /common/agent/threads/{threadId}',
		errorCodes: ['thread-not-found'],
	},
	'thread.update': {
		request: 'PATCH /common/agent/threads/{threadId}',
		errorCodes: ['thread-not-found'],
		bodiless: true,
	},
	'thread.delete': {
		request: 'DELETE /common/agent/threads/{threadId}',
		errorCodes: ['thread-not-found'],
		bodiless: true,
	},
	'message.getAll': {
		request: 'GET /common/agent/threads/{threadId}/messages',
		errorCodes: ['search-after-id-not-found', 'thread-not-found'],
		paging: { by: 'cursor', record: 'message' },
	},
	'message.create': {
		request: 'POST /common/agent/threads/{threadId}/messages',
		success: 'unknown',
		streams: true,
	},
} as const satisfies Record<string, Omit<CatalogueRow, 'scope'>>;

type Rows = typeof rows;

/** All of them have one scope. */
export const agentCatalogue = Object.fromEntries(
	Object.entries(rows).map(([id, row]) => [id, { ...row, scope: 'agent' }]),
) as unknown as { readonly [Id in keyof Rows]: Rows[Id] & { readonly scope: 'agent' } };
