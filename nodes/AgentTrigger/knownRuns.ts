/** What identifies a run from poll to poll, and how it is stored. */
import type { IDataObject } from 'n8n-workflow';
import { findRun } from '../../src/agent/runs/runRecord';
import { getStartOrder } from '../../src/agent/runs/runState';
import { namesOf } from '../../src/api/assumedNames';
import { identifierOf } from '../../src/api/identifiers';
import { hashText } from '../../src/values/fingerprint';
import type { KnownAssignment, KnownRun, StoredRun } from './types';

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

/** Whether a run was read as finished before. */
export function hasEnded(run: KnownRun | undefined): boolean {
	return run !== undefined && run.status === undefined;
}

export function storeRun({ hash, start, log, ...more }: KnownRun): StoredRun {
	return [hash, start, log, more];
}

export function restoreRun([hash, start, log, more]: StoredRun): KnownRun {
	return { hash, start: start ?? undefined, log: log ?? undefined, ...more };
}

/** A run as the last poll left it; undefined if it is unknown. */
export function getKnownRun(
	assignment: KnownAssignment | null | undefined,
	key: string,
): KnownRun | undefined {
	const stored = assignment?.runs[key];
	return stored && restoreRun(stored);
}
