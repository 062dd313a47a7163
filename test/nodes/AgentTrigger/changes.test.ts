import type { IDataObject } from 'n8n-workflow';
import { findChanges, toEventItems } from '../../../nodes/AgentTrigger/changes';
import type { TriggerSettings } from '../../../nodes/AgentTrigger/form';
import { readRuns, type RunChange } from '../../../nodes/AgentTrigger/run';
import {
	initialState,
	nextState,
	type RunLists,
	type TriggerState,
	watch,
} from '../../../nodes/AgentTrigger/state';
import { readRunStateOptions } from '../../../src/agent/runs/runState';
import { FieldNames } from '../../../src/api/fieldNames';
import { fingerprint } from '../../../src/values/fingerprint';

const origin = { source: 'one tenant', memory: 'first' };
const allEvents = ['runStarted', 'runChanged', 'runFinished'] as const;

const second = (number: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, number)).toISOString();
const going = (number: number, more: IDataObject = {}): IDataObject => ({
	runId: `run ${number}`,
	status: 'RUNNING',
	startedAt: second(number),
	...more,
});
const ended = (number: number, more: IDataObject = {}): IDataObject =>
	going(number, { status: 'COMPLETED', endedAt: second(number + 1), ...more });

/** What is emitted for runs that started and ended since the last poll. */
const startedAndEnded = (...numbers: number[]) =>
	numbers.flatMap((number) => [`runStarted of run ${number}`, `runFinished of run ${number}`]);

const settingsWith = (more: Partial<TriggerSettings> = {}): TriggerSettings => ({
	assignmentId: undefined,
	triggerOn: allEvents,
	includeLogs: false,
	fieldNames: new FieldNames(),
	stateOptions: readRunStateOptions({}),
	readBy: fingerprint(more.stateOptions ?? {}),
	...more,
});

const withStatus = (finishedStatuses: string) =>
	settingsWith({ stateOptions: readRunStateOptions({ finishedStatuses }) });

/** By assignment. */
type Lists = Record<string, IDataObject[]>;

/** What a list contains, with what could not be read. */
type Unread = Partial<Pick<RunLists, 'failures' | 'left'>>;

/** Reads the lists in a poll, as the state knows their runs. */
function readLists(
	before: TriggerState,
	listed: Lists,
	settings: TriggerSettings,
	{ failures = [], left = [] }: Unread = {},
	includesExisting = false,
) {
	const failing = failures.map(({ subject }) => subject);
	const watchesAll = settings.assignmentId === undefined;
	const watched = [...Object.keys(listed), ...failing, ...left];
	const state = watch(before, watched, watchesAll, includesExisting);
	const results = new Map(
		Object.entries(listed).map(([id, records]) => {
			return [id, readRuns(id, records, settings)];
		}),
	);
	const lists: RunLists = { results, failures, left };
	return { state, lists, changes: findChanges(state, lists, settings) };
}

const eventsOf = (changes: readonly RunChange[]) =>
	changes.flatMap(({ events, run }) => events.map((event) => `${event} of ${run.record.runId}`));

/** The state as n8n's database returns it. */
const restore = (state: TriggerState): TriggerState =>
	JSON.parse(JSON.stringify(state)) as TriggerState;

/** The keys of runs that are listed for the first time. */
const keysOf = (...records: IDataObject[]) => [...readRuns('one', records, settingsWith()).keys()];

/** A trigger that handles all that it finds. */
class Watcher {
	state = initialState;

	constructor(public settings = settingsWith()) {}

	/** Polls once, and returns what happened as `event of run`. */
	poll(runs: IDataObject[] | Lists, more?: Unread): string[] {
		const listed = Array.isArray(runs) ? { one: runs } : runs;
		const { state, lists, changes } = readLists(this.state, listed, this.settings, more);
		const after = nextState(state, lists, changes, [], this.settings);
		this.state = restore(after);
		expect(this.state).toEqual(after);
		return eventsOf(changes);
	}

	runs(assignmentId = 'one'): string[] {
		return Object.keys(this.state.assignments[assignmentId]?.runs ?? {});
	}
}

/** A trigger that knows these runs already. */
function watcherOf(runs: IDataObject[] | Record<string, IDataObject[]>): Watcher {
	const watcher = new Watcher();
	expect(watcher.poll(runs)).toEqual([]);
	return watcher;
}

