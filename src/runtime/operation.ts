import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { FormItem } from '../forms/formItem';
import type { RecordOutput } from '../forms/simplify';
import type { Operation, OperationId } from '../api/operations';
import type { RequestBody } from '../api/records';
import type { ListRequest } from '../http/pagination';
import type { CheckedPath } from '../http/path';
import type { ServiceClient, ServiceRequest, ServiceResponse } from '../http/client';
import type { FieldTypes } from '../api/outputFields';

/** What an operation's own request carries besides its path. */
export interface OperationRequest<Of extends Operation> extends Omit<ServiceRequest<Of>, 'path'> {
	readonly body?: Of extends OperationId ? RequestBody<Of> : object;
}

/** Which records of an operation's own list are wanted. */
export type OperationListRequest = Omit<ListRequest<Operation>, 'path' | 'body'>;

/** One input item as an operation sees it. */
export interface ItemContext<Of extends Operation = OperationId> extends FormItem {
	readonly operation: Of;
	/** Position of the item, from 0. */
	readonly itemIndex: number;
	/** How many input items the execution has. */
	readonly itemCount: number;
	/** Whether a model asked for it, as a tool. */
	readonly isTool: boolean;
	/**
	 * The operation's path parameters, checked.
	 *
	 * @throws InputError naming the parameter and what it must look like
	 */
	readonly path: CheckedPath<Of>;
	/** The service, for requests of other operations. */
	readonly service: ServiceClient;
	/** n8n's cancel signal. */
	readonly signal?: AbortSignal;
	/** n8n itself, for what only some operations need, such as sending chunks. */
	readonly functions: IExecuteFunctions;
	/**
	 * Sends the operation's request.
	 *
	 * @param request query and body; the path is that of the item
	 * @throws InputError where the request is not possible, ServiceError where it is not fulfilled
	 */
	request(request?: OperationRequest<Of>): Promise<ServiceResponse>;
	/**
	 * Reads the operation's list, in the way that the operation names.
	 *
	 * @param request query, where to begin and how many records are wanted
	 * @throws as {@link request}, and ServiceError where the list has no end
	 */
	list(request?: OperationListRequest): Promise<IDataObject[]>;
}

/** What a node does for each item. */
export interface ItemOperation<Of extends Operation = Operation> {
	/** Further entries of the Options collection, besides those that every operation has. */
	readonly options?: readonly INodeProperties[];
	/**
	 * The operation of the service that an item is for; called in the order of the items.
	 *
	 * @throws InputError where the item describes none
	 */
	operationOf(item: FormItem): Of;
	/**
	 * Does the operation for one item.
	 *
	 * @returns plain records; pairing, order and failures are the item loop's
	 */
	execute(item: ItemContext<Of>): Promise<IDataObject[]>;
}

/** An entry of the Operation drop-down: its form and what it does. */
export interface NodeOperation<Id extends OperationId = OperationId> {
	/** Row of the catalogue; the part after the dot is the value that a workflow stores. */
	readonly id: Id;
	/** How the drop-down shows it, for example "Get Many". */
	readonly name: string;
	/** How the node panel shows it, for example "Get many users". */
	readonly action: string;
	readonly description: string;
	readonly fields: readonly INodeProperties[];
	/** As {@link ItemOperation} has them. */
	readonly options?: readonly INodeProperties[];
	/** Which fields of the response its items have at first; all where left out. */
	readonly output?: RecordOutput;
	/** The fields that its items have at first besides those of the response. */
	readonly adds?: FieldTypes;
	/** As {@link ItemOperation} has it. */
	execute(item: ItemContext<Id>): Promise<IDataObject[]>;
}

/** An entry of the Resource drop-down with its operations, in alphabetical order. */
export interface NodeResource {
	readonly name: string;
	readonly value: string;
	/** What such a record is, in one line. */
	readonly description: string;
	readonly operations: readonly NodeOperation[];
}

/**
 * The value of an operation's entry in the drop-down.
 *
 * @param id `<resource>.<operation>`
 */
export function operationValue(id: OperationId): string {
	return id.slice(id.indexOf('.') + 1);
}
