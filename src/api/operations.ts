/**
 * The operation catalogue: what the service offers, one row per operation (spec 4).
 *
 * A row's key is `<resource>.<operation>` as a saved workflow stores it. Nodes, access tokens,
 * messages, the sandbox, the README's table and the tests read this file. No other file contains a
 * path, method, scope or error code.
 */
import type { IdentifiedRecord } from './assumedNames';
import type { ErrorCode } from './errorCodes';
import type { IdentifierType } from './identifierTypes';
import { limits } from './limits';

export const httpMethods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

export type HttpMethod = (typeof httpMethods)[number];

/** In numbered pages (spec 4.2), or after the identifier of the last record (spec 4.4). */
export type Paging =
	| { readonly by: 'page' }
	| {
			readonly by: 'cursor';
			readonly record: IdentifiedRecord;
			/** The largest `limit`, if the operation accepts one. */
			readonly maximum?: number;
	  };

export interface OperationRow {
	readonly method: HttpMethod;
	/** Appended to the base URL. `{name}` is a path parameter. */
	readonly path: string;
	/** Required scope, without the prefix that the credential adds. */
	readonly scope: string;
	/** Undefined if the spec has no status, so any 2xx is a success. */
	readonly success?: readonly number[];
	readonly errorCodes: readonly ErrorCode[];
	/** Without paging, a list is returned whole. */
	readonly paging?: Paging;
	/** A response without a body is a success, whatever its status. */
	readonly bodiless?: true;
	/** Changes nothing although it isn't a GET, so it can be retried. */
	readonly reads?: true;
	/** The response is a stream of Server-Sent Events (spec 6). */
	readonly streams?: true;
	/** Accepts only the token of an interactive user (spec 5, rule 4). */
	readonly interactiveUser?: true;
}

