/**
 * One poll: reads the runs of each watched assignment, compares them with the state, and emits what is
 * different. A run whose record differs from its state has changed:
 * - unknown: `runStarted`, and also `runFinished` if it has ended;
 * - ended, and not before: `runFinished`, once per run;
 * - any other difference: `runChanged`.
 */
import type { IDataObject } from 'n8n-workflow';
import { readLog } from '../../src/agent/runs/runLogs';
import { getStartTime } from '../../src/agent/runs/runStart';
import { describeUnknownState, isFinished } from '../../src/agent/runs/runState';
import { InputError } from '../../src/api/errors';
import {
	inParallel,
	type Poll,
	type PollingTrigger,
	readWatched,
	requireId,
	toEventId,
	watchedById,
} from '../../src/polling/poll';
import type { FieldTypes } from '../../src/runtime/operation';
import { fingerprint, hashText } from '../../src/values/fingerprint';
import { newestFirst } from '../../src/values/timestamps';
import { readSettings, type RunEvent, type TriggerSettings } from './form';

type RunPoll = Poll<TriggerSettings>;

/** What the trigger knows of a run. */
interface KnownRun {
	/** Changes with the record. */
	readonly hash: string;
	/** Once a run has ended, it stays so: a fingerprint of the options by which it had. */
	readonly endedBy?: string;
}

/** What the trigger knows between two polls. n8n stores it as JSON. */
interface TriggerState {
	/** Whether all assignments were watched, so an unknown one is new. */
	readonly watchesAll: boolean;
	/** The assignments whose runs are known, with the length of the list of each, the last not empty. */
	readonly assignments: Readonly<Record<string, number>>;
	/** By key. Those that were listed last come last. */
	readonly runs: Readonly<Record<string, KnownRun>>;
	/** How many changes of runs were emitted, so no event repeats one before. */
	readonly changes: number;
}

const initialState: TriggerState = { watchesAll: false, assignments: {}, runs: {}, changes: 0 };

/** A run that is not listed may come back, but not more than these. */
const maxUnlisted = 5000;

/** A run as the service lists it. */
interface Run {
	readonly assignmentId: string;
	readonly runId: string;
	/** Of the run in the state. */
	readonly key: string;
	readonly record: IDataObject;
	readonly hash: string;
	readonly hasEnded: boolean;
}

/** By assignment. */
type Lists = ReadonlyMap<string, readonly Run[]>;

/** What happened to a run, in the order in which it did. */
interface Change {
	readonly run: Run;
	readonly events: readonly RunEvent[];
}

export const runTrigger: PollingTrigger<TriggerSettings, TriggerState> = {
	readSettings,
	idKeysOf: () => ['assignment.assignmentId', 'run.runId'],
	findEvents,
	getTestEvent,
};

async function findEvents(poll: RunPoll, before = initialState) {
	const { settings } = poll;
	const lists = await readLists(poll, before);
	const known = new Map(Object.entries(before.runs));
	const changes: Change[] = [];
	for (const run of [...lists.values()].flat()) {
		const earlier = known.get(run.key);
		// With other options, a run that was read as ended may not have.
		const isEnded = run.hasEnded || earlier?.endedBy === settings.readBy;
		const now = { hash: run.hash, endedBy: isEnded ? settings.readBy : undefined };
		const happened = isBaseline(poll, before, run.assignmentId) ? [] : eventsBetween(earlier, now);
		const events = happened.filter((event) => settings.triggerOn.includes(event));
		if (events.length > 0) changes.push({ run, events });
		known.delete(run.key);
		known.set(run.key, now);
	}
	const unknown = findUnknownState(lists, settings);
	if (unknown !== undefined) poll.warn(unknown);
	const toItemsOf = async (change: Change) => await toItems(poll, change, before.changes);
	const items = await inParallel(changes, settings.concurrency, toItemsOf);
	const assignments = nextAssignments(poll, before, lists);
	const listed = Object.values(assignments).reduce((sum, length) => sum + length, 0);
	return {
		items: items.flat(),
		next: {
			watchesAll: settings.assignmentId === undefined,
			assignments,
			runs: Object.fromEntries([...known].slice(-(listed + maxUnlisted))),
			changes:
				before.changes + changes.filter(({ events }) => events.includes('runChanged')).length,
		},
	};
}

/** Whether the runs of an assignment existed before it was watched, so they are no events. */
function isBaseline({ includesExisting }: RunPoll, state: TriggerState, assignmentId: string) {
	return !includesExisting && !state.watchesAll && !Object.hasOwn(state.assignments, assignmentId);
}

function eventsBetween(before: KnownRun | undefined, now: KnownRun): readonly RunEvent[] {
	if (!before) return now.endedBy ? ['runStarted', 'runFinished'] : ['runStarted'];
	// If only the options changed, nothing happened to the run.
	if (before.hash === now.hash) return [];
	return now.endedBy && !before.endedBy ? ['runFinished'] : ['runChanged'];
}

