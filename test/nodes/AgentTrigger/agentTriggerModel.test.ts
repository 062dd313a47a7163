import '../../engine/skippedWaits';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { namesOf } from '../../../src/api/assumedNames';
import type { NodeRunRequest } from '../../engine/engine';
import type { Fault, InjectedFault } from '../../sandbox/index';
import { runDetails } from '../../sandbox/operations/assignments';
import type { LoggedRequest } from '../../sandbox/requestLog';
import type { AssignmentState, RunState } from '../../sandbox/state';
import { finishRun } from '../../sandbox/state';
import { PollingHost, type StateKeeping } from '../../polling/pollingHost';
import {
	modelBed,
	type ModelWorld,
	moveCommand,
	playModel,
	pollCommand,
	restartCommand,
	step,
} from '../../polling/pollingModel';

/**
 * A model of what a trigger owes its user, set against the trigger in n8n's own poll context. The
 * service starts, changes, ends and drops runs at random, loses assignments and finds them again;
 * polls fail in whole or in part, n8n is killed, the workflow is turned off and on at any moment,
 * and the credential is changed to that of another tenant.
 */

const bed = modelBed({ assignments: 3 });

const allEvents = ['runStarted', 'runChanged', 'runFinished'] as const;

type Event = (typeof allEvents)[number];

interface Expected {
	event: Event;
	runId: string;
	/** Start of the run by the service's clock. */
	at: number;
	run: IDataObject;
	/** Identifiers of the log lines. */
	logs: string[];
}

/** What the user has been emitted of a run. */
interface EmittedRun {
	/** How often the run had changed by then. */
	version: number;
	finished: boolean;
	logLines: number;
}

interface Setting {
	keeping: StateKeeping;
	watch: 'all' | 'assignment';
	triggerOn: Event[];
	includeLogs: boolean;
	startFrom: 'now' | 'existing';
	/** What the records of runs leave out. */
	without: 'nothing' | 'start';
	/** The service's time at the start, in milliseconds since 1970. */
	serviceClock: number;
}

/** What the user has been emitted, of runs and of assignments. */
interface Emitted {
	readonly runs: ReadonlyMap<string, EmittedRun>;
	/** Whether any poll has succeeded. */
	readonly hasBegun: boolean;
	/** Assignments that were there at the first poll, and could not be read since. */
	readonly due: ReadonlySet<string>;
}

/** What one poll could not read. */
interface Unread {
	readonly assignmentId?: string;
	readonly runId?: string;
}

/** What happens to the service and to n8n, and what the trigger owes for it. */
class World implements ModelWorld {
	readonly host: PollingHost;

	/** How many polls failed, in whole and in part. */
	failedPolls = 0;

	partlyFailedPolls = 0;

	private emitted: Emitted = { runs: new Map(), hasBegun: false, due: new Set() };

	/** The same as it was when n8n last stored the memory. */
	private stored = this.emitted;

	/** The run whose log failed in the last poll, which is not emitted twice. */
	private failing?: string;

	readonly versions = new Map<string, number>();

	private clock: number;

	private lists = 0;

	private faults = 0;

	private shuffle: InjectedFault;

	constructor(readonly setting: Setting) {
		bed.sandbox.reset();
		this.clock = setting.serviceClock;
		for (const { runs } of bed.sandbox.state.assignments.values()) {
			for (const run of runs) Object.assign(run, { startedAt: this.tick(), endedAt: this.tick() });
		}
		this.host = new PollingHost(bed.engine, this.request(), setting.keeping);
		this.shuffle = this.shuffleLists();
	}

	private request(): NodeRunRequest {
		const { watch, triggerOn, includeLogs, startFrom } = this.setting;
		const [assignmentId = ''] = bed.sandbox.state.assignments.keys();
		return {
			type: 'integrationServiceAgentTrigger',
			parameters: {
				watch,
				assignmentId: { __rl: true, mode: 'id', value: assignmentId },
				triggerOn,
				startFrom,
				options: { includeLogs, maxRetries: 0 },
			},
			credentials: { integrationServiceOAuth2Api: bed.sandbox.credential },
		};
	}

	/** The service lists runs in another order each time, and their fields too. */
	private shuffleLists(): InjectedFault {
		return bed.sandbox.faults.add({
			operation: 'run.getAll',
			replaceBody: (body) => {
				const runs = [...(body as IDataObject[])];
				const start = this.lists++ % Math.max(1, runs.length);
				const turned = [...runs.slice(start), ...runs.slice(0, start)];
				return turned.map((run) => Object.fromEntries(Object.entries(this.cut(run)).reverse()));
			},
		});
	}

