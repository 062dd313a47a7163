import type { IDataObject } from 'n8n-workflow';
import type { RunStateOptions } from '../../src/agent/runs/runState';
import type { ServiceError } from '../../src/api/errors';
import type { PollSettings } from '../../src/polling/form';

export const runEvents = ['runStarted', 'runChanged', 'runFinished'] as const;

export type RunEvent = (typeof runEvents)[number];

/** What the user chose in the form. */
export interface TriggerSettings extends PollSettings {
	/** The one assignment to watch; undefined for all. */
	readonly assignmentId?: string;
	readonly triggerOn: readonly RunEvent[];
	readonly includeLogs: boolean;
	readonly stateOptions: RunStateOptions;
	/** A fingerprint of the options by which runs have ended. */
	readonly readBy: string;
}

/** The runs of all watched assignments, as the service lists them now. */
export interface Snapshot {
	readonly runs: ReadonlyMap<string, readonly IDataObject[]>;
	/** Assignments that the service does not have. */
	readonly deleted: ReadonlyMap<string, ServiceError>;
	/** Why other assignments could not be read. */
	readonly failures: ReadonlyMap<string, unknown>;
	/** Assignments that there was no time for, in the order in which to read them next. */
	readonly unread: readonly string[];
}

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
export type StoredRun = readonly [
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