export const operations = {
	'journal.getAll': {
		method: 'GET',
		path: '/accountancy/journal/journals',
		scope: 'accountancyjournal:read',
		success: [200],
		errorCodes: ['date-range-too-large'],
	},

	'report.getAll': {
		method: 'GET',
		path: '/admin/user-group/reports',
		scope: 'usergroup:read',
		success: [200],
		errorCodes: [],
	},
	'userGroup.getAll': {
		method: 'GET',
		path: '/admin/user-group/user-groups',
		scope: 'usergroup:read',
		success: [200],
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: { by: 'page' },
	},
	'userGroup.create': {
		method: 'POST',
		path: '/admin/user-group/user-groups',
		scope: 'usergroup:create',
		success: [201],
		errorCodes: ['group-name-is-unavailable'],
	},
	'userGroup.get': {
		method: 'GET',
		path: '/admin/user-group/user-groups/{groupId}',
		scope: 'usergroup:read',
		success: [200],
		errorCodes: ['user-group-not-found'],
	},
	'userGroup.update': {
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
		method: 'DELETE',
		path: '/admin/user-group/user-groups/{groupId}',
		scope: 'usergroup:delete',
		success: [200],
		errorCodes: ['cannot-delete-referenced-entity', 'user-group-not-found'],
		bodiless: true,
	},
	'member.getAll': {
		method: 'GET',
		path: '/admin/user-group/user-groups/{groupId}/members',
		scope: 'usergroup:read',
		success: [200],
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: { by: 'page' },
	},

	'user.checkAvailability': {
		method: 'POST',
		path: '/admin/user/_availability',
		scope: 'user:create',
		success: [200, 204],
		errorCodes: ['email-address-required', 'invalid-email-address'],
		reads: true,
	},
	'connectedTenant.getAll': {
		method: 'GET',
		path: '/admin/user/connected-tenants',
		scope: 'user:read',
		success: [200],
		errorCodes: [],
	},
	'user.getAll': {
		method: 'GET',
		path: '/admin/user/users',
		scope: 'user:read',
		success: [200],
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: { by: 'page' },
	},
	'user.create': {
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
		method: 'GET',
		path: '/admin/user/users/{userId}',
		scope: 'user:read',
		success: [200],
		errorCodes: ['user-not-found'],
	},
	'user.update': {
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
		method: 'DELETE',
		path: '/admin/user/users/{userId}',
		scope: 'user:delete',
		success: [200],
		errorCodes: ['user-not-found'],
		bodiless: true,
	},
	'user.sendInvitation': {
		method: 'POST',
		path: '/admin/user/users/{userId}/_send-invitation-email',
		scope: 'user:create',
		success: [204],
		errorCodes: ['api-client-must-be-a-user', 'user-not-found'],
		interactiveUser: true,
		bodiless: true,
	},

	'assignment.getAll': {
		method: 'GET',
		path: '/common/agent/assignments',
		scope: 'agent',
		success: [200],
		errorCodes: [],
	},
	'assignment.create': {
		method: 'POST',
		path: '/common/agent/assignments',
		scope: 'agent',
		success: [201],
		errorCodes: ['invalid-request'],
	},
	'assignment.get': {
		method: 'GET',
		path: '/common/agent/assignments/{assignmentId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found'],
	},
	'assignment.update': {
		method: 'PATCH',
		path: '/common/agent/assignments/{assignmentId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'invalid-request'],
	},
	'assignment.delete': {
		method: 'DELETE',
		path: '/common/agent/assignments/{assignmentId}',
		scope: 'agent',
		success: [204],
		errorCodes: ['assignment-not-found'],
		bodiless: true,
	},
	'assignment.run': {
		method: 'POST',
		path: '/common/agent/assignments/{assignmentId}/run',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'run-already-active', 'usage-limit-exceeded'],
	},
	'assignment.abort': {
		method: 'POST',
		path: '/common/agent/assignments/{assignmentId}/abort',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'no-active-run'],
	},
	'run.getAll': {
		method: 'GET',
		path: '/common/agent/assignments/{assignmentId}/runs',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found'],
	},
	'run.get': {
		method: 'GET',
		path: '/common/agent/assignments/{assignmentId}/runs/{runId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'run-not-found'],
	},
	'run.abort': {
		method: 'POST',
		path: '/common/agent/assignments/{assignmentId}/runs/{runId}/abort',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'run-not-active', 'run-not-found'],
	},
	'run.getLogs': {
		method: 'GET',
		path: '/common/agent/assignments/{assignmentId}/runs/{runId}/logs',
		scope: 'agent',
		success: [200],
		errorCodes: ['assignment-not-found', 'run-not-found', 'search-after-id-not-found'],
		paging: { by: 'cursor', record: 'log', maximum: limits.logs.maximum },
	},
	'thread.getAll': {
		method: 'GET',
		path: '/common/agent/threads',
		scope: 'agent',
		success: [200],
		errorCodes: [],
	},
	'thread.create': {
		method: 'POST',
		path: '/common/agent/threads',
		scope: 'agent',
		success: [200],
		errorCodes: ['question-too-long', 'stream-unacceptable'],
		streams: true,
	},
	'thread.get': {
		method: 'GET',
		path: '/common/agent/threads/{threadId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['thread-not-found'],
	},
	'thread.update': {
		method: 'PATCH',
		path: '/common/agent/threads/{threadId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['thread-not-found'],
		bodiless: true,
	},
	'thread.delete': {
		method: 'DELETE',
		path: '/common/agent/threads/{threadId}',
		scope: 'agent',
		success: [200],
		errorCodes: ['thread-not-found'],
		bodiless: true,
	},
	'message.getAll': {
		method: 'GET',
		path: '/common/agent/threads/{threadId}/messages',
		scope: 'agent',
		success: [200],
		errorCodes: ['search-after-id-not-found', 'thread-not-found'],
		paging: { by: 'cursor', record: 'message' },
	},
	'message.create': {
		method: 'POST',
		path: '/common/agent/threads/{threadId}/messages',
		scope: 'agent',
		errorCodes: [],
		streams: true,
	},

	'propertyKey.update': {
		method: 'PUT',
		path: '/product-category-property/property-keys/{propertyKeyId}',
		scope: 'productcategoryproperty:update',
		errorCodes: [
			'duplicate-property-value',
			'invalid-property-key-name',
			'language-not-found',
			'property-key-name-already-exists',
			'property-key-not-found',
		],
	},
	'propertyKey.create': {
		method: 'POST',
		path: '/product-variant-property/property-keys',
		scope: 'productvariantproperty:create',
		errorCodes: [
			'duplicate-property-value',
			'invalid-property-key-name',
			'language-not-found',
			'property-key-name-already-exists',
		],
	},

	'ticket.unassign': {
		method: 'POST',
		path: '/helpdesk/ticket/tickets/{ticketId}/_unassign',
		scope: 'ticket:update',
		errorCodes: ['conversation-not-found', 'ticket-is-not-assigned'],
	},
	'page.get': {
		method: 'GET',
		path: '/web-pages/draft/drafts/{draftId}/pages/{pageId}',
		scope: 'draft:read',
		errorCodes: [
			'web-pages.retrieve-page.draft-not-found',
			'web-pages.retrieve-page.layout-not-found',
			'web-pages.retrieve-page.page-not-found',
		],
	},
	'return.create': {
		method: 'POST',
		path: '/order-management/return/returns/return',
		scope: 'return:create',
		errorCodes: [],
	},
} as const satisfies Record<string, OperationRow>;

