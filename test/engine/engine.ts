import {
	ExecutionLifecycleHooks,
	loadOutputSchema,
	LoadOptionsContext,
	PackageDirectoryLoader,
	PollContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IVersionedNodeType,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	type OnError,
	type StructuredChunk,
	Workflow,
} from 'n8n-workflow';

const packageName = 'n8n-nodes-integration-service';
const startType = 'test.start';

/** n8n builds links from its own address; nothing listens there. */
const address = 'http://127.0.0.1/';

/** Emits the items that a test feeds into a node. */
const startNodeType: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: '[]' }],
	},
	async execute() {
		const items = JSON.parse(this.getNodeParameter('items', 0) as string) as IDataObject[];
		return [items.map((json) => ({ json }))];
	},
};

/** A node to run and what to run it with. */
export interface NodeRunRequest {
	/** Name of the node type, for example `integrationServiceUser`. */
	readonly type: string;
	readonly parameters: INodeParameters;
	/** Input items; one empty item where left out. */
	readonly items?: IDataObject[];
	/** Decrypted data by credential type. */
	readonly credentials?: Record<string, object>;
	readonly onError?: OnError;
	/** Whether the workflow's trigger streams, and who takes the chunks. */
	readonly onChunk?: (chunk: StructuredChunk) => void;
	/** Called as soon as the execution has begun, with the means to cancel it. */
	readonly onStart?: (cancel: () => void) => void;
}

export interface NodeRun {
	/** Items of the regular output. */
	readonly items: INodeExecutionData[];
	/** Items of the error output. */
	readonly errorItems: INodeExecutionData[];
	/** What the node threw, as n8n keeps it. */
	readonly error?: {
		message: string;
		description?: string | null;
		errorCode?: string;
		httpStatus?: number | null;
		context?: IDataObject;
	};
	/** How often the node read a credential. */
	readonly credentialReads: number;
	readonly run: IRun;
}

/** n8n's own engine with the built package loaded as n8n loads it. */
export class Engine {
	credentialReads = 0;

	private constructor(private readonly loader: PackageDirectoryLoader) {}

	/** Loads the package from `dist`. */
	static async load(): Promise<Engine> {
		const loader = new PackageDirectoryLoader('.');
		await loader.loadAll();
		return new Engine(loader);
	}

	/** Node types of the package by name. */
	nodeType(name: string): INodeType {
		const entry = this.loader.nodeTypes[name];
		if (!entry) throw new Error(`The package has no node type ${name}`);
		return NodeHelpers.getVersionedNodeType(entry.type as INodeType | IVersionedNodeType);
	}

	/** Names of the package's node types. */
	nodeTypeNames(): string[] {
		return Object.keys(this.loader.nodeTypes);
	}

	/**
	 * What n8n knows of the items of a node that never ran.
	 *
	 * @param name of the node type
	 * @param chosen the operation, where the node has such a choice
	 */
	outputSchema(name: string, chosen: { resource?: string; operation?: string } = {}) {
		const sourcePath = this.loader.known.nodes[name]?.sourcePath;
		if (!sourcePath) throw new Error(`The package has no node type ${name}`);
		const nodeDir = sourcePath.slice(0, sourcePath.lastIndexOf('/'));
		return loadOutputSchema({ nodeDir, version: 1, ...chosen, versionFallback: true });
	}

	/** Runs one node behind a start node, in the engine that runs it in production. */
	async runNode(request: NodeRunRequest): Promise<NodeRun> {
		const node = this.node(request.type, request.parameters, request.credentials);
		node.onError = request.onError;
		const start: INode = {
			id: 'start',
			name: 'Start',
			type: startType,
			typeVersion: 1,
			position: [0, 0],
			parameters: { items: JSON.stringify(request.items ?? [{}]) },
		};
		const workflow = this.workflow([start, node], {
			Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
		});
		const additionalData = this.additionalData(request.credentials);
		if (request.onChunk) {
			additionalData.streamingEnabled = true;
			additionalData.hooks?.addHandler('sendChunk', request.onChunk);
		}
		this.credentialReads = 0;
		const execution = new WorkflowExecute(additionalData, 'webhook').run({
			workflow,
			startNode: start,
		});
		request.onStart?.(() => execution.cancel());
		const run = await execution;
		const task = run.data.resultData.runData[node.name]?.at(-1);
		const main = task?.data?.main ?? [];
		return {
			items: main[0] ?? [],
			errorItems: main[1] ?? [],
			error: (task?.error ?? run.data.resultData.error) as NodeRun['error'],
			credentialReads: this.credentialReads,
			run,
		};
	}

