import type { IDataObject } from 'n8n-workflow';
import { getRunKeys, hasEnded } from './knownRuns';
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

/** What to compare the runs of an assignment with; null if they are the baseline. */
export function getKnownAssignment(
	state: TriggerState,
	settings: TriggerSettings,
	assignmentId: string,
): KnownAssignment | null {
	const isKnown = Object.hasOwn(state.assignments, assignmentId);
	const known = isKnown ? state.assignments[assignmentId] : undefined;
	if (known) return known;
	const isNew = !isKnown && state.watchesAll && settings.watchesAll;
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
	const { watchesAll } = settings;
	const { deleted, failures, unread } = snapshot;
	const assignments = new Map(watchesAll ? Object.entries(state.assignments) : []);
	for (const id of [...deleted.keys(), ...failures.keys(), ...unread]) {
		const known = assignments.get(id);
		if (!known) {
			// An assignment that is new stays new, and one that begins with a baseline still does.
			assignments.set(id, getKnownAssignment(state, settings, id));
		} else if (deleted.has(id)) {
			assignments.delete(id);
			assignments.set(id, { ...known, deleted: true });
		}
	}
	for (const [id, listed] of snapshot.runs) {
		const before = getKnownAssignment(state, settings, id);
		const isOwn = ({ assignmentId }: RunChange) => assignmentId === id;
		const changed = handled.filter(isOwn).map(({ key, after }) => [key, after] as const);
		const runs = { ...before?.runs, ...Object.fromEntries(changed) };
		// An empty list may be a mistake, and a pruned run could make a waiting one look old.
		const isKept = before && (listed.length === 0 || waiting.some(isOwn));
		const after = isKept
			? { ...before, runs, deleted: undefined }
			: { ...prune(runs, listed, before?.oldBefore), readBy: settings.readBy };
		assignments.set(id, after);
	}
	const allDeleted = [...assignments].filter(([, assignment]) => assignment?.deleted);
	for (const [id] of allDeleted.slice(0, -maxDeleted)) assignments.delete(id);
	// One poll late: an assignment may be created, and run, while a poll reads the others.
	const counted = state.watchesAll ? Object.values(state.assignments) : [...assignments.values()];
	const watermark = watchesAll ? findNewestStart(counted) : 0;
	const next = Object.fromEntries(assignments);
	return { watchesAll, continueAt: unread[0], watermark, assignments: next };
}

/**
 * Removes finished runs that the service does not list any more, except the newest: if times are
 * days, a new run may have the same.
 */
function prune(
	runs: KnownAssignment['runs'],
	listed: readonly IDataObject[],
	oldBefore = 0,
): KnownAssignment {
	const listedKeys = new Set(listed.flatMap(getRunKeys));
	const unlisted = Object.entries(runs)
		.map(([key, run]) => ({ key, ...run }))
		.filter(({ key }) => !listedKeys.has(key))
		.sort((a, b) => (b.startedAt ?? Infinity) - (a.startedAt ?? Infinity));
	const isOver = (run: KnownRun) => hasEnded(run) && run.startedAt !== null;
	const mayReturn = unlisted.filter((run) => !isOver(run));
	const removable = [...unlisted.filter(isOver), ...mayReturn.slice(maxUnlisted)];
	const edge = Math.max(oldBefore, ...removable.map(({ startedAt }) => startedAt ?? 0));
	const removed = removable.filter(({ startedAt }) => startedAt === null || startedAt < edge);
	const removedKeys = new Set(removed.map(({ key }) => key));
	const kept = Object.entries(runs).filter(([key]) => !removedKeys.has(key));
	return { runs: Object.fromEntries(kept), oldBefore: edge };
}

function findNewestStart(assignments: ReadonlyArray<KnownAssignment | null>): number {
	const starts = assignments.flatMap((assignment) => [
		assignment?.oldBefore ?? 0,
		...Object.values(assignment?.runs ?? {}).map(({ startedAt }) => startedAt ?? 0),
	]);
	return starts.reduce((newest, start) => Math.max(newest, start), 0);
}
