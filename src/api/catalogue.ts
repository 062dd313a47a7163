/**
 * The operation catalogue: what the service offers, one row per operation (spec 4).
 *
 * A row's key is `<resource>.<operation>` as a saved workflow stores it. Nodes, access tokens,
 * messages, the sandbox, the README's table and the tests read these rows. No other source states the
 * path, method, or scope of an operation, or which error codes it has.
 */
import { limits } from './limits';
import { get, patch, post, put, remove } from './operationRow';

const inPages = {
	errorCodes: ['invalid-page', 'invalid-page-size'],
	paging: { by: 'page' },
} as const;

const propertyKeyCodes = [
	'duplicate-property-value',
	'invalid-property-key-name',
	'language-not-found',
	'property-key-name-already-exists',
] as const;

export const operations = {
	'journal.getAll': get('/accountancy/journal/journals', 'accountancyjournal:read', {
		errorCodes: ['date-range-too-large'],
	}),

	'report.getAll': get('/admin/user-group/reports', 'usergroup:read'),
	'userGroup.getAll': get('/admin/user-group/user-groups', 'usergroup:read', inPages),
	'userGroup.create': post('/admin/user-group/user-groups', 'usergroup:create', {
		success: [201],
		errorCodes: ['group-name-is-unavailable'],
	}),
	'userGroup.get': get('/admin/user-group/user-groups/{groupId}', 'usergroup:read', {
		errorCodes: ['user-group-not-found'],
	}),
	'userGroup.update': patch('/admin/user-group/user-groups/{groupId}', 'usergroup:update', {
		errorCodes: [
			'group-already-have-access-to-report',
			'group-already-have-access-to-role',
			'group-name-is-unavailable',
			'user-group-not-found',
		],
		bodiless: true,
	}),
	'userGroup.delete': remove('/admin/user-group/user-groups/{groupId}', 'usergroup:delete', {
		errorCodes: ['cannot-delete-referenced-entity', 'user-group-not-found'],
	}),
	'member.getAll': get(
		'/admin/user-group/user-groups/{groupId}/members',
		'usergroup:read',
		inPages,
	),

	'user.checkAvailability': post('/admin/user/_availability', 'user:create', {
		success: [200, 204],
		errorCodes: ['email-address-required', 'invalid-email-address'],
		reads: true,
	}),
	'connectedTenant.getAll': get('/admin/user/connected-tenants', 'user:read'),
	'user.getAll': get('/admin/user/users', 'user:read', inPages),
	'user.create': post('/admin/user/users', 'user:create', {
		success: [201, 200],
		errorCodes: [
			'administrators-cannot-be-assigned-connected-tenants',
			'email-address-required',
			'group-not-found',
			'invalid-email-address',
			'invalid-name',
			'name-required',
			'only-normal-users-can-be-assigned-user-groups',
			'tenant-not-found',
			'user-already-in-tenant',
		],
	}),
	'user.get': get('/admin/user/users/{userId}', 'user:read', { errorCodes: ['user-not-found'] }),
	'user.update': patch('/admin/user/users/{userId}', 'user:update', {
		errorCodes: [
			'administrators-cannot-be-assigned-connected-tenants',
			'only-normal-users-can-be-assigned-user-groups',
			'tenant-not-found',
			'user-already-has-group',
			'user-not-found',
		],
		bodiless: true,
	}),
	'user.delete': remove('/admin/user/users/{userId}', 'user:delete', {
		errorCodes: ['user-not-found'],
	}),
	'user.sendInvitation': post('/admin/user/users/{userId}/_send-invitation-email', 'user:create', {
		success: [204],
		errorCodes: ['api-client-must-be-a-user', 'user-not-found'],
		interactiveUser: true,
		bodiless: true,
	}),

	'assignment.getAll': get('/common/agent/assignments', 'agent'),
	'assignment.create': post('/common/agent/assignments', 'agent', {
		success: [201],
		errorCodes: ['invalid-request'],
	}),
	'assignment.get': get('/common/agent/assignments/{assignmentId}', 'agent', {
		errorCodes: ['assignment-not-found'],
	}),
	'assignment.update': patch('/common/agent/assignments/{assignmentId}', 'agent', {
		errorCodes: ['assignment-not-found', 'invalid-request'],
	}),
	'assignment.delete': remove('/common/agent/assignments/{assignmentId}', 'agent', {
		success: [204],
		errorCodes: ['assignment-not-found'],
	}),
	'assignment.run': post('/common/agent/assignments/{assignmentId}/run', 'agent', {
		errorCodes: ['assignment-not-found', 'run-already-active', 'usage-limit-exceeded'],
	}),
	'assignment.abort': post('/common/agent/assignments/{assignmentId}/abort', 'agent', {
		errorCodes: ['assignment-not-found', 'no-active-run'],
	}),
	'run.getAll': get('/common/agent/assignments/{assignmentId}/runs', 'agent', {
		errorCodes: ['assignment-not-found'],
	}),
	'run.get': get('/common/agent/assignments/{assignmentId}/runs/{runId}', 'agent', {
		errorCodes: ['assignment-not-found', 'run-not-found'],
	}),
	'run.abort': post('/common/agent/assignments/{assignmentId}/runs/{runId}/abort', 'agent', {
		errorCodes: ['assignment-not-found', 'run-not-active', 'run-not-found'],
	}),
	'run.getLogs': get('/common/agent/assignments/{assignmentId}/runs/{runId}/logs', 'agent', {
		errorCodes: ['assignment-not-found', 'run-not-found', 'search-after-id-not-found'],
		paging: { by: 'cursor', maximum: limits.logs.maximum },
	}),
	'thread.getAll': get('/common/agent/threads', 'agent'),
	'thread.create': post('/common/agent/threads', 'agent', {
		errorCodes: ['question-too-long', 'stream-unacceptable'],
		streams: true,
	}),
	'thread.get': get('/common/agent/threads/{threadId}', 'agent', {
		errorCodes: ['thread-not-found'],
	}),
	'thread.update': patch('/common/agent/threads/{threadId}', 'agent', {
		errorCodes: ['thread-not-found'],
		bodiless: true,
	}),
	'thread.delete': remove('/common/agent/threads/{threadId}', 'agent', {
		errorCodes: ['thread-not-found'],
	}),
	'message.getAll': get('/common/agent/threads/{threadId}/messages', 'agent', {
		errorCodes: ['search-after-id-not-found', 'thread-not-found'],
		paging: { by: 'cursor' },
	}),
	'message.create': post('/common/agent/threads/{threadId}/messages', 'agent', {
		success: undefined,
		streams: true,
	}),

	'propertyKey.update': put(
		'/product-category-property/property-keys/{propertyKeyId}',
		'productcategoryproperty:update',
		{
			success: undefined,
			errorCodes: [...propertyKeyCodes, 'property-key-not-found'],
		},
	),
	'propertyKey.create': post(
		'/product-variant-property/property-keys',
		'productvariantproperty:create',
		{ success: undefined, errorCodes: propertyKeyCodes },
	),

	'ticket.unassign': post('/helpdesk/ticket/tickets/{ticketId}/_unassign', 'ticket:update', {
		success: undefined,
		errorCodes: ['conversation-not-found', 'ticket-is-not-assigned'],
		remedies: { 409: "Enter the current version of the ticket in 'Version'." },
	}),
	'page.get': get('/web-pages/draft/drafts/{draftId}/pages/{pageId}', 'draft:read', {
		success: undefined,
		errorCodes: [
			'web-pages.retrieve-page.draft-not-found',
			'web-pages.retrieve-page.layout-not-found',
			'web-pages.retrieve-page.page-not-found',
		],
	}),
	'return.create': post('/order-management/return/returns/return', 'return:create', {
		success: undefined,
	}),
};