describe('the identity of a run', () => {
	test('is its ID', () => {
		const { startedAt } = going(1);
		expect(keysOf({ runId: 'a' })).toEqual(keysOf({ id: 'a', startedAt }));
		expect(keysOf({ runId: 'a' })).not.toEqual(keysOf({ runId: 'b' }));
		expect(() => keysOf({ startedAt })).toThrow('The service lists runs without an ID');
		const two = [going(1), going(1, { step: 2 })];
		expect(() => keysOf(...two)).toThrow('two different runs with the ID run 1');
	});

	test('is the same for a run that is listed twice', () => {
		expect(watcherOf([]).poll([going(1), going(1), ended(2)])).toEqual([
			'runStarted of run 1',
			'runStarted of run 2',
			'runFinished of run 2',
		]);
	});
});

describe('an earlier run', () => {
	test('does not start again without a start time', () => {
		const runs = [1, 2, 3].map((number) => ended(number, { startedAt: null }));
		const watcher = watcherOf(runs);
		expect(watcher.poll(runs.slice(2))).toEqual([]);
		expect(watcher.poll(runs)).toEqual([]);
	});

	test('without a start time is known after an empty list', () => {
		const runs = Array.from({ length: 150 }, (_, number) => ended(number, { startedAt: null }));
		const watcher = watcherOf(runs);
		expect(watcher.poll([])).toEqual([]);
		expect(watcher.poll(runs)).toEqual([]);
	});

	test('ends once if start times are days', () => {
		const startedAt = '2030-01-01';
		const watcher = watcherOf([ended(1, { startedAt }), ended(2, { startedAt })]);
		expect(watcher.poll([ended(3, { startedAt }), ended(4, { startedAt })])).toEqual(
			startedAndEnded(3, 4),
		);
		expect(watcher.poll([ended(4, { startedAt }), ended(5, { startedAt })])).toEqual(
			startedAndEnded(5),
		);
		expect(watcher.poll([1, 2, 3, 4, 5].map((number) => ended(number, { startedAt })))).toEqual([]);
	});

	test('emits nothing when it comes back, unless it is active', () => {
		const watcher = watcherOf([ended(1), ended(5)]);
		expect(watcher.poll([ended(5), ended(9)])).toEqual(startedAndEnded(9));
		watcher.poll([ended(9)]);
		expect(watcher.poll([ended(5), ended(9)])).toEqual([]);
		expect(watcher.poll([ended(1), ended(9)])).toEqual([]);
		expect(watcher.poll([going(2), ended(9)])).toEqual(['runStarted of run 2']);
	});

	test('emits its events after a wait, even if a newer one is not listed', () => {
		const watcher = watcherOf([ended(5)]);
		const { settings } = watcher;
		const { state, lists, changes } = readLists(watcher.state, { one: [ended(3)] }, settings);
		watcher.state = restore(nextState(state, lists, [], changes, settings));
		expect(watcher.poll([ended(3)])).toEqual(startedAndEnded(3));
	});

	test('is kept for a while if it never ended and is no longer listed', () => {
		const watcher = watcherOf(Array.from({ length: 300 }, (_, number) => going(number)));
		watcher.poll([going(301)]);
		expect(watcher.runs().length).toBeLessThan(105);
		expect(watcher.runs()).toEqual(expect.arrayContaining(keysOf(going(200), going(299))));
	});
});

describe('an assignment', () => {
	test('emits events if it is new, and none if it was missing once', () => {
		const watcher = watcherOf({ known: [ended(8), ended(9)] });
		expect(watcher.poll({ known: [ended(8), ended(9)], late: [ended(1), ended(7)] })).toEqual([]);
		expect(watcher.poll({ known: [ended(9)], new: [ended(10)] })).toEqual(startedAndEnded(10));
	});

	test('is new also if another one ran later in the poll before', () => {
		const watcher = watcherOf({ known: [ended(1)] });
		expect(watcher.poll({ known: [ended(1), ended(9)] })).toEqual(startedAndEnded(9));
		expect(watcher.poll({ known: [ended(9)], new: [ended(8)] })).toEqual(startedAndEnded(8));
	});

	test('is new also if another one has a run that is planned for later', () => {
		const planned = going(9, { status: 'SCHEDULED' });
		const watcher = watcherOf({ known: [planned] });
		expect(watcher.poll({ known: [planned], new: [ended(8)] })).toEqual(startedAndEnded(8));
	});

	test('is kept when it is not listed, up to the last thousand', () => {
		const all = Array.from({ length: 1005 }, (_, each) => `assignment ${each}`);
		const lists = Object.fromEntries(
			all.map((id, each) => [id, each % 100 > 0 ? [] : [ended(each)]]),
		);
		const watcher = watcherOf(lists);
		const { 'assignment 1004': first = [], ...others } = lists;
		expect([watcher.poll(others), watcher.poll({})]).toEqual([[], []]);
		const known = Object.keys(watcher.state.assignments);
		expect(known).toEqual(all.slice(4, -1));
		expect(watcher.poll(Object.fromEntries(known.map((id) => [id, lists[id] ?? first])))).toEqual(
			[],
		);
	});

	test('starts with a baseline unless it is newer than the trigger', () => {
		const failed = (...ids: string[]): Unread => ({
			failures: ids.map((subject) => ({ subject, message: 'busy' })),
		});
		const watcher = new Watcher();
		expect(watcher.poll({ one: [ended(1)] }, failed('two'))).toEqual([]);
		expect(watcher.poll({ one: [ended(1)] }, failed('two', 'new'))).toEqual([]);
		expect(watcher.poll({ one: [ended(1)], two: [ended(5)], new: [ended(3)] })).toEqual(
			startedAndEnded(3),
		);
	});
});

