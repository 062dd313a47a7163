/**
 * The operation catalogue: what the service offers, one row per operation (spec 4).
 *
 * A row's key is `<resource>.<operation>` as a saved workflow stores it. Nodes, access tokens,
 * messages, the sandbox, the README's table and the tests read this file; no path, method, scope
 * or error code stands anywhere else.
 */
import type { ErrorCode } from './errorCodes';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OperationRow {
	/** Area of the service (spec 1). */
	readonly area: string;
	readonly method: HttpMethod;
	/** Path template appended to the base URL; `{name}` marks a path parameter. */
	readonly path: string;
	/** Required scope, without the prefix that the credential adds. */
	readonly scope: string;
	/** Success statuses; `'notShown'` where the spec gives no number, so that any 2xx is right. */
	readonly success: readonly number[] | 'notShown';
	readonly errorCodes: readonly ErrorCode[];
	/** How a list is read: pages of `page`/`pageSize`, or a cursor in `searchAfterId`. */
	readonly paging?: 'page' | 'cursor';
	/** The answer has no body; `'sometimes'` where the success status decides. */
	readonly bodiless?: true | 'sometimes';
	/** Changes nothing although it is not a GET, so that it may be repeated. */
	readonly reads?: true;
	/** Answered as Server-Sent Events (spec 6). */
	readonly streams?: true;
	/** Accepts only the token of an interactive user (spec 5, rule 4). */
	readonly interactiveUser?: true;
}

