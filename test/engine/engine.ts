import {
	ExecutionLifecycleHooks,
	loadOutputSchema,
	LoadOptionsContext,
	PackageDirectoryLoader,
	PollContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	type EngineResponse,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IRun,
	type IVersionedNodeType,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	type OnError,
	setSafeRegexEngine,
	type StructuredChunk,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { plainPatterns } from './plainPatterns';

const packageName = 'n8n-nodes-integration-service';
const startType = 'test.start';
const modelType = 'test.model';

/** What n8n reads of a node type that the tests need besides those of the package. */
function helperDescription(
	name: string,
	inputs: INodeTypeDescription['inputs'],
	parameters: readonly string[],
): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs,
		outputs: ['main'],
		properties: parameters.map((each) => ({
			displayName: each,
			name: each,
			type: 'string',
			default: '',
		})),
	};
}

/** Emits the items that a test feeds into a node. */
const startNodeType: INodeType = {
	description: helperDescription('start', [], ['items']),
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
	/** Input items; one empty item if left out. */
	readonly items?: IDataObject[];
	/** Decrypted data by credential type. */
	readonly credentials?: Record<string, object>;
	readonly onError?: OnError;
	/** Turns on Retry On Fail: how often n8n executes the node at most. */
	readonly maxTries?: number;
	/** How often the node is executed, one run after another; once if left out. */
	readonly runs?: number;
	readonly executionId?: string;
	/** ID of the workflow. */
	readonly workflowId?: string;
	/** Time zone of the workflow; n8n's own if left out. */
	readonly timezone?: string;
	/** Who or what started the execution: a webhook if left out. */
	readonly mode?: WorkflowExecuteMode;
	/** Whether the workflow's trigger streams, and who takes the chunks. */
	readonly onChunk?: (chunk: StructuredChunk) => void;
	/** Called as soon as the execution has begun, with the means to cancel it. */
	readonly onStart?: (cancel: () => void) => void;
}

export interface NodeRun {
	/** Items of the regular output, of the last run. */
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

/** The error that a node threw, with the code and the status that n8n keeps of it. */
function thrownError(error: object | undefined): NodeRun['error'] {
	if (error === undefined) return undefined;
	const thrown = error as NonNullable<NodeRun['error']> & { httpCode?: string | null };
	const data = thrown.context?.data as { errorCode?: string } | undefined;
	const httpStatus = thrown.httpCode ? Number(thrown.httpCode) : null;
	return Object.assign(thrown, { errorCode: data?.errorCode, httpStatus });
}

/** A model that calls its tool once, as n8n's AI Agent does, and repeats the result. */
const modelNodeType: INodeType = {
	description: helperDescription('model', ['main', { type: 'ai_tool' }], ['tool', 'arguments']),
	async execute(response) {
		const { actionResponses, metadata } = response as EngineResponse<{ asked?: boolean }>;
		if (metadata.asked) {
			const given = actionResponses[0]?.data?.data?.ai_tool?.[0]?.map(({ json }) => json);
			return [[{ json: { given: JSON.stringify(given) } }]];
		}
		return {
			actions: [
				{
					actionType: 'ExecutionNodeAction',
					nodeName: this.getNodeParameter('tool', 0) as string,
					input: JSON.parse(this.getNodeParameter('arguments', 0) as string) as IDataObject,
					type: 'ai_tool',
					id: 'call',
					metadata: { itemIndex: 0 },
				},
			],
			metadata: { asked: true },
		};
	},
};

/** A node type as n8n makes a tool of it. */
function asTool(nodeType: INodeType): INodeType {
	const description: INodeTypeDescription = {
		...nodeType.description,
		name: `${nodeType.description.name}Tool`,
		inputs: [],
		outputs: ['ai_tool'],
	};
	return Object.create(nodeType, { description: { value: description } }) as INodeType;
}

/** A node of a workflow. */
function nodeOf(id: string, name: string, type: string, parameters: INodeParameters): INode {
	return { id, name, type, typeVersion: 1, position: [0, 0], parameters };
}

/** Sends items to the node under test; one empty item if there are none. */
function startNode(items: readonly object[] = [{}]): INode {
	return nodeOf('start', 'Start', startType, { items: JSON.stringify(items) });
}

/** n8n's own engine with the built package loaded as n8n loads it. */
export class Engine {
	credentialReads = 0;

	private constructor(private readonly loader: PackageDirectoryLoader) {}

	/** Loads the package from `dist`. */
	static async load(): Promise<Engine> {
		setSafeRegexEngine(plainPatterns);
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
	 * @param chosen the operation, if the node has several
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
		const { maxTries, runs = 1, executionId } = request;
		if (maxTries) Object.assign(node, { retryOnFail: true, maxTries, waitBetweenTries: 1 });
		const start = startNode(request.items);
		// Each connection to the node is a run of its own.
		const connections = Array.from({ length: runs }, () => ({
			node: node.name,
			type: 'main' as const,
			index: 0,
		}));
		const workflow = this.workflow(
			[start, node],
			{ Start: { main: [connections] } },
			request.timezone,
			request.workflowId,
		);
		this.credentialReads = 0;
		const execution = new WorkflowExecute(
			this.additionalData(request.credentials, request.onChunk, executionId),
			request.mode ?? 'webhook',
		).run({ workflow, startNode: start });
		request.onStart?.(() => execution.cancel());
		const run = await execution;
		const task = run.data.resultData.runData[node.name]?.at(-1);
		const main = task?.data?.main ?? [];
		return {
			items: main[0] ?? [],
			errorItems: main[1] ?? [],
			error: thrownError(task?.error ?? run.data.resultData.error),
			credentialReads: this.credentialReads,
			run,
		};
	}

