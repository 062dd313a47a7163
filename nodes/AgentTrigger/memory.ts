/**
 * What the trigger remembers between two polls, in the static data of the node, and how it is
 * stored there. Nothing else knows the stored form: lists in place of records with names, as there
 * may be ten thousand runs.
 */
import type { IDataObject } from 'n8n-workflow';
import type { TriggerSettings } from './triggerFields';
import { keysOf, type RunChange, rememberedOf } from './runChanges';
import type { Snapshot } from './snapshot';

/** What is remembered of a run. */
export interface RunMemory {
	/** Tells whether the record is still the same. */
	readonly fingerprint: string;
	/** When it started by the service's clock, in milliseconds since 1970, where that is known. */
	readonly startedAt?: number;
	readonly finished: boolean;
	/** Its status, while it is going. */
	readonly status?: string;
	/** Where its last event stopped reading the log. */
	readonly logPosition?: string;
}

/** What is remembered of an assignment. */
export interface AssignmentMemory {
	/** By the keys of the runs. */
	readonly runs: ReadonlyMap<string, RunMemory>;
	/** A finished run that started before this is old, though nothing else is remembered of it. */
	readonly oldBefore?: number;
	/** A fingerprint of the options by which it was told which runs are finished. */
	readonly readBy?: string;
	/** The service has it no more, so that it is looked at again only when the service lists it. */
	readonly gone?: boolean;
}

/** What is remembered of all that is watched. */
export interface Memory {
	/** A fingerprint of the Base URL and the tenant that all this is about. */
	readonly source?: string;
	/** How many polls have handed something over. */
	readonly handOvers: number;
	/** Whether all assignments were watched, so that one that is not known has come since. */
	readonly watchesAll: boolean;
	/** Where the next poll begins, when the last one had no time for all. */
	readonly continueAt?: string;
	/** No run of an assignment that was not listed in the last poll is new if it started by then. */
	readonly seenUpTo?: number;
	/** By identifier; null for one that is still to begin with a baseline, as it was never read. */
	readonly assignments: ReadonlyMap<string, AssignmentMemory | null>;
}

/** What a trigger knows that has never polled. */
export const emptyMemory: Memory = { handOvers: 0, watchesAll: false, assignments: new Map() };

/** A run that is not listed any more may come back; more than these of an assignment never do. */
const mostUnlisted = 100;

/** The same for assignments. */
const mostGone = 100;

/** Under which the memory is kept in the static data. */
const memoryName = 'watched';

type StoredRun = [
	fingerprint: string,
	startedAt: number | null,
	finished: 0 | 1,
	status?: string | null,
	logPosition?: string,
];

interface StoredAssignment {
	readonly runs: Readonly<Record<string, StoredRun>>;
	readonly oldBefore?: number;
	/** In place of it, as the first version wrote it: the last start that is old. */
	readonly forgottenUpTo?: number;
	readonly readBy?: string;
	readonly gone?: boolean;
}

interface StoredMemory {
	readonly source?: string;
	readonly handOvers?: number;
	readonly watch: 'all' | 'assignment';
	readonly continueAt?: string;
	readonly seenUpTo?: number;
	readonly assignments: ReadonlyArray<readonly [string, StoredAssignment | null]>;
}

/**
 * Reads the memory, also one that the first version of the trigger stored.
 *
 * @param staticData the node's own static data
 * @param source a fingerprint of the Base URL and the tenant that are watched now
 * @returns an empty memory where the trigger has never polled this source
 */
export function readMemory(staticData: IDataObject, source: string): Memory {
	const stored = staticData[memoryName] as unknown as StoredMemory | undefined;
	// The first version stored no source.
	if (stored === undefined || (stored.source ?? source) !== source) {
		return { ...emptyMemory, source };
	}
	const { watch, continueAt, seenUpTo } = stored;
	const assignments = new Map(
		stored.assignments.map(([id, assignment]) => [id, assignment && readAssignment(assignment)]),
	);
	return {
		source,
		handOvers: stored.handOvers ?? 0,
		watchesAll: watch === 'all',
		continueAt,
		seenUpTo: stored.source === undefined ? newestStart(assignments) : seenUpTo,
		assignments,
	};
}

/**
 * Replaces the memory in one step, so that there is never half of one.
 *
 * @param staticData the node's own static data
 * @param memory what to remember
 */
export function writeMemory(staticData: IDataObject, memory: Memory): void {
	const { watchesAll, assignments, ...others } = memory;
	const stored: StoredMemory = {
		...others,
		watch: watchesAll ? 'all' : 'assignment',
		assignments: [...assignments].map(([id, assignment]) => [
			id,
			assignment && { ...assignment, runs: storedRuns(assignment.runs) },
		]),
	};
	// As n8n stores it, without what is undefined: its durable cursors compare the two.
	staticData[memoryName] = JSON.parse(JSON.stringify(stored)) as IDataObject;
}

/**
 * What to remember after a poll: what was handled, and of all else what was remembered before.
 *
 * @param memory what was remembered
 * @param snapshot what the service listed
 * @param handled the changes whose events are handed over, or that have none
 * @param waiting those whose events wait for the next poll
 * @param settings what the user chose
 */
