import type { SandboxState } from './seed';

type RecordOf<Records> = Records extends Map<unknown, infer Value> ? Value : never;

export type UserState = RecordOf<SandboxState['users']>;
export type GroupState = RecordOf<SandboxState['groups']>;
export type PropertyKeyState = RecordOf<SandboxState['propertyKeys']>;
export type AssignmentState = RecordOf<SandboxState['assignments']>;
export type ThreadState = RecordOf<SandboxState['threads']>;
export type JournalState = SandboxState['periods'][number]['journals'][number];

export interface RunState {
	runId: string;
	assignmentId: string;
	status: string;
	/** Milliseconds since 1970. */
	startedAt: number;
	endedAt?: number;
	/** Percent. */
	progress: number;
	/** How long it takes until it completes by itself; never if undefined. */
	durationMs?: number;
	logs: Array<{ logId: string; timestamp: string; level: string; message: string }>;
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
 * @param durationMs how long until it completes by itself; never if undefined
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
	return run;
}

/** Brings a run to the present time: progress, log lines, and the end. */
export function advanceRun(run: RunState): void {
	if (!isActive(run) || run.durationMs === undefined) return;
	const now = Date.now();
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
export function finishRun(
	run: RunState,
	status: string = runStatuses.completed,
	now = Date.now(),
): void {
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
