import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { workWithin } from '../../../nodes/AgentTrigger/pollBudget';
import {
	compareRuns,
	fingerprintOf,
	keyOf,
	type KnownAssignment,
	rememberRuns,
	type SeenRun,
} from '../../../nodes/AgentTrigger/runTracker';

const second = (number: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, number)).toISOString();
const going = (number: number, more: IDataObject = {}): IDataObject => ({
	runId: `run ${number}`,
	status: 'RUNNING',
	startedAt: second(number),
	...more,
});
const ended = (number: number, more: IDataObject = {}): IDataObject =>
	going(number, { status: 'COMPLETED', endedAt: second(number + 1), ...more });

/** One look after another; gives what happened, as `event of run`. */
function lookAgain(before: KnownAssignment | undefined, runs: IDataObject[]) {
	const seen = compareRuns(before, runs, {}, before ? 'new' : 'old');
	const events = seen.flatMap((run) => run.events.map((event) => `${event} of ${run.run.runId}`));
	return { events, known: rememberRuns(before, seen, new Map(), new Set<SeenRun>()) };
}

test('a fingerprint depends on what a record says, not on the order of its fields', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
			const turned = Object.fromEntries(Object.entries(record).reverse());
			expect(fingerprintOf({ nested: turned })).toBe(fingerprintOf({ nested: record }));
		}),
	);
	expect(fingerprintOf({ a: [1, 2] })).not.toBe(fingerprintOf({ a: [2, 1] }));
	expect(fingerprintOf({ a: 1 })).not.toBe(fingerprintOf({ a: '1' }));
});

test('a run is remembered by its identifier, or else by its start', () => {
	const { startedAt } = going(1);
	expect(keyOf({ runId: 'a' })).toBe(keyOf({ id: 'a', startedAt }));
	expect(keyOf({ runId: 'a' })).not.toBe(keyOf({ runId: 'b' }));
	expect(keyOf({ startedAt })).toBe(keyOf({ startedAt, status: 'RUNNING' }));
	expect(keyOf({ status: 'RUNNING' })).toBeUndefined();
});

test('a run that is listed twice is one run', () => {
	const { events } = lookAgain({ runs: {} }, [going(1), going(1), ended(2)]);
	expect(events).toEqual(['runStarted of run 1', 'runStarted of run 2', 'runFinished of run 2']);
});

test('ended runs that leave the list are forgotten, and do not start again if they come back', () => {
	const first = lookAgain(undefined, [ended(1), ended(2), going(3)]);
	expect(first.events).toEqual([]);
	const gap = lookAgain(first.known, []);
	expect(Object.keys(gap.known.runs)).toHaveLength(1);
	const back = lookAgain(gap.known, [ended(1), ended(2), ended(3), ended(4)]);
	expect(back.events).toEqual([
		'runFinished of run 3',
		'runStarted of run 4',
		'runFinished of run 4',
	]);
});

test('of runs that never end and are listed no more, a few are kept', () => {
	const runs = Array.from({ length: 40 }, (_, number) => going(number));
	const { known } = lookAgain(lookAgain(undefined, runs).known, []);
	expect(Object.keys(known.runs)).toHaveLength(10);
	expect(known.runs).toHaveProperty([keyOf(going(39)) ?? '']);
});

test('nothing is forgotten while a run waits for its event', () => {
	const { known: before } = lookAgain(undefined, [ended(5)]);
	const seen = compareRuns(before, [ended(4)], {}, 'new');
	const known = rememberRuns(before, seen, new Map(), new Set(seen));
	expect(known).toEqual(before);
	expect(lookAgain(known, [ended(4)]).events).toEqual([
		'runStarted of run 4',
		'runFinished of run 4',
	]);
});

test('a status that is a long text is not kept', () => {
	const status = 'Working on it. '.repeat(20);
	const { known } = lookAgain(undefined, [going(1, { status })]);
	expect(JSON.stringify(known)).not.toContain('Working');
	const [seen] = compareRuns(known, [going(1)], {}, 'new');
	expect(seen).toMatchObject({ events: ['runChanged'], previousStatus: undefined });
});

test('work within limits: in order, no more at a time than allowed, one at least', async () => {
	let atATime = 0;
	let most = 0;
	const work = async (thing: number) => {
		most = Math.max(most, ++atATime);
		await Promise.resolve();
		atATime--;
		return thing * 2;
	};
	expect(await workWithin([1, 2, 3, 4, 5], 3, () => true, work)).toEqual([2, 4, 6, 8, 10]);
	expect(most).toBe(3);
	expect(await workWithin([1, 2, 3], 1, () => false, work)).toEqual([2]);
	expect(await workWithin([], 3, () => true, work)).toEqual([]);
});

test('work within limits: nothing more is begun after a failure, and what is begun ends', async () => {
	const begun: number[] = [];
	const done: number[] = [];
	const work = async (thing: number) => {
		begun.push(thing);
		if (thing === 2) throw new Error('two');
		await Promise.resolve();
		await Promise.resolve();
		done.push(thing);
	};
	await expect(workWithin([1, 2, 3, 4, 5], 2, () => true, work)).rejects.toThrow('two');
	expect(begun).toEqual([1, 2]);
	expect(done).toEqual([1]);
});