	/** A record without what the service leaves out. */
	private cut(run: IDataObject): IDataObject {
		const name = this.setting.without === 'start' ? namesOf('run.startedAt')[0] : '';
		return Object.fromEntries(Object.entries(run).filter(([each]) => each !== name));
	}

	/** Puts a fault in front of the shuffling, as the first that concerns a request strikes it. */
	plant(fault: Fault): InjectedFault {
		this.shuffle.remove();
		const injected = bed.sandbox.faults.add(fault);
		this.shuffle = this.shuffleLists();
		return injected;
	}

	get assignments(): AssignmentState[] {
		return [...bed.sandbox.state.assignments.values()].filter(({ deleted }) => !deleted);
	}

	/** The assignments that the trigger watches. */
	get watched(): AssignmentState[] {
		return this.setting.watch === 'all' ? this.assignments : this.assignments.slice(0, 1);
	}

	tick(): number {
		this.clock += 1000;
		return this.clock;
	}

	start(assignment: AssignmentState): RunState {
		const run = bed.sandbox.runs.start(assignment.assignmentId);
		run.startedAt = this.tick();
		this.versions.set(run.runId, 0);
		return run;
	}

	change(run: RunState): void {
		run.progress += 1;
		bed.sandbox.runs.change(run.runId, { log: `Progress ${run.progress}` });
		this.touch(run);
	}

	finish(run: RunState, status: string): void {
		finishRun(run, status, this.tick());
		this.touch(run);
	}

	private touch({ runId }: RunState): void {
		this.versions.set(runId, (this.versions.get(runId) ?? 0) + 1);
	}

	/** What a poll must emit, except for what it cannot read. */
	emit(unread: Unread = {}): Expected[] {
		const { hasBegun } = this.emitted;
		const runs = new Map(this.emitted.runs);
		const due = hasBegun
			? new Set(this.emitted.due)
			: new Set(this.watched.map(({ assignmentId }) => assignmentId));
		const expected: Expected[] = [];
		for (const assignment of this.watched) {
			if (assignment.assignmentId === unread.assignmentId) continue;
			const isBaseline = due.delete(assignment.assignmentId) && this.setting.startFrom === 'now';
			for (const run of assignment.runs) {
				const { emitted, events } = this.emitRun(run, runs.get(run.runId), isBaseline);
				if (run.runId === unread.runId && events.length > 0) continue;
				runs.set(run.runId, emitted);
				expected.push(...events);
			}
		}
		this.emitted = { runs, hasBegun: true, due };
		return expected.sort((a, b) => a.at - b.at);
	}

	private emitRun(
		run: RunState,
		before: EmittedRun | undefined,
		isBaseline: boolean,
	): { emitted: EmittedRun; events: Expected[] } {
		const version = this.versions.get(run.runId) ?? 0;
		const finished = run.endedAt !== undefined;
		const happened: Event[] = [];
		if (isBaseline) {
			// What was there before the first poll is no news.
		} else if (before === undefined) {
			happened.push('runStarted');
			if (finished) happened.push('runFinished');
		} else if (before.version !== version) {
			happened.push(finished && !before.finished ? 'runFinished' : 'runChanged');
		}
		const events = happened.filter((event) => this.setting.triggerOn.includes(event));
		const linesEmitted = before?.logLines ?? 0;
		return {
			emitted: { version, finished, logLines: events.length > 0 ? run.logs.length : linesEmitted },
			events: events.map((event, index) => ({
				event,
				runId: run.runId,
				at: run.startedAt,
				run: this.cut(runDetails(run)),
				logs:
					index === events.length - 1 ? run.logs.slice(linesEmitted).map(({ logId }) => logId) : [],
			})),
		};
	}

