import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isRecord } from '../values/jsonObject';
import {
	onlyReads,
	type Operation,
	type OperationId,
	operationRow,
	type PathOf,
	pathParameters,
	pathParametersOf,
} from '../api/operations';
import type { RequestBody } from '../api/records';
import { assumedNamesHint } from '../forms/body';
import type { FormItem, HintType } from '../forms/formItem';
import { hintAtLimit, listRemedies } from '../forms/lists';
import { findKeys, isKeyed, NaturalKey, readPicked } from '../forms/naturalKeys';
import { readTenantId } from '../forms/options';
import type { FieldNames } from '../api/fieldNames';
import type { ServiceClient, ServiceRequest, ServiceResponse } from '../http/client';
import { type ListRequest, readList } from '../http/pagination';
import type { CheckedPath } from '../http/path';
import type { ExecutionHints } from './executionHints';
import { resolveKey } from './keySearch';
import { isTool } from './tool';

/** Whether a stored parameter is an expression, whose value can differ from item to item. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(hasExpression);
}

/** The value or the key of a picker. In other fields, JSON may have the same form. */
function pickedValue(name: string, value: unknown, hasTenantId: boolean): unknown {
	if (!Object.hasOwn(pathParameters, name)) return value;
	const isLocator = isRecord(value) && 'mode' in value && 'value' in value;
	const picked: IDataObject = isLocator ? value : { value: value as IDataObject[string] };
	return isKeyed(name) ? readPicked(name, picked, hasTenantId) : picked.value;
}

/** The parameters of a node. n8n evaluates those without an expression once for all items. */
export class NodeParameters {
	private readonly fixedValues = new Map<string, unknown>();
	private readonly expressions = new Map<string, boolean>();
	private readonly hasTenantId: boolean;

	constructor(private readonly functions: IExecuteFunctions) {
		this.hasTenantId = Object.hasOwn(Object(functions.getNode().parameters.options), 'tenantId');
	}

	/**
	 * @param itemIndex position of the item, from 0
	 * @param fallback value if the parameter isn't set
	 */
	read(name: string, itemIndex: number, fallback?: unknown): unknown {
		const evaluate = () => {
			const value: unknown = this.functions.getNodeParameter(name, itemIndex, fallback);
			return pickedValue(name, value, this.hasTenantId);
		};
		if (this.dependsOnItem(name)) return evaluate();
		if (!this.fixedValues.has(name)) this.fixedValues.set(name, evaluate());
		return this.fixedValues.get(name);
	}

	private dependsOnItem(name: string): boolean {
		const top = name.split('.')[0] ?? name;
		const known = this.expressions.get(top);
		if (known !== undefined) return known;
		const depends = hasExpression(this.functions.getNode().parameters[top]);
		this.expressions.set(top, depends);
		return depends;
	}
}

export interface OperationRequest<Of extends Operation> extends Omit<ServiceRequest<Of>, 'path'> {
	readonly body?: Of extends OperationId ? RequestBody<Of> : object;
}

/** A parameter with lists whose IDs can be keys. A field of a collection has its path. */
export interface KeyedList {
	readonly parameter: string;
	read(form: FormItem): unknown;
}

/** What the items of an execution share. */
export interface Execution {
	readonly functions: IExecuteFunctions;
	readonly parameters: NodeParameters;
	readonly hints: ExecutionHints;
}

/** The form of one input item. */
export class ItemForm implements FormItem {
	protected assumedNames: readonly string[] = [];

	constructor(
		readonly execution: Execution,
		/** Position of the item, from 0. */
		readonly itemIndex: number,
		/** Parameters that were read, so an expression is evaluated once. */
		readonly values = new Map<string, unknown>(),
	) {}

	get functions(): IExecuteFunctions {
		return this.execution.functions;
	}

	/** How many input items the execution has. */
	get itemCount(): number {
		return this.functions.getInputData().length;
	}

	/** Whether the node runs as a tool of a model. */
	get isTool(): boolean {
		return isTool(this.functions.getNode());
	}

