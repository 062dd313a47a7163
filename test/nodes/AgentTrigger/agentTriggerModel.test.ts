import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Engine } from '../../engine/engine';
import { type Fault, type PlantedFault, type Sandbox, startSandbox } from '../../sandbox/index';
import { runDetails } from '../../sandbox/operations/assignments';
import type { AssignmentState, RunState } from '../../sandbox/state';
import { finishRun } from '../../sandbox/state';
import { PollingHost, type StateKeeping } from './pollingHost';

/**
 * A model of what a trigger owes its user, set against the trigger in n8n's own poll context. The
 * service starts, changes, ends and drops runs at random; polls fail, n8n is killed, and the
 * workflow is turned off and on at any moment.
 */

let engine: Engine;
let sandbox: Sandbox;

beforeAll(async () => {
	engine = await Engine.load();
	sandbox = await startSandbox({ seed: { assignments: 3 } });
});
afterAll(async () => await sandbox.close());

/** How many polls failed in all, to be sure that some did. */
let failedPolls = 0;

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

/** What the user has been told of a run. */
interface ToldRun {
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
	/** What the service's clock says at the start, in milliseconds since 1970. */
	serviceClock: number;
}

/** What happens to the service and to n8n, and what the trigger owes for it. */
class World {
	readonly host: PollingHost;

	private told = new Map<string, ToldRun>();

	/** The same as it was when n8n last stored the state. */
	private stored = new Map<string, ToldRun>();

	readonly versions = new Map<string, number>();

	/** Ended runs that were not listed for a while: nothing is known of them but that they are old. */
	readonly forgotten = new Set<string>();

	private baselineIsDue = true;

	private clock: number;

	private lists = 0;

	private shuffle: PlantedFault;

	constructor(readonly setting: Setting) {
		sandbox.reset();
		this.clock = setting.serviceClock;
		for (const { runs } of sandbox.state.assignments.values()) {
			for (const run of runs) Object.assign(run, { startedAt: this.tick(), endedAt: this.tick() });
		}
		const { watch, triggerOn, includeLogs, keeping } = setting;
		const [assignmentId = ''] = sandbox.state.assignments.keys();
		this.host = new PollingHost(
			engine,
			{
				type: 'integrationServiceAgentTrigger',
				parameters: {
					watch,
					assignmentId: { __rl: true, mode: 'id', value: assignmentId },
					triggerOn,
					options: { includeLogs, maxRetries: 0 },
				},
				credentials: { integrationServiceOAuth2Api: sandbox.credential },
			},
			keeping,
		);
		this.shuffle = this.shuffleLists();
	}

	/** The service lists runs in another order each time, and their fields too. */
	private shuffleLists(): PlantedFault {
		return sandbox.faults.add({
			operation: 'run.getAll',
			replaceBody: (body) => {
				const runs = [...(body as IDataObject[])];
				const start = this.lists++ % Math.max(1, runs.length);
				const turned = [...runs.slice(start), ...runs.slice(0, start)];
				return turned.map((run) => Object.fromEntries(Object.entries(run).reverse()));
			},
		});
	}

	/** Puts a fault in front of the shuffling, as the first that concerns a request strikes it. */
	plant(fault: Fault): PlantedFault {
		this.shuffle.remove();
		const planted = sandbox.faults.add(fault);
		this.shuffle = this.shuffleLists();
		return planted;
	}

	get assignments(): AssignmentState[] {
		return [...sandbox.state.assignments.values()].filter(({ deleted }) => !deleted);
	}

	/** The assignments that the trigger looks at. */
	get watched(): AssignmentState[] {
		return this.setting.watch === 'all' ? this.assignments : this.assignments.slice(0, 1);
	}

	tick(): number {
		this.clock += 1000;
		return this.clock;
	}

	start(assignment: AssignmentState): RunState {
		const run = sandbox.runs.start(assignment.assignmentId);
		run.startedAt = this.tick();
		this.versions.set(run.runId, 0);
		return run;
	}

	change(run: RunState): void {
		run.progress += 1;
		sandbox.runs.change(run.runId, { log: `Progress ${run.progress}` });
		this.touch(run);
	}

	finish(run: RunState, status: string): void {
		finishRun(run, status, this.tick());
		this.touch(run);
	}

	private touch({ runId }: RunState): void {
		this.versions.set(runId, (this.versions.get(runId) ?? 0) + 1);
	}

	/** What a poll that succeeds now has to hand over; from then on it has been told. */
	tell(): Expected[] {
		const expected: Expected[] = [];
		for (const { runs } of this.watched) {
			for (const run of runs) expected.push(...this.tellRun(run));
		}
		this.baselineIsDue = false;
		return expected.sort((a, b) => a.at - b.at);
	}

