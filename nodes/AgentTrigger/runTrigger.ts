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
import { InputError, onRejection } from '../../src/api/errors';
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
	/** How many changes of it were emitted, so no event repeats one before. */
	readonly changes?: number;
}

/** What the trigger knows between two polls. n8n stores it as JSON. */
interface TriggerState {
	/** Whether all assignments were watched, so an unknown one is new. */
	readonly watchesAll: boolean;
	/**
	 * The assignments whose runs are known, with the length of the list of each, the last not empty; null
	 * if the first list could not be read. Those that were listed last come last.
	 */
	readonly assignments: Record<string, number | null>;
	/** By key. Those that were listed last come last. */
	readonly runs: Readonly<Record<string, KnownRun>>;
}

const initialState: TriggerState = { watchesAll: false, assignments: {}, runs: {} };

/** A run or an assignment that is not listed may come back, but not more than these. */
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

/** By assignment; undefined if its list could not be read. */
type Lists = ReadonlyMap<string, readonly Run[] | undefined>;

function listedRuns(lists: Lists): Run[] {
	return [...lists.values()].flatMap((runs) => runs ?? []);
}

/** A run that differs from its state. */
interface Change {
	readonly run: Run;
	readonly earlier?: KnownRun;
	/** In the order in which they happened. */
	readonly events: readonly RunEvent[];
	/** The whole log so far, after it is read. */
	readonly logs?: readonly IDataObject[];
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
	const runs = listedRuns(lists);
	const unknown = findUnknownState(runs, settings);
	if (unknown !== undefined) poll.warn(unknown);
	const { changes, known } = compare(poll, before, runs);
	const { handled, waiting } = await readLogs(poll, changes);
	for (const { run, earlier } of waiting) {
		if (earlier) known.set(run.key, earlier);
		else known.delete(run.key);
	}
	const assignments = nextAssignments(poll, before, lists);
	const listed = Object.values(assignments).reduce<number>((sum, length) => sum + (length ?? 0), 0);
	return {
		items: handled.flatMap((change) => toItems(poll, change)),
		next: {
			watchesAll: settings.assignmentId === undefined,
			assignments,
			runs: Object.fromEntries([...known].slice(-(listed + maxUnlisted))),
		},
	};
}

/** @returns the listed runs that have changed, and what is known of all runs */
function compare(poll: RunPoll, before: TriggerState, runs: readonly Run[]) {
	const { readBy, triggerOn } = poll.settings;
	const known = new Map(Object.entries(before.runs));
	const changes: Change[] = [];
	for (const run of runs) {
		const earlier = known.get(run.key);
		// With other options, a run that was read as ended may not have.
		const isEnded = run.hasEnded || earlier?.endedBy === readBy;
		const now = { hash: run.hash, endedBy: isEnded ? readBy : undefined };
		const happened = isBaseline(poll, before, run.assignmentId) ? [] : eventsBetween(earlier, now);
		const events = happened.filter((event) => triggerOn.includes(event));
		if (events.length > 0) changes.push({ run, earlier, events });
		known.delete(run.key);
		known.set(run.key, { ...now, changes: countChanges(earlier, events) });
	}
	return { changes, known };
}

function countChanges(earlier: KnownRun | undefined, events: readonly RunEvent[]) {
	const before = earlier?.changes;
	return events.includes('runChanged') ? (before ?? 0) + 1 : before;
}

/** Whether the runs of an assignment existed before it was watched, so they are no events. */
function isBaseline({ includesExisting }: RunPoll, state: TriggerState, assignmentId: string) {
	const length = state.assignments[assignmentId];
	const isFirst = length === null || (length === undefined && !state.watchesAll);
	return !includesExisting && isFirst;
}

function eventsBetween(before: KnownRun | undefined, now: KnownRun): readonly RunEvent[] {
	if (!before) return now.endedBy ? ['runStarted', 'runFinished'] : ['runStarted'];
	// If only the options changed, nothing happened to the run.
	if (before.hash === now.hash) return [];
	return now.endedBy && !before.endedBy ? ['runFinished'] : ['runChanged'];
}