	/** Compares the emitted events with the expected ones. */
	check(owed: Expected[], executionsBefore: number): void {
		const { without, includeLogs } = this.setting;
		const executions = this.host.executions.slice(executionsBefore);
		const records = executions.flat();
		// Without starts, the runs are in the order of the list, and their events in their own.
		const place = ({ run }: { run?: unknown }) => JSON.stringify(this.sorted(run as IDataObject));
		const inPlace = <Record extends { run?: unknown }>(list: Record[]) =>
			without === 'start'
				? [...list].sort((a, b) => (place(a) < place(b) ? -1 : Number(place(a) > place(b))))
				: list;
		const expected = inPlace(owed);
		const handedOver = inPlace(records);
		expect(handedOver.map(({ event, runId }) => [event, runId])).toEqual(
			expected.map(({ event, runId }) => [event, runId]),
		);
		expect(handedOver.map(({ run }) => run)).toEqual(expected.map(({ run }) => run));
		expect(executions).toHaveLength(expected.length > 0 ? 1 : 0);
		if (!includeLogs) {
			expect(handedOver.filter((item) => 'logs' in item)).toEqual([]);
			return;
		}
		const logIds = handedOver.map(({ logs }) => (logs as IDataObject[]).map(({ logId }) => logId));
		expect(logIds).toEqual(expected.map(({ logs }) => logs));
	}

	private sorted(record: IDataObject): [string, unknown][] {
		return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
	}

	/** The first poll after n8n starts or the workflow is turned on. */
	async activate(mode: 'init' | 'activate'): Promise<void> {
		const before = this.host.executions.length;
		this.forgetWhatWasNotStored();
		const emitted = this.emitted;
		const expected = this.emit();
		await this.host.activate(mode);
		this.failing = undefined;
		this.check(expected, before);
		if (this.setting.keeping === 'memory' || expected.length > 0) this.stored = this.emitted;
		// n8n discards the state of a first poll that emits nothing.
		else if (this.emitted.due.size < emitted.due.size || !emitted.hasBegun) this.emitted = emitted;
		else this.forgetWhatWasNotStored();
	}

	/**
	 * Where changes are wanted, but not the start or the end that comes before them, a look at a run
	 * that n8n forgets did not take place: what has changed since cannot be emitted. With any other
	 * choice of events, what n8n forgets must make no difference.
	 */
	private forgetWhatWasNotStored(): void {
		const { triggerOn } = this.setting;
		const changesAlone = triggerOn.includes('runChanged') && triggerOn.length < 3;
		if (changesAlone) this.emitted = this.stored;
	}

	async poll(): Promise<void> {
		const before = this.host.executions.length;
		const expected = this.emit();
		await this.host.poll();
		this.failing = undefined;
		expect(this.host.failures).toEqual([]);
		this.check(expected, before);
		this.storeAfter(expected);
	}

	private storeAfter(expected: Expected[]): void {
		if (this.setting.keeping === 'durable' || expected.length > 0) this.stored = this.emitted;
	}

	/** A poll in which the service fails one request, if it is sent. */
	async pollWith(fault: Fault): Promise<void> {
		const executions = this.host.executions.length;
		const { stored } = this.host;
		const { emitted, failing } = this;
		const deleted = [...bed.sandbox.state.assignments.values()].filter((each) => each.deleted);
		const name = `model ${++this.faults}`;
		const injected = this.plant({
			...fault,
			name,
			times: 1,
			// An error is understood even if only half of it arrives.
			match: ({ path }) => deleted.every(({ assignmentId }) => !path.includes(assignmentId)),
		});
		await this.host.poll();
		injected.remove();
		const struck = bed.sandbox.requests.find((request) => request.fault === name);
		const unread = injected.hits === 0 ? {} : this.unreadBecauseOf(struck);
		this.failing = unread?.runId;
		const failures = this.host.failures.splice(0);

		const readsNothing = unread?.assignmentId !== undefined && this.watched.length === 1;
		const expected = unread && !readsNothing ? this.emit(unread) : [];
		const saysAgain = unread?.runId !== undefined && unread.runId === failing;
		const isThrown =
			!unread ||
			readsNothing ||
			(unread.runId !== undefined && expected.length === 0 && !saysAgain);
		expect(failures).toHaveLength(isThrown ? 1 : 0);
		this.check(expected, executions);
		if (isThrown) {
			this.failedPolls++;
			this.emitted = emitted;
			expect(this.host.stored).toBe(stored);
			return;
		}
		if (injected.hits > 0) this.partlyFailedPolls++;
		this.storeAfter(expected);
	}

	/** What could not be read because of a request; undefined for everything. */
	private unreadBecauseOf(request?: LoggedRequest): Unread | undefined {
		if (request?.operation === 'run.getAll') {
			const isAsked = ({ assignmentId }: AssignmentState) => request.path.includes(assignmentId);
			return { assignmentId: this.assignments.find(isAsked)?.assignmentId };
		}
		if (request?.operation !== 'run.getLogs') return undefined;
		const runs = this.assignments.flatMap((assignment) => assignment.runs);
		return { runId: runs.find(({ runId }) => request.path.includes(runId))?.runId };
	}

