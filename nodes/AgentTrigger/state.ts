import type { IDataObject } from 'n8n-workflow';
import { forgetOldest } from '../../src/polling/state';
import { getRunKeys, hasEnded, restoreRun, storeRun } from './knownRuns';
import type {
	KnownAssignment,
	KnownRun,
	RunChange,
	Snapshot,
	TriggerSettings,
	TriggerState,
} from './types';

/** A run without an end that is not listed may come back, but not more than these. */
const maxUnlisted = 100;

const maxDeleted = 100;

/** The state of a trigger that has never polled. */
export const emptyState: TriggerState = { watchesAll: false, watermark: 0, assignments: {} };

function watchesAll({ assignmentId }: TriggerSettings): boolean {
	return assignmentId === undefined;
}

/** What to compare the runs of an assignment with; null if they are the baseline. */
export function getKnownAssignment(
	state: TriggerState,
	settings: TriggerSettings,
	assignmentId: string,
): KnownAssignment | null {
	const isKnown = Object.hasOwn(state.assignments, assignmentId);
	const known = isKnown ? state.assignments[assignmentId] : undefined;
	if (known) return known;
	const isNew = !isKnown && state.watchesAll && watchesAll(settings);
	if (!isNew && settings.startFrom === 'now') return null;
	// It may also have been restored, or missing in the list: its finished runs may be old.
	return { runs: {}, oldBefore: isNew ? state.watermark : 0 };
}

/**
 * The state after a poll.
 *
 * @param handled changes whose events are emitted, or that have none
 * @param waiting changes whose events wait for the next poll
 */
export function nextState(
	state: TriggerState,
	snapshot: Snapshot,
	handled: readonly RunChange[],
	waiting: readonly RunChange[],
	settings: TriggerSettings,
): TriggerState {
	const { deleted, failures, unread } = snapshot;
	const knownOf = (id: string) => getKnownAssignment(state, settings, id);
	const assignments = new Map(watchesAll(settings) ? Object.entries(state.assignments) : []);
	// An assignment that is new stays new, and one that begins with a baseline still does.
	for (const id of [...failures.keys(), ...unread]) assignments.set(id, knownOf(id));
	for (const id of deleted.keys()) {
		const known = knownOf(id);
		assignments.delete(id);
		assignments.set(id, known && { ...known, deleted: true });
	}
	for (const [id, listed] of snapshot.runs) {
		const isOwn = ({ assignmentId }: RunChange) => assignmentId === id;
		const known = update(knownOf(id), handled.filter(isOwn));
		// An empty list may be a mistake, and a pruned run could make a waiting one look old.
		const keepsAll = knownOf(id) && (listed.length === 0 || waiting.some(isOwn));
		assignments.set(id, keepsAll ? known : { ...prune(known, listed), readBy: settings.readBy });
	}
	forgetOldest(assignments, (known) => known?.deleted === true, maxDeleted);
	// One poll late: an assignment may be created, and run, while a poll reads the others.
	const counted = state.watchesAll ? Object.values(state.assignments) : [...assignments.values()];
	return {
		watchesAll: watchesAll(settings),
		continueAt: unread[0],
		watermark: findNewestStart(counted),
		assignments: Object.fromEntries(assignments),
	};
}

function update(known: KnownAssignment | null, changes: readonly RunChange[]): KnownAssignment {
	const runs = { ...known?.runs };
	for (const { key, after } of changes) runs[key] = storeRun(after);
	return { oldBefore: 0, ...known, runs, deleted: undefined };
}

/**
 * Removes finished runs that the service does not list any more, except the newest: if times are
 * days, a new run may have the same.
 */
function prune(known: KnownAssignment, listed: readonly IDataObject[]): KnownAssignment {
	const listedKeys = new Set(listed.flatMap(getRunKeys));
	const kept = new Map(Object.entries(known.runs));
	const unlisted = [...kept]
		.filter(([key]) => !listedKeys.has(key))
		.map(([key, run]) => ({ key, ...restoreRun(run) }));
	const isOver = (run: KnownRun) => hasEnded(run) && run.start !== undefined;
	const mayReturn = unlisted
		.filter((run) => !isOver(run))
		.sort((a, b) => (b.start ?? Infinity) - (a.start ?? Infinity));
	const removable = [...unlisted.filter(isOver), ...mayReturn.slice(maxUnlisted)];
	const edge = Math.max(known.oldBefore, ...removable.map(({ start }) => start ?? 0));
	for (const { key, start } of removable) {
		if (start !== edge) kept.delete(key);
	}
	return { runs: Object.fromEntries(kept), oldBefore: edge };
}

function findNewestStart(assignments: ReadonlyArray<KnownAssignment | null>): number {
	const starts = assignments.flatMap((assignment) => [
		assignment?.oldBefore ?? 0,
		...Object.values(assignment?.runs ?? {}).map((run) => restoreRun(run).start ?? 0),
	]);
	return starts.reduce((newest, start) => Math.max(newest, start), 0);
}
