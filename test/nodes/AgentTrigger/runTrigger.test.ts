/** What the trigger emits from poll to poll, for lists of runs of a service without a network. */
import type { IDataObject } from 'n8n-workflow';
import type { TriggerSettings } from '../../../nodes/AgentTrigger/form';
import { runTrigger } from '../../../nodes/AgentTrigger/runTrigger';
import { readRunStateOptions } from '../../../src/agent/runs/runState';
import { ServiceError } from '../../../src/api/errors';
import { FieldNames } from '../../../src/api/fieldNames';
import type { ServiceClient } from '../../../src/http/client';
import { fingerprint } from '../../../src/values/fingerprint';

const second = (number: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, number)).toISOString();
const going = (number: number, more: IDataObject = {}): IDataObject => ({
	runId: `run ${number}`,
	status: 'RUNNING',
	startedAt: second(number),
	...more,
});
const ended = (number: number, more: IDataObject = {}): IDataObject =>
	going(number, { status: 'COMPLETED', endedAt: second(number + 1), ...more });
const endedRuns = (count: number) => Array.from({ length: count }, (_, number) => ended(number));

/** What is emitted for runs that started and ended since the last poll. */
const startedAndEnded = (...numbers: number[]) =>
	numbers.flatMap((number) => [`runStarted of run ${number}`, `runFinished of run ${number}`]);

function settingsWith(more: Partial<TriggerSettings> = {}, options: IDataObject = {}) {
	const settings: TriggerSettings = {
		assignmentId: undefined,
		triggerOn: ['runStarted', 'runChanged', 'runFinished'],
		includeLogs: false,
		concurrency: 10,
		stateOptions: readRunStateOptions(options),
		readBy: fingerprint(options),
		...more,
	};
	return settings;
}

const withStatus = (finishedStatuses: string) => settingsWith({}, { finishedStatuses });

/** By assignment. The list of one without runs can't be read. */
type Lists = Record<string, IDataObject[] | undefined>;

function serviceOf(lists: Lists): ServiceClient {
	const request = async (operation: string, { path }: { path?: IDataObject }) => {
		if (operation === 'assignment.getAll') {
			return { body: Object.keys(lists).map((assignmentId) => ({ assignmentId })) };
		}
		const body = lists[String(path?.assignmentId)];
		if (!body) throw ServiceError.invalidResponse('It is busy', '');
		return { body };
	};
	return { fieldNames: new FieldNames(), request } as unknown as ServiceClient;
}

const pollWith = (service: ServiceClient, settings: TriggerSettings, warnings: string[] = []) => ({
	settings,
	service,
	includesExisting: false,
	source: 'one tenant',
	memory: 'first',
	warn: (text: string) => warnings.push(text),
});

/** A state as n8n stores it. */
type State = Parameters<typeof runTrigger.findEvents>[1];

class Watcher {
	state: State;
	items: IDataObject[] = [];
	warnings: string[] = [];

	constructor(public settings = settingsWith()) {}

	/** Polls once, and returns what happened as `event of run`. */
	async poll(runs: IDataObject[] | Lists, more: object = {}): Promise<string[]> {
		const service = serviceOf(Array.isArray(runs) ? { one: runs } : runs);
		this.warnings = [];
		const poll = { ...pollWith(service, this.settings, this.warnings), ...more };
		const { items, next } = await runTrigger.findEvents(poll, this.state);
		this.state = JSON.parse(JSON.stringify(next)) as State;
		this.items = items;
		return items.map(({ event, runId }) => `${String(event)} of ${String(runId)}`);
	}

	get ids(): unknown[] {
		return this.items.map(({ eventId }) => eventId);
	}
}

/** A trigger that knows these runs already. */
async function watcherOf(runs: IDataObject[] | Lists, settings?: TriggerSettings) {
	const watcher = new Watcher(settings);
	expect(await watcher.poll(runs)).toEqual([]);
	return watcher;
}