	private tellRun(run: RunState): Expected[] {
		const version = this.versions.get(run.runId) ?? 0;
		const finished = run.endedAt !== undefined;
		const before = this.told.get(run.runId);
		const happened: Event[] = [];
		if (before === undefined) {
			if (!this.baselineIsDue) happened.push('runStarted');
			if (!this.baselineIsDue && finished) happened.push('runFinished');
		} else if (before.version !== version) {
			happened.push(finished && !before.finished ? 'runFinished' : 'runChanged');
		}
		const events = happened.filter((event) => this.setting.triggerOn.includes(event));
		const linesTold = before?.logLines ?? 0;
		this.told.set(run.runId, {
			version,
			finished,
			logLines: events.length > 0 ? run.logs.length : linesTold,
		});
		return events.map((event, index) => ({
			event,
			runId: run.runId,
			at: run.startedAt,
			run: runDetails(run),
			logs: index === events.length - 1 ? run.logs.slice(linesTold).map(({ logId }) => logId) : [],
		}));
	}

	/** Compares what was handed over with what was owed. */
	check(expected: Expected[], executionsBefore: number): void {
		const executions = this.host.executions.slice(executionsBefore);
		const records = executions.flat();
		expect(records.map(({ event, runId }) => [event, runId])).toEqual(
			expected.map(({ event, runId }) => [event, runId]),
		);
		expect(records.map(({ run }) => run)).toEqual(expected.map(({ run }) => run));
		expect(executions).toHaveLength(expected.length > 0 ? 1 : 0);
		if (!this.setting.includeLogs) return;
		const logIds = records.map(({ logs }) => (logs as IDataObject[]).map(({ logId }) => logId));
		expect(logIds).toEqual(expected.map(({ logs }) => logs));
	}

	/** The first poll after n8n starts or the workflow is turned on. */
	async activate(mode: 'init' | 'activate'): Promise<void> {
		const before = this.host.executions.length;
		this.forgetWhatWasNotStored();
		if (this.setting.keeping === 'durable' && this.baselineIsDue) {
			// n8n throws the state of this poll away, so that the next one takes the baseline.
			await this.host.activate(mode);
			expect(this.host.executions).toHaveLength(before);
			return;
		}
		const expected = this.tell();
		await this.host.activate(mode);
		this.check(expected, before);
		if (this.setting.keeping === 'memory' || expected.length > 0) this.store();
		else this.forgetWhatWasNotStored();
	}

	private store(): void {
		this.stored = new Map(this.told);
	}

	/**
	 * Where changes are wanted, but not the start or the end that comes before them, a look at a run
	 * that n8n forgets did not take place: what has changed since cannot be told. With any other
	 * choice of events, what n8n forgets must make no difference.
	 */
	private forgetWhatWasNotStored(): void {
		const { triggerOn } = this.setting;
		const changesAlone = triggerOn.includes('runChanged') && triggerOn.length < 3;
		if (changesAlone) this.told = new Map(this.stored);
	}

	async poll(): Promise<void> {
		const before = this.host.executions.length;
		const expected = this.tell();
		await this.host.poll();
		expect(this.host.failures).toEqual([]);
		this.check(expected, before);
		this.storeAfter(expected);
	}

	private storeAfter(expected: Expected[]): void {
		if (this.setting.keeping === 'durable' || expected.length > 0) this.store();
	}

	/** A poll in which the service answers one request wrongly, if it comes to that request. */
	async pollWith(fault: Fault): Promise<void> {
		const executions = this.host.executions.length;
		const { stored } = this.host;
		const deleted = [...sandbox.state.assignments.values()].filter((each) => each.deleted);
		const planted = this.plant({
			...fault,
			times: 1,
			// A refusal is understood even where only half of it arrives.
			match: ({ path }) => deleted.every(({ assignmentId }) => !path.includes(assignmentId)),
		});
		await this.host.poll();
		planted.remove();
		if (planted.hits === 0) {
			const expected = this.tell();
			this.check(expected, executions);
			this.storeAfter(expected);
			return;
		}
		failedPolls++;
		expect(this.host.failures.splice(0)).toHaveLength(1);
		expect(this.host.executions).toHaveLength(executions);
		expect(this.host.stored).toBe(stored);
	}
}

type Command = fc.AsyncCommand<World, World>;

/** A step that is always possible; it does nothing where there is nothing to do it to. */
function step(name: string, run: (world: World) => Promise<void> | void): Command {
	return {
		check: () => true,
		run: async (_model, world) => await run(world),
		toString: () => name,
	};
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
	step(`start a run of ${index}`, (world) => {
		const idle = world.assignments.filter(({ runs }) => runs.every(({ endedAt }) => endedAt));
		const assignment = pick(idle, index);
		if (assignment) world.start(assignment);
	}),
);

