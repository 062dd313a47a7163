import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { FormItem } from '../forms/formItem';
import type { RecordOutput } from '../forms/simplify';
import type { Operation, OperationId } from '../api/operations';
import type { RequestBody } from '../api/records';
import type { ListRequest } from '../http/pagination';
import type { CheckedPath } from '../http/path';
import type { ServiceClient, ServiceRequest, ServiceResponse } from '../http/client';
import type { FieldTypes } from '../api/outputFields';

export interface OperationRequest<Of extends Operation> extends Omit<ServiceRequest<Of>, 'path'> {
	readonly body?: Of extends OperationId ? RequestBody<Of> : object;
}

export type OperationListRequest = Omit<ListRequest<Operation>, 'path' | 'body'>;

/** One input item as an operation sees it. */
export interface ItemContext<Of extends Operation = OperationId> extends FormItem {
	readonly operation: Of;
	/** Position of the item, from 0. */
	readonly itemIndex: number;
	/** How many input items the execution has. */
	readonly itemCount: number;
	/** Whether the node runs as a tool of a model. */
	readonly isTool: boolean;
	/** @throws InputError naming the path parameter and its format */
	readonly path: CheckedPath<Of>;
	/** The service, for requests of other operations. */
	readonly service: ServiceClient;
	/** n8n's cancel signal. */
	readonly signal?: AbortSignal;
	/** For what only some operations need, such as streaming. */
	readonly functions: IExecuteFunctions;
	/**
	 * Sends the operation's request, with the path of the item.
	 *
	 * @throws InputError if the request isn't possible, ServiceError if it fails
	 */
	request(request?: OperationRequest<Of>): Promise<ServiceResponse>;
	/**
	 * Reads the operation's list.
	 *
	 * @throws as {@link request}, and ServiceError if the list has no end
	 */
	list(request?: OperationListRequest): Promise<IDataObject[]>;
}

/** What a node does for each item. */
export interface ItemOperation<Of extends Operation = Operation> {
	/** Options in addition to those of all operations. */
	readonly options?: readonly INodeProperties[];
	/**
	 * The operation of an item. Called in the order of the items.
	 *
	 * @throws InputError if the item describes none
	 */
	operationOf(item: FormItem): Of;
	/** @returns plain records: the item loop adds pairing and order, and handles failures */
	execute(item: ItemContext<Of>): Promise<IDataObject[]>;
}

/** An entry of the drop-down 'Operation'. */
export interface NodeOperation<Id extends OperationId = OperationId> {
	/** Row of the catalogue. A workflow stores the part after the dot. */
	readonly id: Id;
	/** In the drop-down, for example "Get Many". */
	readonly name: string;
	/** In the node panel, for example "Get many users". */
	readonly action: string;
	readonly description: string;
	readonly fields: readonly INodeProperties[];
	readonly options?: readonly INodeProperties[];
	/** Fields of the response that its items have by default; all if not set. */
	readonly output?: RecordOutput;
	/** Fields that its items have in addition to those of the response. */
	readonly adds?: FieldTypes;
	execute(item: ItemContext<Id>): Promise<IDataObject[]>;
}

/** An entry of the drop-down 'Resource' with its operations, in alphabetical order. */
export interface NodeResource {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	readonly operations: readonly NodeOperation[];
}

/** What a workflow stores of `<resource>.<operation>`. */
export function operationValue(id: OperationId): string {
	return id.slice(id.indexOf('.') + 1);
}
