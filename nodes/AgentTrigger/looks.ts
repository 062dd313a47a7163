/** What a look at the watched assignments means, and what to remember of it. */
import { compareStarts } from '../shared/agent/runState';
import type { FiredRun, ToldRun } from './firedRuns';
import { compareRuns, type KnownAssignment, rememberRuns, type SeenRun } from './runTracker';
import type { TriggerSettings } from './settings';
import type { AssignmentRuns } from './watchedRuns';
import type { WatchState } from './watchState';

/** The runs of an assignment, compared with what was remembered of it. */
export interface Look {
	readonly assignmentId: string;
	/** What was remembered; undefined for an assignment that is looked at for the first time. */
	readonly known?: KnownAssignment;
	readonly seen: readonly SeenRun[];
}

/** Whether an assignment came into being while all were watched, so that its runs are news. */
function isNew(before: WatchState, settings: TriggerSettings, assignmentId: string): boolean {
	const watchesAll = settings.assignmentId === undefined;
	return watchesAll && before.watchedAll && !before.assignments.has(assignmentId);
}

/**
 * Compares what the service lists with what was remembered.
 *
 * @param before the state
 * @param settings what the user chose
 * @param readings the runs of each assignment; those that are gone are left out
 */
export function lookAt(
	before: WatchState,
	settings: TriggerSettings,
	readings: readonly AssignmentRuns[],
): Look[] {
	return readings.flatMap(({ assignmentId, runs }) => {
		if (runs === undefined) return [];
		const known = before.assignments.get(assignmentId) ?? undefined;
		const fires =
			known !== undefined || settings.emitExisting || isNew(before, settings, assignmentId);
		const seen = compareRuns(known, runs, settings.names, fires ? 'new' : 'old');
		return [{ assignmentId, known, seen }];
	});
}

/**
 * The runs with events that the user wants, the oldest run first.
 *
 * @param looks what was seen
 * @param settings what the user chose
 */
export function firedRuns(looks: readonly Look[], settings: TriggerSettings): FiredRun[] {
	return looks
		.flatMap(({ assignmentId, seen }) =>
			seen.map((run): FiredRun => ({
				assignmentId,
				seen: run,
				events: run.events.filter((event) => settings.triggerOn.includes(event)),
			})),
		)
		.filter(({ events }) => events.length > 0)
		.sort((a, b) => compareStarts(a.seen.run, b.seen.run));
}

/**
 * The state after a poll.
 *
 * @param before the state until then
 * @param settings what the user chose
 * @param looks what was seen
 * @param fired the runs with events
 * @param told those of them whose events are handed over; the others wait for the next poll
 * @param unread the assignments that there was no time for
 */
export function stateAfter(
	before: WatchState,
	settings: TriggerSettings,
	looks: readonly Look[],
	fired: readonly FiredRun[],
	told: readonly ToldRun[],
	unread: readonly string[],
): WatchState {
	const toldNow = new Map(told.map(({ fired: { seen }, known }) => [seen, known]));
	const waiting = new Set(fired.map(({ seen }) => seen).filter((seen) => !toldNow.has(seen)));
	const assignments = new Map<string, KnownAssignment | null>();
	for (const { assignmentId, known, seen } of looks) {
		assignments.set(assignmentId, rememberRuns(known, seen, toldNow, waiting));
	}
	for (const assignmentId of unread) {
		// What is new stays unknown, so that it is still new when its turn comes.
		if (isNew(before, settings, assignmentId)) continue;
		assignments.set(assignmentId, before.assignments.get(assignmentId) ?? null);
	}
	return {
		assignments,
		continueAt: unread[0],
		watchedAll: settings.assignmentId === undefined,
	};
}
