/**
 * The operation catalogue: what the service offers, one row per operation (spec 4).
 *
 * A row's key is `<resource>.<operation>` as a saved workflow stores it. Nodes, access tokens,
 * messages, the sandbox, the README's table and the tests read these rows. No other file contains a
 * path, method, scope or error code.
 */
import { agentCatalogue } from './agentCatalogue';
import type { CatalogueRow } from './operationRow';

export const catalogue = {
	'journal.getAll': {
		request: 'GET /accountancy/journal/journals',
		scope: 'accountancyjournal:read',
		errorCodes: ['date-range-too-large'],
	},

	'report.getAll': { request: 'GET /admin/user-group/reports', scope: 'usergroup:read' },
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
	'connectedTenant.getAll': { request: 'GET /admin/user/connected-tenants', scope: 'user:read' },
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

	...agentCatalogue,

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
