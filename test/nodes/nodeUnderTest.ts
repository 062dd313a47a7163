import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Engine, type NodeRun, type NodeRunRequest } from '../engine/engine';
import { type LoggedRequest, type Sandbox, startSandbox } from '../sandbox';

/** A node of the package with a sandbox of its own, fresh for every test. */
export interface NodeUnderTest {
	readonly sandbox: Sandbox;
	readonly engine: Engine;
	/** Runs the node in n8n's engine. */
	run(parameters: INodeParameters, more?: Partial<NodeRunRequest>): Promise<NodeRun>;
	/** The last request that the sandbox saw. */
	lastRequest(): LoggedRequest | undefined;
	/** The body of the last request. */
	lastBody(): unknown;
}

/**
 * Sets a node up for the tests of a file.
 *
 * @param type name of the node type
 * @param chosen parameters of every run, such as resource and operation
 */
export function nodeUnderTest(type: string, chosen: INodeParameters): NodeUnderTest {
	let engine: Engine;
	let sandbox: Sandbox;
	beforeAll(async () => {
		engine = await Engine.load();
		sandbox = await startSandbox();
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => sandbox.reset());
	return {
		get sandbox() {
			return sandbox;
		},
		get engine() {
			return engine;
		},
		run: async (parameters, more = {}) =>
			await engine.runNode({
				type,
				parameters: { ...chosen, ...parameters },
				credentials: { integrationServiceOAuth2Api: sandbox.credential },
				...more,
			}),
		lastRequest: () => sandbox.requests.at(-1),
		lastBody: () => sandbox.requests.at(-1)?.body,
	};
}

/** The output's records. */
export const records = (run: NodeRun): IDataObject[] => run.items.map(({ json }) => json);

/** A record without some of its fields. */
export const without = (record: object, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
