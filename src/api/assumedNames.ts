/**
 * Names that the service's specification does not show ("not shown" in spec 2.6, 4.5, 6 and 7) and
 * that we therefore assume. Nothing else in the package guesses a name.
 *
 * Users correct what a node sends in 'Other Fields (JSON)'. What a node reads is found by trying
 * these names in order, and the response itself always passes through unchanged.
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
export const userKinds = { normal: 'NORMAL', administrator: 'ADMINISTRATOR' } as const;

/** Names of the ID of a record, the likeliest first. */
export const identifierNames = {
	assignment: ['assignmentId', 'id'],
	group: ['groupId', 'userGroupId', 'id'],
	journal: ['journalId', 'id'],
	log: ['logId', 'id'],
	message: ['messageId', 'id'],
	report: ['reportId', 'id'],
	run: ['runId', 'assignmentRunId', 'id'],
	tenant: ['tenantId', 'id'],
	thread: ['threadId', 'id'],
	user: ['userId', 'id'],
	/** Of an operation that the catalogue does not have. */
	other: ['id', 'logId', 'messageId'],
} as const;

export type IdentifiedRecord = keyof typeof identifierNames;

/** Names of the label of a record, the likeliest first. */
export const labelNames = {
	assignment: ['name', 'title', 'description'],
	group: ['groupName', 'name'],
	report: ['reportName', 'name', 'title'],
	tenant: ['tenantName', 'name', 'displayName'],
	thread: ['name', 'title', 'question'],
	user: ['emailAddress', 'email', 'userName', 'name'],
} as const satisfies Partial<Record<IdentifiedRecord, readonly string[]>>;

/** Names under which a journal may have the day of its creation, the likeliest first. */
export const journalDateNames = ['createdAt', 'createdDate', 'created', 'journalDate'] as const;

/** Names under which a user may have first and last name in one. */
export const fullNames = ['name', 'fullName', 'displayName'] as const;

/**
 * Names under which the record of a user group may carry its lists, besides those of its update
 * (spec 2.5 and 2.6).
 */
export const groupListNames = {
	reports: ['reportIds'],
	roles: ['roleNames'],
	warehouses: [],
	returnReasons: ['returnReasonIds'],
	webStores: ['webStoreIds', 'storeIds', 'stores'],
} as const;

/** Paths under which an entry of these lists may say what it refers to, the likeliest first. */
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