	/**
	 * Lets a model call a node as its tool.
	 *
	 * @param request the node, without items, as the model sends none
	 * @param given the arguments of the call, for `$fromAI`
	 * @returns what the model gets, word for word
	 */
	async callTool(request: NodeRunRequest, given: IDataObject = {}): Promise<string> {
		const base = this.node(request.type, request.parameters, request.credentials);
		const tool: INode = { ...base, type: `${base.type}Tool`, onError: request.onError };
		const trigger = startNode();
		const call = { tool: tool.name, arguments: JSON.stringify(given) };
		const model = nodeOf('model', 'Model', modelType, call);
		const workflow = this.workflow([trigger, model, tool], {
			Start: { main: [[{ node: 'Model', type: 'main', index: 0 }]] },
			[tool.name]: { ai_tool: [[{ node: 'Model', type: 'ai_tool', index: 0 }]] },
		});
		const { data } = await new WorkflowExecute(
			this.additionalData(request.credentials, request.onChunk),
			'webhook',
		).run({ workflow, startNode: trigger });
		const [item] = data.resultData.runData.Model?.at(-1)?.data?.main?.[0] ?? [];
		if (typeof item?.json.given === 'string') return item.json.given;
		throw new Error(`The model got nothing: ${String(data.resultData.error?.message)}`);
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

	/** The context in which n8n polls a trigger; its static data is this object. */
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
		const { displayName } = this.nodeType(type).description;
		const stored = Object.keys(credentials).map((name) => [name, { id: name, name }] as const);
		return {
			...nodeOf('node', displayName, `${packageName}.${type}`, parameters),
			credentials: Object.fromEntries(stored),
		};
	}

	private workflow(
		nodes: INode[],
		connections: ConstructorParameters<typeof Workflow>[0]['connections'],
		timezone?: string,
		id = 'test',
	): Workflow {
		const find = (type: string) => {
			if (type === startType) return startNodeType;
			if (type === modelType) return modelNodeType;
			const name = type.replace(`${packageName}.`, '');
			return name.endsWith('Tool')
				? asTool(this.nodeType(name.slice(0, -'Tool'.length)))
				: this.nodeType(name);
		};
		const nodeTypes: INodeTypes = {
			getByName: find,
			getByNameAndVersion: find,
			getKnownTypes: () => ({}),
		};
		const settings = { executionOrder: 'v1', timezone } as const;
		return new Workflow({ id, nodes, connections, active: false, nodeTypes, settings });
	}

	/** The credential's fields with their defaults and expressions evaluated, as n8n does it. */
	private resolveCredential(
		type: string,
		stored: ICredentialDataDecryptedObject,
		mode: WorkflowExecuteMode,
		executeData: IExecuteData | undefined,
		context?: ICredentialsExpressionResolveValues,
	): ICredentialDataDecryptedObject {
		const properties = this.loader.credentialTypes[type]?.type.properties ?? [];
		const parameters = stored as INodeParameters;
		const data = {
			...parameters,
			...NodeHelpers.getNodeParameters(properties, parameters, true, false, null, null),
		};
		// A form and a poll have no item.
		const {
			node = startNode(),
			workflow = this.workflow([node], {}),
			connectionInputData = [],
			itemIndex = 0,
			runExecutionData = null,
			runIndex = 0,
		}: Partial<ICredentialsExpressionResolveValues> = context ?? {};
		return workflow.expression.getParameterValue(
			data,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
			false,
			data,
		) as ICredentialDataDecryptedObject;
	}

	private additionalData(
		credentials: Record<string, object> = {},
		onChunk?: NodeRunRequest['onChunk'],
		executionId = 'test',
	): IWorkflowExecuteAdditionalData {
		const hooks = new ExecutionLifecycleHooks('webhook', 'test', { id: 'test' } as never);
		if (onChunk) hooks.addHandler('sendChunk', onChunk);
		const credentialsHelper = {
			getParentTypes: () => ['oAuth2Api'],
			isCredentialUsableByNode: () => true,
			preAuthentication: async () => undefined,
			runPreAuthentication: async () => undefined,
			getDecrypted: async (
				_data: unknown,
				_details: unknown,
				type: string,
				mode: WorkflowExecuteMode,
				executeData: IExecuteData | undefined,
				_raw: unknown,
				context: ICredentialsExpressionResolveValues | undefined,
			) => {
				this.credentialReads++;
				const stored = { ...credentials[type] } as ICredentialDataDecryptedObject;
				return this.resolveCredential(type, stored, mode, executeData, context);
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
			streamingEnabled: onChunk !== undefined,
			executionId,
			currentNodeExecutionIndex: 0,
			// n8n makes links below these in each execution; nothing listens there.
			formWaitingBaseUrl: 'http://127.0.0.1/',
			webhookWaitingBaseUrl: 'http://127.0.0.1/',
			variables: {},
			logAiEvent: () => {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}
}