describe('a run', () => {
	test('is known by its ID, also if it is listed twice', async () => {
		const watcher = await watcherOf([]);
		expect(await watcher.poll([going(1), going(1), ended(2)])).toEqual([
			'runStarted of run 1',
			...startedAndEnded(2),
		]);
		const { startedAt } = going(1);
		await expect(watcher.poll([{ startedAt }])).rejects.toThrow('runs without an ID');
		const two = [going(1), going(1, { step: 2 })];
		await expect(watcher.poll(two)).rejects.toThrow('two different runs with the ID run 1');
	});

	test('is another one in another assignment', async () => {
		const watcher = await watcherOf({ one: [going(1)], two: [] });
		expect(await watcher.poll({ one: [going(1)], two: [going(1)] })).toEqual([
			'runStarted of run 1',
		]);
	});

	test('is known when it comes back', async () => {
		const watcher = await watcherOf([ended(1), going(2), ended(3, { startedAt: null })]);
		expect(await watcher.poll([ended(4)])).toEqual(startedAndEnded(4));
		expect(await watcher.poll([ended(1), ended(2), ended(3, { startedAt: null })])).toEqual([
			'runFinished of run 2',
		]);
		expect(await watcher.poll([going(1)])).toEqual(['runChanged of run 1']);
	});

	test('is forgotten when it was not listed as long as 5,000 others were', async () => {
		const all = endedRuns(5002);
		const watcher = await watcherOf(all);
		expect(await watcher.poll([ended(5001)])).toEqual([]);
		expect(await watcher.poll([ended(5002)])).toEqual(startedAndEnded(5002));
		expect(await watcher.poll([ended(0), ended(1), ended(2)])).toEqual(startedAndEnded(0, 1));
	});
});

describe('a list', () => {
	test.each<[string, Lists]>([
		['is empty', { one: [], two: [ended(1)] }],
		["can't be read", { one: undefined, two: [ended(1)] }],
		['is missing', { two: [ended(1)] }],
	])('that once %s loses and repeats no event', async (_what, lists) => {
		const runs = [...endedRuns(6000), going(6000)];
		const watcher = await watcherOf({ one: runs, two: [] });
		expect(await watcher.poll(lists)).toEqual(startedAndEnded(1));
		expect(await watcher.poll({ ...lists, two: [ended(1), ended(2)] })).toEqual(startedAndEnded(2));
		const later = [...endedRuns(6000), ended(6000), going(6001)];
		expect(await watcher.poll({ one: later, two: [ended(2)] })).toEqual([
			'runFinished of run 6000',
			'runStarted of run 6001',
		]);
	});

	test('that fails is a warning if another can be read', async () => {
		const watcher = await watcherOf({ one: [going(1)], two: [] });
		expect(await watcher.poll({ one: [ended(1)], two: undefined })).toEqual([
			'runFinished of run 1',
		]);
		expect(watcher.warnings).toEqual([
			'The next poll reads the runs of assignment two again: It is busy',
		]);
		await expect(watcher.poll({ one: undefined, two: undefined })).rejects.toThrow('It is busy');
	});

	test('that could not be read first begins with a baseline', async () => {
		const lists: Lists = { one: [going(1)], two: undefined };
		const watcher = await watcherOf(lists);
		expect(await watcher.poll(lists)).toEqual([]);
		expect(await watcher.poll({ ...lists, two: [going(2)] })).toEqual([]);
		expect(await watcher.poll({ ...lists, two: [ended(2)] })).toEqual(['runFinished of run 2']);
	});
});

describe('an assignment', () => {
	test('that is new emits all its runs', async () => {
		const watcher = await watcherOf({ known: [ended(9)] });
		const lists = { known: [ended(9)], new: undefined };
		expect(await watcher.poll(lists)).toEqual([]);
		expect(await watcher.poll({ ...lists, new: [ended(1), going(8)] })).toEqual([
			...startedAndEnded(1),
			'runStarted of run 8',
		]);
	});

	test('that is watched later begins with a baseline', async () => {
		const lists = { one: [going(1)], two: [going(2)] };
		const watcher = await watcherOf(lists, settingsWith({ assignmentId: 'one' }));
		for (const assignmentId of ['two', 'one', undefined]) {
			watcher.settings = settingsWith({ assignmentId });
			lists.two = [going(2, { step: String(assignmentId) })];
			expect(await watcher.poll(lists)).toEqual([]);
		}
		expect(await watcher.poll({ ...lists, two: [ended(2)] })).toEqual(['runFinished of run 2']);
	});

	test('is forgotten when 5,000 others were listed after it, but not longer', async () => {
		const all = Object.fromEntries(endedRuns(5002).map((run) => [String(run.runId), [run]]));
		const watcher = await watcherOf(all);
		expect(await watcher.poll({ 'run 5001': [ended(5001)] })).toEqual([]);
		expect(Object.keys(watcher.state?.assignments ?? {})).toHaveLength(5001);
	});

	test('emits earlier runs if that is chosen', async () => {
		const watcher = new Watcher();
		const existing = { includesExisting: true };
		expect(await watcher.poll([ended(1)], existing)).toEqual(startedAndEnded(1));
		expect(await watcher.poll([ended(1)], existing)).toEqual([]);
	});
});