const never = (number: number, startedAt: unknown) =>
	ended(number, { status: 'ABORTED', startedAt } as IDataObject);

test.each([
	'12.11.2030 10:00',
	'9999-12-31T23:59:59Z',
	253_402_300_799,
	'0001-01-01T00:00:00Z',
	0,
	-1,
])('the impossible start %s makes no run an earlier one', (startedAt) => {
	const watcher = watcherOf([ended(1), never(2, startedAt)]);
	expect(watcher.poll([ended(3)])).toEqual(startedAndEnded(3));
	expect(watcher.poll([ended(4), never(5, startedAt)])).toHaveLength(4);
	expect(watcher.poll({ one: [ended(4)], two: [ended(6)] })).toEqual(startedAndEnded(6));
});

describe('corrected options', () => {
	const corrected = withStatus('OVER');
	/** A trigger that took the half for the end. */
	const wrongWatcher = () => {
		const watcher = watcherOf([]);
		watcher.settings = withStatus('HALF');
		watcher.poll([]);
		expect(watcher.poll([going(1, { status: 'HALF' })])).toEqual(startedAndEnded(1));
		watcher.settings = corrected;
		return watcher;
	};

	test('let a run end that wrongly counted as finished', () => {
		const watcher = wrongWatcher();
		expect(watcher.poll([going(1, { status: 'HALF' })])).toEqual([]);
		expect(watcher.poll([going(1, { status: 'Over' })])).toEqual(['runFinished of run 1']);
	});

	test('let it end even if its record has changed', () => {
		const watcher = wrongWatcher();
		expect(watcher.poll([going(1, { status: 'HALF', step: 2 })])).toEqual(['runChanged of run 1']);
		expect(watcher.poll([going(1, { status: 'OVER', step: 2 })])).toEqual(['runFinished of run 1']);
	});

	test('emit no event for a run that had already ended', () => {
		const watcher = watcherOf([going(1, { status: 'over' }), going(2, { status: 'over' })]);
		watcher.settings = corrected;
		expect(watcher.poll([])).toEqual([]);
		const resumed = going(2, { status: 'RUNNING' });
		expect(watcher.poll([going(1, { status: 'over' }), resumed])).toEqual(['runChanged of run 2']);
	});

	test('emit one end if the options stay the same', () => {
		const watcher = watcherOf([going(1)]);
		expect(watcher.poll([ended(1, { status: 'FAILED' })])).toEqual(['runFinished of run 1']);
		expect(watcher.poll([going(1)])).toEqual(['runChanged of run 1']);
		expect(watcher.poll([going(1)])).toEqual([]);
		expect(watcher.poll([ended(1)])).toEqual(['runChanged of run 1']);
	});
});

describe('the stored state', () => {
	// cspell:ignore Esobvcr loyqo
	const known = {
		ypeBEsobvcr6: { hash: 'bLZ9T4Qb', start: 1_893_456_001_000, status: 'RUNNING' },
		PiPoFgA5WUoz: { hash: 'j16loyqo', start: 1_893_456_002_000, log: 'id:7' },
		Ln0sA6lQeuJl: { hash: 'oW_6Os0Z', start: null, status: 'QUEUED' },
	};
	const stored: TriggerState = {
		watchesAll: true,
		watermark: 1_893_456_002_000,
		assignments: { late: null, one: { runs: known, oldBefore: 0, readBy: fingerprint({}) } },
	};

	test('of a published workflow is read as it was stored', () => {
		const changed = { runId: 'a', status: 'RUNNING', startedAt: '2030-01-01T00:00:01Z', step: 1 };
		const ended = { runId: 'b', status: 'COMPLETED', startedAt: '2030-01-01T00:00:02Z' };
		const waiting = { runId: 'c', status: 'QUEUED' };
		const watcher = new Watcher();
		watcher.state = restore(stored);
		expect(watcher.poll({ one: [changed, ended, waiting], late: [going(9)] })).toEqual([]);
		expect(
			watcher.poll({ one: [{ ...changed, status: 'DONE' }, { ...ended, step: 2 }, waiting] }),
		).toEqual(['runFinished of a', 'runChanged of b']);
		expect(watcher.state.assignments.one?.runs.PiPoFgA5WUoz).toMatchObject({ log: 'id:7' });
		expect(watcher.state.changes).toBe(1);
	});

	test('contains no long status', () => {
		const status = 'Working on it. '.repeat(20);
		const watcher = watcherOf([going(1, { status })]);
		expect(JSON.stringify(watcher.state)).not.toContain('Working');
		const [change] = readLists(watcher.state, { one: [going(1)] }, watcher.settings).changes;
		expect(change).toMatchObject({ events: ['runChanged'] });
		expect(change?.before?.status).toBe('');
	});
});

