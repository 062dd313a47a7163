/**
 * Names that the service's specification does not show ("not shown" in spec 2.6, 4.5, 6 and 7) and
 * that we therefore assume. Nothing else in the package guesses a name, except the words by which
 * answers and runs are read (`agent/answer/answerWords.ts`, `agent/runs/runWords.ts`).
 *
 * The keys of the table are those of 'Field Names (JSON)' in the credential, where a user corrects
 * a name. The response itself always passes through unchanged.
 */
import { words } from '../values/words';

interface AssumedName {
	/** The first is the nodes' own name, and is sent. When the nodes read, they also try the others. */
	readonly names: readonly [string, ...string[]];
	/** What the nodes need the field for, as documents and the Check node show it. */
	readonly usedFor: string;
}

/** `<record>.<field>`: the names of the field. */
export const assumedNames = {
	'user.userId': {
		names: words('userId id'),
		usedFor: "Pickers, 'By Email', 'Create or Update', and the record trigger recognize users",
	},
	'user.emailAddress': {
		names: words('emailAddress email userName name'),
		usedFor: "User > Create and Update send it. Pickers and 'By Email' read it",
	},
	'user.firstName': {
		names: words('firstName'),
		usedFor: 'User > Create and Update send it. Pickers show it',
	},
	'user.lastName': {
		names: words('lastName'),
		usedFor: 'User > Create and Update send it. Pickers show it',
	},
	'user.kind': {
		names: words('kind'),
		usedFor: "User > Create and Update send it. 'Create or Update' compares it",
	},
	'user.active': {
		names: words('active'),
		usedFor: 'User > Create and Update send it. Pickers mark inactive users',
	},
	'user.groupIds': {
		names: words('groupIds'),
		usedFor: "User > Create and Update send it. 'Create or Update' adds missing groups",
	},
	'user.tenantIds': {
		names: words('tenantIds'),
		usedFor: "User > Create and Update send it. 'Create or Update' adds missing tenants",
	},
	'availability.emailAddress': {
		names: words('emailAddress'),
		usedFor: 'User > Check Availability sends it',
	},
	'group.groupId': {
		names: words('groupId userGroupId id'),
		usedFor: "Pickers, 'By Name', 'Create or Update', and the record trigger recognize user groups",
	},
	'group.groupName': {
		names: words('groupName name'),
		usedFor: "User Group > Create sends it. Pickers and 'By Name' read it",
	},
	'group.active': {
		names: words('active'),
		usedFor: 'User Group > Create sends it. Pickers mark inactive user groups',
	},
	'group.reports': {
		names: words('reports reportIds'),
		usedFor: "Desired State and 'Create or Update' read the list",
	},
	'group.roles': {
		names: words('roles roleNames'),
		usedFor: "Desired State and 'Create or Update' read the list",
	},
	'group.warehouses': {
		names: words('warehouses'),
		usedFor: "Desired State and 'Create or Update' read the list",
	},
	'group.returnReasons': {
		names: words('returnReasons returnReasonIds'),
		usedFor: "Desired State and 'Create or Update' read the list",
	},
	'group.webStores': {
		names: words('webStores webStoreIds storeIds stores'),
		usedFor: "Desired State and 'Create or Update' read the list",
	},
	'report.reportId': {
		names: words('reportId id'),
		usedFor: "'Report Name or ID' of User Group > Update lists reports",
	},
	'report.reportName': {
		names: words('reportName name title'),
		usedFor: "'Report Name or ID' of User Group > Update shows it",
	},
	'tenant.tenantId': {
		names: words('tenantId id'),
		usedFor: "'Connected Tenant Names or IDs' of User > Create and Update lists tenants",
	},
	'tenant.tenantName': {
		names: words('tenantName name displayName'),
		usedFor: "'Connected Tenant Names or IDs' of User > Create and Update shows it",
	},
	'assignment.assignmentId': {
		names: words('assignmentId id'),
		usedFor: 'Pickers and the agent trigger recognize assignments',
	},
	'assignment.name': {
		names: words('name title description'),
		usedFor: 'Assignment > Create and Update send it. Pickers show it',
	},
	'assignment.description': {
		names: words('description'),
		usedFor: 'Assignment > Create and Update send it',
	},
	'assignment.instructions': {
		names: words('instructions'),
		usedFor: 'Assignment > Create and Update send it',
	},
	'assignment.active': {
		names: words('active'),
		usedFor: 'Assignment > Create and Update send it. Pickers mark inactive assignments',
	},
	'run.runId': {
		names: words('runId assignmentRunId id'),
		usedFor: 'Pickers, Assignment > Run, and the agent trigger recognize runs',
	},
	'run.status': {
		names: words('status state runStatus runState phase jobStatus currentState'),
		usedFor: 'Assignment > Run and the agent trigger see from it whether a run has ended',
	},
	'run.startedAt': {
		names: words('startedAt startTime startDate startTimestamp beginTime createdAt'),
		usedFor: 'The run picker and the agent trigger sort runs',
	},
	'run.endedAt': {
		names: words('endedAt'),
		usedFor: 'Without a known status, a run with an end time in the past has ended',
	},
	'thread.threadId': {
		names: words('threadId id'),
		usedFor: 'The thread picker recognizes threads',
	},
	'thread.name': {
		names: words('name title question'),
		usedFor: 'Thread > Update sends it. The thread picker shows it',
	},
	'message.messageId': {
		names: words('messageId id'),
		usedFor: 'Message > Get Many continues after it',
	},
	'message.question': {
		names: words('question'),
		usedFor: 'Thread > Create and Message > Create send it',
	},
	'log.logId': {
		names: words('logId id'),
		usedFor: 'Run > Get Logs and the agent trigger continue after it',
	},
	'log.text': {
		names: words('message text line content description'),
		usedFor: 'Assignment > Run streams it to a chat',
	},
	'journal.journalId': {
		names: words('journalId id'),
		usedFor: 'The record trigger recognizes journals',
	},
	'journal.createdAt': {
		names: words('createdAt createdDate created journalDate'),
		usedFor: 'The record trigger reads new journals by it',
	},
	'period.journals': {
		names: words('journals items records data results'),
		usedFor: 'Journal > Get Many and the record trigger read the list',
	},
} as const satisfies Record<`${string}.${string}`, AssumedName>;

