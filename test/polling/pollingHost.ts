import {
	ErrorReporter,
	PollContext,
	PollTriggerExecutor,
	Tracing,
	TriggersAndPollers,
} from 'n8n-core';
import type { IDataObject, INodeExecutionData, Logger } from 'n8n-workflow';
import type { Engine, NodeRunRequest } from '../engine/engine';

/** How n8n keeps the state of a polling trigger. */
export type StateKeeping =
	/**
	 * In the memory of the process. n8n 2.41 stores it after an activation and with each poll that
	 * emits something, and not after a poll that emits nothing.
	 */
	| 'memory'
	/**
	 * As a durable cursor, stored together with the execution, or alone after a poll that emits
	 * nothing; but not after the first poll of an activation, unless that emits something.
	 */
	| 'durable';

/**
 * Polls a trigger as n8n does, with n8n's own poll context and executor; only the database is a
 * text here.
 */
export class PollingHost {
	/** The records that each execution was started with. */
	readonly executions: IDataObject[][] = [];

	/** What polls threw, as n8n would record it. */
	readonly failures: Error[] = [];

	/** What polls wrote into n8n's log. */
	readonly warnings: string[] = [];

	/** The state in the database. */
	stored = '{}';

	/** The state, if it is kept in the memory of the process. */
	staticData: IDataObject = {};

	private context?: PollContext;

	private readonly logger = {
		debug: () => {},
		info: () => {},
		error: () => {},
		warn: (text: string) => this.warnings.push(text),
		scoped: () => this.logger,
	} as unknown as Logger;

	constructor(
		private readonly engine: Engine,
		public request: NodeRunRequest,
		private readonly keeping: StateKeeping = 'memory',
		private readonly budgetMilliseconds?: number,
	) {}

	/** All records emitted so far. */
	get events(): IDataObject[] {
		return this.executions.flat();
	}

	/**
	 * Activates the workflow, or starts n8n with the workflow active.
	 *
	 * @throws what the first poll throws, as it keeps n8n from activating the workflow
	 */
	async activate(mode: 'init' | 'activate' = 'activate'): Promise<this> {
		const staticData = JSON.parse(this.stored) as IDataObject;
		const context = this.createContext(staticData, mode);
		await this.execute(context, true);
		if (this.keeping === 'memory') this.stored = JSON.stringify(staticData);
		this.staticData = staticData;
		this.context = context;
		return this;
	}

	/** The clock strikes. */
	async poll(): Promise<void> {
		if (!this.context) throw new Error('The workflow is not active');
		// With durable cursors each poll has a context of its own.
		if (this.keeping === 'durable') this.context = this.createContext({}, 'update');
		await this.execute(this.context, false);
	}

	/** Turns the workflow off, or kills n8n: what was in memory only is gone. */
	stop(): void {
		this.context = undefined;
	}

	/** Publishes the workflow again, with another form or credential. */
	async republish(changes: Partial<NodeRunRequest>): Promise<void> {
		this.stop();
		this.request = { ...this.request, ...changes };
		await this.activate();
	}

	private createContext(
		staticData: IDataObject,
		mode: 'init' | 'activate' | 'update',
	): PollContext {
		const context = this.engine.pollContext(this.request, staticData, 'trigger', mode);
		Object.defineProperty(context, 'logger', { value: this.logger });
		const take = (data: INodeExecutionData[][]) => {
			this.executions.push((data[0] ?? []).map(({ json }) => json));
		};
		if (this.budgetMilliseconds !== undefined) {
			Object.assign(context, { getPollBudgetMs: () => this.budgetMilliseconds });
		}
		if (this.keeping === 'memory') {
			return Object.assign(context, {
				__emit: (data: INodeExecutionData[][]) => {
					this.stored = JSON.stringify(staticData);
					take(data);
				},
				__emitError: (error: Error) => this.failures.push(error),
			});
		}
		let cursor: IDataObject = {};
		return Object.assign(context, {
			getWorkflowStaticData: () => cursor,
			__runPoll: async (poll: () => Promise<void>) => {
				cursor = JSON.parse(this.stored) as IDataObject;
				await poll();
			},
			__emit: (data: INodeExecutionData[][]) => {
				this.stored = JSON.stringify(cursor);
				take(data);
			},
			__commitCursor: async () => {
				this.stored = JSON.stringify(cursor);
			},
			__emitError: (error: Error) => this.failures.push(error),
		});
	}

	private async execute(context: PollContext, isActivation: boolean): Promise<void> {
		const executor = new PollTriggerExecutor(
			this.logger as ConstructorParameters<typeof PollTriggerExecutor>[0],
			new TriggersAndPollers(),
			new Tracing(),
			{ error: () => {} } as unknown as ErrorReporter,
		);
		const { workflow, node } = context;
		await executor.create(workflow, node, context, () => true)(isActivation);
	}
}

/** The records of a manual test of a trigger, which must keep no state. */
export async function pollManually(engine: Engine, request: NodeRunRequest) {
	const staticData: IDataObject = {};
	const context = engine.pollContext(request, staticData, 'manual', 'manual');
	const output = await engine.nodeType(request.type).poll?.call(context);
	expect(staticData).toEqual({});
	return (output?.[0] ?? []).map(({ json }) => json);
}