export const operations = {
	'journal.getAll': {
		area: 'Accounting journals',
		method: 'GET',
		path: '/accountancy/journal/journals',
		scope: 'accountancyjournal:read',
		success: [200],
		errorCodes: ['date-range-too-large'],
	},

	'report.getAll': {
		area: 'User groups',
		method: 'GET',
		path: '/admin/user-group/reports',
		scope: 'usergroup:read',
		success: [200],
		errorCodes: [],
	},
	'userGroup.getAll': {
		area: 'User groups',
		method: 'GET',
		path: '/admin/user-group/user-groups',
		scope: 'usergroup:read',
		success: [200],
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: 'page',
	},
	'userGroup.create': {
		area: 'User groups',
		method: 'POST',
		path: '/admin/user-group/user-groups',
		scope: 'usergroup:create',
		success: [201],
		errorCodes: ['group-name-is-unavailable'],
	},
	'userGroup.get': {
		area: 'User groups',
		method: 'GET',
		path: '/admin/user-group/user-groups/{groupId}',
		scope: 'usergroup:read',
		success: [200],
		errorCodes: ['user-group-not-found'],
	},
	'userGroup.update': {
		area: 'User groups',
		method: 'PATCH',
		path: '/admin/user-group/user-groups/{groupId}',
		scope: 'usergroup:update',
		success: [200],
		errorCodes: [
			'group-already-have-access-to-report',
			'group-already-have-access-to-role',
			'group-name-is-unavailable',
			'user-group-not-found',
		],
		bodiless: true,
	},
	'userGroup.delete': {
		area: 'User groups',
		method: 'DELETE',
		path: '/admin/user-group/user-groups/{groupId}',
		scope: 'usergroup:delete',
		success: [200],
		errorCodes: ['cannot-delete-referenced-entity', 'user-group-not-found'],
		bodiless: true,
	},
	'member.getAll': {
		area: 'User groups',
		method: 'GET',
		path: '/admin/user-group/user-groups/{groupId}/members',
		scope: 'usergroup:read',
		success: [200],
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: 'page',
	},

	'user.checkAvailability': {
		area: 'User administration',
		method: 'POST',
		path: '/admin/user/_availability',
		scope: 'user:create',
		success: [200, 204],
		errorCodes: ['email-address-required', 'invalid-email-address'],
		bodiless: 'sometimes',
		reads: true,
	},
	'connectedTenant.getAll': {
		area: 'User administration',
		method: 'GET',
		path: '/admin/user/connected-tenants',
		scope: 'user:read',
		success: [200],
		errorCodes: [],
	},
	'user.getAll': {
		area: 'User administration',
		method: 'GET',
		path: '/admin/user/users',
		scope: 'user:read',
		success: [200],
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: 'page',
	},
	'user.create': {
		area: 'User administration',
		method: 'POST',
		path: '/admin/user/users',
		scope: 'user:create',
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
	},
	'user.get': {
		area: 'User administration',
		method: 'GET',
		path: '/admin/user/users/{userId}',
		scope: 'user:read',
		success: [200],
		errorCodes: ['user-not-found'],
	},
	'user.update': {
		area: 'User administration',
		method: 'PATCH',
		path: '/admin/user/users/{userId}',
		scope: 'user:update',
		success: [200],
		errorCodes: [
			'administrators-cannot-be-assigned-connected-tenants',
			'only-normal-users-can-be-assigned-user-groups',
			'tenant-not-found',
			'user-already-has-group',
			'user-not-found',
		],
		bodiless: true,
	},
	'user.delete': {
		area: 'User administration',
		method: 'DELETE',
		path: '/admin/user/users/{userId}',
		scope: 'user:delete',
		success: [200],
		errorCodes: ['user-not-found'],
		bodiless: true,
	},
	'user.sendInvitation': {
		area: 'User administration',
		method: 'POST',
		path: '/admin/user/users/{userId}/_send-invitation-email',
		scope: 'user:create',
		success: [204],
		errorCodes: ['api-client-must-be-a-user', 'user-not-found'],
		interactiveUser: true,
		bodiless: true,
	},

	'assignment.getAll': {
		area: 'Agent',
		method: 'GET',
		path: '/common/agent/assignments',
		scope: 'agent',
		success: [200],
		errorCodes: [],
	},
	'assignment.create': {
		area: 'Agent',
		method: 'POST',
		path: '/common/agent/assignments',
		scope: 'agent',
		success: [201],
		errorCodes: ['invalid-request'],
	},
	'assignment.get': {
		area: 'Agent',
		method: 'GET',
		path: '/common/agent/assignments/{assignmentId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found'],
	},
	'assignment.update': {
		area: 'Agent',
		method: 'PATCH',
		path: '/common/agent/assignments/{assignmentId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'invalid-request'],
	},
	'assignment.delete': {
		area: 'Agent',
		method: 'DELETE',
		path: '/common/agent/assignments/{assignmentId}',
		scope: 'agent',
		success: [204],
		errorCodes: ['assignment-not-found'],
		bodiless: true,
	},
	'assignment.run': {
		area: 'Agent',
		method: 'POST',
		path: '/common/agent/assignments/{assignmentId}/run',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'run-already-active', 'usage-limit-exceeded'],
	},
	'assignment.abort': {
		area: 'Agent',
		method: 'POST',
		path: '/common/agent/assignments/{assignmentId}/abort',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'no-active-run'],
	},
	'run.getAll': {
		area: 'Agent',
		method: 'GET',
		path: '/common/agent/assignments/{assignmentId}/runs',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found'],
	},
	'run.get': {
		area: 'Agent',
		method: 'GET',
		path: '/common/agent/assignments/{assignmentId}/runs/{runId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'run-not-found'],
	},
	'run.abort': {
		area: 'Agent',
		method: 'POST',
		path: '/common/agent/assignments/{assignmentId}/runs/{runId}/abort',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'run-not-active', 'run-not-found'],
	},
	'run.getLogs': {
		area: 'Agent',
		method: 'GET',
		path: '/common/agent/assignments/{assignmentId}/runs/{runId}/logs',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'run-not-found', 'search-after-id-not-found'],
		paging: 'cursor',
	},
	'thread.getAll': {
		area: 'Agent',
		method: 'GET',
		path: '/common/agent/threads',
		scope: 'agent',
		success: [200],
		errorCodes: [],
	},
	'thread.create': {
		area: 'Agent',
		method: 'POST',
		path: '/common/agent/threads',
		scope: 'agent',
		success: [200],
		errorCodes: ['question-too-long', 'stream-unacceptable'],
		streams: true,
	},
	'thread.get': {
		area: 'Agent',
		method: 'GET',
		path: '/common/agent/threads/{threadId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['thread-not-found'],
	},
	'thread.update': {
		area: 'Agent',
		method: 'PATCH',
		path: '/common/agent/threads/{threadId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['thread-not-found'],
		bodiless: true,
	},
	'thread.delete': {
		area: 'Agent',
		method: 'DELETE',
		path: '/common/agent/threads/{threadId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['thread-not-found'],
		bodiless: true,
	},
	'message.getAll': {
		area: 'Agent',
		method: 'GET',
		path: '/common/agent/threads/{threadId}/messages',
		scope: 'agent',
		success: [200],
		errorCodes: ['search-after-id-not-found', 'thread-not-found'],
		paging: 'cursor',
	},
	'message.create': {
		area: 'Agent',
		method: 'POST',
		path: '/common/agent/threads/{threadId}/messages',
		scope: 'agent',
		success: 'notShown',
		errorCodes: [],
		streams: true,
	},

	'propertyKey.update': {
		area: 'Category properties',
		method: 'PUT',
		path: '/product-category-property/property-keys/{propertyKeyId}',
		scope: 'productcategoryproperty:update',
		success: 'notShown',
		errorCodes: [
			'duplicate-property-value',
			'invalid-property-key-name',
			'language-not-found',
			'property-key-name-already-exists',
			'property-key-not-found',
		],
	},
	'propertyKey.create': {
		area: 'Variant properties',
		method: 'POST',
		path: '/product-variant-property/property-keys',
		scope: 'productvariantproperty:create',
		success: 'notShown',
		errorCodes: [
			'duplicate-property-value',
			'invalid-property-key-name',
			'language-not-found',
			'property-key-name-already-exists',
		],
	},

	'ticket.unassign': {
		area: 'Helpdesk',
		method: 'POST',
		path: '/helpdesk/ticket/tickets/{ticketId}/_unassign',
		scope: 'ticket:update',
		success: 'notShown',
		errorCodes: ['conversation-not-found', 'ticket-is-not-assigned'],
	},
	'page.get': {
		area: 'Web pages',
		method: 'GET',
		path: '/web-pages/draft/drafts/{draftId}/pages/{pageId}',
		scope: 'draft:read',
		success: 'notShown',
		errorCodes: [
			'web-pages.retrieve-page.draft-not-found',
			'web-pages.retrieve-page.layout-not-found',
			'web-pages.retrieve-page.page-not-found',
		],
	},
	'return.create': {
		area: 'Order management',
		method: 'POST',
		path: '/order-management/return/returns/return',
		scope: 'return:create',
		success: 'notShown',
		errorCodes: [],
	},
} as const satisfies Record<string, OperationRow>;

