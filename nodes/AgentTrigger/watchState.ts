import type { IDataObject } from 'n8n-workflow';
import type { KnownAssignment } from './runTracker';

/** Under which the state is kept in the static data of the node. */
const stateName = 'watched';

/** The state as n8n stores it, as plain JSON. */
interface StoredState {
	readonly watch: 'all' | 'assignment';
	/** Where the next poll begins, when the last one had no time for all. */
	readonly continueAt?: string;
	/** Identifiers with what is known; null where the assignment is yet to be looked at. */
	readonly assignments: ReadonlyArray<readonly [string, KnownAssignment | null]>;
}

/** What the trigger knows between two polls. */
export interface WatchState {
	readonly assignments: ReadonlyMap<string, KnownAssignment | null>;
	readonly continueAt?: string;
	/** Whether all assignments were watched, so that one that is not known is a new one. */
	readonly watchedAll: boolean;
}

/**
 * Reads the state.
 *
 * @param staticData the node's own static data
 */
export function readState(staticData: IDataObject): WatchState {
	const stored = staticData[stateName] as unknown as StoredState | undefined;
	return {
		assignments: new Map(stored?.assignments),
		continueAt: stored?.continueAt,
		watchedAll: stored?.watch === 'all',
	};
}

/**
 * Replaces the state in one step, so that there is never half of one.
 *
 * @param staticData the node's own static data
 * @param state what to remember
 */
export function writeState(staticData: IDataObject, state: WatchState): void {
	const { assignments, continueAt, watchedAll } = state;
	const stored: StoredState = {
		watch: watchedAll ? 'all' : 'assignment',
		...(continueAt === undefined ? {} : { continueAt }),
		assignments: [...assignments],
	};
	staticData[stateName] = stored as unknown as IDataObject;
}
