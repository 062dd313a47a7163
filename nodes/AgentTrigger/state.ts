/**
 * What the trigger knows between two polls. n8n stores it as JSON.
 *
 * The state has the assignments, and each assignment its runs. Of a run it has a fingerprint of the
 * record, the start, whether it has ended, and how far its log was read. `changes.ts` compares that
 * with what the service lists, and {@link nextState} notes what was emitted.
 *
 * The state can't keep all runs. A finished run that the service does not list any more is forgotten,
 * and `oldBefore` is the start of the last such run. If the service lists an unknown run that started
 * earlier, it is an old one that came back. This needs no clock of this machine.
 */
import type { IDataObject } from 'n8n-workflow';
import { findRun } from '../../src/agent/runs/runRecord';
import { getStartOrder } from '../../src/agent/runs/runState';
import { namesOf } from '../../src/api/assumedNames';
import { identifierOf } from '../../src/api/identifiers';
import { forgetOldest } from '../../src/polling/poll';
import type { WorkResult } from '../../src/polling/work';
import { hashText } from '../../src/values/fingerprint';
import type { RunEvent, TriggerSettings } from './form';

/** What the trigger knows of a run. */
export interface KnownRun {
	/** Changes with the record. */
	readonly hash: string;
	/** In milliseconds since 1970 by the service's clock. */
	readonly start?: number;
	/** The position in the log after the last event, if the log was read. */
	readonly log?: string;
	/** Undefined if the run has ended, and empty if it has no short status. */
	readonly status?: string;
	/** How many changes were emitted. */
	readonly changes?: number;
}

/** A run in the state. A list takes half the space, and there may be 10,000 runs. JSON has null. */
type StoredRun = readonly [
	hash: string,
	start: number | null | undefined,
	log: string | null | undefined,
	more: Pick<KnownRun, 'status' | 'changes'>,
];

/** The state of an assignment. */
export interface KnownAssignment {
	/** By the keys of the runs. */
	readonly runs: Readonly<Record<string, StoredRun>>;
	/** A finished run that started earlier is old, also if it is unknown. */
	readonly oldBefore: number;
	/** A fingerprint of the options by which runs have ended. */
	readonly readBy?: string;
	/** A deleted assignment is read again only when the service lists it. */
	readonly deleted?: boolean;
}

/** What the trigger knows between two polls. */
export interface TriggerState {
	/** Whether all assignments were watched, so an unknown one is new. */
	readonly watchesAll: boolean;
	/** The assignment to begin with, when the last poll had no time for all. */
	readonly continueAt?: string;
	/** In a new assignment, a finished run that started earlier is old. */
	readonly watermark: number;
	/** By identifier; null for one that was never read and begins with a baseline. */
	readonly assignments: Readonly<Record<string, KnownAssignment | null>>;
}

/** The runs of the watched assignments, as the service lists them now; undefined if it is deleted. */
export type Snapshot = WorkResult<string, IDataObject[] | undefined>;

/** A run that differs from its state. */
export interface RunChange {
	readonly assignmentId: string;
	readonly key: string;
	/** Undefined if the record has none. */
	readonly runId?: string;
	/** The record as the service returned it. */
	readonly run: IDataObject;
	/** In the order in which they happened. Empty if only the state changes. */
	readonly events: readonly RunEvent[];
	/** Undefined for an unknown run. */
	readonly before?: KnownRun;
	readonly after: KnownRun;
	/** New log lines, after they are read. */
	readonly logs?: IDataObject[];
}

/** The characters of a run's key. */
const keyLength = 12;

/** A run without an end that is not listed may come back, but not more than these. */
const maxUnlisted = 100;

const maxDeleted = 100;

/** The state of a trigger that has never polled. */
export const emptyState: TriggerState = { watchesAll: false, watermark: 0, assignments: {} };

export function getRunId(run: IDataObject): string | undefined {
	return identifierOf('run', findRun(run));
}

/**
 * The keys that a run may be known by: its identifier, or else its times, as a run that waits has no
 * start yet. A run without any can't be told from others.
 */