	parameter<Value>(name: string, fallback?: Value): Value {
		if (!this.values.has(name)) {
			const { parameters } = this.execution;
			this.values.set(name, parameters.read(name, this.itemIndex, fallback));
		}
		return this.values.get(name) as Value;
	}

	noteAssumed(names: readonly string[]): void {
		this.assumedNames = names;
	}

	hint(text: string, type: HintType = 'info'): void {
		this.execution.hints.add(this.itemIndex, text, type);
	}
}

/** One input item as an operation sees it. */
export class ItemContext<Of extends Operation = OperationId> extends ItemForm {
	private checkedPath: CheckedPath<Of> | undefined;

	constructor(
		{ execution, itemIndex, values }: ItemForm,
		readonly operation: Of,
		readonly service: ServiceClient,
		/** Whether the item only shows the request that it would send. */
		readonly isPreview = false,
	) {
		super(execution, itemIndex, values);
	}

	get fieldNames(): FieldNames {
		return this.service.fieldNames;
	}

	/** n8n's cancel signal. */
	get signal(): AbortSignal | undefined {
		return this.functions.getExecutionCancelSignal();
	}

	/** @throws InputError naming the path parameter and its format */
	get path(): CheckedPath<Of> {
		this.checkedPath ??= this.service.path(
			this.operation,
			Object.fromEntries(
				pathParametersOf(this.operation).map((name) => [name, this.parameter<unknown>(name)]),
			) as Record<keyof PathOf<Of>, unknown>,
		);
		return this.checkedPath;
	}

	/**
	 * Finds the records that its pickers and lists name by a key. Then they have their IDs.
	 *
	 * @throws InputError if there isn't exactly one record, ServiceError if a search fails
	 */
	async resolveKeys(lists: readonly KeyedList[] = []): Promise<void> {
		for (const name of pathParametersOf(this.operation)) {
			const value = this.parameter<unknown>(name);
			if (value instanceof NaturalKey) this.values.set(name, await resolveKey(this.service, value));
		}
		for (const list of lists) await this.resolveList(list);
	}

	private async resolveList({ parameter, read }: KeyedList): Promise<void> {
		const [top = '', field = top] = parameter.split('.');
		// What an expression or n8n returned belongs to all items.
		const form: IDataObject = structuredClone({ [field]: read(this) as IDataObject[string] });
		const places = findKeys(form);
		if (places.length === 0) return;
		for (const { holder, name, key } of places) holder[name] = await resolveKey(this.service, key);
		this.values.set(parameter, form[field]);
		if (field !== top) this.values.set(top, { ...this.parameter<IDataObject>(top), ...form });
	}

	/**
	 * Sends the operation's request, with the path of the item.
	 *
	 * @throws InputError if the request isn't possible, ServiceError if it fails
	 */
	async request(request: OperationRequest<Of> = {}): Promise<ServiceResponse> {
		const response = await this.service.request(this.operation, { ...request, path: this.path });
		this.hintAtMissing(response.record);
		return response;
	}

	/** The record in the response to a change shows which names the service knows. */
	private hintAtMissing(record: IDataObject): void {
		const row = operationRow(this.operation);
		const missing = this.assumedNames.filter((name) => record[name] === undefined);
		if (missing.length === 0 || row.bodiless || onlyReads(row)) return;
		this.hint(assumedNamesHint(missing), 'building');
	}

	/**
	 * Reads the operation's list. Where a record doesn't show them, it gets the identifiers of the path
	 * and the tenant of the options, so lists of several items can be told apart.
	 *
	 * @throws as {@link request}, and ServiceError if the list has no end
	 */
	async list(request: Omit<ListRequest<Of>, 'path' | 'body'> = {}): Promise<IDataObject[]> {
		const records = await readList(this.service, this.operation, {
			...request,
			path: this.path,
			remedies: listRemedies,
		});
		hintAtLimit(this, records, request.limit);
		const tenantId = readTenantId(this);
		const parents = { ...this.path, ...(tenantId !== undefined && { tenantId }) };
		return records.map((record) => ({ ...parents, ...record }));
	}
}
