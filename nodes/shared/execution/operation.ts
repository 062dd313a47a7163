import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import type { OperationId } from '../service/operations';
import type { ServiceClient } from '../transport/serviceClient';

/** One input item as an operation sees it. */
export interface ItemContext {
	/** Position of the item, from 0. */
	readonly itemIndex: number;
	readonly node: INode;
	readonly service: ServiceClient;
	/** n8n's cancel signal. */
	readonly signal?: AbortSignal;
	/** n8n itself, for what only some operations need, such as sending chunks. */
	readonly functions: IExecuteFunctions;
	/**
	 * The value of a parameter for this item; pickers give the identifier.
	 *
	 * @param name name or path of the parameter
	 * @param fallback value where the parameter is not set
	 */
	parameter<Value>(name: string, fallback?: Value): Value;
}

/** An entry of the Operation drop-down: its form and what it does. */
export interface NodeOperation {
	/** Row of the catalogue; the part after the dot is the value that a workflow stores. */
	readonly id: OperationId;
	/** How the drop-down shows it, for example "Get Many". */
	readonly name: string;
	/** How the node panel shows it, for example "Get many users". */
	readonly action: string;
	readonly description: string;
	readonly fields: readonly INodeProperties[];
	/** Further entries of the Options collection, besides those that every operation has. */
	readonly options?: readonly INodeProperties[];
	/**
	 * Does the operation for one item.
	 *
	 * @returns plain records; pairing, order and failures are the item loop's
	 */
	execute(item: ItemContext): Promise<IDataObject[]>;
}

/** An entry of the Resource drop-down with its operations, in alphabetical order. */
export interface NodeResource {
	readonly name: string;
	readonly value: string;
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
