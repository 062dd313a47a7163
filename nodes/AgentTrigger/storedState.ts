/**
 * How n8n stores the state, as JSON: the only place that knows it. Published workflows have states in
 * this form, so it can't change. A run is a list, without the names of its fields, as there may be
 * 10,000 runs.
 */
import type { KnownRun } from './run';
import type { TriggerState } from './state';

/** JSON has null for infinity and undefined. */
type StoredRun = readonly [
	hash: string,
	start: number | null,
	log: string | null | undefined,
	more: Pick<KnownRun, 'status' | 'changes'>,
];

export type StoredState = TriggerState<StoredRun>;

/** The state of a trigger that has never polled. */
const initialState: StoredState = { watchesAll: false, watermark: 0, assignments: {} };

export function readState(stored = initialState): TriggerState {
	return mapRuns(stored, ([hash, start, log, more]) => ({
		hash,
		start: start ?? Infinity,
		log: log ?? undefined,
		...more,
	}));
}

export function toStored(state: TriggerState): StoredState {
	return mapRuns(state, ({ hash, start, log, ...more }) => [hash, start, log, more]);
}

function mapRuns<From, To>(state: TriggerState<From>, map: (run: From) => To): TriggerState<To> {
	const assignments = Object.entries(state.assignments).map(([id, known]) => {
		const runs = Object.entries(known?.runs ?? {}).map(([key, run]) => [key, map(run)] as const);
		return [id, known && { ...known, runs: Object.fromEntries(runs) }] as const;
	});
	return { ...state, assignments: Object.fromEntries(assignments) };
}
