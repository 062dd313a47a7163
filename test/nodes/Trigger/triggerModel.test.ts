import '../../engine/skippedWaits';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Engine, type NodeRunRequest } from '../../engine/engine';
import { type Forwarder, startForwarder } from '../../polling/forwarder';
import { PollingHost, type StateKeeping } from '../../polling/pollingHost';
import { randomRuns } from '../../randomRuns';
import { type Fault, type Sandbox, startSandbox } from '../../sandbox/index';
import type { GroupState, JournalState, UserState } from '../../sandbox/state';

/**
 * A model of what the record trigger owes its user, against the trigger in n8n's own poll context.
 * Records are created, changed, and deleted at random; lists are cut or shifted; polls fail; n8n is killed,
 * before or after it has stored what a poll emitted; the credential moves to another tenant.
 */

let engine: Engine;
let sandbox: Sandbox;
/** Further addresses of the service, for a credential of another tenant. */
const addresses: Forwarder[] = [];

beforeAll(async () => {
	engine = await Engine.load();
	sandbox = await startSandbox({ seed: { users: 14, groups: 4, journalMonths: 3 } });
	for (let each = 0; each < 10; each++) {
		addresses.push(await startForwarder(sandbox.credential.baseUrl));
	}
});
afterAll(async () => {
	await Promise.all(addresses.map(async (address) => await address.close()));
	await sandbox.close();
});

const lists = { user: 'user.getAll', userGroup: 'userGroup.getAll', journal: 'journal.getAll' };

type Resource = keyof typeof lists;

interface Setting {
	keeping: StateKeeping;
	resource: Resource;
	triggerOn: string[];
	startFrom: 'now' | 'existing';
	ignoresName: boolean;
}

/** What counts of each record, by its ID. */
type Versions = ReadonlyMap<string, string>;

const day = 86_400_000;

class World {
	readonly host: PollingHost;
	/** What the service has. */
	private readonly versions = new Map<string, string>();
	/** What the user knows; undefined before the first poll. */
	private known?: Versions;
	/** The same as n8n has stored it. */
	private stored?: Versions;
	/** By event: the IDs of all emitted items, which must be different. */
	private readonly eventIds = new Map<string, string>();
	private number = 0;
	private moves = 0;
	private checked = 0;
	failed = 0;

	constructor(readonly setting: Setting) {
		sandbox.reset();
		for (const id of this.ids()) this.touch(id);
		this.host = new PollingHost(engine, this.request(), setting.keeping);
	}

	private request(): NodeRunRequest {
		const { resource, triggerOn, startFrom, ignoresName } = this.setting;
		const ignoreFields = ignoresName ? 'firstName, groupName' : '';
		return {
			type: 'integrationServiceTrigger',
			parameters: { resource, triggerOn, startFrom, options: { ignoreFields, maxRetries: 0 } },
			credentials: { integrationServiceOAuth2Api: sandbox.credential },
		};
	}

	private get journals(): JournalState[] {
		return sandbox.state.periods.flatMap(({ journals }) => journals);
	}

	ids(): string[] {
		const { users, groups } = sandbox.state;
		if (this.setting.resource === 'user') return [...users.keys()];
		if (this.setting.resource === 'userGroup') return [...groups.keys()].map(String);
		const shown = this.journals.filter(({ journalType }) => journalType !== 'PAYROLL');
		return shown.map(({ journalId }) => String(journalId));
	}

	create(daysAgo: number): void {
		const { users, groups, periods } = sandbox.state;
		const number = ++this.number;
		if (this.setting.resource === 'user') {
			const [model] = users.values();
			const userId = sandbox.state.random.uuid();
			users.set(userId, { ...(model as UserState), userId, emailAddress: `${number}@example.org` });
			this.touch(userId);
		} else if (this.setting.resource === 'userGroup') {
			const [model] = groups.values();
			const groupId = 9000 + number;
			groups.set(groupId, { ...(model as GroupState), groupId, groupName: `Group ${number}` });
			this.touch(String(groupId));
		} else {
			const [model] = this.journals.filter(({ journalType }) => journalType === 'INVOICE');
			const journalId = 900_000 + number;
			const createdAt = new Date(Date.now() - Math.min(daysAgo, 1) * day).toISOString();
			// A journal may be entered today in an old period.
			const period = periods.at(-1 - (daysAgo % 3));
			period?.journals.push({ ...(model as JournalState), journalId, createdAt });
			this.touch(String(journalId));
		}
	}

	/** @param field `name` may be a field to ignore */
	change(index: number, field: 'active' | 'name'): void {
		if (this.setting.resource === 'journal') return;
		const id = this.ids()[index % Math.max(1, this.ids().length)];
		if (id === undefined) return;
		const { users, groups } = sandbox.state;
		const user = users.get(id);
		const record = user ?? groups.get(Number(id));
		if (record && field === 'active') record.active = !record.active;
		else if (user) user.firstName = `N${++this.number}`;
		else if (record) (record as GroupState).groupName = `N${++this.number}`;
		this.touch(id);
	}