/** `<resource>.<operation>`, for example `user.getAll`. */
export type OperationId = keyof typeof operations;

/** Operations of our nodes that send several of the service's, the one that creates first. */
const composedOperations = {
	'user.upsert': ['user.create', 'user.getAll', 'user.get', 'user.update'],
	'userGroup.upsert': ['userGroup.create', 'userGroup.getAll', 'userGroup.get', 'userGroup.update'],
} as const satisfies Record<string, readonly OperationId[]>;

/** An operation of our nodes. */
export type NodeOperationId = OperationId | keyof typeof composedOperations;

/** What an operation of our nodes sends. */
export function requestsOf(id: NodeOperationId): readonly [OperationId, ...OperationId[]] {
	return id === 'user.upsert' || id === 'userGroup.upsert' ? composedOperations[id] : [id];
}

/** What requests are sent for: an operation of the catalogue, or one that a user describes. */
export type Operation = OperationId | OperationRow;

export function operationRow(operation: Operation): OperationRow {
	return typeof operation === 'string' ? operations[operation] : operation;
}

/** Whether an operation only reads, so it can be retried and run in parallel. */
export function onlyReads(row: OperationRow): boolean {
	return row.method === 'GET' || row.reads === true;
}

/** The path parameters of all operations, with their types from the spec. */
export const pathParameters = {
	assignmentId: { displayName: 'Assignment', type: 'string' },
	draftId: { displayName: 'Draft ID', type: 'uuid' },
	groupId: { displayName: 'User Group', type: 'int32' },
	pageId: { displayName: 'Page ID', type: 'uuid' },
	propertyKeyId: { displayName: 'Property Key ID', type: 'integer' },
	runId: { displayName: 'Run', type: 'string' },
	threadId: { displayName: 'Thread', type: 'string' },
	ticketId: { displayName: 'Ticket ID', type: 'uuid' },
	userId: { displayName: 'User', type: 'uuid' },
} as const satisfies Record<string, { displayName: string; type: IdentifierType }>;

export type PathParameterName = keyof typeof pathParameters;

/** The names of an operation's path parameters, in the order of its path. */
export function pathParametersOf(operation: Operation): PathParameterName[] {
	return [...operationRow(operation).path.matchAll(/\{(\w+)\}/g)].map(
		([, name]) => name as PathParameterName,
	);
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | NamesIn<Rest>
	: never;

type PathValue<Name> = Name extends keyof typeof pathParameters
	? (typeof pathParameters)[Name]['type'] extends 'int32' | 'integer'
		? number
		: string
	: never;

type TemplateOf<Of extends Operation> = Of extends infer Id extends OperationId
	? (typeof operations)[Id]['path']
	: never;

/** The checked path parameters of an operation. */
export type PathOf<Of extends Operation> = {
	readonly [Name in NamesIn<TemplateOf<Of>>]: PathValue<Name>;
};
