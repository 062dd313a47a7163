/**
 * What the trigger knows between two polls: the assignments, and each assignment its runs. A poll
 * first lets the state {@link watch} its assignments, and at its end {@link nextState} notes what was
 * emitted.
 *
 * The state can't keep all runs. A finished run that the service does not list any more is forgotten,
 * and `oldBefore` is the start of the last such run. If the service lists an unknown run that started
 * earlier, it is an old one that came back. This needs no clock of this machine.
 */
import type { WorkResult } from '../../src/polling/work';
import type { TriggerSettings } from './form';
import { hasEnded, type KnownRun, type Run, type RunChange, type Runs, startOf } from './run';

/** The state of an assignment. */
export interface KnownAssignment {
	/** By their keys. */
	readonly runs: Readonly<Record<string, KnownRun>>;
	/** A finished run that started earlier is old, also if it is unknown. */
	readonly oldBefore: number;
	/** A fingerprint of the options by which runs have ended. */
	readonly readBy?: string;
}

/** What the trigger knows between two polls. n8n stores it as JSON. */
export interface TriggerState {
	/** Whether all assignments were watched, so an unknown one is new. */
	readonly watchesAll: boolean;
	/** The assignment to begin with, when the last poll had no time for all. */
	readonly continueAt?: string;
	/** In a new assignment, a finished run that started earlier is old. */
	readonly watermark: number;
	/** How many changes of runs were emitted, so no event repeats one before. */
	readonly changes?: number;
	/** By identifier; null for one that was never read, whose first runs are the baseline. */
	readonly assignments: Readonly<Record<string, KnownAssignment | null>>;
}

/** The state of a trigger that has never polled. */
export const initialState: TriggerState = { watchesAll: false, watermark: 0, assignments: {} };

/** What the service lists of the watched assignments. */
export type RunLists = WorkResult<string, Runs>;

export function listedRuns({ results }: RunLists): Run[] {
	return [...results.values()].flatMap((runs) => [...runs.values()]);
}

/** A run without an end that is not listed may come back, but not more than these. */
const maxUnlisted = 100;

/** An assignment that is not listed may come back, but not more than these. */
const maxUnlistedAssignments = 1000;

/**
 * The state with an entry for each watched assignment, which it keeps if it can't be read. One that is
 * not listed keeps its state: it may be deleted and restored, or missing in the list.
 */
export function watch(
	state: TriggerState,
	watched: readonly string[],
	watchesAll: boolean,
	includesExisting: boolean,
): TriggerState {
	const begin = (id: string): KnownAssignment | null => {
		const isNew = state.watchesAll && !Object.hasOwn(state.assignments, id);
		if (!isNew && !includesExisting) return null;
		// It may also have been restored, or missing in the list: its finished runs may be old.
		return { runs: {}, oldBefore: isNew ? state.watermark : 0 };
	};
	const known = new Map(Object.entries(state.assignments));
	const entries = watched.map((id) => [id, known.get(id) ?? begin(id)] as const);
	for (const id of watched) known.delete(id);
	// The latest that is not listed comes last.
	const unlisted = watchesAll ? [...known].slice(-maxUnlistedAssignments) : [];
	return { ...state, assignments: Object.fromEntries([...unlisted, ...entries]) };
}

/**
 * The state after a poll.
 *
 * @param state with the watched assignments
 * @param handled changes whose events are emitted, or that have none
 * @param waiting changes whose events wait for the next poll
 */
export function nextState(
	state: TriggerState,
	lists: RunLists,
	handled: readonly RunChange[],
	waiting: readonly RunChange[],
	settings: TriggerSettings,
): TriggerState {
	const assignments = new Map(Object.entries(state.assignments));
	for (const [id, runs] of lists.results) {
		const isOwn = ({ run }: RunChange) => run.assignmentId === id;
		const known = { runs: {}, oldBefore: 0, ...state.assignments[id] };
		const changed = handled.filter(isOwn).map(({ run, after }) => [run.key, after] as const);
		const next = { ...known, runs: { ...known.runs, ...Object.fromEntries(changed) } };
		// An empty list may be a mistake, and a pruned run could make a waiting one look old.
		const keepsAll = runs.size === 0 || waiting.some(isOwn);
		assignments.set(id, keepsAll ? next : { ...prune(next, runs), readBy: settings.readBy });
	}
	// Of the last poll: an assignment may be created, and run, while this poll reads the others.
	const counted = state.watchesAll ? Object.values(state.assignments) : [...assignments.values()];
	return {
		watchesAll: settings.assignmentId === undefined,
		continueAt: lists.left[0],
		watermark: findNewestStart(counted),
		changes: (state.changes ?? 0) + handled.filter(isRunChanged).length,
		assignments: Object.fromEntries(assignments),
	};
}

const isRunChanged = ({ events }: RunChange) => events.includes('runChanged');

/**
 * Forgets runs that the service does not list any more: finished ones, and of the others all but the
 * newest. Of these, runs with the newest start are kept: if times are days, a new run may have the same.
 */
function prune({ runs, oldBefore }: KnownAssignment, listed: Runs): KnownAssignment {
	const unlisted = Object.entries(runs).filter(([key]) => !listed.has(key));
	const isOver = (run: KnownRun) => hasEnded(run) && run.start !== null;
	const others = unlisted.filter(([, run]) => !isOver(run));
	// The newest comes last.
	const mayReturn = Object.fromEntries(others.slice(-maxUnlisted));
	const forgotten = Object.fromEntries(unlisted.filter(([key]) => !mayReturn[key]));
	const edge = findNewestStart([{ runs: forgotten, oldBefore }]);
	const kept = Object.entries(runs).filter(([key, run]) => !forgotten[key] || run.start === edge);
	return { runs: Object.fromEntries(kept), oldBefore: edge };
}

/** The newest start of an ended run, known or forgotten. Another one may only be planned. */
function findNewestStart(assignments: ReadonlyArray<KnownAssignment | null>): number {
	const starts = assignments.flatMap((known) => [
		known?.oldBefore ?? 0,
		...Object.values(known?.runs ?? {})
			.filter(hasEnded)
			.map(startOf),
	]);
	return starts.filter(Number.isFinite).reduce((newest, start) => Math.max(newest, start), 0);
}
