import type { IDataObject } from 'n8n-workflow';
import type { PropertyValue, Section, Translation, WarehouseRef } from '../../src/api/records';
import type { SeededRandom } from './random';

/** A user of the tenant. */
export interface UserState {
	userId: string;
	emailAddress: string;
	firstName: string;
	lastName: string;
	kind: string;
	active: boolean;
	groupIds: number[];
	tenantIds: string[];
	createdAt: string;
	invitationsSent: number;
	/** Fields that came with a request and that the sandbox does not know. */
	other: IDataObject;
}

/** Somebody who has an account, but not in this tenant. */
export interface PersonState {
	emailAddress: string;
	firstName: string;
	lastName: string;
}

export interface GroupState {
	groupId: number;
	groupName: string;
	active: boolean;
	reports: number[];
	roles: string[];
	warehouses: WarehouseRef[];
	returnReasons: Array<{ returnReasonId: number }>;
	webStores: Array<{ storeId: number }>;
	other: IDataObject;
}

export interface JournalState {
	journalId: number;
	journalNumber: string;
	journalType: string;
	/** Date, `YYYY-MM-DD`. */
	journalDate: string;
	createdAt: string;
	rows: Array<{ accountNumber: string; text: string; amount: number }>;
}

export interface PeriodState {
	periodId: number;
	/** Dates, `YYYY-MM-DD`. */
	periodStartDate: string;
	periodEndDate: string;
	journals: JournalState[];
}

export interface PropertyKeyState {
	property: 'category' | 'variant';
	propertyKeyId: number;
	name: string;
	presentation: string;
	keyGroup?: string;
	usedForFilter?: boolean;
	usedForPresentation?: boolean;
	allowUpdateInUI?: boolean;
	sendToShippingProvider?: boolean;
	sort?: number;
	translations: Translation[];
	values: Array<PropertyValue & { propertyValueId: number }>;
}

export interface TicketState extends IDataObject {
	ticketId: string;
	version: number;
	modifiedAt: string;
	/** Null where nobody is assigned. */
	centralUserId: number | null;
	activities: IDataObject[];
	messages: IDataObject[];
}

export interface LayoutState extends IDataObject {
	layoutId: string;
	sections: Section[];
}

export interface PageState extends IDataObject {
	pageId: string;
	/** May name a layout that does not exist. */
	layoutId: string;
}

export interface DraftState {
	draftId: string;
	pages: Map<string, PageState>;
}

export interface LogState {
	logId: string;
	timestamp: string;
	level: string;
	message: string;
}

export interface RunState {
	runId: string;
	assignmentId: string;
	status: string;
	/** Milliseconds since 1970. */
	startedAt: number;
	endedAt?: number;
	/** Percent. */
	progress: number;
	/** How long it takes until it completes by itself; never where undefined. */
	durationMs?: number;
	logs: LogState[];
}

export interface AssignmentState {
	assignmentId: string;
	name: string;
	description: string;
	instructions: string;
	active: boolean;
	createdAt: string;
	modifiedAt: string;
	deleted: boolean;
	/** Newest last. */
	runs: RunState[];
	other: IDataObject;
}

export interface MessageState {
	messageId: string;
	role: 'USER' | 'ASSISTANT';
	text: string;
	createdAt: string;
}

export interface ThreadState {
	threadId: string;
	/** Who started it: the client id or the user id. */
	owner: string;
	name: string;
	createdAt: string;
	modifiedAt: string;
	deleted: boolean;
	messages: MessageState[];
	other: IDataObject;
}

/** Everything that the simulated tenant holds. */
export interface SandboxState {
	random: SeededRandom;
	tenantId: string;
	users: Map<string, UserState>;
	/** Accounts that exist in other tenants only. */
	peopleElsewhere: PersonState[];
	tenants: Array<{ tenantId: string; name: string; current: boolean }>;
	groups: Map<number, GroupState>;
	reports: Array<{ reportId: number; name: string; description: string }>;
	/** Oldest first. */
	periods: PeriodState[];
	propertyKeys: Map<number, PropertyKeyState>;
	languageCodes: readonly string[];
	tickets: Map<string, TicketState>;
	drafts: Map<string, DraftState>;
	layouts: Map<string, LayoutState>;
	assignments: Map<string, AssignmentState>;
	threads: Map<string, ThreadState>;
	returns: IDataObject[];
	/** Runs that may still be started before usage-limit-exceeded. */
	runsLeftThisMonth: number;
	/** The last number given out to a record with a numeric identifier. */
	lastNumber: number;
}

/** The states of a run; the names are the first of the likely ones, as the spec has none. */
export const runStatuses = {
	active: 'RUNNING',
	completed: 'COMPLETED',
	failed: 'FAILED',
	aborted: 'ABORTED',
} as const;

/** The next number for a record with a numeric identifier. */
export function nextNumber(state: SandboxState): number {
	state.lastNumber += 1;
	return state.lastNumber;
}

/** Whether a run is still going. */
export function isActive(run: RunState): boolean {
	return run.endedAt === undefined;
}

/** The run of an assignment that is still going. */
export function activeRun(assignment: AssignmentState): RunState | undefined {
	return assignment.runs.find(isActive);
}

/**
 * Starts a run; the caller checks that none is active.
 *
 * @param durationMs how long until it completes by itself; never where undefined
 */
export function startRun(
	state: SandboxState,
	assignment: AssignmentState,
	durationMs: number | undefined,
): RunState {
	const run: RunState = {
		runId: state.random.uuid(),
		assignmentId: assignment.assignmentId,
		status: runStatuses.active,
		startedAt: Date.now(),
		progress: 0,
		durationMs,
		logs: [],
	};
	addLog(run, run.startedAt, `Run started: ${assignment.name}`);
	assignment.runs.push(run);
	state.runsLeftThisMonth -= 1;
	return run;
}

/** Brings a run to where the clock says it is: progress, log lines and the end. */
export function advanceRun(run: RunState, now = Date.now()): void {
	if (!isActive(run) || run.durationMs === undefined) return;
	const share = Math.min((now - run.startedAt) / run.durationMs, 1);
	// A look after the end still finds a log that ended in time.
	const time = Math.min(now, run.startedAt + run.durationMs);
	changeProgress(run, Math.floor(share * 100), time);
	if (share >= 1) finishRun(run, runStatuses.completed, time);
}

/** Raises a run's progress (percent), with one log line for every ten percent passed. */
export function changeProgress(run: RunState, progress: number, now = Date.now()): void {
	for (let step = Math.floor(run.progress / 10) + 1; step * 10 <= progress; step += 1) {
		addLog(run, now, `Step ${step} of 10 done`);
	}
	run.progress = progress;
}

/** Ends a run with a status. */
export function finishRun(run: RunState, status: string, now = Date.now()): void {
	run.status = status;
	run.endedAt = now;
	if (status === runStatuses.completed) run.progress = 100;
	addLog(run, now, `Run ended: ${status}`, status === runStatuses.failed ? 'ERROR' : 'INFO');
}

/** Appends a line to a run's log. */
export function addLog(run: RunState, time: number, message: string, level = 'INFO'): void {
	run.logs.push({
		logId: `${run.runId}-${String(run.logs.length + 1).padStart(6, '0')}`,
		timestamp: new Date(time).toISOString(),
		level,
		message,
	});
}
