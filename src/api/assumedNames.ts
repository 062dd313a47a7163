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

/**
 * Where the record of a run has its state (spec 2.6 and 3), the likeliest first. Case, hyphens, and
 * underscores in a name do not matter.
 */
export const runNames = {
	/** A text, or an object that has the text under one of `statusText`. */
	status: ['status', 'state', 'runStatus', 'runState', 'phase', 'jobStatus', 'currentState'],
	statusText: ['name', 'code', 'state', 'value', 'status', 'phase', 'lifeCycleState'],
	/** Switches that are on when a run has ended. */
	finishedFlags: ['finished', 'isFinished', 'completed', 'isCompleted', 'done', 'isDone', 'ended'],
	/** Switches that are on while a run is active. */
	activeFlags: ['running', 'isRunning', 'active', 'isActive', 'inProgress'],
	startedAt: ['startedAt', 'startTime', 'startDate', 'startTimestamp', 'beginTime', 'createdAt'],
	endedAt: [
		...['endedAt', 'endTime', 'endDate', 'endTimestamp', 'dateEnded'],
		...['finishedAt', 'finishTime', 'finishDate', 'finishedOn', 'dateFinished', 'dateDone'],
		...['completedAt', 'completionTime', 'completedOn', 'dateCompleted'],
		...['stoppedAt', 'stopTime', 'stopDate', 'closedAt', 'closeTime', 'terminatedAt'],
		...['abortedAt', 'cancelledAt', 'canceledAt', 'failedAt', 'expiredAt'],
	],
	/** Where a response has a run: its record, or its identifier. */
	run: ['run', 'assignmentRun', 'currentRun', 'activeRun', 'newRun', 'startedRun'],
	/** Where a response has the identifier of a run, besides `identifierNames.run`. */
	runId: ['currentRunId', 'activeRunId', 'newRunId', 'startedRunId'],
	/** Other wrappers around the record of a run. Any name will do when it is the only field. */
	wrapper: ['data', 'record', 'item', 'result'],
} as const;

/** Where a line of a run's log has its text, the likeliest first. */
export const logTextNames = ['message', 'text', 'line', 'content', 'description'] as const;

/** Words in the status of a run. `agent/runs/statusWords.ts` has the rule that reads them. */
export const statusWords = {
	finished: [
		...['completed', 'complete', 'finished', 'done', 'end', 'ended', 'closed', 'exited', 'cached'],
		...['succeeded', 'success', 'successful', 'ok', 'passed'],
		...['failed', 'fail', 'failure', 'unsuccessful', 'error', 'errored', 'fault', 'faulted'],
		...['crashed', 'dead', 'incomplete', 'unstable', 'rejected', 'skipped', 'inactive'],
		...['aborted', 'cancelled', 'canceled', 'stopped', 'halted', 'terminated', 'killed', 'revoked'],
		...['interrupted', 'preempted', 'evicted', 'abandoned', 'removed', 'deleted'],
		...['timeout', 'expired'],
	],
	/** Besides all words that end in -ing. */
	active: [
		...['new', 'created', 'planned', 'scheduled', 'requested', 'required', 'requires', 'manual'],
		...['submitted', 'accepted', 'received', 'queued', 'enqueued', 'requeued', 'pending', 'late'],
		...['open', 'ready', 'runnable', 'started', 'resumed', 'retry', 'up', 'busy'],
		...['paused', 'suspended', 'blocked', 'hold', 'deferred', 'delayed', 'postponed'],
	],
	/** Of a run at work: the opposite is an end, unlike that of "started". */
	atWork: ['running', 'active', 'working', 'executing', 'processing', 'inprogress', 'inprocess'],
	negations: ['not', 'no', 'never'],
	/** The words after it only explain why or how. */
	prepositions: [
		...['with', 'without', 'for', 'by', 'after', 'before', 'due', 'because', 'to', 'from', 'in'],
		...['on', 'at', 'as', 'while', 'during', 'until', 'of'],
	],
} as const;

/** Their events can interrupt a text. */
const interleavedNames = [
	...['progress', 'debug', 'log', 'logs', 'trace', 'info', 'notice', 'notification', 'warning'],
	...['verbose', 'metadata', 'meta', 'usage', 'metrics', 'source', 'sources', 'citation'],
	...['citations', 'annotations', 'references', 'logprobs', 'safety', 'title', 'suggestion'],
	...['suggestions', 'feedback', 'follow', 'followup', 'followups'],
] as const;

/**
 * Where an event of an unknown protocol has the text of the answer (spec 6), as words of a name:
 * `outputText` and `output_text` have the words "output" and "text".
 */
