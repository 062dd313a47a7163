/**
 * One execution of a node. Each item goes the same way: its form says which operation it is, a client
 * for its credential and tenant is selected, keys are replaced by IDs, and the operation does its work.
 * `itemLoop.ts` runs the items in parallel. An item that changes something has the record as its lock
 * key, so changes of one record keep the order of the items.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputError, ServiceError, withPartialResult } from '../api/errors';
import { readAuthentication } from '../forms/authentication';
import {
	checkItemCount,
	concurrency,
	readPreview,
	readSendOptions,
	readTenantId,
} from '../forms/options';
import { readBody } from '../forms/body';
import { changesNothing, changesOf, unchangedItem } from '../forms/changeSet/desiredUpdate';
import { isOn } from '../forms/parameters';
import { readOutput } from '../forms/simplify';
import {
	confirmationOf,
	onlyReads,
	type Operation,
	operationRow,
	type PathValues,
	requestsOf,
} from '../api/operations';
import { parseInteger } from '../values/scalars';
import { requestsAtOnce } from '../http/limits/concurrencyLimit';
import { credentialTypes } from '../http/auth/credential';
import { PlannedRequest, type ServiceClient } from '../http/client';
import { Connections } from '../http/connections';
import { ItemLoop, type ItemWork } from './itemLoop';
import { Execution } from './execution';
import {
	ItemContext,
	ItemParameters,
	type ItemOperation,
	type NodeOperation,
	type NodeResource,
	type Plan,
} from './operation';
import { toNodeError } from './nodeErrors';
import { previewItem } from './preview';
import { UpsertTask } from './upsert';
import { verifyChange, verifyOption } from './verify';

function selectedOperation(functions: IExecuteFunctions, resources: readonly NodeResource[]) {
	const resource = functions.getNodeParameter('resource', 0) as string;
	const operation = functions.getNodeParameter('operation', 0) as string;
	const selected = resources
		.flatMap(({ operations }) => operations)
		.find(({ id }) => id === `${resource}.${operation}`);
	if (selected) return selected;
	const refusal = new InputError(
		`The node has no operation "${operation}" for the resource "${resource}"`,
		"Open the node, and select 'Resource' and 'Operation' again.",
	);
	throw toNodeError(functions.getNode(), refusal);
}

/** A status alone can be the whole response, as of Check Availability. */
const confirmsEmpty = (body: unknown, byStatus: object) =>
	body === undefined && Object.keys(byStatus).length === 0 ? 'success' : undefined;

/**
 * What an item states once its record is read back, if the user wants that. Made before the request, so
 * a wrong option is refused before anything is sent.
 */
function verifierOf(item: ItemContext, { verification }: NodeOperation, byDefault: boolean) {
	if (!verification || !isOn(item, verifyOption(byDefault), 'options')) return () => ({});
	return async (sent?: IDataObject) => {
		const { fields } = await verifyChange(item, item.path, verification(item.fieldNames), sent);
		return fields;
	};
}

async function requestRecord(item: ItemContext, operation: NodeOperation): Promise<IDataObject[]> {
	const { form, output, byStatus = {} } = operation;
	const shown = output && readOutput(item, output);
	const verify = verifierOf(item, operation, false);
	const sent = form && readBody(item, form);
	const { body, record, statusCode } = await item.request({ body: sent });
	const confirms = confirmationOf(operationRow(item.operation)) ?? confirmsEmpty(body, byStatus);
	if (!confirms) {
		const further = Object.entries(byStatus).map(([name, test]) => [name, test(statusCode)]);
		return [{ ...(shown ? shown(record) : record), ...Object.fromEntries(further) }];
	}
	return [{ [confirms]: true, ...record, ...item.path, ...(await verify(sent)) }];
}

/** As {@link requestRecord}, with the changes that an item plans. */
async function requestChanges(
	item: ItemContext,
	planned: Plan,
	operation: NodeOperation,
): Promise<IDataObject[]> {
	const { body, current } = planned;
	const { path } = item;
	const { output } = operation;
	const changes = current && changesOf(planned);
	const shown = output && !current ? readOutput(item, output) : undefined;
	const verify = verifierOf(item, operation, changes !== undefined);
	if (changesNothing(planned)) return [{ ...unchangedItem(item, current, changes), ...path }];
	const { record } = await item.request({ body, preview: changes && { ...changes, ...path } });
	const confirms = operationRow(item.operation).bodiless && { success: true };
	const fields = shown ? shown(record) : record;
	const changed = { ...confirms, ...path, changed: true, ...fields, ...changes };
	return [{ ...changed, ...(await verify(body)) }];
}

/** The `execute` of a node with resources: does the selected operation for every input item. */
export function executeOf(resources: readonly NodeResource[]) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = selectedOperation(this, resources);
		const execute = executeEach({
			...operation,
			operationOf: () => requestsOf(operation.id)[0],
			async execute(item) {
				if (operation.execute) return await operation.execute(item);
				const planned = await operation.plan?.(item);
				return planned
					? await requestChanges(item, planned, operation)
					: await requestRecord(item, operation);
			},
		});
		return await execute.call(this);
	};
}

/** The `execute` of a node without resources: does the same for every input item. */
export function executeEach(work: ItemOperation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const runner = new ItemRunner(this, work);
		try {
			const loop = new ItemLoop(this, runner.atOnce, (itemIndex) => runner.prepare(itemIndex));
			return [await loop.run()];
		} finally {
			runner.execution.hints.flush();
		}
	};
}

