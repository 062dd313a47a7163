import type { IDataObject } from 'n8n-workflow';
import { hashText } from '../values/fingerprint';

/** What n8n stores for a trigger between two polls, in the static data of the node. */
export interface StoredState<State> {
	/** A fingerprint of what is watched: Base URL, tenant and kind of record. */
	readonly source: string;
	/** How many polls have emitted something. */
	readonly emitCount: number;
	/** Undefined before the first poll. */
	readonly state?: State;
}

const stateName = 'watched';

/** @param source a fingerprint of what is watched now */
export function readState<State>(staticData: IDataObject, source: string): StoredState<State> {
	const stored = staticData[stateName] as unknown as StoredState<State> | undefined;
	return stored?.source === source ? stored : { source, emitCount: 0 };
}

/** Replaces the state in one step, and only if it changed, as n8n stores all of it again. */
export function writeState<State>(staticData: IDataObject, state: StoredState<State>): void {
	// Without undefined values, as n8n compares the state with the stored one.
	const text = JSON.stringify(state);
	if (text !== JSON.stringify(staticData[stateName])) staticData[stateName] = JSON.parse(text);
}

const eventIdLength = 22;

/** The ID of an event. The same parts, in the same order, have the same ID. */
export function toEventId(...parts: ReadonlyArray<string | number>): string {
	return hashText(JSON.stringify(parts), eventIdLength);
}

/** Forgets the oldest deleted things beyond a maximum, and returns them. */
export function forgetOldest<Known>(
	known: Map<string, Known>,
	isDeleted: (each: Known) => boolean,
	maximum: number,
): Known[] {
	const oldest = [...known].filter(([, each]) => isDeleted(each)).slice(0, -maximum);
	for (const [id] of oldest) known.delete(id);
	return oldest.map(([, each]) => each);
}
