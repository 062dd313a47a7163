import type { NameKey } from '../../../src/api/assumedNames';

/**
 * The names that a service may use for the fields that its specification doesn't show, by their
 * key in 'Field Names (JSON)'. The first name is the one that the nodes assume, and that records
 * have inside the sandbox. A path with dots only says where the field is shown: a service with
 * such a path reads the first name in bodies.
 */
export const fieldNames = {
	'user.userId': ['userId', 'id', 'personGuid', 'identity.guid'],
	'user.emailAddress': ['emailAddress', 'email', 'loginName', 'profile.email'],
	'user.firstName': ['firstName', 'givenName', 'profile.givenName'],
	'user.lastName': ['lastName', 'surname', 'profile.familyName'],
	'user.kind': ['kind', 'userType', 'access.kind'],
	'user.active': ['active', 'isActive', 'enabled', 'access.active'],
	'user.groupIds': ['groupIds', 'memberOf', 'access.groupNumbers'],
	'user.tenantIds': ['tenantIds', 'companies', 'access.tenantKeys'],
	'availability.emailAddress': ['emailAddress', 'email', 'address'],
	'group.groupId': ['groupId', 'id', 'groupNo', 'key.number'],
	'group.groupName': ['groupName', 'name', 'caption', 'texts.title'],
	'group.active': ['active', 'isActive', 'state.active'],
	'group.reports': ['reports', 'reportIds', 'reportRights', 'rights.reports'],
	'group.roles': ['roles', 'roleNames', 'permissions', 'rights.roles'],
	'group.warehouses': ['warehouses', 'stockPlaces', 'rights.warehouses'],
	'group.returnReasons': ['returnReasons', 'reasons', 'rights.returnReasons'],
	'group.webStores': ['webStores', 'stores', 'rights.webStores'],
	'report.reportId': ['reportId', 'id', 'reportNo', 'key.number'],
	'report.reportName': ['reportName', 'title', 'texts.caption'],
	'tenant.tenantId': ['tenantId', 'id', 'companyKey', 'key.tenant'],
	'tenant.tenantName': ['tenantName', 'name', 'company', 'texts.title'],
	'assignment.assignmentId': ['assignmentId', 'id', 'taskKey', 'key.task'],
	'assignment.name': ['name', 'title', 'texts.caption'],
	'assignment.description': ['description', 'summary', 'texts.summary'],
	'assignment.instructions': ['instructions', 'prompt', 'texts.prompt'],
	'assignment.active': ['active', 'enabled', 'state.enabled'],
	'run.runId': ['runId', 'id', 'executionKey', 'key.run'],
	'run.status': ['status', 'phase', 'stage', 'progressInfo.stage'],
	'run.startedAt': ['startedAt', 'began', 'times.start'],
	'run.endedAt': ['endedAt', 'left', 'times.end'],
	'thread.threadId': ['threadId', 'id', 'topicKey', 'topic.key'],
	'thread.name': ['name', 'subject', 'topic.subject'],
	'message.messageId': ['messageId', 'entryNo', 'entry.number'],
	'message.question': ['question', 'prompt', 'utterance'],
	'log.logId': ['logId', 'id', 'lineNo', 'line.number'],
	'log.text': ['message', 'entry', 'line.text'],
	'journal.journalId': ['journalId', 'id', 'voucherNo', 'voucher.number'],
	'journal.createdAt': ['createdAt', 'bookedOn', 'voucher.booked'],
	'journal.rows': ['rows', 'lines', 'postings.lines'],
	'period.journals': ['journals', 'vouchers', 'contents.vouchers'],
	'answer.text': ['delta', 'text', 'utterance', 'says.words'],
	'answer.events': ['delta', 'message', 'says'],
	'answer.finalEvent': ['done', 'completed', 'bye'],
} as const satisfies Record<
	NameKey | 'answer.text' | 'answer.events' | 'answer.finalEvent',
	readonly [string, ...string[]]
>;

/** A key of 'Field Names (JSON)' whose value is one name or path. */
export type FieldKey = keyof typeof fieldNames;

export const fieldKeys = Object.keys(fieldNames) as FieldKey[];

/** The name of a field inside the sandbox, which the nodes assume too. */
export function usualName(key: FieldKey): string {
	return fieldNames[key][0];
}

/** The keys of a record, such as `user.userId` and the others of a user. */
export function keysOf(record: string): FieldKey[] {
	return fieldKeys.filter((key) => key.startsWith(`${record}.`));
}