/** `<resource>.<operation>`, for example `user.getAll`. */
export type OperationId = keyof typeof operations;

/**
 * The catalogue row of an operation.
 *
 * @param id `<resource>.<operation>`
 */
export function operationRow(id: OperationId): OperationRow {
	return operations[id];
}

/**
 * Whether an operation only reads: it may be repeated, and several may run at the same time.
 *
 * @param row a row of the catalogue
 */
export function onlyReads(row: OperationRow): boolean {
	return row.method === 'GET' || row.reads === true;
}

export interface PathParameter {
	readonly displayName: string;
	readonly type: 'uuid' | 'int32' | 'integer' | 'string';
}

/** The path parameters of all operations, with the type that the spec gives each. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
	assignmentId: { displayName: 'Assignment', type: 'string' },
	draftId: { displayName: 'Draft ID', type: 'uuid' },
	groupId: { displayName: 'User Group', type: 'int32' },
	pageId: { displayName: 'Page ID', type: 'uuid' },
	propertyKeyId: { displayName: 'Property Key ID', type: 'integer' },
	runId: { displayName: 'Run', type: 'string' },
	threadId: { displayName: 'Thread', type: 'string' },
	ticketId: { displayName: 'Ticket ID', type: 'uuid' },
	userId: { displayName: 'User', type: 'uuid' },
};