/** An assignment that is not listed may come back, and a list that is empty may be a mistake. */
function nextAssignments(poll: RunPoll, before: TriggerState, lists: Lists) {
	const isAll = poll.settings.assignmentId === undefined;
	const next = new Map(isAll ? Object.entries(before.assignments) : []);
	for (const [id, runs] of lists) {
		const earlier = isBaseline(poll, before, id) ? null : before.assignments[id];
		const length = runs ? runs.length || (earlier ?? 0) : earlier;
		next.delete(id);
		// A new assignment whose list could not be read stays unknown, so all its runs are new.
		if (length !== undefined) next.set(id, length);
	}
	return Object.fromEntries([...next].slice(-(lists.size + maxUnlisted)));
}

/** Why it is unknown whether a run has ended, for the first of such runs. */
function findUnknownState(runs: readonly Run[], { stateOptions, triggerOn }: TriggerSettings) {
	if (!triggerOn.includes('runFinished')) return undefined;
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

/** The items of a change, one for each event. */
function toItems(
	{ source, memory, settings }: RunPoll,
	{ run, earlier, events, logs }: Change,
): IDataObject[] {
	const { assignmentId, runId, hash, record } = run;
	// A run starts once, and ends once unless the options change.
	const occurrences = {
		runStarted: '',
		runFinished: settings.readBy,
		runChanged: `${hash} ${earlier?.changes ?? 0} ${memory}`,
	};
	return events.map((event) => ({
		event,
		eventId: toEventId(source, assignmentId, hashText(runId), event, occurrences[event]),
		assignmentId,
		runId,
		run: record,
		...(logs && { logs }),
	}));
}

/** Reads the logs of changes, if they are wanted. A change whose log can't be read waits. */
async function readLogs(poll: RunPoll, changes: readonly Change[]) {
	if (!poll.settings.includeLogs) return { handled: changes, waiting: [] };
	const read = async ({ run: { assignmentId, runId } }: Change) =>
		await readLog(poll.service, { assignmentId, runId }, poll.warn)
			// A run that was just removed has no log, but still an event.
			.catch(onRejection(['assignment-not-found', 'run-not-found'], (): IDataObject[] => []));
	const retry = ({ run }: Change) => `emits the event of run ${run.runId}`;
	const logs = await tryEach(poll, changes, retry, read);
	const withLogs = changes.map((change, index) => ({ ...change, logs: logs[index] }));
	return {
		handled: withLogs.filter((change) => change.logs),
		waiting: withLogs.filter((change) => !change.logs),
	};
}

/**
 * Works on tasks. Those that fail are undefined, with a warning, and the next poll does them.
 *
 * @throws the first failure, if no task succeeds
 */
async function tryEach<Task, Result>(
	{ settings, warn }: RunPoll,
	tasks: readonly Task[],
	retry: (task: Task) => string,
	work: (task: Task) => Promise<Result>,
): Promise<Array<Result | undefined>> {
	const failures: unknown[] = [];
	const results = await inParallel(tasks, settings.concurrency, async (task) => {
		try {
			return await work(task);
		} catch (error) {
			failures.push(error);
			warn(`The next poll ${retry(task)}: ${(error as Error).message}`);
			return undefined;
		}
	});
	if (failures.length > 0 && failures.length === tasks.length) throw failures[0];
	return results;
}

/**
 * Reads the runs of all watched assignments.
 *
 * @throws ServiceError if the assignments can't be listed, or no list of runs can be read
 */
async function readLists(poll: RunPoll, before: TriggerState): Promise<Lists> {
	const { assignmentId } = poll.settings;
	const watched = assignmentId === undefined ? await listAssignments(poll, before) : [assignmentId];
	const retry = (id: string) => `reads the runs of assignment ${id} again`;
	const read = async (id: string) => await readRuns(poll, id, isBaseline(poll, before, id));
	const lists = await tryEach(poll, watched, retry, read);
	return new Map(watched.map((id, index) => [id, lists[index]]));
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
	const runs = listedRuns(await readLists(poll, initialState));
	const shown = runs.flatMap((run) => {
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
			findUnknownState(runs, poll.settings) ??
				'Start a run, or wait until one has ended. Then test this trigger again.',
		);
	}
	const { handled } = await readLogs(poll, [newest]);
	const [item = {}] = handled.flatMap((change) => toItems(poll, change));
	return item;
}