export function getRunKeys(run: IDataObject): readonly string[] {
	const runId = getRunId(run);
	const identities = runId === undefined ? getTimes(run) : [runId];
	return [...new Set(identities)].map((identity) => hashText(identity, keyLength));
}

function getTimes(run: IDataObject): string[] {
	const record = findRun(run);
	return namesOf('run.startedAt')
		.map((name) => getStartOrder({ [name]: record[name] }))
		.filter((time) => time !== Infinity)
		.map((time) => `at ${time}`);
}

/** Whether a run was read as finished before. */
export function hasEnded(run: KnownRun | undefined): boolean {
	return run !== undefined && run.status === undefined;
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
	const isNew = !isKnown && state.watchesAll && settings.assignmentId === undefined;
	if (!isNew && settings.startFrom === 'now') return null;
	// It may also have been restored, or missing in the list: its finished runs may be old.
	return { runs: {}, oldBefore: isNew ? state.watermark : 0 };
}

/** A run as the last poll left it; undefined if it is unknown. */
export function getKnownRun(assignment: KnownAssignment | null, key: string): KnownRun | undefined {
	const stored = assignment?.runs[key];
	if (!stored) return undefined;
	const [hash, start, log, more] = stored;
	return { hash, start: start ?? undefined, log: log ?? undefined, ...more };
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
	const { results, failures, left } = snapshot;
	const watchesAll = settings.assignmentId === undefined;
	const knownOf = (id: string) => getKnownAssignment(state, settings, id);
	const assignments = new Map(watchesAll ? Object.entries(state.assignments) : []);
	// An assignment that is new stays new, and one that begins with a baseline still does.
	for (const id of [...failures.keys(), ...left]) assignments.set(id, knownOf(id));
	for (const [id, listed] of results) {
		const before = knownOf(id);
		if (!listed) {
			// The latest deleted one comes last.
			assignments.delete(id);
			assignments.set(id, before && { ...before, deleted: true });
			continue;
		}
		const isOwn = ({ assignmentId }: RunChange) => assignmentId === id;
		const known = withChanges(before, handled.filter(isOwn));
		// An empty list may be a mistake, and a pruned run could make a waiting one look old.
		const keepsAll = before && (listed.length === 0 || waiting.some(isOwn));
		assignments.set(id, keepsAll ? known : { ...prune(known, listed), readBy: settings.readBy });
	}
	forgetOldest(assignments, (known) => known?.deleted === true, maxDeleted);
	// One poll late: an assignment may be created, and run, while a poll reads the others.
	const counted = state.watchesAll ? Object.values(state.assignments) : [...assignments.values()];
	return {
		watchesAll,
		continueAt: left[0],
		watermark: findNewestStart(counted),
		assignments: Object.fromEntries(assignments),
	};
}

function withChanges(
	known: KnownAssignment | null,
	changes: readonly RunChange[],
): KnownAssignment {
	const runs = { ...known?.runs };
	for (const { key, after } of changes) {
		const { hash, start, log, ...more } = after;
		runs[key] = [hash, start, log, more];
	}
	return { oldBefore: 0, ...known, runs, deleted: undefined };
}

/**
 * Removes finished runs that the service does not list any more, except the newest: if times are
 * days, a new run may have the same.
 */
function prune(known: KnownAssignment, listed: readonly IDataObject[]): KnownAssignment {
	const listedKeys = new Set(listed.flatMap(getRunKeys));
	const kept = new Map(Object.entries(known.runs));
	const unlisted = [...kept.keys()]
		.filter((key) => !listedKeys.has(key))
		.map((key) => ({ key, ...getKnownRun(known, key) }));
	const isOver = ({ status, start }: Partial<KnownRun>) =>
		status === undefined && start !== undefined;
	const mayReturn = unlisted
		.filter((each) => !isOver(each))
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
		...Object.values(assignment?.runs ?? {}).map(([, start]) => start ?? 0),
	]);
	return starts.reduce((newest, start) => Math.max(newest, start), 0);
}
