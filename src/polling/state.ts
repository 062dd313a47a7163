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

/** An empty first list is read twice, as everything that it left out would be new later. */
export async function retryIfEmpty<List extends readonly unknown[]>(
	isFirst: boolean,
	read: () => Promise<List>,
): Promise<List> {
	const list = await read();
	return isFirst && list.length === 0 ? await read() : list;
}