	private touch(id: string): void {
		const { users, groups } = sandbox.state;
		const user = users.get(id);
		const group = groups.get(Number(id));
		const name = this.setting.ignoresName ? '' : (user?.firstName ?? group?.groupName);
		this.versions.set(id, `${(user ?? group)?.active} ${name}`);
	}

	delete(index: number): IDataObject | undefined {
		const ids = this.ids();
		const id = ids[index % Math.max(1, ids.length)];
		if (this.setting.resource === 'journal' || id === undefined || ids.length < 3) return undefined;
		const { users, groups } = sandbox.state;
		const record = users.get(id) ?? groups.get(Number(id));
		users.delete(id);
		groups.delete(Number(id));
		this.versions.delete(id);
		return record as unknown as IDataObject;
	}

	/** A record that was deleted is there again with the same ID. */
	restore(record: IDataObject): void {
		const { users, groups } = sandbox.state;
		if (this.setting.resource === 'user') {
			users.set(String(record.userId), record as unknown as UserState);
			this.touch(String(record.userId));
		} else {
			groups.set(Number(record.groupId), record as unknown as GroupState);
			this.touch(String(record.groupId));
		}
	}

	/** What a poll owes that can read everything. */
	private owed(): string[] {
		const { triggerOn, startFrom, resource } = this.setting;
		const known = this.known ?? (startFrom === 'now' ? this.versions : new Map<string, string>());
		const events = [...this.versions].flatMap(([id, version]) => {
			const before = known.get(id);
			if (before === undefined) return [`created ${id}`];
			return before === version ? [] : [`changed ${id}`];
		});
		const deleted = [...known.keys()].filter((id) => !this.versions.has(id));
		const all = [...events, ...deleted.map((id) => `deleted ${id}`)];
		const selected = resource === 'journal' ? ['created'] : triggerOn;
		return all.filter((event) => selected.includes(event.split(' ')[0] ?? ''));
	}

	/** @param isAgain whether n8n was killed after it had started the execution */
	private check(owed: readonly string[], isAgain = false): void {
		const items = this.host.events.slice(this.checked);
		this.checked = this.host.events.length;
		expect(items.map(({ event, id }) => `${String(event)} ${String(id)}`).sort()).toEqual(
			[...owed].sort(),
		);
		for (const { event, id, eventId, resource, record, previous } of items) {
			expect(resource).toBe(this.setting.resource);
			expect(record === null).toBe(event === 'deleted');
			expect(previous).toEqual(event === 'deleted' ? { id } : undefined);
			const name = `${this.moves} ${String(event)} ${String(id)}`;
			const before = this.eventIds.get(String(eventId));
			expect(before).toBe(isAgain ? before && name : undefined);
			this.eventIds.set(String(eventId), name);
		}
	}

	async activate(mode: 'init' | 'activate', isAgain = false): Promise<void> {
		const before = this.known;
		const owed = this.owed();
		await this.host.activate(mode);
		this.check(owed, isAgain);
		this.known = new Map(this.versions);
		if (this.setting.keeping === 'memory' || owed.length > 0) this.stored = this.known;
		// n8n drops the state of an activation's poll that emits nothing.
		else this.known = before;
	}

	async poll(): Promise<void> {
		const owed = this.owed();
		await this.host.poll();
		expect(this.host.failures).toEqual([]);
		this.check(owed);
		this.known = new Map(this.versions);
		if (this.setting.keeping === 'durable' || owed.length > 0) this.stored = this.known;
	}

	/** A poll with a fault; if it reads nothing, it fails and changes nothing. */
	async pollWith(fault: Fault, readsSome: boolean): Promise<void> {
		const owed = this.owed();
		const injected = sandbox.faults.add({ ...fault, times: 1 } as Fault);
		const { stored } = this.host;
		await this.host.poll();
		injected.remove();
		const failures = this.host.failures.splice(0);
		if (failures.length > 0) {
			this.failed++;
			expect(this.host.events).toHaveLength(this.checked);
			expect(this.host.stored).toBe(stored);
		} else if (!readsSome) {
			expect(injected.hits).toBe(0);
		}
		// The next one makes up for it, and emits nothing twice.
		await this.host.poll();
		expect(this.host.failures).toEqual([]);
		this.check(owed);
		if (this.setting.keeping === 'memory') this.host.stored = JSON.stringify(this.host.staticData);
		this.known = new Map(this.versions);
		this.stored = this.known;
	}

	/** n8n is killed: what it had in memory only is gone. */
	kill(): void {
		this.host.stop();
		if (this.setting.keeping === 'memory') this.known = this.stored;
	}

	/** n8n started an execution, but was killed before it stored the state. */
	async loseAPoll(): Promise<void> {
		const { stored } = this.host;
		const owed = this.owed();
		await this.host.poll();
		this.check(owed);
		this.host.stop();
		this.host.stored = stored;
		this.known = this.stored;
		// A record that was deleted and restored since the stored state looks the same as before.
		const again = this.owed();
		const unknown = owed.filter((event) => !again.includes(event));
		for (const [eventId, name] of this.eventIds) {
			if (unknown.some((event) => name === `${this.moves} ${event}`)) this.eventIds.delete(eventId);
		}
		await this.activate('init', true);
	}

