import { limits } from './limits';

export interface ErrorCodeText {
	/** What happened, in one sentence. */
	readonly message: string;
	/** What to do about it. */
	readonly description: string;
}

/** Every error code of the service with its own sentence and way out (spec 7). */
export const errorCodes = {
	'date-range-too-large': {
		message: `The journals asked for span more than ${limits.journalRangeMonths} months`,
		description: `Set Period From and Period To no more than ${limits.journalRangeMonths} months apart, or give a later Journal Date.`,
	},
	'invalid-page': {
		message: 'The service refused the page number',
		description: `Lists start at page ${limits.firstPage}. Turn off Return All and set a Limit, so that the search ends before that page, or narrow it down with Keywords.`,
	},
	'invalid-page-size': {
		message: 'The service refused the page size',
		description: `A page holds ${limits.pageSize.minimum} to ${limits.pageSize.maximum} records. Set Limit to a whole number of at least 1.`,
	},
	'group-name-is-unavailable': {
		message: 'Another user group already has this name',
		description:
			'Choose a different Group Name. User Group > Get Many with the filter Active set to All shows the names in use.',
	},
	'cannot-delete-referenced-entity': {
		message: 'The user group is still in use, so it was not deleted',
		description:
			'Remove its members and whatever else refers to it, then delete it again; or set it to inactive with Update.',
	},
	'user-group-not-found': {
		message: 'There is no user group with this ID',
		description:
			'Pick the group from the list, or check the ID with User Group > Get Many and its filter Active set to All.',
	},
	'group-already-have-access-to-report': {
		message: 'The user group already has one of the reports to add',
		description:
			'Take that report out of Reports > Added. Or set Change Mode to "Desired State" and give the complete list of reports: it adds what is missing, and removes whatever the list lacks.',
	},
	'group-already-have-access-to-role': {
		message: 'The user group already has one of the roles to add',
		description:
			'Take that role out of Roles > Added. Or set Change Mode to "Desired State" and give the complete list of roles: it adds what is missing, and removes whatever the list lacks.',
	},
	'email-address-required': {
		message: 'The email address is missing',
		description:
			'Fill in Email Address, or give it in JSON under the name that your service has for it. If it comes from an expression, check that this item has one.',
	},
	'invalid-email-address': {
		message: 'The service does not accept this email address',
		description: 'Check the address for typing slips, such as a missing @ or a trailing space.',
	},
	'administrators-cannot-be-assigned-connected-tenants': {
		message: 'An administrator cannot be assigned to connected tenants',
		description:
			'Administrators have access to every connected tenant already. Leave Connected Tenants empty, or choose another kind of user.',
	},
	'group-not-found': {
		message: 'One of the user groups does not exist',
		description:
			'Pick the groups from the list, or check the IDs with User Group > Get Many and its filter Active set to All.',
	},
	'invalid-name': {
		message: 'The service does not accept this first or last name',
		description: 'Check First Name and Last Name for unusual characters or too much text.',
	},
	'name-required': {
		message: 'A new user needs a first and a last name',
		description:
			'Fill in First Name and Last Name. Only a person who already exists in another tenant can be added without them.',
	},
	'only-normal-users-can-be-assigned-user-groups': {
		message: 'Only normal users can be in user groups',
		description: 'Leave User Groups empty for this kind of user, or make the user a normal one.',
	},
	'tenant-not-found': {
		message: 'One of the tenants does not exist or is not connected to this one',
		description:
			'Pick the tenants from the list, or check the IDs with Connected Tenant > Get Many.',
	},
	'user-already-in-tenant': {
		message: 'This person is already a user of the tenant',
		description:
			'Use Update to change the user. Check Availability tells beforehand who can be added.',
	},
	'user-already-has-group': {
		message: 'The user is already in one of the groups to add',
		description:
			'Leave only groups in the list that the user is not in yet: the service adds those listed and keeps the others.',
	},
	'user-not-found': {
		message: 'There is no user with this ID',
		description:
			'Pick the user from the list, or check the ID with User > Get Many and its filter Active set to All.',
	},
	'api-client-must-be-a-user': {
		message: 'Sending an invitation needs a signed-in person, not an API client',
		description:
			'Choose a credential of the type "Integration Service Sign-In OAuth2 API", and connect it.',
	},
	'invalid-request': {
		message: 'The service refused the fields of the assignment',
		description:
			'Check the fields. If your service names them differently, correct them in Additional Body or set Specify Body to JSON.',
	},
	'assignment-not-found': {
		message: 'There is no assignment with this ID',
		description: 'Pick the assignment from the list, or check the ID with Assignment > Get Many.',
	},
	'no-active-run': {
		message: 'The assignment has no active run to abort',
		description: 'The run may have ended by itself. Run > Get Many shows how the last one ended.',
	},
	'run-already-active': {
		message: 'The assignment is already running',
		description:
			'One run at a time is allowed. Turn on Wait for Completion and set "If Already Running" to wait for it, or stop it with Assignment > Abort.',
	},
	'usage-limit-exceeded': {
		message: 'The monthly usage limit for agent runs is used up',
		description: 'Ask the support of your platform to raise the limit, or wait for the next month.',
	},
	'run-not-found': {
		message: 'The assignment has no run with this ID',
		description:
			'Pick the run from the list, or check the ID with Run > Get Many for the same assignment.',
	},
	'run-not-active': {
		message: 'The run is not active any more, so there is nothing to abort',
		description: 'It has ended already. Run > Get shows how.',
	},
	'search-after-id-not-found': {
		message: 'The service does not know the ID to continue after',
		description:
			'Clear Search After ID to read from the start, or use an ID from an earlier answer.',
	},
	'question-too-long': {
		message: `The question is longer than ${limits.questionCharacters} characters`,
		description:
			'Shorten the question, or ask a short one first and go on in its thread: the limit holds for the first question of a thread.',
	},
	'stream-unacceptable': {
		message: 'The service did not get a request for an event stream',
		description:
			'Something between n8n and the service changes the Accept header. Ask whoever runs your proxy to let "text/event-stream" through.',
	},
	'thread-not-found': {
		message: 'There is no thread with this ID',
		description:
			'Pick the thread from the list. Threads belong to the person or client that started them, so check the credential too.',
	},
	'duplicate-property-value': {
		message: 'Two values of the property key have the same name',
		description: 'Give every value in Values its own name.',
	},
	'invalid-property-key-name': {
		message: 'The property key has no name',
		description:
			'Fill in Name, or give "name" where the body or the state is written as JSON. If it comes from an expression, check that this item has one.',
	},
	'language-not-found': {
		message: 'The service does not know one of the language codes',
		description: 'Check the language codes of the translations, for example "en" or "sv".',
	},
	'property-key-name-already-exists': {
		message: 'Another property key already has this name',
		description: 'Choose a different name.',
	},
	'property-key-not-found': {
		message: 'There is no property key with this ID',
		description: 'Check Property Key ID. It must be the key of a category property.',
	},
	'conversation-not-found': {
		message: 'There is no ticket with this ID',
		description: 'Check Ticket ID. It is the long ID of the ticket, not the ticket number.',
	},
	'ticket-is-not-assigned': {
		message: 'The ticket has no assignee to remove',
		description: 'Nothing needs to be done: somebody else may have unassigned it first.',
	},
	'web-pages.retrieve-page.draft-not-found': {
		message: 'There is no draft with this ID',
		description: 'Check Draft ID, and whether the draft still exists.',
	},
	'web-pages.retrieve-page.layout-not-found': {
		message: 'The layout of the page does not exist',
		description: 'Open the page in the web store editor and choose a layout, then read it again.',
	},
	'web-pages.retrieve-page.page-not-found': {
		message: 'The draft has no page with this ID',
		description: 'Check Page ID, and that the page belongs to this draft.',
	},
} as const satisfies Record<string, ErrorCodeText>;

/** An error code of the service, used as the service gives it (spec 7). */
export type ErrorCode = keyof typeof errorCodes;

/**
 * Whether a text is one of the service's error codes.
 *
 * @param code any text
 */
export function isErrorCode(code: string): code is ErrorCode {
	return Object.hasOwn(errorCodes, code);
}
