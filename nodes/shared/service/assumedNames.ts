/**
 * Names that the service's specification does not show ("not shown" in spec 2.6, 4.5, 6 and 7) and
 * that we therefore assume. Nothing else in the package guesses a name.
 *
 * What a node sends can be corrected by its user: Additional Body is merged over the fields, and
 * Specify Body = JSON replaces them. What a node reads is found by trying these names in order,
 * and the response itself always passes through unchanged.
 */

/** Names in request bodies. */
export const requestNames = {
	user: {
		emailAddress: 'emailAddress',
		firstName: 'firstName',
		lastName: 'lastName',
		kind: 'kind',
		active: 'active',
		groupIds: 'groupIds',
		tenantIds: 'tenantIds',
	},
	availability: { emailAddress: 'emailAddress' },
	group: { groupName: 'groupName', active: 'active' },
	assignment: {
		name: 'name',
		description: 'description',
		instructions: 'instructions',
		active: 'active',
	},
	thread: { name: 'name' },
	message: { question: 'question' },
} as const;

/** Kinds of user offered in the form; any other can be typed as an expression. */
export const userKinds = ['NORMAL', 'ADMINISTRATOR'] as const;

/** Names under which a record carries its identifier, the likeliest first. */
export const identifierNames = {
	assignment: ['assignmentId', 'id'],
	group: ['groupId', 'userGroupId', 'id'],
	log: ['logId', 'id'],
	message: ['messageId', 'id'],
	report: ['reportId', 'id'],
	run: ['runId', 'assignmentRunId', 'id'],
	tenant: ['tenantId', 'id'],
	thread: ['threadId', 'id'],
	user: ['userId', 'id'],
} as const;

export type IdentifiedRecord = keyof typeof identifierNames;

/** Names under which a record carries what a person would call it, the likeliest first. */
export const labelNames = {
	assignment: ['name', 'title', 'description'],
	group: ['groupName', 'name'],
	report: ['reportName', 'name', 'title'],
	run: ['startedAt', 'createdAt', 'startTime'],
	tenant: ['tenantName', 'name', 'displayName'],
	thread: ['name', 'title', 'question'],
	user: ['emailAddress', 'email', 'userName', 'name'],
} as const satisfies Partial<Record<IdentifiedRecord, readonly string[]>>;

/** Names of the list inside a wrapper record; failing these, its only list is taken. */
export const listNames = [
	'items',
	'records',
	'data',
	'results',
	'logs',
	'messages',
	'runs',
	'journals',
] as const;

/** What a run's record says about how far it is. */
export const runNames = {
	status: ['status', 'state', 'runStatus'],
	startedAt: ['startedAt', 'startTime', 'startDate', 'createdAt'],
	endedAt: ['endedAt', 'finishedAt', 'completedAt', 'abortedAt', 'endTime', 'endDate'],
	/** Compared without regard to case. */
	finishedStatuses: [
		'COMPLETED',
		'FINISHED',
		'SUCCEEDED',
		'SUCCESS',
		'DONE',
		'FAILED',
		'ERROR',
		'ABORTED',
		'CANCELLED',
		'CANCELED',
		'STOPPED',
		'TIMED_OUT',
	],
} as const;

/** Where an event of an answer stream carries its text, tried in order and one level deep. */
export const answerTextNames = ['delta', 'text', 'content', 'message'] as const;

/** What tells the events of an answer stream apart, compared without regard to case. */
export const answerEventNames = {
	/** Where the data names the kind of event, besides the event itself. */
	kind: ['type', 'event', 'kind'],
	/** Kinds of the event that ends an answer. */
	final: ['done', 'complete', 'completed', 'end', 'final', 'finish', 'finished', 'message_stop'],
	/** Data that ends an answer. */
	finalData: '[DONE]',
	/** Where the data of a piece says that it is the last one. */
	finalFlags: ['done', 'final', 'finished', 'complete'],
	/** Kind of the event, or name in its data, that tells that the agent could not go on. */
	failure: 'error',
} as const;

/** Where an error response carries its code and its text, tried in order. */
export const errorBodyNames = {
	code: ['code', 'errorCode', 'error_code'],
	/** A code may stand in these too, but only one that looks like a code. */
	text: ['message', 'detail', 'description', 'error_description', 'title', 'type', 'error'],
	nested: ['error', 'errors', 'fault', 'problem', 'details'],
} as const;

/** Where an availability result says that the person can already use the tenant (spec 2.6). */
export const accessToTenantName = 'accessToTenant';
