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
export const userKinds = { normal: 'NORMAL', administrator: 'ADMINISTRATOR' } as const;

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
	tenant: ['tenantName', 'name', 'displayName'],
	thread: ['name', 'title', 'question'],
	user: ['emailAddress', 'email', 'userName', 'name'],
} as const satisfies Partial<Record<IdentifiedRecord, readonly string[]>>;

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
		'companyId',
		'warehouseCompany.warehouseCompanyId',
		'warehouseCompany.id',
		'company.companyId',
		'company.id',
		'warehouse.warehouseCompanyId',
		'warehouse.companyId',
	],
	warehouseId: ['warehouse.warehouseId', 'warehouse.id', 'warehouse', 'id'],
	returnReasonId: [
		'returnReason.returnReasonId',
		'returnReason.id',
		'returnReason',
		'reasonId',
		'id',
	],
	storeId: [
		'webStoreId',
		'webStore.storeId',
		'webStore.webStoreId',
		'webStore.id',
		'webStore',
		'store.storeId',
		'store.id',
		'store',
		'id',
	],
} as const;

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

/**
 * What a run's record says about how far it is (spec 3). Names are compared without regard to case,
 * hyphens and underscores; `agent/runState.ts` says how they are used.
 */
export const runNames = {
	/** Where its status is, the likeliest first: a word, or a record with the word inside. */
	status: ['status', 'state', 'runStatus', 'runState', 'phase', 'lifecycleState', 'lifecycle'],
	/** Where else a word may tell. */
	outcome: ['outcome', 'conclusion', 'resultState', 'finalStatus', 'result'],
	/** Where a status that is a record has its word, besides `status`. */
	statusWord: ['name', 'code', 'value', 'type', 'key', 'current', 'label'],
	startedAt: ['startedAt', 'startTime', 'startDate', 'startTimestamp', 'beginTime', 'createdAt'],
	/** An end time is called by one of these and one of `moments`. */
	ends: ['ended', 'end', 'finished', 'finish', 'completed', 'complete', 'completion'],
	/** The same for particular ends, of which a run that ended otherwise says nothing. */
	particularEnds: [
		'aborted',
		'abort',
		'cancelled',
		'canceled',
		'stopped',
		'stop',
		'failed',
		'terminated',
		'termination',
		'closed',
		'killed',
	],
	moments: ['At', 'Time', 'Date', 'DateTime', 'Timestamp', 'On', ''],
	/** Switches that are on for a finished run and off for an active one, with or without "is". */
	finishedFlags: ['finished', 'completed', 'complete', 'done', 'ended', 'over', 'terminated'],
	/** Switches that are on for a run that ended in this way, and say nothing where they are off. */
	endedFlags: ['aborted', 'cancelled', 'canceled', 'failed', 'succeeded', 'stopped'],
	/** Switches that are on for an active run and off for a finished one. */
	activeFlags: ['active', 'running', 'inProgress'],
	/** Names of a wrapper around the record of a run; any name will do where it is the only one. */
	wrapper: ['run', 'assignmentRun', 'data', 'record', 'item'],
} as const;

/** Words in the status of a run; `agent/stateWords.ts` says how they are used. */
export const runStateWords = {
	/** How words begin that tell of an end. */
	finishedStems: [
		'complet',
		'finish',
		'succe',
		'unsucce',
		'fail',
		'error',
		'abort',
		'cancel',
		'stop',
		'terminat',
		'timeout',
		'kill',
		'expire',
		'crash',
		'reject',
		'interrupt',
		'fault',
		'exit',
		'halt',
	],
	/** Whole words that tell of an end. */
	finished: [
		'done',
		'ok',
		'okay',
		'end',
		'ended',
		'over',
		'closed',
		'passed',
		'concluded',
		'executed',
		'processed',
		'exception',
		'inactive',
		'incomplete',
		'skipped',
		'dead',
	],
	/** How words begin that tell of a run that is not over, besides words that end in -ing. */
	activeStems: [
		'activ',
		'progress',
		'inprogress',
		'ongoing',
		'queue',
		'enqueue',
		'pend',
		'wait',
		'await',
		'start',
		'restart',
		'creat',
		'schedul',
		'submit',
		'accept',
		'initial',
		'pause',
		'suspend',
		'block',
		'hold',
		'require',
		'request',
		'retri',
		'retry',
		'resume',
		'dispatch',
		'unfinish',
		'unstart',
	],
	/** Whole words that tell of a run that is not over. */
	active: ['new', 'open', 'planned', 'busy', 'alive', 'underway', 'begun', 'todo', 'onhold'],
	/** Words that turn what follows into its opposite. */
	negations: ['not', 'never', 'no', 'be', 'almost', 'nearly', 'yet'],
	/** Words after which a status only says why or how. */
	prepositions: [
		'with',
		'without',
		'for',
		'by',
		'after',
		'before',
		'due',
		'because',
		'to',
		'from',
		'in',
		'on',
		'at',
		'while',
		'during',
		'until',
		'of',
	],
	/** Parts of a run: what is said of one says nothing about the run. */
	parts: ['step', 'task', 'tool', 'stage', 'phase', 'part'],
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