/** The number in 'Concurrency' of the first item, if the user set it. Items with a wrong one fail. */
function readFixedCount(execution: Execution): number | undefined {
	try {
		const options = execution.read('options', 0, {}) as IDataObject;
		const value = options[concurrency.name];
		return value === undefined ? undefined : (parseInteger(value, 1) ?? 1);
	} catch {
		return undefined;
	}
}

/** An item that is ready, and what it creates or updates. */
interface Task {
	readonly item: ItemContext;
	readonly upsert?: UpsertTask;
}

/**
 * One execution of a node. Whatever is wrong, also with options of the whole node, is the error of an
 * item, so the workflow can continue on failure.
 */
class ItemRunner {
	readonly execution: Execution;
	/** How many items run at the same time, if the user set it. */
	private readonly fixedCount?: number;
	private connections?: Connections;
	/** Keys of records that did not exist before this execution, each with its tenant. */
	private readonly newKeys = new Set<string>();
	/** Rejected if the items are too many to be deleted. */
	private countChecked?: Promise<void>;

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly work: ItemOperation,
	) {
		this.execution = new Execution(functions);
		this.fixedCount = readFixedCount(this.execution);
	}

	private get isFixed(): boolean {
		return this.fixedCount !== undefined;
	}

	get atOnce(): number {
		return this.fixedCount ?? requestsAtOnce.maximum;
	}

	/** Begins with an item. Called in the order of the items. */
	prepare(itemIndex: number): ItemWork {
		const form = new ItemParameters(this.execution, itemIndex);
		const operation = this.work.operationOf(form);
		const row = operationRow(operation);
		const mayChange = !onlyReads(row);
		const isPreview = mayChange && readPreview(form);
		const changes = mayChange && !isPreview;
		let service: ServiceClient | undefined;
		const begun = this.begin(form, operation, isPreview).then((task) => {
			({ service } = task.item);
			return task;
		});
		return {
			lockKey: changes ? begun.then(async (task) => await this.lockKeyOf(task)) : undefined,
			run: async (letNextBegin) => await this.execute(await begun, letNextBegin),
			mayHaveActed: () => service?.mayHaveActed === true,
		};
	}

	/** Checks the options of all items, before the first deletion. */
	private async checkCount(): Promise<void> {
		const items = this.functions.getInputData();
		checkItemCount(items.map((_item, index) => new ItemParameters(this.execution, index)));
	}

	private async begin(
		form: ItemParameters,
		operation: Operation,
		isPreview: boolean,
	): Promise<Task> {
		const { method, interactiveUser } = operationRow(operation);
		if (method === 'DELETE') await (this.countChecked ??= this.checkCount());
		if (interactiveUser && !this.isSignedIn(form)) {
			throw InputError.of('api-client-must-be-a-user');
		}
		const options = { ...readSendOptions(form), readsOnly: isPreview };
		this.connections ??= new Connections(this.functions, readAuthentication(form), {
			...options,
			signal: this.functions.getExecutionCancelSignal(),
			fixedConcurrency: this.isFixed,
		});
		const service = await this.connections.get(form.itemIndex, readTenantId(form), options);
		const item = new ItemContext(form, operation, service, isPreview);
		const { keyedLists, upsert } = this.work;
		await item.resolveKeys(keyedLists);
		return { item, upsert: upsert && new UpsertTask(item, upsert(item)) };
	}

	/** Whether the node acts as a user. Without the credential, n8n's own error would be less clear. */
	private isSignedIn(form: ItemParameters): boolean {
		const { credentials = {} } = this.functions.getNode();
		return readAuthentication(form) === 'user' && credentials[credentialTypes.user] !== undefined;
	}

	private async execute(task: Task, letNextBegin?: () => void): Promise<IDataObject[]> {
		const { item, upsert } = task;
		const { service } = item;
		try {
			const records = await (upsert?.run(letNextBegin) ?? this.work.execute(item));
			if (item.isPreview) return await this.preview(task, records[0]);
			// JSON is redacted when it is received. The parts of a stream may be harmless alone.
			return operationRow(item.operation).streams ? service.redact(records) : records;
		} catch (error) {
			if (error instanceof PlannedRequest) return await this.preview(task, error.preview);
			// What arrived before a failure may repeat a secret.
			const received = error instanceof ServiceError ? service.redact(error.received) : {};
			throw withPartialResult(error, received);
		}
	}

	private async preview({ item, upsert }: Task, planned: IDataObject = {}) {
		return [await previewItem(item, planned, upsert ? {} : this.changedBy(item))];
	}

	/** The path of the record that an item changes; empty if it creates one. */
	private changedBy(item: ItemContext): PathValues {
		return this.work.changed?.(item) ?? item.path;
	}

	/** Changes of the same record have the same key, and so do creations. */
	private async lockKeyOf(task: Task): Promise<string | undefined> {
		const { method, path } = operationRow(task.item.operation);
		const record = await this.recordOf(task);
		const isCreation = record.length === 0;
		if (isCreation && this.isFixed && method === 'POST') return undefined;
		// UUIDs are the same in either case.
		const names = isCreation ? [path] : record.map((id) => String(id).toLowerCase());
		return JSON.stringify([task.item.service.source, ...names]);
	}

	/** What identifies the record that an item changes; empty if it creates one. */
	private async recordOf({ item, upsert }: Task): Promise<unknown[]> {
		if (!upsert) return Object.values(this.changedBy(item));
		const { compared } = upsert.wanted.key;
		const id = await upsert.find();
		const key = JSON.stringify([item.service.source, compared]);
		if (id === undefined) this.newKeys.add(key);
		if (!this.newKeys.has(key)) return [id];
		// Earlier items with the key may still wait among the creations.
		return this.isFixed ? [compared] : [];
	}
}
