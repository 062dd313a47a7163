/**
 * Names that the service's specification does not show ("not shown" in spec 2.6, 4.5, 6 and 7) and
 * that we therefore assume. Other guesses are the words by which runs are read
 * (`agent/runs/statusWords.ts`), the format and the IDs of an answer (`likelyWords.ts` and `identifiers.ts`
 * in `agent/answer/events`), and the names that Integration Service Check proposes (`nodes/Check/signs.ts`).
 *
 * The keys of the table are those of 'Field Names (JSON)' in the credential, where a user corrects
 * a name. The response itself always passes through unchanged.
 */
import { words } from '../values/words';

/** The field of the credential. */
export const fieldNamesLabel = 'Field Names (JSON)';

interface AssumedName {
	/** The first is the nodes' own name, and is sent. When the nodes read, they also try the others. */
	readonly names: readonly [string, ...string[]];
	/** Nodes, operations, and labels that use the field, as on screen. */
	readonly where: string;
	/** Whether a form sends it, so only the first name is right. */
	readonly isSent?: true;
}

/** A field that the nodes only read. */
function shown(names: string, where: string): AssumedName {
	return { names: words(names), where };
}

/** A field of a form, which the nodes may also read. */
function sent(names: string, where: string): AssumedName {
	return { names: words(names), where, isSent: true };
}

const node = 'Integration Service';
const newUser = `${node} User > Create and Update`;
const userTenants = `${newUser}, 'Connected Tenants'`;
const groupState = `${node} User Group > Update, 'Desired State'`;
const groupReports = `${node} User Group > Update, 'Report Name or ID'`;
const newAssignment = `${node} Agent > Assignment > Create and Update`;
const runs = `${node} Agent > Assignment > Run. ${node} Agent Trigger`;
const answers = `${node} Agent > Thread > Create or Message > Create, 'Answer Format (JSON)'`;
const journals = `${node} Trigger, 'Journal'`;

/** `<record>.<field>`: the names of the field. */
export const assumedNames = {
	'user.userId': shown('userId id', `${node} User > Get, 'By Email'. ${node} Trigger`),
	'user.emailAddress': sent('emailAddress email userName name', `${newUser}, 'Email Address'`),
	'user.firstName': sent('firstName', `${newUser}, 'First Name'`),
	'user.lastName': sent('lastName', `${newUser}, 'Last Name'`),
	'user.kind': sent('kind', `${newUser}, 'Kind'`),
	'user.active': sent('active', `${newUser}, 'Active'`),
	'user.groupIds': sent('groupIds', `${newUser}, 'User Group Names or IDs'`),
	'user.tenantIds': sent('tenantIds', userTenants),
	'availability.emailAddress': sent(
		'emailAddress',
		`${node} User > Check Availability, 'Email Address'`,
	),
	'group.groupId': shown(
		'groupId userGroupId id',
		`${node} User Group > Get, 'By Name'. ${node} Trigger`,
	),
	'group.groupName': sent('groupName name', `${node} User Group > Create, 'Group Name'. Pickers`),
	'group.active': sent('active', `${node} User Group > Create, 'Active'. Pickers`),
	'group.reports': shown('reports reportIds', groupState),
	'group.roles': shown('roles roleNames', groupState),
	'group.warehouses': shown('warehouses', groupState),
	'group.returnReasons': shown('returnReasons returnReasonIds', groupState),
	'group.webStores': shown('webStores webStoreIds storeIds stores', groupState),
	'report.reportId': shown('reportId id', groupReports),
	'report.reportName': shown('reportName name title', groupReports),
	'tenant.tenantId': shown('tenantId id', userTenants),
	'tenant.tenantName': shown('tenantName name displayName', userTenants),
	'assignment.assignmentId': shown('assignmentId id', `${node} Agent, pickers. Agent Trigger`),
	'assignment.name': sent('name title description', `${newAssignment}, 'Name'. Pickers`),
	'assignment.description': sent('description', `${newAssignment}, 'Description'`),
	'assignment.instructions': sent('instructions', `${newAssignment}, 'Instructions'`),
	'assignment.active': sent('active', `${newAssignment}, 'Active'. Pickers`),
	'run.runId': shown('runId assignmentRunId id', `Pickers of runs. ${runs}`),
	'run.status': shown(
		'status state runStatus runState phase jobStatus currentState',
		`${runs}, 'Status Field'`,
	),
	'run.startedAt': shown(
		'startedAt startTime startDate startTimestamp beginTime createdAt',
		`Pickers of runs. ${node} Agent Trigger`,
	),
	'run.endedAt': shown('endedAt', `${node} Check, for the statuses of ended runs`),
	'thread.threadId': shown('threadId id', `${node} Agent, pickers of threads`),
	'thread.name': sent(
		'name title question',
		`${node} Agent > Thread > Update, 'Name'. Pickers of threads`,
	),
	'message.messageId': shown('messageId id', `${node} Agent > Message > Get Many, 'ID Field'`),
	'message.question': sent(
		'question',
		`${node} Agent > Thread > Create or Message > Create, 'Question'`,
	),
	'log.logId': shown('logId id', `${node} Agent > Run > Get Logs, 'ID Field'`),
	'log.text': shown(
		'message text line content description',
		`${node} Agent > Assignment > Run, 'Stream Log'`,
	),
	'journal.journalId': shown('journalId id', journals),
	'journal.createdAt': shown('createdAt createdDate created journalDate', journals),
	'journal.rows': shown('rows', `${node} Accounting > Get Many, 'Output' Rows`),
	'period.journals': shown(
		'journals items records data results',
		`${node} Accounting > Get Many, 'Journals Field'. ${journals}`,
	),
} as const satisfies Record<`${string}.${string}`, AssumedName>;

