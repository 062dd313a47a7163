import type { IDataObject } from 'n8n-workflow';
import { findChanges, toEventItems } from '../../../nodes/AgentTrigger/changes';
import type { TriggerSettings } from '../../../nodes/AgentTrigger/form';
import {
	emptyState,
	getRunKeys,
	nextState,
	type RunChange,
	type Snapshot,
	type TriggerState,
} from '../../../nodes/AgentTrigger/state';
import { fingerprint } from '../../../src/values/fingerprint';

const source = 'one tenant';
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

const settingsWith = (more: Partial<TriggerSettings> = {}): TriggerSettings => ({
	assignmentId: undefined,
	triggerOn: allEvents,
	startFrom: 'now',
	includeLogs: false,
	stateOptions: {},
	readBy: fingerprint(more.stateOptions ?? {}),
	concurrency: 1,
	timeout: 1,
	maxRetries: 0,
	...more,
});

/** By assignment; undefined if it is deleted. */
type Lists = Record<string, IDataObject[] | undefined>;

const snapshotOf = (lists: Lists, more: Partial<Snapshot> = {}): Snapshot => ({
	results: new Map(Object.entries(lists)),
	failures: new Map(),
	left: [],
	...more,
});

const eventsOf = (changes: readonly RunChange[]) =>
	changes.flatMap(({ events, run }) => events.map((event) => `${event} of ${run.runId}`));

/** The state as n8n's database returns it. */
const restore = (state: TriggerState) => JSON.parse(JSON.stringify(state)) as TriggerState;

/** A trigger that handles all that it finds. */
class Watcher {
	state: TriggerState = emptyState;

	constructor(public settings = settingsWith()) {}

	/** Polls once, and returns what happened as `event of run`. */
	poll(runs: IDataObject[] | Lists, more: Partial<Snapshot> = {}): string[] {
		const snapshot = snapshotOf(Array.isArray(runs) ? { one: runs } : runs, more);
		const changes = findChanges(this.state, snapshot, this.settings);
		const after = nextState(this.state, snapshot, changes, [], this.settings);
		this.state = restore(after);
		expect(JSON.stringify(this.state)).toBe(JSON.stringify(after));
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
	test('is its ID, or else its times', () => {
		const { startedAt } = going(1);
		expect(getRunKeys({ runId: 'a' })).toEqual(getRunKeys({ id: 'a', startedAt }));
		expect(getRunKeys({ runId: 'a' })).not.toEqual(getRunKeys({ runId: 'b' }));
		expect(getRunKeys({ startedAt })).toEqual(getRunKeys({ startedAt, status: 'RUNNING' }));
		expect(getRunKeys({ status: 'RUNNING' })).toEqual([]);
	});

	test('is the same for a run that is listed twice', () => {
		expect(watcherOf([]).poll([going(1), going(1), ended(2)])).toEqual([
			'runStarted of run 1',
			'runStarted of run 2',
			'runFinished of run 2',
		]);
	});

	test('stays the same when a run without an ID gets its start', () => {
		const waiting = { status: 'QUEUED', createdAt: second(1) };
		const watcher = watcherOf([]);
		expect(watcher.poll([waiting])).toEqual(['runStarted of undefined']);
		const started = { ...waiting, status: 'RUNNING', startedAt: second(2) };
		expect(watcher.poll([started])).toEqual(['runChanged of undefined']);
		expect(watcher.poll([{ ...started, status: 'DONE' }])).toEqual(['runFinished of undefined']);
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
			[3, 4].flatMap((number) => [`runStarted of run ${number}`, `runFinished of run ${number}`]),
		);
		expect(watcher.poll([ended(4, { startedAt }), ended(5, { startedAt })])).toEqual([
			'runStarted of run 5',
			'runFinished of run 5',
		]);
		expect(watcher.poll([1, 2, 3, 4, 5].map((number) => ended(number, { startedAt })))).toEqual([]);
	});

	test('is kept for a while if it never ended and is no longer listed', () => {
		const watcher = watcherOf(Array.from({ length: 300 }, (_, number) => going(number)));
		watcher.poll([going(301)]);
		expect(watcher.runs().length).toBeLessThan(105);
		expect(watcher.runs()).toContain(getRunKeys(going(299))[0]);
	});
});

describe('an assignment', () => {
	test('emits events if it is new, and none if it was missing once', () => {
		const watcher = watcherOf({ known: [ended(8), ended(9)] });
		expect(watcher.poll({ known: [ended(8), ended(9)], late: [ended(1), ended(7)] })).toEqual([]);
		expect(watcher.poll({ known: [ended(9)], new: [ended(10)] })).toEqual([
			'runStarted of run 10',
			'runFinished of run 10',
		]);
	});

	test('is kept after its deletion, up to the last hundred', () => {
		const all = Array.from({ length: 150 }, (_, each) => `assignment ${each}`);
		const watcher = watcherOf(Object.fromEntries(all.map((id, each) => [id, [ended(each)]])));
		// The last one goes first.
		for (const id of all.toReversed()) {
			watcher.poll({ [id]: undefined });
		}
		expect(Object.keys(watcher.state.assignments)).toEqual(all.toReversed().slice(50));
	});

	test('starts with a baseline unless it is newer than the trigger', () => {
		const failed = (...ids: string[]): Partial<Snapshot> => ({
			failures: new Map(ids.map((id) => [id, { subject: id, message: 'busy' }])),
		});
		const watcher = new Watcher();
		expect(watcher.poll({ one: [ended(1)] }, failed('two'))).toEqual([]);
		expect(watcher.poll({ one: [ended(1)] }, failed('two', 'new'))).toEqual([]);
		expect(watcher.poll({ one: [ended(1)], two: [ended(5)], new: [ended(3)] })).toEqual([
			'runStarted of run 3',
			'runFinished of run 3',
		]);
	});
});