	async moveToAnotherTenant(): Promise<void> {
		this.host.stop();
		this.moves++;
		const { baseUrl } = addresses[this.moves % addresses.length] as Forwarder;
		this.host.request = {
			...this.request(),
			credentials: { integrationServiceOAuth2Api: { ...sandbox.credential, baseUrl } },
		};
		this.known = undefined;
		this.stored = undefined;
		await this.activate('activate');
	}
}

/** A step that is always possible; it does nothing if there is nothing to change. */
function step(
	name: string,
	run: (world: World) => Promise<void> | void,
): fc.AsyncCommand<World, World> {
	return {
		check: () => true,
		run: async (_model, world) => await run(world),
		toString: () => name,
	};
}

const pollCommand = fc.constant(step('poll', async (world) => await world.poll()));

const moveCommand = fc.constant(
	step('move to another tenant', async (world) => await world.moveToAnotherTenant()),
);

const restartCommand = fc.constantFrom('init' as const, 'activate' as const).map((mode) =>
	step(`kill, and start with "${mode}"`, async (world) => {
		world.kill();
		await world.activate(mode);
	}),
);

const index = fc.nat({ max: 20 });

const createCommand = fc.tuple(index, fc.integer({ min: 1, max: 3 })).map(([daysAgo, count]) =>
	step(`create ${count}, ${daysAgo} days ago`, (world) => {
		for (let each = 0; each < count; each++) world.create(daysAgo);
	}),
);

const changeCommand = fc
	.tuple(index, fc.constantFrom('active', 'name'))
	.map(([at, field]) => step(`change ${field} of ${at}`, (world) => world.change(at, field)));

const deleteCommand = index.map((at) =>
	step(`delete ${at}`, (world) => {
		world.delete(at);
	}),
);

const restoreCommand = index.map((at) =>
	step(`delete ${at}, poll and restore`, async (world) => {
		const record = world.delete(at);
		await world.poll();
		if (record) world.restore(record);
	}),
);

const failCommand = fc
	.constantFrom<Fault>(
		{ status: 500 },
		{ status: 429 },
		{ status: 403 },
		{ reset: 'midBody' },
		{ bodyMode: 'truncated' },
		{ bodyMode: 'html' },
	)
	.map((way) =>
		step(`poll while the list gives ${JSON.stringify(way)}`, async (world) => {
			const operation = lists[world.setting.resource];
			await world.pollWith({ ...way, operation } as Fault, false);
		}),
	);

/** Pages that shift while they are read, or a list that is cut off, after a poll saw all of it. */
const cutCommand = fc.tuple(index, index).map(([from, count]) =>
	step(`poll twice, while ${count} are missing in the list from ${from}`, async (world) => {
		await world.poll();
		const operation = lists[world.setting.resource];
		const replaceBody = (body: unknown) => (body as unknown[]).toSpliced(from, count);
		await world.pollWith({ operation, replaceBody } as Fault, true);
	}),
);

const getFailsCommand = index.map((at) =>
	step(`delete ${at} while records cannot be read`, async (world) => {
		world.delete(at);
		const { resource } = world.setting;
		const operation = resource === 'user' ? 'user.get' : 'userGroup.get';
		await world.pollWith({ operation, status: 500 } as Fault, true);
	}),
);

const loseCommand = fc.constant(step('lose a poll', async (world) => await world.loseAPoll()));

const settings = fc.record<Setting>({
	keeping: fc.constantFrom('memory', 'durable'),
	resource: fc.constantFrom('user', 'userGroup', 'journal'),
	triggerOn: fc.subarray(['created', 'changed', 'deleted'], { minLength: 1 }),
	startFrom: fc.constantFrom('now', 'now', 'existing'),
	ignoresName: fc.boolean(),
});

test('emits every event of a record exactly once, whatever happens', async () => {
	const commands = [
		...[createCommand, createCommand, changeCommand, changeCommand, deleteCommand],
		...[restoreCommand, failCommand, cutCommand, cutCommand, getFailsCommand],
		...[restartCommand, loseCommand, moveCommand, pollCommand, pollCommand, pollCommand],
	];
	const worlds: World[] = [];
	const steps = fc.commands(commands, { maxCommands: 30, size: 'max' });
	await fc.assert(
		fc.asyncProperty(settings, steps, async (setting, each) => {
			const world = new World(setting);
			worlds.push(world);
			await world.activate('activate');
			await fc.asyncModelRun(() => ({ model: world, real: world }), each);
			await world.poll();
		}),
		randomRuns(8),
	);
	expect(worlds.flatMap(({ host }) => host.events).length).toBeGreaterThan(0);
	expect(worlds.reduce((sum, { failed }) => sum + failed, 0)).toBeGreaterThan(0);
});