describe('the ID of an event', () => {
	/** Emits the events of one poll, and returns the next state and the IDs. */
	const poll = (state: TriggerState, runs: IDataObject[], settings = settingsWith()) => {
		const { state: watched, lists, changes } = readLists(state, { one: runs }, settings);
		const items = changes.flatMap((change) =>
			toEventItems(change, { ...origin, settings }, watched.changes),
		);
		const next = nextState(watched, lists, changes, [], settings);
		return { next, ids: items.map(({ eventId }) => String(eventId)) };
	};
	const onChange = settingsWith({ triggerOn: ['runChanged'] });
	const states = [going(1), going(1, { step: 1 }), going(1), going(1, { step: 1 }), ended(1)];

	test('is different for any two events, also when a run changes back and forth', () => {
		let { next: state } = poll(initialState, []);
		const all = [...states, ended(1, { step: 1 }), ended(1)].flatMap((run) => {
			const { next, ids } = poll(state, [run, going(2)]);
			state = next;
			return ids;
		});
		expect(all).toHaveLength(8);
		expect(new Set(all).size).toBe(all.length);
	});

	test('is different for a change that repeats after the run was forgotten', () => {
		let { next: state } = poll(initialState, [ended(1), ended(2)]);
		const changed = ended(1, { step: 1 });
		const lists = [[changed, ended(2)], [ended(3)], [ended(4)], [ended(1)], [changed]];
		const all = lists.flatMap((runs) => {
			const { next, ids } = poll(state, [...runs, ended(9)], onChange);
			state = next;
			return ids;
		});
		expect(all).toHaveLength(2);
		expect(new Set(all).size).toBe(2);
	});

	test('is the same when an event is emitted again', () => {
		let { next: state } = poll(initialState, []);
		for (const run of states) {
			const first = poll(state, [run]);
			expect(poll(restore(state), [run]).ids).toEqual(first.ids);
			expect(first.ids).toHaveLength(1);
			state = first.next;
		}
	});

	test('is different if the run has changed once more after a restart', () => {
		const { next: state } = poll(initialState, [going(1)]);
		const [first, second] = [1, 2].map((step) => poll(state, [going(1, { step })]).ids);
		expect(first).toHaveLength(1);
		expect(second).not.toEqual(first);
	});

	test('of an end does not depend on other fields of the run', () => {
		const { next: state } = poll(initialState, [going(1)]);
		const { ids } = poll(state, [ended(1)]);
		expect(poll(state, [ended(1, { lines: 7 })]).ids).toEqual(ids);
	});

	test('of an end differs after the options were corrected', () => {
		const begin = poll(initialState, [going(1)], withStatus('HALF'));
		const early = poll(begin.next, [going(1, { status: 'HALF' })], withStatus('HALF'));
		const corrected = withStatus('OVER');
		const reread = poll(early.next, [going(1, { status: 'HALF' })], corrected);
		const late = poll(reread.next, [going(1, { status: 'OVER' })], corrected);
		expect([early.ids, reread.ids, late.ids].map(({ length }) => length)).toEqual([1, 0, 1]);
		expect(late.ids).not.toEqual(early.ids);
	});

	test('differs in another assignment or tenant', () => {
		const settings = settingsWith();
		const [change] = readLists(initialState, { one: [going(1)] }, settings, {}, true).changes;
		if (!change) throw new Error('There is no change');
		const idOf = (assignmentId: string, source = origin.source) => {
			const of = { ...change, run: { ...change.run, assignmentId } };
			return toEventItems(of, { ...origin, source, settings })[0]?.eventId;
		};
		expect(new Set([idOf('one'), idOf('two'), idOf('one', 'other')]).size).toBe(3);
	});
});