describe('corrected options', () => {
	const corrected = withStatus('OVER');
	/** A trigger that took the half for the end. */
	const wrongWatcher = async () => {
		const watcher = await watcherOf([], withStatus('HALF'));
		expect(await watcher.poll([going(1, { status: 'HALF' })])).toEqual(startedAndEnded(1));
		watcher.settings = corrected;
		return watcher;
	};

	test('let a run end that wrongly counted as finished, with another ID', async () => {
		const watcher = await wrongWatcher();
		const [, early] = watcher.ids;
		expect(await watcher.poll([going(1, { status: 'HALF' })])).toEqual([]);
		expect(await watcher.poll([going(1, { status: 'Over' })])).toEqual(['runFinished of run 1']);
		expect(watcher.ids).not.toEqual([early]);
	});

	test('let it end even if its record has changed', async () => {
		const watcher = await wrongWatcher();
		expect(await watcher.poll([going(1, { status: 'HALF', step: 2 })])).toEqual([
			'runChanged of run 1',
		]);
		expect(await watcher.poll([going(1, { status: 'OVER', step: 2 })])).toEqual([
			'runFinished of run 1',
		]);
	});

	test('emit no event for a run that had already ended', async () => {
		const runs = [going(1, { status: 'over' }), going(2, { status: 'over' })];
		const watcher = await watcherOf(runs);
		watcher.settings = corrected;
		expect(await watcher.poll([])).toEqual([]);
		const resumed = going(2, { status: 'RUNNING' });
		expect(await watcher.poll([going(1, { status: 'over' }), resumed])).toEqual([
			'runChanged of run 2',
		]);
	});

	test('emit one end if the options stay the same', async () => {
		const watcher = await watcherOf([going(1)]);
		expect(await watcher.poll([ended(1, { status: 'FAILED' })])).toEqual(['runFinished of run 1']);
		expect(await watcher.poll([going(1)])).toEqual(['runChanged of run 1']);
		expect(await watcher.poll([going(1)])).toEqual([]);
		expect(await watcher.poll([ended(1)])).toEqual(['runChanged of run 1']);
	});
});

describe('the ID of an event', () => {
	const states = [going(1), going(1, { step: 1 }), going(1), going(1, { step: 1 }), ended(1)];

	test('is different for any two events, also when a run changes back and forth', async () => {
		const watcher = await watcherOf([]);
		const all: unknown[] = [];
		for (const run of [...states, ended(1, { step: 1 }), ended(1)]) {
			await watcher.poll([run, going(2)]);
			all.push(...watcher.ids);
		}
		expect(all).toHaveLength(8);
		expect(new Set(all).size).toBe(all.length);
	});

	test('is the same when an event is emitted again', async () => {
		const watcher = await watcherOf([]);
		for (const run of states) {
			const { state } = watcher;
			await watcher.poll([run]);
			const { ids } = watcher;
			watcher.state = state;
			await watcher.poll([run]);
			expect(watcher.ids).toEqual(ids);
			expect(ids).toHaveLength(1);
		}
	});

	test('is different if the run has changed once more after a restart', async () => {
		const watcher = await watcherOf([going(1)]);
		const { state } = watcher;
		await watcher.poll([going(1, { step: 1 })]);
		const { ids } = watcher;
		watcher.state = state;
		await watcher.poll([going(1, { step: 2 })]);
		expect(watcher.ids).toHaveLength(1);
		expect(watcher.ids).not.toEqual(ids);
	});

	test('of a change does not depend on other runs', async () => {
		const watcher = await watcherOf([going(1), going(2)]);
		const { state } = watcher;
		const changed = [going(1, { step: 2 }), going(2, { step: 2 })];
		await watcher.poll(changed.slice(0, 1));
		const { ids } = watcher;
		watcher.state = state;
		await watcher.poll(changed.slice(1));
		expect(await watcher.poll(changed)).toEqual(['runChanged of run 1']);
		expect(watcher.ids).toEqual(ids);
	});

	test('of an end does not depend on other fields of the run', async () => {
		const watcher = await watcherOf([going(1)]);
		const { state } = watcher;
		await watcher.poll([ended(1)]);
		const { ids } = watcher;
		watcher.state = state;
		await watcher.poll([ended(1, { lines: 7 })]);
		expect(watcher.ids).toEqual(ids);
	});

	test('differs in another assignment or tenant', async () => {
		const watcher = await watcherOf({ one: [], two: [] });
		const { state } = watcher;
		await watcher.poll({ one: [going(1)], two: [going(1)] });
		const { ids } = watcher;
		watcher.state = state;
		await watcher.poll([going(1)], { source: 'other' });
		expect(new Set([...ids, ...watcher.ids]).size).toBe(3);
	});
});