export type NameKey = keyof typeof assumedNames;

export const nameKeys = Object.keys(assumedNames) as NameKey[];

/** The names of a field, the likeliest first. */
export function namesOf(key: NameKey): readonly [string, ...string[]] {
	return assumedNames[key].names;
}

/** Where a record has its ID. */
const identifierKeys = {
	assignment: 'assignment.assignmentId',
	group: 'group.groupId',
	journal: 'journal.journalId',
	log: 'log.logId',
	message: 'message.messageId',
	report: 'report.reportId',
	run: 'run.runId',
	tenant: 'tenant.tenantId',
	thread: 'thread.threadId',
	user: 'user.userId',
} as const satisfies Record<string, NameKey>;

/** `other` is a record of an operation that the catalogue does not have. */
export type IdentifiedRecord = keyof typeof identifierKeys | 'other';

export function identifierNamesOf(recordType: IdentifiedRecord): readonly string[] {
	return recordType === 'other' ? words('id logId messageId') : namesOf(identifierKeys[recordType]);
}

/** Where a record has what people call it. */
const labelKeys = {
	assignment: 'assignment.name',
	group: 'group.groupName',
	report: 'report.reportName',
	tenant: 'tenant.tenantName',
	thread: 'thread.name',
	user: 'user.emailAddress',
} as const satisfies Record<string, NameKey>;

export type LabelledRecord = keyof typeof labelKeys;

export function labelNamesOf(recordType: LabelledRecord): readonly string[] {
	return namesOf(labelKeys[recordType]);
}

/** Kinds of user offered in the form; any other can be typed as an expression. */
export const userKinds = { normal: 'NORMAL', administrator: 'ADMINISTRATOR' } as const;

/** Names under which a user may have first and last name in one. */
export const fullNames = ['name', 'fullName', 'displayName'] as const;

/** Paths under which an entry of a list of a user group may say what it refers to, the likeliest first. */
export const groupEntryNames = {
	reportId: ['report.reportId', 'report.id', 'report', 'id'],
	role: ['roleName', 'role.roleName', 'role.name', 'role.code', 'name', 'code'],
	warehouseCompanyId: [
		...['companyId', 'warehouseCompany.warehouseCompanyId', 'warehouseCompany.id'],
		...['company.companyId', 'company.id'],
		...['warehouse.warehouseCompanyId', 'warehouse.companyId'],
	],
	warehouseId: ['warehouse.warehouseId', 'warehouse.id', 'warehouse', 'id'],
	returnReasonId: [
		...['returnReason.returnReasonId', 'returnReason.id', 'returnReason', 'reasonId', 'id'],
	],
	storeId: [
		...['webStoreId', 'webStore.storeId', 'webStore.webStoreId', 'webStore.id', 'webStore'],
		...['store.storeId', 'store.id', 'store', 'id'],
	],
} as const;

/** Names of the list inside a wrapper record; failing these, its only list is taken. */
export const listNames = [
	...['items', 'records', 'data', 'results', 'logs', 'messages', 'runs', 'journals'],
] as const;

/** Places of the code and text in an error response, in order. */
export const errorBodyNames = {
	code: ['code', 'errorCode', 'error_code'],
	/** Further places of a code, if it looks like one. */
	text: [
		...['message', 'detail', 'reason', 'description', 'error_description'],
		...['title', 'type', 'error'],
	],
	nested: ['error', 'errors', 'fault', 'problem', 'details'],
} as const;
