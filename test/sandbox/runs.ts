import type { SandboxState } from './seed';
import type { RunState } from './state';
import { activeRun, addLog, advanceRun, changeProgress, finishRun, startRun } from './state';

/** Runs started, changed and ended at will, as a test of a trigger needs it. */
export class Runs {
	/** @param holder whose `state` is looked at anew each time, as a reset replaces it */
	constructor(private readonly holder: { readonly state: SandboxState }) {}

	/**
	 * Starts a run of an assignment, which goes on until it is ended.
	 *
	 * @param options `durationMs`: when to complete by itself
	 */
	start(assignmentId: string, options: { durationMs?: number } = {}): RunState {
		const assignment = this.holder.state.assignments.get(assignmentId);
		if (!assignment) throw new Error('There is no such assignment');
		for (const run of assignment.runs) advanceRun(run);
		if (activeRun(assignment)) throw new Error('The assignment has an active run');
		return startRun(this.holder.state, assignment, options.durationMs);
	}

	/** @param change `progress` in percent, a new `status`, a line to `log` */
	change(runId: string, change: { progress?: number; status?: string; log?: string }): void {
		const run = this.find(runId);
		if (change.progress !== undefined) changeProgress(run, change.progress);
		if (change.status !== undefined) run.status = change.status;
		if (change.log !== undefined) addLog(run, Date.now(), change.log);
	}

	/** @param status the status it ends with, completed if left out */
	finish(runId: string, status?: string): void {
		finishRun(this.find(runId), status);
	}

	private find(runId: string): RunState {
		for (const { runs } of this.holder.state.assignments.values()) {
			const run = runs.find((each) => each.runId === runId);
			if (run) return run;
		}
		throw new Error('There is no such run');
	}
}
