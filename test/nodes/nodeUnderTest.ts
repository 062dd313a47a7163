import {
	type IDataObject,
	type INodeParameters,
	type NodeExecutionHint,
	sleep,
} from 'n8n-workflow';
import { userKinds } from '../../src/api/assumedNames';
import type { OperationId } from '../../src/api/operations';
import { recordAt } from '../cases/operationCase';
import { until } from '../until';
import { Engine, type NodeRun, type NodeRunRequest } from '../engine/engine';
import { type Fault, type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';
import { sandboxUnderTest } from '../sandbox/sandboxUnderTest';
import { credentialsFor, type NodeOperationId, nodeTypeOf } from './runCase';

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
 * The package in n8n's engine, for the tests of a file, with a sandbox that is fresh for every test.
 *
 * @param service returns the sandbox, or options of one that is reset before each test
 */
export function packageUnderTest(service?: SandboxOptions | (() => Sandbox)) {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.load();
	});
	const sandbox = typeof service === 'function' ? service : sandboxUnderTest(service);
	const users = () => [...sandbox().state.users.values()];
	const groups = () => [...sandbox().state.groups.values()];
	const credentialsWith = (fields: object) => ({ credentials: credentialsFor(sandbox(), fields) });
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
		/** Runs the node of an operation in n8n's engine. */
		runOperation: async (
			id: NodeOperationId,
			parameters?: INodeParameters,
			more?: Partial<NodeRunRequest>,
		) => await engine.runNode({ ...request(id, parameters), ...more }),
		/** Lets a model call an operation as its tool, and returns what it gets. */
		callOperation: async (
			id: OperationId,
			parameters: INodeParameters,
			values?: IDataObject,
			more?: Partial<NodeRunRequest>,
		) => await engine.callTool({ ...request(id, parameters), ...more }, values),
		users,
		groups,
		/** The user at a position, from the end if it is negative. */
		user: (position = 0) => recordAt(users(), position),
		/** The first user that is not an administrator, who has no user groups. */
		normalUser: () =>
			recordAt(
				users().filter(({ kind }) => kind === userKinds.normal),
				0,
			),
		group: (position = 0) => recordAt(groups(), position),
		/** Puts a fault of an operation in place. */
		fault: (operation: Fault['operation'], fault: Omit<Fault, 'operation'>) =>
			sandbox().faults.add({ operation, ...fault }),
		/** The operations of all requests. */
		operations: () => sandbox().requests.map(({ operation }) => operation),
		/** The requests for an operation. */
		sent: (id: OperationId) => sandbox().requests.filter(({ operation }) => operation === id),
		/** The requests that may change something. */
		writes: () => sandbox().requests.filter(({ method }) => method !== 'GET'),
		/** Expects that a run was refused before a request, with this message and what to do. */
		expectRefused: ({ error }: NodeRun, message: string, errorCode = 'invalid-input') => {
			const description = expect.stringMatching(/\S/) as string;
			const refusal = { message: `${message} [item 0]`, description, errorCode, httpStatus: null };
			expect(error).toMatchObject(refusal);
			expect(sandbox().requests).toEqual([]);
		},
		/** Credentials in which fields differ. */
		credentialsWith,
		/** Credentials with these entries in Field Names. */
		named: (fieldNames: object) => credentialsWith({ fieldNames: JSON.stringify(fieldNames) }),
	};
}

/**
 * A node, for the tests of a file, besides the whole package.
 *
 * @param name of the node's folder
 * @param chosen parameters of every run, such as resource and operation
 */
export function nodeUnderTest(
	name: string,
	chosen: INodeParameters,
	service?: SandboxOptions | (() => Sandbox),
) {
	const setup = packageUnderTest(service);
	const request = (parameters: INodeParameters = {}) => ({
		type: `integrationService${name}`,
		parameters: { ...chosen, ...parameters },
		credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
	});
	return Object.assign(setup, {
		/** Runs the node in n8n's engine. */
		run: async (parameters: INodeParameters, more: Partial<NodeRunRequest> = {}) =>
			await setup.engine.runNode({ ...request(parameters), ...more }),
		/** One page of a picker. */
		search: async (
			method: string,
			filter?: string,
			{ page, parameters }: { page?: string; parameters?: INodeParameters } = {},
		) => await setup.engine.searchList(request(parameters), method, filter, page),
		/** The entries of a drop-down. */
		choices: async (method: string) => await setup.engine.loadOptions(request(), method),
		lastRequest: () => setup.sandbox.requests.at(-1),
		/** The body of the last request. */
		lastBody: () => setup.sandbox.requests.at(-1)?.body,
	});
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

/** Parameters that register a return for each item, with a note. */
export const registeringReturns = (note: string) => ({
	resource: 'return',
	operation: 'create',
	rows: { row: [{ stockKeepingUnitId: 88123, quantity: 1 }] },
	additionalFields: { note },
});

/** The output's records. */
export const records = (run: NodeRun): IDataObject[] => run.items.map(({ json }) => json);

/** The indexes of the input items that items come from. */
export const sourcesOf = (items: NodeRun['items']) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

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
