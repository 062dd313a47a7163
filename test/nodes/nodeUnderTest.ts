import {
	type IDataObject,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
	type NodeExecutionHint,
	sleep,
} from 'n8n-workflow';
import { until } from '../until';
import { Engine, type NodeRun, type NodeRunRequest } from '../engine/engine';
import { type LoggedRequest, type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';
import { sandboxUnderTest } from '../sandbox/sandboxUnderTest';

/** The package in n8n's engine with a sandbox of its own, fresh for every test. */
export interface PackageUnderTest {
	readonly sandbox: Sandbox;
	readonly engine: Engine;
}

export interface NodeUnderTest extends PackageUnderTest {
	/** Runs the node in n8n's engine. */
	run(parameters: INodeParameters, more?: Partial<NodeRunRequest>): Promise<NodeRun>;
	/** One page of a picker. */
	search(
		method: string,
		filter?: string,
		more?: { page?: string; parameters?: INodeParameters },
	): Promise<INodeListSearchResult>;
	/** The entries of a drop-down. */
	choices(method: string): Promise<INodePropertyOptions[]>;
	lastRequest(): LoggedRequest | undefined;
	/** The body of the last request. */
	lastBody(): unknown;
}

/** A sandbox for each test, so none finds the tokens of another. */
export function sandboxOfEachTest(): () => Sandbox {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startSandbox();
	});
	afterEach(async () => await sandbox.close());
	return () => sandbox;
}

/**
 * Sets the package up for the tests of a file.
 *
 * @param service returns the sandbox, or options of one that is reset before each test
 */
export function packageUnderTest(service?: SandboxOptions | (() => Sandbox)): PackageUnderTest {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.load();
	});
	const sandbox = typeof service === 'function' ? service : sandboxUnderTest(service);
	return {
		get sandbox() {
			return sandbox();
		},
		get engine() {
			return engine;
		},
	};
}

/**
 * Sets a node up for the tests of a file.
 *
 * @param type name of the node type
 * @param chosen parameters of every run, such as resource and operation
 */
export function nodeUnderTest(
	type: string,
	chosen: INodeParameters,
	service?: SandboxOptions | (() => Sandbox),
): NodeUnderTest {
	const setup = packageUnderTest(service);
	const request = (parameters: INodeParameters = {}) => ({
		type,
		parameters: { ...chosen, ...parameters },
		credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
	});
	return {
		get sandbox() {
			return setup.sandbox;
		},
		get engine() {
			return setup.engine;
		},
		run: async (parameters, more = {}) =>
			await setup.engine.runNode({ ...request(parameters), ...more }),
		search: async (method, filter, { page, parameters } = {}) =>
			await setup.engine.searchList(request(parameters), method, filter, page),
		choices: async (method) => await setup.engine.loadOptions(request(), method),
		lastRequest: () => setup.sandbox.requests.at(-1),
		lastBody: () => setup.sandbox.requests.at(-1)?.body,
	};
}

/**
 * Holds the requests of a sandbox until so many are under way, however slow the machine is, and then
 * while one too many could arrive.
 */
export const untilUnderWay =
	({ log }: Sandbox, count: number) =>
	async () => {
		await until(() => log.peakInFlight >= count);
		await sleep(10);
	};

/** The output's records. */
export const records = (run: NodeRun): IDataObject[] => run.items.map(({ json }) => json);

/** A record without some of its fields. */
export const without = (record: object, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The error in place of the first item, if the workflow continues. */
export const errorItem = ({ items }: NodeRun) => items[0]?.json.error as IDataObject;

/** The hints of the node. */
export const hintsOf = ({ run: { data } }: NodeRun): NodeExecutionHint[] =>
	Object.values(data.resultData.runData)
		.flat()
		.flatMap(({ hints }) => hints ?? []);

export const hintTexts = (run: NodeRun) => hintsOf(run).map(({ message }) => message);

/** Sets Continue On Fail. */
export const keepGoing = { onError: 'continueRegularOutput' } as const;
