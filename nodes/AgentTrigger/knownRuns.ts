/** What identifies a run from poll to poll, and how it is stored. */
import type { IDataObject } from 'n8n-workflow';
import { findRun } from '../../src/agent/runs/runRecord';
import { getStartOrder } from '../../src/agent/runs/runState';
import { namesOf } from '../../src/api/assumedNames';
import { identifierOf } from '../../src/api/identifiers';
import { hashText } from '../../src/values/fingerprint';
import type { KnownAssignment, KnownRun, TriggerState } from './types';

/** The characters of a run's key. */
const keyLength = 12;

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

export function hasEnded(run: KnownRun): boolean {
	return run.status === undefined;
}

/** A stored run is a list, which takes half the space, as there may be 10,000 runs. */
type StoredRun = readonly [
	fingerprint: string,
	startedAt: number | null,
	logPosition: string,
	more?: Pick<KnownRun, 'status' | 'changeCount'>,
];

interface StoredAssignment extends Omit<KnownAssignment, 'runs'> {
	readonly runs: Readonly<Record<string, StoredRun>>;
}

/** The state of the trigger as n8n stores it. */
export interface StoredTriggerState extends Omit<TriggerState, 'assignments'> {
	readonly assignments: Readonly<Record<string, StoredAssignment | null>>;
}

function storeRun({ fingerprint, startedAt, logPosition, ...more }: KnownRun): StoredRun {
	return [fingerprint, startedAt, logPosition, more];
}

function restoreRun([fingerprint, startedAt, logPosition, more]: StoredRun): KnownRun {
	return { fingerprint, startedAt, logPosition, ...more };
}

export function storeState(state: TriggerState): StoredTriggerState {
	const assignments = mapValues(state.assignments, (known) =>
		known ? { ...known, runs: mapValues(known.runs, storeRun) } : null,
	);
	return { ...state, assignments };
}

export function restoreState(stored: StoredTriggerState): TriggerState {
	const assignments = mapValues(stored.assignments, (known) =>
		known ? { ...known, runs: mapValues(known.runs, restoreRun) } : null,
	);
	return { ...stored, assignments };
}

function mapValues<Value, Result>(
	record: Readonly<Record<string, Value>>,
	convert: (value: Value) => Result,
): Record<string, Result> {
	const entries = Object.entries(record).map(([name, value]) => [name, convert(value)] as const);
	return Object.fromEntries(entries);
}