	kill(): void {
		this.host.stop();
	}

	/** The credential leads to another tenant, which has assignments and runs of its own. */
	async moveToAnotherTenant(): Promise<void> {
		this.host.stop();
		const { state, credential } = bed.sandbox;
		const [model] = state.assignments.values();
		if (!model) return;
		state.assignments.clear();
		for (let each = 0; each < 3; each++) {
			const assignmentId = state.random.uuid();
			state.assignments.set(assignmentId, { ...model, assignmentId, deleted: false, runs: [] });
			const assignment = state.assignments.get(assignmentId);
			if (assignment) this.finish(this.start(assignment), 'COMPLETED');
		}
		const baseUrl = bed.nextBaseUrl();
		this.host.request = {
			...this.request(),
			credentials: { integrationServiceOAuth2Api: { ...credential, baseUrl } },
		};
		this.emitted = { runs: new Map(), hasBegun: false, due: new Set() };
		this.stored = this.emitted;
		await this.activate('activate');
	}
}

function pick<T>(from: readonly T[], index: number): T | undefined {
	return from[index % Math.max(1, from.length)];
}

const activeRuns = (world: World) =>
	world.assignments.flatMap(({ runs }) => runs.filter(({ endedAt }) => endedAt === undefined));

const endedRuns = (world: World) =>
	world.assignments.flatMap(({ runs }) => runs.filter(({ endedAt }) => endedAt !== undefined));

const anyIndex = fc.nat({ max: 20 });

const startCommand = anyIndex.map((index) =>
	step(`start a run of ${index}`, (world: World) => {
		const idle = world.assignments.filter(({ runs }) => runs.every(({ endedAt }) => endedAt));
		const assignment = pick(idle, index);
		if (assignment) world.start(assignment);
	}),
);

const changeCommand = anyIndex.map((index) =>
	step(`change run ${index}`, (world: World) => {
		const run = pick(activeRuns(world), index);
		if (run) world.change(run);
	}),
);

const changeEndedCommand = anyIndex.map((index) =>
	step(`change ended run ${index}`, (world: World) => {
		const run = pick(endedRuns(world), index);
		if (run) world.change(run);
	}),
);

const finishCommand = fc
	.tuple(anyIndex, fc.constantFrom('COMPLETED', 'FAILED', 'ABORTED', 'done'))
	.map(([index, status]) =>
		step(`finish run ${index} as ${status}`, (world: World) => {
			const run = pick(activeRuns(world), index);
			if (run) world.finish(run, status);
		}),
	);

const quickCommand = fc.tuple(anyIndex, fc.integer({ min: 1, max: 3 })).map(([index, count]) =>
	step(`start and finish ${count} runs of ${index}`, (world: World) => {
		const idle = world.assignments.filter(({ runs }) => runs.every(({ endedAt }) => endedAt));
		const assignment = pick(idle, index);
		for (let each = 0; assignment && each < count; each++) {
			world.finish(world.start(assignment), 'COMPLETED');
		}
	}),
);

/** The service lists fewer of the old runs, after a poll has seen them. */
const dropCommand = fc.tuple(anyIndex, anyIndex).map(([index, keep]) =>
	step(`drop old runs of ${index} but ${keep}`, async (world: World) => {
		await world.poll();
		const assignment = pick(world.assignments, index);
		if (!assignment) return;
		const ended = assignment.runs.filter(({ endedAt }) => endedAt !== undefined);
		const dropped = new Set(ended.slice(0, Math.max(0, ended.length - keep)));
		assignment.runs = assignment.runs.filter((run) => !dropped.has(run));
	}),
);

/** The service lists no runs of an assignment once, and all of them again later. */
const gapCommand = anyIndex.map((index) =>
	step(`a gap in the list of ${index}`, async (world: World) => {
		await world.poll();
		const assignment = pick(world.assignments, index);
		if (!assignment) return;
		const { runs } = assignment;
		assignment.runs = [];
		await world.poll();
		assignment.runs = runs;
	}),
);

