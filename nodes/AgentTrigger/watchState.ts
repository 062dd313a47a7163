/**
 * What the trigger knows between two polls, in the static data of the node. n8n 2.41 stores it
 * - after an activation, and together with each poll that hands something over: a poll that hands
 *   nothing over changes it in memory only, and a stop of n8n or of the workflow takes that away;
 * - with durable poll cursors, after every poll in one step with the execution, but for the first
 *   one after an activation, which is stored only where it hands something over.
 *
 * So a look may be forgotten only where nothing came of it. The next look then finds the same
 * differences again, and more: a run seen for the first time is started, a run over for the first
 * time is finished. One thing it cannot find is a change of a run whose start (or end) the user did
 * not want, and which n8n forgot: it takes part in that start (or end).
 */
import type { IDataObject } from 'n8n-workflow';
import type { KnownAssignment } from './runTracker';

/** Under which the state is kept in the static data. */
const stateName = 'watched';

/** The state as n8n stores it, as plain JSON. */
interface StoredState {
	readonly watch: 'all' | 'assignment';
	readonly continueAt?: string;
	readonly assignments: ReadonlyArray<readonly [string, KnownAssignment | null]>;
}

/** The state as a poll sees it. */
export interface WatchState {
	/** By identifier; null for an assignment that was there from the start, but not yet looked at. */
	readonly assignments: ReadonlyMap<string, KnownAssignment | null>;
	/** Where the next poll begins, when the last one had no time for all. */
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