	/** One page of a picker, as the editor asks for it. */
	async searchList(
		request: NodeRunRequest,
		method: string,
		filter?: string,
		page?: string,
	): Promise<INodeListSearchResult> {
		const search = this.nodeType(request.type).methods?.listSearch?.[method];
		if (!search) throw new Error(`The node has no list search ${method}`);
		return await search.call(this.formContext(request), filter, page);
	}

	/** The entries of a drop-down, as the editor asks for them. */
	async loadOptions(request: NodeRunRequest, method: string): Promise<INodePropertyOptions[]> {
		const load = this.nodeType(request.type).methods?.loadOptions?.[method];
		if (!load) throw new Error(`The node has no drop-down ${method}`);
		return await load.call(this.formContext(request));
	}

	/** The context in which n8n polls a trigger; its static data is the given object. */
	pollContext(
		request: NodeRunRequest,
		staticData: IDataObject,
		mode: 'trigger' | 'manual' = 'trigger',
		activation:
			'init' | 'activate' | 'create' | 'update' | 'manual' | 'leadershipChange' = 'activate',
	): PollContext {
		const node = this.node(request.type, request.parameters, request.credentials);
		const workflow = this.workflow([node], {});
		const context = new PollContext(
			workflow,
			node,
			this.additionalData(request.credentials),
			mode,
			activation,
		);
		context.getWorkflowStaticData = () => staticData;
		return context;
	}

	private formContext(request: NodeRunRequest): LoadOptionsContext {
		const node = this.node(request.type, request.parameters, request.credentials);
		const workflow = this.workflow([node], {});
		return new LoadOptionsContext(workflow, node, this.additionalData(request.credentials), '');
	}

	private node(type: string, parameters: INodeParameters, credentials: object = {}): INode {
		return {
			id: 'node',
			name: this.nodeType(type).description.displayName,
			type: `${packageName}.${type}`,
			typeVersion: 1,
			position: [200, 0],
			parameters,
			credentials: Object.fromEntries(
				Object.keys(credentials).map((name) => [name, { id: name, name }]),
			),
		};
	}

	private workflow(
		nodes: INode[],
		connections: ConstructorParameters<typeof Workflow>[0]['connections'],
	): Workflow {
		const find = (type: string) =>
			type === startType ? startNodeType : this.nodeType(type.replace(`${packageName}.`, ''));
		const nodeTypes: INodeTypes = {
			getByName: find,
			getByNameAndVersion: find,
			getKnownTypes: () => ({}),
		};
		return new Workflow({ id: 'test', nodes, connections, active: false, nodeTypes });
	}

	private additionalData(credentials: Record<string, object> = {}): IWorkflowExecuteAdditionalData {
		const hooks = new ExecutionLifecycleHooks('webhook', 'test', { id: 'test' } as never);
		const credentialsHelper = {
			getParentTypes: () => ['oAuth2Api'],
			isCredentialUsableByNode: () => true,
			preAuthentication: async () => undefined,
			runPreAuthentication: async () => undefined,
			getDecrypted: async (_data: unknown, _details: unknown, type: string) => {
				this.credentialReads++;
				return { ...credentials[type] } as ICredentialDataDecryptedObject;
			},
			updateCredentialsOauthTokenData: async (
				_details: unknown,
				type: string,
				data: ICredentialDataDecryptedObject,
			) => {
				Object.assign(credentials[type] ?? {}, data);
			},
		};
		return {
			credentialsHelper,
			hooks,
			executionId: 'test',
			currentNodeExecutionIndex: 0,
			restApiUrl: address,
			instanceBaseUrl: address,
			formBaseUrl: address,
			formWaitingBaseUrl: address,
			formTestBaseUrl: address,
			webhookBaseUrl: address,
			webhookWaitingBaseUrl: address,
			webhookTestBaseUrl: address,
			mcpBaseUrl: address,
			mcpTestBaseUrl: address,
			variables: {},
			logAiEvent: () => {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}
}
