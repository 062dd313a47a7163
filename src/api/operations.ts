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

/** An operation, as requests are sent for it. */
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

/** An operation as the catalogue has it. */
interface CatalogueRow extends Partial<Omit<OperationRow, 'method' | 'path' | 'success'>> {
	/** Method and path. */
	readonly request: `${HttpMethod} /${string}`;
	readonly scope: string;
	/** By default, 200. Unknown if the spec has no status. */
	readonly success?: readonly number[] | 'unknown';
}

const catalogue = {
	'journal.getAll': {
		request: 'GET /accountancy/journal/journals',
		scope: 'accountancyjournal:read',
		errorCodes: ['date-range-too-large'],
	},

	'report.getAll': {
		request: 'GET /admin/user-group/reports',
		scope: 'usergroup:read',
	},
	'userGroup.getAll': {
		request: 'GET /admin/user-group/user-groups',
		scope: 'usergroup:read',
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: { by: 'page' },
	},
	'userGroup.create': {
		request: 'POST /admin/user-group/user-groups',
		scope: 'usergroup:create',
		success: [201],
		errorCodes: ['group-name-is-unavailable'],
	},
	'userGroup.get': {
		request: 'GET /admin/user-group/user-groups/{groupId}',
		scope: 'usergroup:read',
		errorCodes: ['user-group-not-found'],
	},
	'userGroup.update': {
		request: 'PATCH /admin/user-group/user-groups/{groupId}',
		scope: 'usergroup:update',
		errorCodes: [
			'group-already-have-access-to-report',
			'group-already-have-access-to-role',
			'group-name-is-unavailable',
			'user-group-not-found',
		],
		bodiless: true,
	},
	'userGroup.delete': {
		request: 'DELETE /admin/user-group/user-groups/{groupId}',
		scope: 'usergroup:delete',
		errorCodes: ['cannot-delete-referenced-entity', 'user-group-not-found'],
		bodiless: true,
	},
	'member.getAll': {
		request: 'GET /admin/user-group/user-groups/{groupId}/members',
		scope: 'usergroup:read',
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: { by: 'page' },
	},

	'user.checkAvailability': {
		request: 'POST /admin/user/_availability',
		scope: 'user:create',
		success: [200, 204],
		errorCodes: ['email-address-required', 'invalid-email-address'],
		reads: true,
	},
	'connectedTenant.getAll': {
		request: 'GET /admin/user/connected-tenants',
		scope: 'user:read',
	},
	'user.getAll': {
		request: 'GET /admin/user/users',
		scope: 'user:read',
		errorCodes: ['invalid-page', 'invalid-page-size'],
		paging: { by: 'page' },
	},
	'user.create': {
		request: 'POST /admin/user/users',
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
		request: 'GET /admin/user/users/{userId}',
		scope: 'user:read',
		errorCodes: ['user-not-found'],
	},
	'user.update': {
		request: 'PATCH /admin/user/users/{userId}',
		scope: 'user:update',
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
		request: 'DELETE /admin/user/users/{userId}',
		scope: 'user:delete',
		errorCodes: ['user-not-found'],
		bodiless: true,
	},
	'user.sendInvitation': {
		request: 'POST /admin/user/users/{userId}/_send-invitation-email',
		scope: 'user:create',
		success: [204],
		errorCodes: ['api-client-must-be-a-user', 'user-not-found'],
		interactiveUser: true,
		bodiless: true,
	},

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

	'propertyKey.update': {
		request: 'PUT /product-category-property/property-keys/{propertyKeyId}',
		scope: 'productcategoryproperty:update',
		success: 'unknown',
		errorCodes: [
			'duplicate-property-value',
			'invalid-property-key-name',
			'language-not-found',
			'property-key-name-already-exists',
			'property-key-not-found',
		],
	},
	'propertyKey.create': {
		request: 'POST /product-variant-property/property-keys',
		scope: 'productvariantproperty:create',
		success: 'unknown',
		errorCodes: [
			'duplicate-property-value',
			'invalid-property-key-name',
			'language-not-found',
			'property-key-name-already-exists',
		],
	},

	'ticket.unassign': {
		request: 'POST /helpdesk/ticket/tickets/{ticketId}/_unassign',
		scope: 'ticket:update',
		success: 'unknown',
		errorCodes: ['conversation-not-found', 'ticket-is-not-assigned'],
	},
	'page.get': {
		request: 'GET /web-pages/draft/drafts/{draftId}/pages/{pageId}',
		scope: 'draft:read',
		success: 'unknown',
		errorCodes: [
			'web-pages.retrieve-page.draft-not-found',
			'web-pages.retrieve-page.layout-not-found',
			'web-pages.retrieve-page.page-not-found',
		],
	},
	'return.create': {
		request: 'POST /order-management/return/returns/return',
		scope: 'return:create',
		success: 'unknown',
	},
} as const satisfies Record<string, CatalogueRow>;

/** `<resource>.<operation>`, for example `user.getAll`. */
export type OperationId = keyof typeof catalogue;

type PathIn<Request extends string> = Request extends `${string} ${infer Path}` ? Path : never;

type CodesOf<Row> = Row extends { readonly errorCodes: infer Codes } ? Codes : readonly [];

type Operations = {
	readonly [Id in OperationId]: OperationRow & {
		readonly path: PathIn<(typeof catalogue)[Id]['request']>;
		readonly errorCodes: CodesOf<(typeof catalogue)[Id]>;
	};
};

function toOperation({ request, success = [200], ...row }: CatalogueRow): OperationRow {
	const [method, path = ''] = request.split(' ') as [HttpMethod, string];
	const statuses = success === 'unknown' ? undefined : success;
	return { method, path, success: statuses, errorCodes: [], ...row };
}

export const operations = Object.fromEntries(
	Object.entries(catalogue).map(([id, row]) => [id, toOperation(row)]),
) as Operations;

/** Operations of our nodes that send several of the service, the creating one first. */
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

/** An operation of the catalogue, or one that a user describes. */
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
