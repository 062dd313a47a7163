/**
 * What the trigger remembers of the runs it watches, and what a new look at them means.
 *
 * A run fires when its record differs from the one remembered:
 * - not seen before: `runStarted`, and `runFinished` too where it is over already;
 * - over now and not before: `runFinished`, once in the life of a run;
 * - any other difference: `runChanged`.
 *
 * No time is ever compared with this machine's clock, and the order of a list does not matter.
 */
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { isFinished, orderOf, type RunStateNames, statusOf } from '../shared/agent/runState';
import { identifierOf } from '../shared/service/record';

export const runEvents = ['runStarted', 'runChanged', 'runFinished'] as const;

export type RunEvent = (typeof runEvents)[number];

/** What is remembered of a run; a list, as there may be a thousand of them. */
export type KnownRun = [
	/** Tells whether the record is still the same. */
	fingerprint: string,
	/** When it started by the service's clock, in milliseconds since 1970, where that is known. */
	startedAt: number | null,
	finished: 0 | 1,
	/** Its status, while it is going. */
	status?: string | null,
	/** Where its last event stopped reading the log. */
	logPosition?: string,
];

/** What is remembered of an assignment, as plain JSON. */
export interface KnownAssignment {
	readonly runs: Readonly<Record<string, KnownRun>>;
	/** When the youngest of the forgotten runs started: an ended one that is not younger is not new. */
	readonly forgottenUpTo?: number;
}

/** A run of the service's list, compared with what was remembered. */
export interface SeenRun {
	/** Under which it is remembered. */
	readonly key: string;
	/** The record, untouched. */
	readonly run: IDataObject;
	/** What happened to it, in order. */
	readonly events: readonly RunEvent[];
	/** Its status before, where the run was known and had one. */
	readonly previousStatus?: string;
	/** What to remember of it now. */
	readonly known: KnownRun;
}

/** The characters of a key tell runs apart; those of a fingerprint two states of one run. */
const hashCharacters = { key: 12, fingerprint: 8 };

/** A longer status is no word but a text, which would swell the state. */
const longestStatus = 100;

/** Runs that are going but not listed any more may come back; more than these never do. */
const mostUnlisted = 10;

function hash(text: string, characters: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, characters);
}

/**
 * A short text that stays the same as long as a record does, whatever the order of its fields.
 *
 * @param record any JSON value
 */
export function fingerprintOf(record: unknown): string {
	const sorted = JSON.stringify(record, (_name, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
	return hash(sorted, hashCharacters.fingerprint);
}

/**
 * Under which a run is remembered: its identifier, or else its start, as an assignment has one
 * active run at a time.
 *
 * @param run a run's record
 * @returns undefined where it has neither
 */
export function keyOf(run: IDataObject): string | undefined {
	const startedAt = orderOf(run);
	const identity =
		identifierOf('run', run) ?? (startedAt === Infinity ? undefined : `at ${startedAt}`);
	return identity === undefined ? undefined : hash(identity, hashCharacters.key);
}

function eventsOf(before: KnownRun | undefined, now: KnownRun, isNew: boolean): RunEvent[] {
	const finished = now[2] === 1;
	if (before === undefined) {
		if (!isNew) return [];
		return finished ? ['runStarted', 'runFinished'] : ['runStarted'];
	}
	// A record that is the same says nothing new, even where an option now reads it differently.
	if (before[0] === now[0]) return [];
	return finished && before[2] === 0 ? ['runFinished'] : ['runChanged'];
}

/**
 * Compares the runs of an assignment with what is remembered of them.
 *
 * @param known what is remembered; undefined where the assignment is seen for the first time
 * @param runs the service's list; each has a key
 * @param names what the user says about names in a run's record
 * @param unknownAre what a run is that is not remembered
 */
export function compareRuns(
	known: KnownAssignment | undefined,
	runs: readonly IDataObject[],
	names: RunStateNames,
	unknownAre: 'new' | 'old',
): SeenRun[] {
	const seen = new Map<string, SeenRun>();
	for (const run of runs) {
		const key = keyOf(run);
		if (key === undefined || seen.has(key)) continue;
		const before = known?.runs[key];
		const startedAt = orderOf(run);
		const finished = isFinished(run, names) || before?.[2] === 1;
		const status = statusOf(run, names) ?? null;
		const now: KnownRun = [
			fingerprintOf(run),
			startedAt === Infinity ? null : startedAt,
			finished ? 1 : 0,
		];
		// One that is going was hardly forgotten, and its start is not to be missed.
		const wasForgotten = finished && startedAt <= (known?.forgottenUpTo ?? -Infinity);
		const events = eventsOf(before, now, unknownAre === 'new' && !wasForgotten);
		seen.set(key, {
			key,
			run,
			events,
			previousStatus: before?.[3] ?? undefined,
			known: withDetails(now, status, before?.[4]),
		});
	}
	return [...seen.values()];
}

function withDetails(
	[fingerprint, startedAt, finished]: KnownRun,
	status: string | null,
	logPosition: string | undefined,
): KnownRun {
	const kept = finished === 0 && status !== null && status.length <= longestStatus ? status : null;
	if (logPosition !== undefined) return [fingerprint, startedAt, finished, kept, logPosition];
	return kept === null
		? [fingerprint, startedAt, finished]
		: [fingerprint, startedAt, finished, kept];
}

/**
 * The same run with the place up to which its log has been read.
 *
 * @param known what is remembered of the run
 * @param logPosition where its last event stopped reading the log
 */
export function withLogPosition(known: KnownRun, logPosition: string): KnownRun {
	return withDetails(known, known[3] ?? null, logPosition);
}

/**
 * What to remember of an assignment after a look at it. Finished runs that the service lists no
 * more are forgotten.
 *
 * @param before what was remembered
 * @param seen the runs as compared
 * @param told what to remember of those whose events are handed over
 * @param waiting those whose events wait for the next poll
 */
export function rememberRuns(
	before: KnownAssignment | undefined,
	seen: readonly SeenRun[],
	told: ReadonlyMap<SeenRun, KnownRun>,
	waiting: ReadonlySet<SeenRun>,
): KnownAssignment {
	const runs: Record<string, KnownRun> = {};
	for (const run of seen) {
		const known = waiting.has(run) ? before?.runs[run.key] : (told.get(run) ?? run.known);
		if (known) runs[run.key] = known;
	}
	// While a run waits for its event, nothing is forgotten that could make it look old.
	const mayForget = !seen.some((run) => waiting.has(run));
	const listed = new Set(seen.map(({ key }) => key));
	const unlisted = Object.entries(before?.runs ?? {})
		.filter(([key]) => !listed.has(key))
		.sort(([, a], [, b]) => (b[1] ?? Infinity) - (a[1] ?? Infinity));
	let forgottenUpTo = before?.forgottenUpTo ?? -Infinity;
	let going = 0;
	for (const [key, run] of unlisted) {
		const [, startedAt, finished] = run;
		if (!mayForget || (finished === 0 && ++going <= mostUnlisted)) runs[key] = run;
		else forgottenUpTo = Math.max(forgottenUpTo, startedAt ?? -Infinity);
	}
	return forgottenUpTo === -Infinity ? { runs } : { runs, forgottenUpTo };
}
