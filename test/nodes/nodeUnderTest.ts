import {
	type IDataObject,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
	type NodeExecutionHint,
	sleep,
} from 'n8n-workflow';
import { userKinds } from '../../src/api/assumedNames';
import type { OperationId } from '../../src/api/operations';
import { recordAt } from '../cases/operationCase';
import { until } from '../until';
import { Engine, type NodeRun, type NodeRunRequest } from '../engine/engine';
import { type LoggedRequest, type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';
import { sandboxUnderTest } from '../sandbox/sandboxUnderTest';
import type { GroupState, UserState } from '../sandbox/state';
import { credentialsFor, type NodeOperationId, nodeTypeOf } from './runCase';

/** The package in n8n's engine with a sandbox of its own, fresh for every test. */
export interface PackageUnderTest {
	readonly sandbox: Sandbox;
	readonly engine: Engine;
	/** Runs the node of an operation in n8n's engine. */
	runOperation(
		id: NodeOperationId,
		parameters?: INodeParameters,
		more?: Partial<NodeRunRequest>,
	): Promise<NodeRun>;
	/** Lets a model call an operation as its tool, and returns what it gets. */
	callOperation(
		id: OperationId,
		parameters: INodeParameters,
		values?: IDataObject,
		more?: Partial<NodeRunRequest>,
	): Promise<string>;
	/** The users and user groups of the sandbox. */
	users(): UserState[];
	groups(): GroupState[];
	/** The user at a position, from the end if it is negative. */
	user(position?: number): UserState;
	/** The first user that is not an administrator, who has no user groups. */
	normalUser(): UserState;
	group(position?: number): GroupState;
	/** The requests for an operation. */
	sent(id: OperationId): LoggedRequest[];
	/** The operations of all requests. */
	operations(): LoggedRequest['operation'][];
	/** The requests that may change something. */
	writes(): LoggedRequest[];
	/** Expects that a run was refused before a request, with this message and what to do. */
	expectRefused(run: NodeRun, message: string, errorCode?: string): void;
	/** Credentials in which fields of the API client differ. */
	credentialsWith(fields: object): Pick<NodeRunRequest, 'credentials'>;
	/** Credentials with these entries in Field Names. */
	named(fieldNames: object): Pick<NodeRunRequest, 'credentials'>;
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
	const users = () => [...sandbox().state.users.values()];
	const groups = () => [...sandbox().state.groups.values()];
	const credentialsWith = (fields: object) => ({
		credentials: credentialsFor(sandbox(), fields),
	});
	const request = (id: NodeOperationId, parameters: INodeParameters = {}): NodeRunRequest => {
		const [resource = '', operation = ''] = id.split('.');
		const type = nodeTypeOf(engine, id);
		return { type, parameters: { resource, operation, ...parameters }, ...credentialsWith({}) };
	};
	return {
		get sandbox() {
			return sandbox();
		},
		get engine() {
			return engine;
		},
		runOperation: async (id, parameters, more) =>
			await engine.runNode({ ...request(id, parameters), ...more }),
		callOperation: async (id, parameters, values, more) =>
			await engine.callTool({ ...request(id, parameters), ...more }, values),
		users,
		groups,
		user: (position = 0) => recordAt(users(), position),
		normalUser: () =>
			recordAt(
				users().filter(({ kind }) => kind === userKinds.normal),
				0,
			),
		group: (position = 0) => recordAt(groups(), position),
		operations: () => sandbox().requests.map(({ operation }) => operation),
		sent: (id) => sandbox().requests.filter(({ operation }) => operation === id),
		writes: () => sandbox().requests.filter(({ method }) => method !== 'GET'),
		expectRefused: ({ error }, message, errorCode = 'invalid-input') => {
			const description = expect.stringMatching(/\S/) as string;
			const refusal = { message: `${message} [item 0]`, description, errorCode, httpStatus: null };
			expect(error).toMatchObject(refusal);
			expect(sandbox().requests).toEqual([]);
		},
		credentialsWith,
		named: (fieldNames) => credentialsWith({ fieldNames: JSON.stringify(fieldNames) }),
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
	const ofNode: Omit<NodeUnderTest, keyof PackageUnderTest> = {
		run: async (parameters, more = {}) =>
			await setup.engine.runNode({ ...request(parameters), ...more }),
		search: async (method, filter, { page, parameters } = {}) =>
			await setup.engine.searchList(request(parameters), method, filter, page),
		choices: async (method) => await setup.engine.loadOptions(request(), method),
		lastRequest: () => setup.sandbox.requests.at(-1),
		lastBody: () => setup.sandbox.requests.at(-1)?.body,
	};
	return Object.assign(setup, ofNode);
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