const changeCommand = anyIndex.map((index) =>
	step(`change run ${index}`, (world) => {
		const run = pick(activeRuns(world), index);
		if (run) world.change(run);
	}),
);

const changeEndedCommand = anyIndex.map((index) =>
	step(`change ended run ${index}`, (world) => {
		const remembered = endedRuns(world).filter(({ runId }) => !world.forgotten.has(runId));
		const run = pick(remembered, index);
		if (run) world.change(run);
	}),
);

const unknownStatus = 'Endstation';

const plausibleClock = Date.UTC(2016, 0);

const finishCommand = fc
	.tuple(anyIndex, fc.constantFrom('COMPLETED', 'FAILED', 'ABORTED', 'done', unknownStatus))
	.map(([index, status]) =>
		step(`finish run ${index} as ${status}`, (world) => {
			const run = pick(activeRuns(world), index);
			// A word that nobody knows takes an end time of the past, by our clock too.
			const isKnown = status !== unknownStatus || world.setting.serviceClock === plausibleClock;
			if (run) world.finish(run, isKnown ? status : 'COMPLETED');
		}),
	);

const quickCommand = fc.tuple(anyIndex, fc.integer({ min: 1, max: 3 })).map(([index, count]) =>
	step(`start and finish ${count} runs of ${index}`, (world) => {
		const idle = world.assignments.filter(({ runs }) => runs.every(({ endedAt }) => endedAt));
		const assignment = pick(idle, index);
		for (let each = 0; assignment && each < count; each++) {
			world.finish(world.start(assignment), 'COMPLETED');
		}
	}),
);

/** The service lists fewer of the old runs, after a poll has seen them. */
const dropCommand = fc.tuple(anyIndex, anyIndex).map(([index, keep]) =>
	step(`drop old runs of ${index} but ${keep}`, async (world) => {
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
	step(`a gap in the list of ${index}`, async (world) => {
		await world.poll();
		const assignment = pick(world.assignments, index);
		if (!assignment) return;
		const { runs } = assignment;
		for (const { runId, endedAt } of runs) if (endedAt) world.forgotten.add(runId);
		assignment.runs = [];
		await world.poll();
		assignment.runs = runs;
	}),
);

const createCommand = fc.constant(
	step('create an assignment', (world) => {
		const [model] = world.assignments;
		if (!model || world.assignments.length > 5) return;
		const assignmentId = sandbox.state.random.uuid();
		sandbox.state.assignments.set(assignmentId, { ...model, assignmentId, runs: [] });
	}),
);

/** Never the first one, which the trigger may watch alone. */
const deleteCommand = anyIndex.map((index) =>
	step(`delete assignment ${index}`, (world) => {
		const assignment = pick(world.assignments.slice(1), index);
		if (assignment) assignment.deleted = true;
	}),
);

const pollCommand = fc.constant(step('poll', async (world) => await world.poll()));

const faultCommand = fc
	.record({
		operation: fc.constantFrom('assignment.getAll', 'run.getAll', 'run.getLogs'),
		skip: fc.nat({ max: 4 }),
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
		step(`poll while ${operation} gives ${JSON.stringify(way)} after ${skip}`, async (world) => {
			await world.pollWith({ ...way, skip, operation } as Fault);
		}),
	);

const restartCommand = fc.constantFrom('init', 'activate').map((mode) =>
	step(`stop, and start with "${mode}"`, async (world) => {
		world.host.stop();
		await world.activate(mode);
	}),
);

const failedStartCommand = fc.constant(
	step('stop, and start while the service is down', async (world) => {
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
	serviceClock: fc.constantFrom(0, plausibleClock, Date.UTC(2044, 0)),
});

test('every event is handed over exactly once, whatever happens', async () => {
	const commands = fc.commands(
		[
			startCommand,
			startCommand,
			changeCommand,
			changeEndedCommand,
			finishCommand,
			finishCommand,
			quickCommand,
			dropCommand,
			gapCommand,
			createCommand,
			deleteCommand,
			pollCommand,
			pollCommand,
			pollCommand,
			faultCommand,
			faultCommand,
			restartCommand,
			failedStartCommand,
		],
		{ maxCommands: 40, size: 'max' },
	);
	let events = 0;
	failedPolls = 0;
	await fc.assert(
		fc.asyncProperty(settings, commands, async (setting, steps) => {
			const world = new World(setting);
			await world.activate('activate');
			await fc.asyncModelRun(() => ({ model: world, real: world }), steps);
			await world.poll();
			events += world.host.events.length;
		}),
		{ numRuns: 160 },
	);
	expect(events).toBeGreaterThan(100);
	// Without any, the runs would say nothing about polls that do not succeed.
	expect(failedPolls).toBeGreaterThan(20);
}, 180_000);
