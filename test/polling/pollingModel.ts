import fc from 'fast-check';
import { Engine } from '../engine/engine';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/index';
import { type Forwarder, startForwarder } from './forwarder';
import type { PollingHost } from './pollingHost';
import { randomRuns } from '../randomRuns';

/** What happens to a service and to n8n, and what a trigger owes for it. */
export interface ModelWorld {
	readonly host: PollingHost;
	/** The first poll after n8n starts or the workflow is published. */
	activate(mode: 'init' | 'activate'): Promise<void>;
	poll(): Promise<void>;
	/** n8n is killed, or the workflow is unpublished. */
	kill(): void;
	/** The credential changes to one of another tenant. */
	moveToAnotherTenant(): Promise<void>;
}

/** The real engine and a service, which has further addresses for a credential of another tenant. */
export interface ModelBed {
	engine: Engine;
	sandbox: Sandbox;
	nextBaseUrl(): string;
}

export function modelBed(seed: SandboxOptions['seed']): ModelBed {
	const addresses: Forwarder[] = [];
	let next = 0;
	const nextBaseUrl = () => (addresses[next++ % addresses.length] as Forwarder).baseUrl;
	const bed = { nextBaseUrl } as ModelBed;
	beforeAll(async () => {
		bed.engine = await Engine.load();
		bed.sandbox = await startSandbox({ seed });
		for (let each = 0; each < 10; each++) {
			addresses.push(await startForwarder(bed.sandbox.credential.baseUrl));
		}
	});
	afterAll(async () => {
		await Promise.all(addresses.map(async (address) => await address.close()));
		await bed.sandbox.close();
	});
	return bed;
}

type Command<World extends object> = fc.AsyncCommand<World, World>;

/** A step that is always possible; it does nothing if there is nothing to change. */
export function step<World extends object>(
	name: string,
	run: (world: World) => Promise<void> | void,
): Command<World> {
	return {
		check: () => true,
		run: async (_model, world) => await run(world),
		toString: () => name,
	};
}

export const pollCommand = fc.constant(
	step('poll', async (world: ModelWorld) => await world.poll()),
);

export const moveCommand = fc.constant(
	step('move to another tenant', async (world: ModelWorld) => await world.moveToAnotherTenant()),
);

export const restartCommand = fc.constantFrom('init' as const, 'activate' as const).map((mode) =>
	step(`kill, and start with "${mode}"`, async (world: ModelWorld) => {
		world.kill();
		await world.activate(mode);
	}),
);

/**
 * Plays random steps in random worlds, each with a first and a last poll.
 *
 * @returns the worlds as they were in the end
 */
export async function playModel<Setting, World extends ModelWorld>(
	settings: fc.Arbitrary<Setting>,
	create: (setting: Setting) => World,
	commands: Array<fc.Arbitrary<Command<World>>>,
	maxCommands: number,
): Promise<World[]> {
	const worlds: World[] = [];
	const steps = fc.commands(commands, { maxCommands, size: 'max' });
	await fc.assert(
		fc.asyncProperty(settings, steps, async (setting, each) => {
			const world = create(setting);
			worlds.push(world);
			await world.activate('activate');
			await fc.asyncModelRun(() => ({ model: world, real: world }), each);
			await world.poll();
		}),
		randomRuns(8),
	);
	return worlds;
}
