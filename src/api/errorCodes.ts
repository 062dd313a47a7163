import { fieldNamesLabel } from './assumedNames';
import { limits } from './limits';

/**
 * @param message what happened, in one sentence
 * @param description what to do about it
 */
export function errorText(message: string, description: string) {
	return { message, description };
}

/** The service may know a value under another name than the one that was sent. */
const otherNames = `If your service uses other field names, set them in '${fieldNamesLabel}' of the credential.`;

/** Every error code of the service, with what happened and what to do (spec 7). */
export const errorCodes = {
	'date-range-too-large': errorText(
		`The journals span more than ${limits.journalRangeMonths} months`,
		"Set 'Period From' and clear 'Created After' to read a period of any length, or enter a later 'Created After'.",
	),
	'invalid-page': errorText(
		'The service rejected the page number',
		"Turn off 'Return All' and set a 'Limit', or narrow down the list with 'Filters' if there are any.",
	),
	'invalid-page-size': errorText(
		'The service rejected the page size',
		`Set 'Limit' to a whole number of at least 1. Pages have ${limits.pageSize.minimum} to ${limits.pageSize.maximum} records.`,
	),
	'group-name-is-unavailable': errorText(
		'Another user group already has this name',
		"Enter a different 'Group Name'. To see all names in use, run User Group > Get Many with 'Active' set to 'All'.",
	),
	'cannot-delete-referenced-entity': errorText(
		"The record wasn't deleted because it is still in use",
		'Remove what refers to the record, for example the members of a user group, then delete it. You can also deactivate a user group with Update.',
	),
	'user-group-not-found': errorText(
		'There is no user group with this ID',
		"Select the group from the list, or check the ID with User Group > Get Many and 'Active' set to 'All'.",
	),
	'group-already-have-access-to-report': errorText(
		'The user group already has one of the reports to add',
		"Leave out the report, or enter the whole list in 'Desired State'. With 'Desired State', remove 'Current State' from Options if it is set, or run this item again.",
	),
	'group-already-have-access-to-role': errorText(
		'The user group already has one of the roles to add',
		"Leave out the role, or enter the whole list in 'Desired State'. With 'Desired State', remove 'Current State' from Options if it is set, or run this item again.",
	),
	'email-address-required': errorText(
		'The email address is missing',
		`Fill in 'Email Address'. If the value comes from an expression, check this item. ${otherNames}`,
	),
	'invalid-email-address': errorText(
		"The service doesn't accept this email address",
		'Check the address for typos, such as a missing @ or a trailing space.',
	),
	'administrators-cannot-be-assigned-connected-tenants': errorText(
		"An administrator can't be assigned to connected tenants",
		"Leave 'Connected Tenants' empty, or select another 'Kind' of user. Administrators already have access to every connected tenant.",
	),
	'group-not-found': errorText(
		"One of the user groups doesn't exist",
		"Select the groups from the list, or check the IDs with User Group > Get Many and 'Active' set to 'All'.",
	),
	'invalid-name': errorText(
		"The service doesn't accept the name",
		"Check the name for unusual characters or too much text. For a user, check 'First Name' and 'Last Name'.",
	),
	'name-required': errorText(
		'A name is missing',
		`Fill in the name. For a new user, fill in 'First Name' and 'Last Name'. Only people who already exist in another tenant don't need them. ${otherNames}`,
	),
	'only-normal-users-can-be-assigned-user-groups': errorText(
		'Only normal users can be in user groups',
		"Remove the user groups, or set 'Kind' to 'Normal User'.",
	),
	'tenant-not-found': errorText(
		"One of the tenants doesn't exist or isn't connected to this tenant",
		'Select the tenants from the list, or check the IDs with Connected Tenant > Get Many.',
	),
	'user-already-in-tenant': errorText(
		'This person is already a user of the tenant',
		"To change the user, use User > Update. To create or change users in one step, use 'Create or Update'.",
	),
	'user-already-has-group': errorText(
		'The user is already in one of the groups to add',
		"Leave out the groups that the user is already in. To add only missing groups, use 'Create or Update'.",
	),
	'user-not-found': errorText(
		'There is no user with this ID',
		"Check the ID with User > Get Many and 'Active' set to 'All'.",
	),
	'api-client-must-be-a-user': errorText(
		"An API client isn't allowed to use this operation",
		"Set 'Authentication' to 'Signed-In User'. Then select a credential of type 'Integration Service Sign-In OAuth2 API', and connect the credential.",
	),
	'invalid-request': errorText(
		'The service rejected the fields of the request',
		`Check the fields. ${otherNames}`,
	),
	'assignment-not-found': errorText(
		'There is no assignment with this ID',
		'Select the assignment from the list, or check the ID with Assignment > Get Many.',
	),
	'no-active-run': errorText(
		'The assignment has no active run to abort',
		'Check with Run > Get Many how the last run ended.',
	),
	'run-already-active': errorText(
		'The assignment is already running',
		"Turn on 'Wait for Completion' and set 'If Already Running' to 'Wait for the Active Run', or stop the run with Assignment > Abort.",
	),
	'usage-limit-exceeded': errorText(
		'The monthly usage limit of the agent is used up',
		'Ask the support of your platform to raise the limit, or wait for the next month.',
	),
	'run-not-found': errorText(
		'The assignment has no run with this ID',
		'Select the run from the list, or check the ID with Run > Get Many for the same assignment.',
	),
	'run-not-active': errorText(
		"The run has already ended and can't be aborted",
		'Check with Run > Get how the run ended.',
	),
	'search-after-id-not-found': errorText(
		"The service doesn't know the ID to continue after",
		"Clear 'Search After ID' to read from the start, or enter an ID from an earlier response.",
	),
	'question-too-long': errorText(
		`The question is longer than ${limits.questionCharacters} characters`,
		'Shorten the question, or ask a short question first and continue in its thread. The API documentation states the limit for new threads.',
	),
	'stream-unacceptable': errorText(
		"The service didn't receive a request for an event stream",
		'Ask your administrator to check the proxies between n8n and the service. The header "Accept: text/event-stream" must reach the service.',
	),
	'thread-not-found': errorText(
		'There is no thread with this ID',
		'Select the thread from the list, and check the credential. Threads belong to the person or client that started them.',
	),
	'duplicate-property-value': errorText(
		'Two values of the property key have the same name',
		"Enter a different name for every value in 'Values'.",
	),
	'invalid-property-key-name': errorText(
		'The property key has no name',
		"Fill in 'Name'. If the value comes from an expression, check this item.",
	),
	'language-not-found': errorText(
		"The service doesn't know one of the language codes",
		'Check the language codes of the translations, for example "en" or "sv".',
	),
	'property-key-name-already-exists': errorText(
		'Another property key already has this name',
		'Enter a different name.',
	),
	'property-key-not-found': errorText(
		'There is no property key with this ID',
		"Check 'Property Key ID'. The ID must belong to a category property key.",
	),
	'conversation-not-found': errorText(
		'There is no ticket with this ID',
		"Check 'Ticket ID'. Use the long ID of the ticket, not the ticket number.",
	),
	'ticket-is-not-assigned': errorText(
		'The ticket has no assignee to remove',
		'Skip this item, or check the ticket. Somebody else may have unassigned the ticket first.',
	),
	'web-pages.retrieve-page.draft-not-found': errorText(
		'There is no draft with this ID',
		"Check 'Draft ID', and whether the draft still exists.",
	),
	'web-pages.retrieve-page.layout-not-found': errorText(
		"The layout of the page doesn't exist",
		'Check the layout of the page in your platform, then get the page again.',
	),
	'web-pages.retrieve-page.page-not-found': errorText(
		'The draft has no page with this ID',
		"Check 'Page ID', and whether the page belongs to this draft.",
	),
};

/** An error code exactly as the service sends it (spec 7). */
export type ErrorCode = keyof typeof errorCodes;

/** Error codes of this package, and of HTTP statuses without a code. */
export type OwnErrorCode =
	| 'answer-failed'
	| 'answer-too-large'
	| 'blocked'
	| 'cancelled'
	| 'certificate'
	| 'invalid-input'
	| 'invalid-response'
	| 'network'
	| 'not-applied'
	| 'protocol'
	| 'rate-limited'
	| 'run-failed'
	| 'timeout'
	| 'too-many-records'
	| 'unexpected'
	| 'unknown-outcome'
	| 'unknown-status'
	| `http-${number}`;

declare const unlisted: unique symbol;

/** An error code that a service sent and the specification doesn't list. */
export type UnlistedErrorCode = string & { readonly [unlisted]: true };

/** A set finds a long text, such as one of an answer, faster than an object does. */
const codes = new Set<unknown>(Object.keys(errorCodes));

export function isErrorCode(code: unknown): code is ErrorCode {
	return codes.has(code);
}