/** An assignment that is not listed may come back, and a list that is empty may be a mistake. */
function nextAssignments({ settings }: RunPoll, { assignments }: TriggerState, lists: Lists) {
	const known = settings.assignmentId === undefined ? assignments : {};
	const lengths = [...lists].map(([id, { length }]) => [id, length || (assignments[id] ?? 0)]);
	return { ...known, ...(Object.fromEntries(lengths) as Record<string, number>) };
}

/** Why it is unknown whether a run has ended, for the first of such runs. */
function findUnknownState(lists: Lists, { stateOptions, triggerOn }: TriggerSettings) {
	if (!triggerOn.includes('runFinished')) return undefined;
	const runs = [...lists.values()].flat();
	const [unknown] = runs.flatMap(({ record }) => describeUnknownState(record, stateOptions) ?? []);
	return unknown;
}

/**
 * The fields of every event, of which the build makes the output schema.
 *
 * @public
 */
export const itemFields: FieldTypes = {
	event: 'string',
	eventId: 'string',
	assignmentId: 'string',
	runId: 'string',
	run: 'object',
};

/**
 * The items of a change, one for each event.
 *
 * @param changes how many were emitted before the poll
 */
async function toItems(
	poll: RunPoll,
	{ run, events }: Change,
	changes: number,
): Promise<IDataObject[]> {
	const { settings, source, memory } = poll;
	const { assignmentId, runId, hash, record } = run;
	const logs = settings.includeLogs ? { logs: await tryToReadLog(poll, run) } : {};
	// A run starts once, and ends once unless the options change.
	const occurrences = {
		runStarted: '',
		runFinished: settings.readBy,
		runChanged: `${hash} ${changes} ${memory}`,
	};
	return events.map((event) => ({
		event,
		eventId: toEventId(source, assignmentId, hashText(runId), event, occurrences[event]),
		assignmentId,
		runId,
		run: record,
		...logs,
	}));
}

/** The whole log of a run so far; null if it can't be read, so one run holds up no other. */
async function tryToReadLog({ service, warn }: RunPoll, run: Run): Promise<IDataObject[] | null> {
	const { assignmentId, runId } = run;
	return await readLog(service, { assignmentId, runId }, warn).catch((error: unknown) => {
		warn(`The log of run ${runId} could not be read: ${(error as Error).message}`);
		return null;
	});
}

/**
 * Reads the runs of all watched assignments. If all were watched before, single ones may fail: the
 * next poll finds the same events.
 *
 * @throws ServiceError if the assignments can't be listed, or the runs of one that may not fail
 */
async function readLists(poll: RunPoll, before: TriggerState): Promise<Lists> {
	const { assignmentId, concurrency } = poll.settings;
	const watched = assignmentId === undefined ? await listAssignments(poll, before) : [assignmentId];
	const failures: unknown[] = [];
	const read = async (id: string): Promise<Array<[string, readonly Run[]]>> => {
		try {
			return [[id, await readRuns(poll, id, isBaseline(poll, before, id))]];
		} catch (error) {
			failures.push(error);
			const reason = (error as Error).message;
			poll.warn(`The next poll reads the runs of assignment ${id} again: ${reason}`);
			return [];
		}
	};
	const lists = (await inParallel(watched, concurrency, read)).flat();
	if (failures.length > 0 && !(before.watchesAll && lists.length > 0)) throw failures[0];
	return new Map(lists);
}

async function listAssignments(poll: RunPoll, { watchesAll }: TriggerState): Promise<string[]> {
	const listed = await readWatched(poll, !watchesAll, 'assignment.getAll');
	const idOf = (each: IDataObject) => requireId(poll.service.fieldNames, 'assignment', each);
	return [...new Set(listed.map(idOf))];
}

async function readRuns(poll: RunPoll, assignmentId: string, isFirst: boolean): Promise<Run[]> {
	const { fieldNames } = poll.service;
	const records = await readWatched(poll, isFirst, 'run.getAll', { path: { assignmentId } });
	const byId = watchedById(fieldNames, 'run', records, (record) => record);
	return [...byId].map(([runId, record]) => ({
		assignmentId,
		runId,
		key: hashText(`${assignmentId} ${runId}`),
		record,
		hash: fingerprint(record),
		hasEnded: isFinished(record, poll.settings.stateOptions),
	}));
}

/** The newest run that shows a selected event. */
async function getTestEvent(poll: RunPoll): Promise<IDataObject> {
	const { triggerOn } = poll.settings;
	const lists = await readLists(poll, { ...initialState, watchesAll: true });
	const shown = [...lists.values()].flat().flatMap((run) => {
		// An active run has not ended. Anything else may have happened to any run.
		const event = run.hasEnded
			? triggerOn.at(-1)
			: triggerOn.find((each) => each !== 'runFinished');
		return event ? { run, events: [event] } : [];
	});
	const startOf = ({ run }: Change) =>
		getStartTime(poll.service.fieldNames.toNodes('run', run.record));
	const [newest] = newestFirst<Change>(shown, startOf);
	if (!newest) {
		throw new InputError(
			'No run shows a selected event yet',
			findUnknownState(lists, poll.settings) ??
				'Start a run, or wait until one has ended. Then test this trigger again.',
		);
	}
	const [item = {}] = await toItems(poll, newest, 0);
	return item;
}
