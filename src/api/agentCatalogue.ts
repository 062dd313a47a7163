/** The rows of the catalogue for the agent: assignments, runs, threads and messages (spec 4.4 and 4.5). */
import { limits } from './limits';
import type { CatalogueRow } from './operationRow';

export const agentCatalogue = {
	'assignment.getAll': {
		request: 'GET /common/agent/assignments',
		scope: 'agent',
	},
	'assignment.create': {
		request: 'POST /common/agent/assignments',
		scope: 'agent',
		success: [201],
		errorCodes: ['invalid-request'],
	},
	'assignment.get': {
		request: 'GET /common/agent/assignments/{assignmentId}',
		scope: 'agent',
		errorCodes: ['assignment-not-found'],
	},
	'assignment.update': {
		request: 'PATCH /common/agent/assignments/{assignmentId}',
		scope: 'agent',
		errorCodes: ['assignment-not-found', 'invalid-request'],
	},
	'assignment.delete': {
		request: 'DELETE /common/agent/assignments/{assignmentId}',
		scope: 'agent',
		success: [204],
		errorCodes: ['assignment-not-found'],
		bodiless: true,
	},
	'assignment.run': {
		request: 'POST /common/agent/assignments/{assignmentId}/run',
		scope: 'agent',
		errorCodes: ['assignment-not-found', 'run-already-active', 'usage-limit-exceeded'],
	},
	'assignment.abort': {
		request: 'POST /common/agent/assignments/{assignmentId}/abort',
		scope: 'agent',
		errorCodes: ['assignment-not-found', 'no-active-run'],
	},
	'run.getAll': {
		request: 'GET /common/agent/assignments/{assignmentId}/runs',
		scope: 'agent',
		errorCodes: ['assignment-not-found'],
	},
	'run.get': {
		request: 'GET /common/agent/assignments/{assignmentId}/runs/{runId}',
		scope: 'agent',
		errorCodes: ['assignment-not-found', 'run-not-found'],
	},
	'run.abort': {
		request: 'POST /common/agent/assignments/{assignmentId}/runs/{runId}/abort',
		scope: 'agent',
		errorCodes: ['assignment-not-found', 'run-not-active', 'run-not-found'],
	},
	'run.getLogs': {
		request: 'GET /common/agent/assignments/{assignmentId}/runs/{runId}/logs',
		scope: 'agent',
		errorCodes: ['assignment-not-found', 'run-not-found', 'search-after-id-not-found'],
		paging: { by: 'cursor', record: 'log', maximum: limits.logs.maximum },
	},
	'thread.getAll': {
		request: 'GET /common/agent/threads',
		scope: 'agent',
	},
	'thread.create': {
		request: 'POST /common/agent/threads',
		scope: 'agent',
		errorCodes: ['question-too-long', 'stream-unacceptable'],
		streams: true,
	},
	'thread.get': {
		request: 'GET /common/agent/threads/{threadId}',
		scope: 'agent',
		errorCodes: ['thread-not-found'],
	},
	'thread.update': {
		request: 'PATCH /common/agent/threads/{threadId}',
		scope: 'agent',
		errorCodes: ['thread-not-found'],
		bodiless: true,
	},
	'thread.delete': {
		request: 'DELETE /common/agent/threads/{threadId}',
		scope: 'agent',
		errorCodes: ['thread-not-found'],
		bodiless: true,
	},
	'message.getAll': {
		request: 'GET /common/agent/threads/{threadId}/messages',
		scope: 'agent',
		errorCodes: ['search-after-id-not-found', 'thread-not-found'],
		paging: { by: 'cursor', record: 'message' },
	},
	'message.create': {
		request: 'POST /common/agent/threads/{threadId}/messages',
		scope: 'agent',
		success: 'unknown',
		streams: true,
	},
} as const satisfies Record<string, CatalogueRow>;
