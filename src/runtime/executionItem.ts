import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isRecord } from '../api/jsonObject';
import { type Operation, type PathOf, pathParameters, pathParametersOf } from '../api/operations';
import type { HintType } from '../forms/formItem';
import { hintAtLimit } from '../forms/lists';
import type { ServiceClient, ServiceResponse } from '../http/client';
import { readList } from '../http/pagination';
import type { CheckedPath } from '../http/path';
import type { ExecutionHints } from './executionHints';
import type { ItemContext, OperationListRequest, OperationRequest } from './operation';
import { isTool } from './tool';

/** Whether a stored parameter holds an expression, whose value can differ from item to item. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(hasExpression);
}

/** The value of a picker. In other fields, JSON may have the same form. */
function pickedValue(name: string, value: unknown): unknown {
	if (!Object.hasOwn(pathParameters, name) || !isRecord(value)) return value;
	return 'mode' in value && 'value' in value ? value.value : value;
}

/** The parameters of a node. n8n evaluates those without an expression once for all items. */
export class NodeParameters {
	private readonly fixedValues = new Map<string, unknown>();
	private readonly expressions = new Map<string, boolean>();

	constructor(private readonly functions: IExecuteFunctions) {}

	/**
	 * @param itemIndex position of the item, from 0
	 * @param fallback value if the parameter isn't set
	 */
	read(name: string, itemIndex: number, fallback?: unknown): unknown {
		const evaluate = () =>
			pickedValue(name, this.functions.getNodeParameter(name, itemIndex, fallback) as unknown);
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

/** One input item of an execution. */
export class ExecutionItem<Of extends Operation> implements ItemContext<Of> {
	/** Both depend on the form and are set before the operation runs. */
	operation!: Of;
	service!: ServiceClient;

	private readonly values = new Map<string, unknown>();
	private checkedPath: CheckedPath<Of> | undefined;

	constructor(
		readonly functions: IExecuteFunctions,
		readonly itemIndex: number,
		private readonly parameters: NodeParameters,
		private readonly hints: ExecutionHints,
	) {}

	get signal(): AbortSignal | undefined {
		return this.functions.getExecutionCancelSignal();
	}

	get itemCount(): number {
		return this.functions.getInputData().length;
	}

	get isTool(): boolean {
		return isTool(this.functions.getNode());
	}

	get path(): CheckedPath<Of> {
		this.checkedPath ??= this.service.path(
			this.operation,
			Object.fromEntries(
				pathParametersOf(this.operation).map((name) => [name, this.parameter<unknown>(name)]),
			) as Record<keyof PathOf<Of>, unknown>,
		);
		return this.checkedPath;
	}

	parameter<Value>(name: string, fallback?: Value): Value {
		if (!this.values.has(name)) {
			this.values.set(name, this.parameters.read(name, this.itemIndex, fallback));
		}
		return this.values.get(name) as Value;
	}

	hint(text: string, type: HintType = 'info'): void {
		this.hints.add(this.itemIndex, text, type);
	}

	async request(request: OperationRequest<Of> = {}): Promise<ServiceResponse> {
		return await this.service.request(this.operation, { ...request, path: this.path });
	}

	async list(request: OperationListRequest = {}): Promise<IDataObject[]> {
		const records = await readList(this.service, this.operation, { ...request, path: this.path });
		hintAtLimit(this, records, request.limit);
		return records;
	}
}
