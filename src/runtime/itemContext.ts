import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { NoteKind } from '../forms/formItem';
import { noteLimit, withinLimit } from '../forms/lists';
import { type Operation, operationRow, type PathOf, pathParametersOf } from '../api/operations';
import { readList } from '../http/pagination';
import type { CheckedPath } from '../http/path';
import type { ServiceClient, ServiceResponse } from '../http/client';
import type { ExecutionNotes } from './executionHints';
import type { ItemContext, OperationListRequest, OperationRequest } from './operation';
import type { ItemParameters } from './parameters';
import { isTool } from './tool';

/** One input item of an operation: its parameters and its requests. */
export class OperationItem<Of extends Operation> implements ItemContext<Of> {
	private checkedPath: CheckedPath<Of> | undefined;

	/**
	 * @param operation the operation
	 * @param parameters the item's parameters
	 * @param service the service, connected for the whole execution
	 * @param functions n8n's execution context
	 * @param notes what there is to know of the execution
	 */
	constructor(
		readonly operation: Of,
		private readonly parameters: ItemParameters,
		readonly service: ServiceClient,
		readonly functions: IExecuteFunctions,
		private readonly notes: ExecutionNotes,
	) {}

	get itemIndex(): number {
		return this.parameters.itemIndex;
	}

	get signal(): AbortSignal | undefined {
		return this.functions.getExecutionCancelSignal();
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
		return this.parameters.read(name, fallback) as Value;
	}

	note(text: string, kind: NoteKind = 'info'): void {
		this.notes.add(this.itemIndex, text, kind);
	}

	async request(request: OperationRequest<Of> = {}): Promise<ServiceResponse> {
		return await this.service.request(this.operation, { ...request, path: this.path });
	}

	async list(request: OperationListRequest = {}): Promise<IDataObject[]> {
		const { limit, ...whole } = request;
		const isPaged = operationRow(this.operation).paging !== undefined;
		const records = await readList(this.service, this.operation, {
			...(isPaged ? request : whole),
			path: this.path,
		});
		if (!isPaged) return withinLimit(this, records, limit);
		noteLimit(this, records, limit);
		return records;
	}
}