export type NameKey = keyof typeof assumedNames;

export const nameKeys = Object.keys(assumedNames) as NameKey[];

/** Keys of 'Field Names (JSON)' that replace the default of an option, and the option. */
export const optionKeys = {
	'answer.text': answers,
	'answer.events': answers,
	'answer.mode': answers,
	'answer.finalEvent': answers,
	'answer.otherEvents': answers,
	'run.finishedStatuses': `${runs}, 'Finished Statuses'`,
	'run.succeededStatuses': `${node} Agent > Assignment > Run, 'succeeded' and 'If the Run Fails'`,
} as const;

export type OptionKey = keyof typeof optionKeys;

/** The names of a field, the likeliest first. */
export function namesOf(key: NameKey): readonly [string, ...string[]] {
	return assumedNames[key].names;
}

/** The keys of a record's fields. */
export function keysOf(recordName: string): NameKey[] {
	return nameKeys.filter((key) => key.startsWith(`${recordName}.`));
}

/** The nodes' own names of a record's fields. */
export function ownNamesOf(recordName: RecordName): string[] {
	return keysOf(recordName).map((key) => namesOf(key)[0]);
}

type RecordIn<Key> = Key extends `${infer Name}.${string}` ? Name : never;

/** A record, as keys begin. Empty for an operation that the catalogue doesn't have. */
export type RecordName = RecordIn<NameKey> | '';

export function identifierNamesOf(recordName: RecordName): readonly string[] {
	const key = `${recordName}.${recordName}Id`;
	return Object.hasOwn(assumedNames, key) ? namesOf(key as NameKey) : words('id logId messageId');
}

/** Names under which a period may have its ID, the likeliest first. */
export const periodIdNames = words('periodId id');

/** Kinds of user offered in the form; any other can be typed as an expression. */
export const userKinds = { normal: 'NORMAL', administrator: 'ADMINISTRATOR' } as const;

/** Names under which a user may have first and last name in one. */
export const fullNames = words('name fullName displayName');

/** Names of the times of a thread. They only sort a list, newest first. */
export const threadTimes = words(
	'lastMessageAt modifiedAt modified updatedAt updated createdAt created',
);

/** Paths under which an entry of a list of a user group may say what it refers to, the likeliest first. */
export const groupEntryNames = {
	reportId: words('report.reportId report.id report id'),
	role: words('roleName role.roleName role.name role.code name code'),
	warehouseCompanyId: words(
		`companyId warehouseCompany.warehouseCompanyId warehouseCompany.id company.companyId company.id
		warehouse.warehouseCompanyId warehouse.companyId`,
	),
	warehouseId: words('warehouse.warehouseId warehouse.id warehouse id'),
	returnReasonId: words('returnReason.returnReasonId returnReason.id returnReason reasonId id'),
	storeId: words(
		`webStoreId webStore.storeId webStore.webStoreId webStore.id webStore
		store.storeId store.id store id`,
	),
} as const;

/** Names of the list inside a wrapper record; failing these, its only list is taken. */
export const listNames = words('items records data results logs messages runs journals');

/** Places of the code and text in an error response, in order. */
export const errorBodyNames = {
	code: words('code errorCode error_code'),
	/** Further places of a code, if it looks like one. */
	text: words('message detail reason description error_description title type error'),
	nested: words('error errors fault problem details'),
} as const;