export function remember(
	memory: Memory,
	snapshot: Snapshot,
	handled: readonly RunChange[],
	waiting: readonly RunChange[],
	settings: TriggerSettings,
): Memory {
	const known = settings.watchesAll ? [...memory.assignments] : [];
	const others = known.filter(([id]) => !snapshot.runs.has(id) && !snapshot.gone.has(id));
	const gone = [
		...others.filter(([, assignment]) => assignment?.gone),
		...known.flatMap(([id, assignment]) =>
			assignment && snapshot.gone.has(id) ? [[id, { ...assignment, gone: true }] as const] : [],
		),
	];
	const assignments = new Map(others.filter(([, assignment]) => !assignment?.gone));
	const neverRead = [...snapshot.gone.keys()].filter((id) => !memory.assignments.get(id));
	for (const id of [...snapshot.failures.keys(), ...neverRead, ...snapshot.unread]) {
		// What has come stays new, and what is to begin with a baseline keeps that in mind.
		assignments.set(id, rememberedOf(memory, settings, id));
	}
	const handledOf = byAssignment(handled);
	const waitingOf = byAssignment(waiting);
	for (const [id, runs] of snapshot.runs) {
		const remembered = rememberedOf(memory, settings, id);
		const isWaiting = waitingOf.has(id);
		assignments.set(
			id,
			rememberRuns(remembered, runs, handledOf.get(id) ?? [], isWaiting, settings.readBy),
		);
	}
	for (const [id, assignment] of gone.slice(-mostGone)) {
		if (!assignments.has(id)) assignments.set(id, assignment);
	}
	const { watchesAll } = settings;
	const handsOver = handled.some(({ events }) => events.length > 0);
	return {
		source: memory.source,
		handOvers: memory.handOvers + (handsOver ? 1 : 0),
		watchesAll,
		continueAt: snapshot.unread[0],
		// One poll late: an assignment may come, and run, while a poll reads the others.
		seenUpTo: watchesAll
			? newestStart(memory.watchesAll ? memory.assignments : assignments)
			: undefined,
		assignments,
	};
}

function byAssignment(changes: readonly RunChange[]): Map<string, RunChange[]> {
	const grouped = new Map<string, RunChange[]>();
	for (const change of changes) {
		const group = grouped.get(change.assignmentId);
		if (group) group.push(change);
		else grouped.set(change.assignmentId, [change]);
	}
	return grouped;
}

function rememberRuns(
	remembered: AssignmentMemory | null,
	listed: readonly IDataObject[],
	handled: readonly RunChange[],
	isWaiting: boolean,
	readBy: string,
): AssignmentMemory {
	const runs = new Map(remembered?.runs);
	for (const { key, after } of handled) runs.set(key, after);
	const { oldBefore } = remembered ?? {};
	// Nothing is forgotten that could make a run look old whose event is due, nor for a list that is
	// empty, perhaps only this once.
	if (isWaiting || (remembered && listed.length === 0)) {
		return { runs, oldBefore, readBy: remembered?.readBy };
	}
	return { ...forget(runs, new Set(listed.flatMap(keysOf)), oldBefore), readBy };
}

/**
 * Forgets finished runs that the service lists no more, but for the last of them: where times are
 * days, a run that is new may have the same.
 */
function forget(
	runs: Map<string, RunMemory>,
	listed: ReadonlySet<string>,
	oldBefore = -Infinity,
): Pick<AssignmentMemory, 'runs' | 'oldBefore'> {
	const unlisted = [...runs]
		.filter(([key]) => !listed.has(key))
		.sort(([, a], [, b]) => (b.startedAt ?? Infinity) - (a.startedAt ?? Infinity));
	let kept = 0;
	const leaving = unlisted.filter(
		([, { finished, startedAt }]) => (finished && startedAt !== undefined) || ++kept > mostUnlisted,
	);
	const edge = leaving.reduce(
		(latest, [, { startedAt }]) => Math.max(latest, startedAt ?? -Infinity),
		oldBefore,
	);
	for (const [key, { startedAt = -Infinity }] of leaving) {
		if (startedAt < edge || startedAt === -Infinity) runs.delete(key);
	}
	return { runs, oldBefore: edge === -Infinity ? undefined : edge };
}

/**
 * The newest start that is remembered, by the service's clock.
 *
 * @param assignments what is remembered of each
 * @returns undefined where no start is known
 */
function newestStart(assignments: Memory['assignments']): number | undefined {
	let newest = -Infinity;
	for (const assignment of assignments.values()) {
		newest = Math.max(newest, assignment?.oldBefore ?? -Infinity);
		for (const { startedAt } of assignment?.runs.values() ?? []) {
			newest = Math.max(newest, startedAt ?? -Infinity);
		}
	}
	return newest === -Infinity ? undefined : newest;
}

function readAssignment(stored: StoredAssignment): AssignmentMemory {
	const { runs, forgottenUpTo, ...others } = stored;
	return {
		...(forgottenUpTo === undefined ? {} : { oldBefore: forgottenUpTo + 1 }),
		...others,
		runs: new Map(Object.entries(runs).map(([key, run]) => [key, readRun(run)])),
	};
}

function readRun([fingerprint, startedAt, finished, status, logPosition]: StoredRun): RunMemory {
	return {
		fingerprint,
		startedAt: startedAt ?? undefined,
		finished: finished === 1,
		status: status ?? undefined,
		logPosition,
	};
}

function storedRuns(runs: AssignmentMemory['runs']): Record<string, StoredRun> {
	return Object.fromEntries(
		[...runs].map(([key, { fingerprint, startedAt, finished, status, logPosition }]) => {
			const run: StoredRun = [fingerprint, startedAt ?? null, finished ? 1 : 0];
			if (status !== undefined || logPosition !== undefined) run.push(status ?? null);
			if (logPosition !== undefined) run.push(logPosition);
			return [key, run];
		}),
	);
}