export const answerTextNames = {
	/** Names of the text, the likeliest first. The last word of a name counts. */
	likely: [
		...['delta', 'text', 'content', 'token', 'chunk', 'answer', 'completion', 'response', 'reply'],
		'markdown',
	],
	/** Names that often have other contents: they count if there is no likely one. */
	possible: ['message', 'output', 'result', 'value', 'body', 'data', 'msg'],
	/** What is under such a name, or in an event or a record of such a type, is no part of the answer. */
	other: [
		...['tool', 'tools', 'function', 'functions', 'call', 'calls', 'arguments', 'args', 'action'],
		...['input', 'inputs', 'observation', 'search', 'retrieval', 'sql', 'query', 'step', 'steps'],
		...['reasoning', 'thinking', 'thought', 'thoughts', 'plan', 'planning', 'signature'],
		...['status', 'state', 'error', 'errors', 'settings', 'config', 'truncation', 'compaction'],
		...['question', 'prompt', 'instructions', 'system', 'user', 'human', 'developer', 'history'],
		...['image', 'audio', 'file', 'attachment', 'document', 'documents', 'context'],
		...interleavedNames,
	],
	/** Those whose events can interrupt a text. */
	interleaved: interleavedNames,
	/** Types of event that only keep the connection alive. */
	heartbeats: ['heartbeat', 'ping', 'pong', 'keepalive', 'alive'],
	/** A plain text in an event of such a type is a label, and so is a field that is not to be named to the user. */
	labels: [
		...['id', 'ids', 'uuid', 'key', 'role', 'type', 'kind', 'object', 'event', 'model', 'name'],
		...['created', 'updated', 'at', 'time', 'timestamp', 'date', 'url', 'version', 'index'],
		...['reason', 'language', 'code', 'format', 'fingerprint', 'tier', 'obfuscation', 'state'],
		...['thread', 'conversation', 'session', 'run', 'task', 'workflow', 'node', 'chain', 'graph'],
	],
	/** Lists of answers to choose from: the first is the answer. */
	alternatives: ['choices', 'candidates', 'generations'],
	/** Who speaks, and who of them asks. */
	speaker: ['role', 'author', 'sender', 'type'],
	askers: ['user', 'human', 'question'],
	/** Switches of a record that is no part of the answer. */
	otherFlags: ['thought', 'special', 'hidden', 'internal'],
} as const;

/** What the events of an answer mean, in any case. */
export const answerEventNames = {
	/** Where the data names the type of event, besides the event itself. */
	type: ['type', 'event', 'kind', 'object', 'event_type', 'eventType'],
	/** Words in the type of the event that ends an answer. */
	final: [
		...['done', 'complete', 'completed', 'end', 'ended', 'final', 'finish', 'finished', 'stop'],
	],
	/** Words in the type of an event that begins or ends only a part of the answer. */
	parts: [
		...['text', 'content', 'block', 'part', 'item', 'chunk', 'delta', 'token', 'model', 'parser'],
		...['chain', 'node', 'transcript', 'task'],
	],
	/** Data that ends an answer. */
	finalData: '[DONE]',
	/** Where the data of a piece marks it as the last one. */
	finalFlags: ['done', 'final', 'finished', 'complete', 'completed', 'isFinal', 'is_final', 'last'],
	/** Where the data has the reason why the text ends; any reason but those of `pauses` ends the answer. */
	finishReason: ['finish_reason', 'finishReason', 'stop_reason', 'stopReason', 'done_reason'],
	/** Words in the reason of an agent that continues, for example after a tool. */
	pauses: ['tool', 'tools', 'function', 'pause', 'unspecified', 'null'],
	/** Words in the reason of an answer that stopped early. */
	truncations: [
		...['length', 'max', 'tokens', 'filter', 'filtered', 'safety', 'recitation', 'blocklist'],
		...['refusal', 'prohibited', 'incomplete'],
	],
	/** How words begin, in a type or a status, that report that the agent could not go on. */
	failureStems: [
		...['error', 'fail', 'abort', 'cancel', 'incomplete', 'expire', 'reject', 'timeout', 'crash'],
		...['exception', 'overload', 'refused', 'interrupt', 'terminated', 'killed', 'problem'],
	],
	/** Those of them that may as well be about what the answer shows, such as an order. */
	ambiguousStems: ['abort', 'cancel', 'expire', 'failed', 'refused', 'reject', 'problem'],
	/** Where an event reports what went wrong. */
	failure: [
		...['error', 'errors', 'last_error', 'lastError', 'errorText', 'errorMessage', 'error_message'],
	],
	status: ['status', 'state', 'runStatus', 'reason'],
	/** Words of a type that names nothing else, such as an order, whose status the event may have. */
	statusTypes: [
		...['status', 'state', 'update', 'updated', 'change', 'changed', 'event', 'lifecycle'],
		...['agent', 'assistant', 'chat', 'stream', 'model', 'llm', 'flow', 'turn', 'job'],
		...['execution', 'generation', 'processing', 'request'],
	],
	/** Words of a type that is about the answer or what it belongs to. */
	answerTypes: [
		...['thread', 'conversation', 'session', 'run', 'task', 'workflow', 'node', 'chain', 'graph'],
	],
	/** Where the data may have its status, its end or its failure inside. */
	containers: [
		...['response', 'run', 'data', 'result', 'payload', 'choices', 'candidates', 'delta'],
		...['details', 'message', 'interaction', 'generations', 'results'],
	],
} as const;

/** Other names that the thread of an answer may go by, each with or without `id`. */
export const conversationNames = ['conversation', 'chat'] as const;

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