describe('an impossible start', () => {
	const never = (number: number, startedAt: unknown) =>
		ended(number, { status: 'ABORTED', startedAt } as IDataObject);

	test.each(['9999-12-31T23:59:59Z', 253_402_300_799, '0001-01-01T00:00:00Z', 0, -1])(
		'such as %s makes no run an earlier one',
		(startedAt) => {
			const watcher = watcherOf([ended(1), never(2, startedAt)]);
			expect(watcher.poll([ended(3)])).toEqual(['runStarted of run 3', 'runFinished of run 3']);
			expect(watcher.poll([ended(4), never(5, startedAt)])).toHaveLength(4);
			expect(watcher.poll({ one: [ended(4)], two: [ended(6)] })).toEqual([
				'runStarted of run 6',
				'runFinished of run 6',
			]);
		},
	);

	test('is no identity', () => {
		expect(getRunKeys({ startedAt: '9999-12-31' })).toEqual([]);
	});
});

describe('corrected options', () => {
	const stateOptions = { finishedStatuses: ['OVER'] };

	test('let a run end that wrongly counted as finished', () => {
		const watcher = watcherOf([]);
		const stepDone = going(1, { status: 'COMPLETED' });
		expect(watcher.poll([stepDone])).toEqual(['runStarted of run 1', 'runFinished of run 1']);
		watcher.settings = settingsWith({ stateOptions });
		expect(watcher.poll([stepDone])).toEqual([]);
		expect(watcher.poll([going(1, { status: 'Over' })])).toEqual(['runFinished of run 1']);
	});

	test('let it end even if its record has changed', () => {
		const watcher = watcherOf([]);
		watcher.poll([going(1, { status: 'COMPLETED' })]);
		watcher.settings = settingsWith({ stateOptions });
		expect(watcher.poll([going(1, { status: 'COMPLETED', step: 2 })])).toEqual([
			'runChanged of run 1',
		]);
		expect(watcher.poll([going(1, { status: 'OVER', step: 2 })])).toEqual(['runFinished of run 1']);
	});

	test('emit no event for a run that had already ended', () => {
		const watcher = watcherOf([going(1, { status: 'over' }), going(2, { status: 'over' })]);
		watcher.settings = settingsWith({ stateOptions });
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
	test('contains no long status', () => {
		const status = 'Working on it. '.repeat(20);
		const watcher = watcherOf([going(1, { status })]);
		expect(JSON.stringify(watcher.state)).not.toContain('Working');
		const [change] = findChanges(watcher.state, snapshotOf({ one: [going(1)] }), watcher.settings);
		expect(change).toMatchObject({ events: ['runChanged'] });
		expect(change?.before?.status).toBe('');
	});
});

describe('the ID of an event', () => {
	/** Emits the events of one poll, and returns the next state and the IDs. */
	const poll = (state: TriggerState, runs: IDataObject[], settings = settingsWith()) => {
		const snapshot = snapshotOf({ one: runs });
		const changes = findChanges(state, snapshot, settings);
		const items = changes.flatMap((change) => toEventItems(change, source, settings));
		const next = nextState(state, snapshot, changes, [], settings);
		return { next, ids: items.map(({ eventId }) => String(eventId)) };
	};
	const states = [going(1), going(1, { step: 1 }), going(1), going(1, { step: 1 }), ended(1)];

	test('is different for any two events, also when a run changes back and forth', () => {
		let { next: state } = poll(emptyState, []);
		const all = [...states, ended(1, { step: 1 }), ended(1)].flatMap((run) => {
			const { next, ids } = poll(state, [run, going(2)]);
			state = next;
			return ids;
		});
		expect(all).toHaveLength(8);
		expect(new Set(all).size).toBe(all.length);
	});

	test('is the same when an event is emitted again', () => {
		let { next: state } = poll(emptyState, []);
		for (const run of states) {
			const first = poll(state, [run]);
			expect(poll(restore(state), [run]).ids).toEqual(first.ids);
			expect(first.ids).toHaveLength(1);
			state = first.next;
		}
	});

	test('of an end does not depend on other fields of the run', () => {
		const { next: state } = poll(emptyState, [going(1)]);
		const { ids } = poll(state, [ended(1)]);
		expect(poll(state, [ended(1, { lines: 7 })]).ids).toEqual(ids);
	});

	test('of an end differs after the options were corrected', () => {
		const begin = poll(emptyState, [going(1)]);
		const early = poll(begin.next, [going(1, { status: 'COMPLETED' })]);
		const corrected = settingsWith({ stateOptions: { finishedStatuses: ['OVER'] } });
		const reread = poll(early.next, [going(1, { status: 'COMPLETED' })], corrected);
		const late = poll(reread.next, [going(1, { status: 'OVER' })], corrected);
		expect([early.ids, reread.ids, late.ids].map(({ length }) => length)).toEqual([1, 0, 1]);
		expect(late.ids).not.toEqual(early.ids);
	});

	test('differs in another assignment or tenant', () => {
		const settings = settingsWith({ startFrom: 'existing' });
		const [change] = findChanges(emptyState, snapshotOf({ one: [going(1)] }), settings);
		if (!change) throw new Error('There is no change');
		const idOf = (more: Partial<RunChange>, of = source) =>
			toEventItems({ ...change, ...more }, of, settings)[0]?.eventId;
		expect(new Set([idOf({}), idOf({ assignmentId: 'two' }), idOf({}, 'other')]).size).toBe(3);
	});
});
