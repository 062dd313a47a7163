import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { FormItem } from '../forms/formItem';
import type { RecordOutput } from '../forms/simplify';
import type { NaturalKey } from '../forms/naturalKeys';
import type { NodeOperationId, Operation, OperationId } from '../api/operations';
import type { FieldTypes } from '../api/outputFields';
import type { RequestBody } from '../api/records';
import type { ItemContext, KeyedList } from './executionItem';
import type { SentChange } from './verify';

export type { ItemContext, KeyedList, OperationRequest } from './executionItem';

/** What a node does for each item. */
export interface ItemOperation<Of extends Operation = Operation> {
	/** In addition to those of all operations. */
	readonly options?: readonly INodeProperties[];
	/**
	 * The operation of an item. Called in the order of the items.
	 *
	 * @throws InputError if the item describes none
	 */
	operationOf(item: FormItem): Of;
	/** The key of the record to write, if no picker has it. The record may not exist. */
	key?(item: FormItem): NaturalKey;
	readonly keyedLists?: readonly KeyedList[];
	/** @returns plain records: the item loop adds pairing and order, and handles failures */
	execute(item: ItemContext<Of>): Promise<IDataObject[]>;
}

/** An entry of the drop-down 'Operation'. */
export interface NodeOperation<Id extends OperationId = OperationId> {
	/** Row of the catalogue, or several. A workflow stores the part after the dot. */
	readonly id: Id | Exclude<NodeOperationId, OperationId>;
	/** In the drop-down, for example "Get Many". */
	readonly name: string;
	/** In the node panel, for example "Get many users". */
	readonly action: string;
	readonly description: string;
	readonly fields: readonly INodeProperties[];
	/** In addition to those of all operations. */
	readonly options?: readonly INodeProperties[];
	/** Fields of the response that its items have by default; all if not set. */
	readonly output?: RecordOutput;
	/** Fields that its items have in addition to those of the response. */
	readonly outputFields?: FieldTypes;
	/** Its items confirm with this field that it is done, and have the IDs of the record. */
	readonly confirms?: 'deleted' | 'success';
	/** As {@link ItemOperation} has it. */
	key?(item: FormItem): NaturalKey;
	readonly keyedLists?: readonly KeyedList[];
	/** The body of its request. */
	body?(item: ItemContext<Id>): RequestBody<Id>;
	/** How its change is compared with the record, if the option 'Verify' is on. */
	change?(body: RequestBody<Id>): Omit<SentChange, 'path'>;
	/** If not set, one request, and its record as the item. */
	execute?(item: ItemContext<Id>): Promise<IDataObject[]>;
}

/** An entry of the drop-down 'Resource' with its operations, in alphabetical order. */
export interface NodeResource {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	readonly operations: readonly NodeOperation[];
}

/** What a workflow stores of `<resource>.<operation>`. */
export function operationValue(id: NodeOperationId): string {
	return id.slice(id.indexOf('.') + 1);
}
