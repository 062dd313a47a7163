import { type ErrorCode, errorCodes, isErrorCode } from '../../../src/api/errorCodes';
import { ServiceError } from '../responses';

/** The HTTP status of each error code; the spec does not show them, so the believable ones. */
const errorStatuses: Readonly<Record<ErrorCode, number>> = {
	'administrators-cannot-be-assigned-connected-tenants': 400,
	'api-client-must-be-a-user': 403,
	'assignment-not-found': 404,
	'cannot-delete-referenced-entity': 409,
	'conversation-not-found': 404,
	'date-range-too-large': 400,
	'duplicate-property-value': 400,
	'email-address-required': 400,
	'group-already-have-access-to-report': 409,
	'group-already-have-access-to-role': 409,
	'group-name-is-unavailable': 409,
	'group-not-found': 404,
	'invalid-email-address': 400,
	'invalid-name': 400,
	'invalid-page': 400,
	'invalid-page-size': 400,
	'invalid-property-key-name': 400,
	'invalid-request': 400,
	'language-not-found': 400,
	'name-required': 400,
	'no-active-run': 409,
	'only-normal-users-can-be-assigned-user-groups': 400,
	'property-key-name-already-exists': 409,
	'property-key-not-found': 404,
	'question-too-long': 400,
	'run-already-active': 409,
	'run-not-active': 409,
	'run-not-found': 404,
	'search-after-id-not-found': 404,
	'stream-unacceptable': 406,
	'tenant-not-found': 404,
	'thread-not-found': 404,
	'ticket-is-not-assigned': 409,
	'usage-limit-exceeded': 403,
	'user-already-has-group': 409,
	'user-already-in-tenant': 409,
	'user-group-not-found': 404,
	'user-not-found': 404,
	'web-pages.retrieve-page.draft-not-found': 404,
	'web-pages.retrieve-page.layout-not-found': 404,
	'web-pages.retrieve-page.page-not-found': 404,
};

/** The error for one of the spec's codes. */
export function codedError(code: ErrorCode, text?: string): ServiceError {
	return new ServiceError(errorStatuses[code], code, text ?? errorCodes[code].message);
}

/** The HTTP status of a code, or the fallback if the code is not one of the spec's. */
export function statusOf(code: string | undefined, fallback: number): number {
	return code !== undefined && isErrorCode(code) ? errorStatuses[code] : fallback;
}
