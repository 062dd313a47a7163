/**
 * The state of the trigger between two polls. The stored form has lists in place of objects with
 * names, as there may be ten thousand runs.
 */
import type { IDataObject } from 'n8n-workflow';
import { getKnownAssignment, getRunKeys } from './changes';
import type {
	KnownAssignment,
	KnownRun,
	RunChange,
	Snapshot,
	TriggerSettings,
	TriggerState,
} from './types';

/** The state of a trigger that has never polled. */
export const emptyState: TriggerState = { watchesAll: false, assignments: new Map() };

/** A run without an end that is not listed may come back, but not more than these. */
const maxUnlisted = 100;

const maxDeleted = 100;

type StoredRun = [
	fingerprint: string,
	startedAt: number | null,
	finished: 0 | 1,
	status?: string | null,
	logPosition?: string | null,
	changeCount?: number | null,
];

type StoredAssignment = Omit<KnownAssignment, 'runs'> & { runs: Record<string, StoredRun> };

export type StoredState = Omit<TriggerState, 'assignments'> & {
	assignments: Array<[string, StoredAssignment | null]>;
};

export function readState(stored: StoredState | undefined): TriggerState {
	if (stored === undefined) return emptyState;
	const assignments = stored.assignments.map(([id, assignment]) => {
		if (assignment === null) return [id, null] as const;
		const runs = Object.entries(assignment.runs).map(([key, run]) => [key, readRun(run)] as const);
		return [id, { ...assignment, runs: new Map(runs) }] as const;
	});
	return { ...stored, assignments: new Map(assignments) };
}

export function toStoredState(state: TriggerState): StoredState {
	const assignments = [...state.assignments].map(([id, assignment]) => {
		if (assignment === null) return [id, null] as [string, null];
		const runs = [...assignment.runs].map(([key, run]) => [key, toStoredRun(run)] as const);
		return [id, { ...assignment, runs: Object.fromEntries(runs) }] as [string, StoredAssignment];
	});
	return { ...state, assignments };
}

function readRun(stored: StoredRun): KnownRun {
	const [fingerprint, startedAt, finished, status, logPosition, changeCount] = stored;
	return {
		fingerprint,
		startedAt: startedAt ?? undefined,
		finished: finished === 1,
		status: status ?? undefined,
		logPosition: logPosition ?? undefined,
		changeCount: changeCount ?? 0,
	};
}

function toStoredRun(run: KnownRun): StoredRun {
	const { fingerprint, startedAt = null, finished, status = null, logPosition = null } = run;
	const end = [status, logPosition, run.changeCount || null];
	const used = end.findLastIndex((value) => value !== null) + 1;
	return [fingerprint, startedAt, finished ? 1 : 0, ...end.slice(0, used)] as StoredRun;
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
	const known = watchesAll ? [...state.assignments] : [];
	const unlisted = known.filter(([id]) => !snapshot.runs.has(id) && !snapshot.deleted.has(id));
	const assignments = new Map(unlisted.filter(([, assignment]) => !assignment?.deleted));
	const neverRead = [...snapshot.deleted.keys()].filter((id) => !state.assignments.get(id));
	for (const id of [...snapshot.failures.keys(), ...neverRead, ...snapshot.unread]) {
		// An assignment that is new stays new, and one that begins with a baseline still does.
		assignments.set(id, getKnownAssignment(state, settings, id));
	}
	const waitingIds = new Set(waiting.map(({ assignmentId }) => assignmentId));
	for (const [id, runs] of snapshot.runs) {
		const before = getKnownAssignment(state, settings, id);
		const known = new Map(before?.runs);
		const own = handled.filter(({ assignmentId }) => assignmentId === id);
		for (const { key, after } of own) known.set(key, after);
		// An empty list may be a mistake, and a pruned run could make a waiting one look old.
		const isKept = waitingIds.has(id) || (before && runs.length === 0);
		assignments.set(
			id,
			isKept
				? { runs: known, oldBefore: before?.oldBefore, readBy: before?.readBy }
				: { ...prune(known, runs, before?.oldBefore), readBy: settings.readBy },
		);
	}
	const deleted = [
		...unlisted.filter(([, assignment]) => assignment?.deleted),
		...known.flatMap(([id, assignment]) =>
			assignment && snapshot.deleted.has(id)
				? [[id, { ...assignment, deleted: true }] as const]
				: [],
		),
	];
	for (const [id, assignment] of deleted.slice(-maxDeleted)) {
		if (!assignments.has(id)) assignments.set(id, assignment);
	}
	return {
		watchesAll,
		continueAt: snapshot.unread[0],
		// One poll late: an assignment may be created, and run, while a poll reads the others.
		watermark: watchesAll
			? findNewestStart(state.watchesAll ? state.assignments : assignments)
			: undefined,
		assignments,
	};
}

/**
 * Removes finished runs that the service does not list any more, except the newest: if times are
 * days, a new run may have the same.
 */
function prune(
	runs: Map<string, KnownRun>,
	listed: readonly IDataObject[],
	oldBefore = -Infinity,
): Pick<KnownAssignment, 'runs' | 'oldBefore'> {
	const keys = new Set(listed.flatMap(getRunKeys));
	const unlisted = [...runs]
		.filter(([key]) => !keys.has(key))
		.sort(([, a], [, b]) => (b.startedAt ?? Infinity) - (a.startedAt ?? Infinity));
	let kept = 0;
	const leaving = unlisted.filter(
		([, { finished, startedAt }]) => (finished && startedAt !== undefined) || ++kept > maxUnlisted,
	);
	const starts = leaving.map(([, { startedAt = -Infinity }]) => startedAt);
	const edge = Math.max(oldBefore, ...starts);
	for (const [key, { startedAt = -Infinity }] of leaving) {
		if (startedAt < edge || startedAt === -Infinity) runs.delete(key);
	}
	return { runs, oldBefore: edge === -Infinity ? undefined : edge };
}

function findNewestStart(assignments: TriggerState['assignments']): number | undefined {
	let newest = -Infinity;
	for (const assignment of assignments.values()) {
		newest = Math.max(newest, assignment?.oldBefore ?? -Infinity);
		for (const { startedAt } of assignment?.runs.values() ?? []) {
			newest = Math.max(newest, startedAt ?? -Infinity);
		}
	}
	return newest === -Infinity ? undefined : newest;
}