const createCommand = fc.constant(
	step('create an assignment', (world: World) => {
		const [model] = world.assignments;
		if (!model || world.assignments.length > 5) return;
		const assignmentId = bed.sandbox.state.random.uuid();
		bed.sandbox.state.assignments.set(assignmentId, { ...model, assignmentId, runs: [] });
	}),
);

/** Never the first one, which the trigger may watch alone; and one that a poll has seen. */
const deleteCommand = anyIndex.map((index) =>
	step(`delete assignment ${index}`, async (world: World) => {
		await world.poll();
		const assignment = pick(world.assignments.slice(1), index);
		if (assignment) assignment.deleted = true;
	}),
);

const restoreCommand = anyIndex.map((index) =>
	step(`restore assignment ${index}`, () => {
		const all = [...bed.sandbox.state.assignments.values()];
		const assignment = pick(
			all.filter(({ deleted }) => deleted),
			index,
		);
		if (assignment) assignment.deleted = false;
	}),
);

/** The service lists only some assignments once, or none. */
const assignmentGapCommand = anyIndex.map((index) =>
	step(`a gap in the list of assignments after ${index}`, async (world: World) => {
		await world.poll();
		const gap = world.plant({
			operation: 'assignment.getAll',
			replaceBody: (body) => (body as unknown[]).slice(0, index),
		});
		await world.poll();
		gap.remove();
	}),
);

/** The service reports once that an assignment does not exist. */
const notFoundCommand = fc.nat({ max: 4 }).map((skip) =>
	step(`poll while one assignment is not found, after ${skip}`, async (world: World) => {
		if (world.watched.length > 1) {
			await world.pollWith({ operation: 'run.getAll', errorCode: 'assignment-not-found', skip });
		}
	}),
);

const faultCommand = fc
	.record({
		operation: fc.constantFrom('assignment.getAll', 'run.getAll', 'run.getLogs'),
		// Most polls ask for one list of assignments, which is struck without a skip.
		skip: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
		way: fc.constantFrom<Fault>(
			{ status: 500 },
			{ status: 429 },
			{ status: 403 },
			{ reset: 'beforeResponse' },
			{ reset: 'midBody' },
			{ bodyMode: 'truncated' },
			{ bodyMode: 'html' },
			{ bodyMode: 'null' },
		),
	})
	.map(({ operation, skip, way }) =>
		step(
			`poll while ${operation} gives ${JSON.stringify(way)} after ${skip}`,
			async (world: World) => {
				await world.pollWith({ ...way, skip, operation } as Fault);
			},
		),
	);

const failedStartCommand = fc.constant(
	step('stop, and start while the service is down', async (world: World) => {
		world.host.stop();
		const { stored } = world.host;
		const down = world.plant({ status: 503 });
		await expect(world.host.activate('init')).rejects.toThrow('unavailable');
		down.remove();
		expect(world.host.stored).toBe(stored);
		await world.activate('init');
	}),
);

const settings = fc.record<Setting>({
	keeping: fc.constantFrom('memory', 'durable'),
	watch: fc.constantFrom('all', 'assignment'),
	triggerOn: fc.subarray([...allEvents], { minLength: 1 }),
	includeLogs: fc.boolean(),
	startFrom: fc.constantFrom('now', 'now', 'existing'),
	without: fc.constantFrom('nothing', 'nothing', 'start'),
	serviceClock: fc.constantFrom(0, Date.UTC(2016, 0), Date.UTC(2044, 0)),
});

test('emits every event exactly once, whatever happens', async () => {
	const commands = [
		...[startCommand, startCommand, changeCommand, changeEndedCommand],
		...[finishCommand, finishCommand, quickCommand, dropCommand, gapCommand],
		...[createCommand, deleteCommand, restoreCommand, assignmentGapCommand, notFoundCommand],
		...[moveCommand, pollCommand, pollCommand, pollCommand],
		...[faultCommand, faultCommand, faultCommand, restartCommand, failedStartCommand],
	];
	const worlds = await playModel<Setting, World>(
		settings,
		(setting) => new World(setting),
		commands,
		40,
	);
	const count = (numberOf: (world: World) => number) =>
		worlds.reduce((sum, world) => sum + numberOf(world), 0);
	expect(count(({ host }) => host.events.length)).toBeGreaterThan(0);
	// Without any, the runs would not test polls that fail.
	expect(count(({ failedPolls }) => failedPolls)).toBeGreaterThan(0);
	expect(count(({ partlyFailedPolls }) => partlyFailedPolls)).toBeGreaterThan(0);
}, 600_000);
