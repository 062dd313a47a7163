/** What an operation of a node is, and the item that it works on. */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { ownNamesOf } from '../api/assumedNames';
import type { ErrorCode } from '../api/errorCodes';
import {
	type NodeOperationId,
	onlyReads,
	type Operation,
	operationRow,
	pathParametersOf,
	type PathValues,
} from '../api/operations';
import { assumedNamesHint, type BodyForm } from '../forms/body';
import type { Differences } from '../forms/changeSet/diff';
import type { Form, FormItem, HintType } from '../forms/formItem';
import { listRemedies, openListHint } from '../forms/lists';
import { type KeyedPicker, NaturalKey } from '../forms/naturalKeys';
import { readTenantId } from '../forms/options';
import { titleOf } from '../forms/parameters';
import type { RecordOutput } from '../forms/simplify';
import { type FieldNames, recordOf } from '../api/fieldNames';
import type { ServiceClient, ServiceRequest, ServiceResponse } from '../http/client';
import { type ListRequest, readList } from '../http/pagination';
import { checkPath } from '../http/path';
import type { Execution } from './execution';
import { keyedRecords } from './keySearch';
import { type NamedValues, replaceNames, resolveNames } from './namesInLists';

export type OperationRequest = Omit<ServiceRequest, 'path'>;

/** A parameter with lists whose IDs can be keys. A field of a collection has its path. */
export interface KeyedList {
	readonly parameter: string;
	read(form: FormItem): unknown;
	/** The picker of what the {@link NamedValues} name that `read` returns. */
	readonly names?: KeyedPicker;
}

/** The parameters of one input item. */
export class ItemParameters implements Form {
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

	get isTool(): boolean {
		return this.execution.isTool;
	}

	parameter<Value>(name: string, fallback?: Value): Value {
		if (!this.values.has(name)) {
			this.values.set(name, this.execution.read(name, this.itemIndex, fallback));
		}
		return this.values.get(name) as Value;
	}
}

/** One input item as an operation sees it. */
export class ItemContext extends ItemParameters implements FormItem {
	constructor(
		{ execution, itemIndex, values }: ItemParameters,
		readonly operation: Operation,
		readonly service: ServiceClient,
		/** Whether the item only shows the request that it would send. */
		readonly isPreview: boolean,
	) {
		super(execution, itemIndex, values);
	}

	get fieldNames(): FieldNames {
		return this.service.fieldNames;
	}

	/** n8n's cancel signal. */
	readonly signal = this.functions.getExecutionCancelSignal();

	hint(text: string, type: HintType = 'info'): void {
		// It may quote an event of the service.
		this.execution.hints.add(this.itemIndex, this.service.redact(text), type);
	}

	/** @throws InputError naming the path parameter and its format */
	get path(): PathValues {
		const names = pathParametersOf(this.operation);
		const values = names.map((name) => [name, this.parameter<unknown>(name)]);
		return checkPath(this.operation, Object.fromEntries(values));
	}

	/**
	 * Finds the records that its pickers and lists name by a key. Then they have their IDs.
	 *
	 * @throws InputError if there isn't exactly one record, ServiceError if a search fails
	 */
	async resolveKeys(lists: readonly KeyedList[] = []): Promise<void> {
		for (const name of pathParametersOf(this.operation)) {
			const value = this.parameter<unknown>(name);
			if (!(value instanceof NaturalKey)) continue;
			this.values.set(name, await keyedRecords(this.service, value).require(value));
		}
		for (const list of lists) await this.resolveList(list);
	}

	private async resolveList({ parameter, names, read }: KeyedList): Promise<void> {
		const [top = '', field = top] = parameter.split('.');
		const given = read(this);
		const value = names
			? await resolveNames(this.service, names, given as NamedValues[])
			: await replaceNames(this.service, given, field);
		if (value === undefined) return;
		const form = { [field]: value as IDataObject[string] };
		this.values.set(parameter, value);
		if (field !== top) this.values.set(top, { ...this.parameter<IDataObject>(top), ...form });
	}

	/**
	 * Sends the operation's request, with the path of the item.
	 *
	 * @throws InputError if the request isn't possible, ServiceError if it fails
	 */
	async request(request: OperationRequest = {}): Promise<ServiceResponse> {
		const response = await this.service.request(this.operation, { ...request, path: this.path });
		this.hintAtMissing(Object(request.body) as IDataObject, response.record);
		return response;
	}

	/**
	 * The record in the response to a change shows which of the assumed names the service knows. The hint
	 * is for whoever builds the workflow.
	 */
	private hintAtMissing(body: IDataObject, record: IDataObject): void {
		const row = operationRow(this.operation);
		if (row.bodiless || onlyReads(row) || this.functions.getMode() !== 'manual') return;
		const name = recordOf(this.operation);
		const shown = this.fieldNames.toBody(name, record);
		const missing = ownNamesOf(name)
			.map((own) => this.fieldNames.sentName(name, own))
			.filter((sent) => body[sent] !== undefined && shown[sent] === undefined);
		if (missing.length > 0) this.hint(assumedNamesHint(missing));
	}

	/**
	 * Reads the operation's list. Where a record doesn't show them, it gets the identifiers of the path
	 * and the tenant of the options, so it's known which item a record is from. A tenant has its own.
	 *
	 * @throws as {@link request}, and ServiceError if the list has no end
	 */
	async list(request: Omit<ListRequest, 'path' | 'body'>): Promise<IDataObject[]> {
		const noteOpenEnd = () => this.hint(openListHint);
		const sent = { ...request, ...listRemedies, noteOpenEnd, path: this.path };
		const records = await readList(this.service, this.operation, sent);
		this.hintAtLimit(records, request.limit);
		const tenantId = recordOf(this.operation) === 'tenant' ? undefined : readTenantId(this);
		const parents = { ...this.path, ...(tenantId !== undefined && { tenantId }) };
		return records.map((record) => ({ ...parents, ...record }));
	}

	/** n8n itself shows that a limit was reached, but only for a single input item. */
	hintAtLimit({ length }: readonly object[], limit = Infinity): void {
		if (length < limit || this.functions.getInputData().length === 1) return;
		this.hint("'Limit' was reached. Turn on 'Return All' to return all records.");
	}
}

/** How the body of an update is compared with the record. All names are those of the body. */
export interface Verification {
	/** Names of the lists of which a body has only the entries that are added, or added and removed. */
	readonly lists?: readonly string[];
	/** The record under the names of the body, with lists of IDs. */
	read(record: IDataObject): IDataObject;
}

/** A list that an update adds to. The service rejects an entry that the record has already. */
export interface AddOnlyList {
	readonly name: string;
	readonly taken: ErrorCode;
	/** The sentence of the summary for an entry. */
	describe(entry: unknown): string;
}

/** What one item asks for. */
export interface Upsert {
	readonly key: NaturalKey<KeyedPicker>;
	/** Creates the record. */
	readonly body: IDataObject;
	/** Whether a new record is updated, too. */
	readonly updatesNew?: boolean;
	readonly addOnly?: AddOnlyList;
	/**
	 * @param record undefined if it doesn't exist yet
	 * @throws InputError if the target state can't be reached
	 */
	compare(record?: IDataObject): Differences;
	readonly verification: Verification;
}

/** Types of fields by their names: those of JSON schema, `uuid` and `int32`; `string[]` is a list. */
export type FieldTypes = Readonly<Record<string, string>>;

/** What a node does for each item. */
export interface ItemOperation {
	/**
	 * The operation of an item. Called in the order of the items.
	 *
	 * @throws InputError if the item describes none
	 */
	operationOf(form: Form): Operation;
	readonly keyedLists?: readonly KeyedList[];
	/** The path of the record that an item changes, if it isn't that of its operation. */
	changed?(item: ItemContext): PathValues;
	/** What an item creates or updates, instead of `execute`. */
	upsert?(item: FormItem): Upsert;
	/** @returns plain records: the item loop adds pairing and order, and handles failures */
	execute(item: ItemContext): Promise<IDataObject[]>;
}

/**
 * An entry of the drop-down 'Operation'. Its form has the notice, the fields of its path and its body,
 * its other fields, and those of its output.
 */
interface AnyOperation {
	/** Row of the catalogue, or several. A workflow stores the part after the dot. */
	readonly id: NodeOperationId;
	/** In the node panel, if it is not the operation and its resource, as in "Get many users". */
	readonly action?: string;
	readonly description: string;
	readonly notice?: INodeProperties;
	/** The form of the body of its request. */
	readonly form?: BodyForm;
	readonly fields?: readonly INodeProperties[];
	/** In addition to those of all operations. */
	readonly options?: readonly INodeProperties[];
	readonly keyedLists?: readonly KeyedList[];
}

/** The changes of an item: those of the form, or those that lead to Desired State. */
export interface Plan extends Differences {
	/** The record that Desired State changes. */
	readonly current?: IDataObject;
}

/** One request. Its item is the record of the response, or confirms a change without one. */
interface RequestOperation extends AnyOperation {
	/**
	 * The body, instead of that of the form. Nothing is sent if nothing changes.
	 *
	 * @throws InputError if the target state can't be reached
	 */
	plan?(item: ItemContext): Promise<Plan>;
	/** Fields of the response that its items have by default, with 'Simplify'; all if not set. */
	readonly output?: RecordOutput;
	/** Further fields of its items, which depend on the status of the response. */
	readonly byStatus?: Readonly<Record<string, (statusCode: number) => boolean>>;
	/** How the record is read back. Then its form has the option 'Verify'. */
	verification?(names: FieldNames): Verification;
}

/** Creates or updates a record, by a key in place of a picker. Its form has the option 'Verify'. */
interface UpsertOperation extends AnyOperation {
	readonly form: BodyForm;
	upsert(item: FormItem): Upsert;
}

/** Does its work by itself. */
interface OwnOperation extends AnyOperation, Pick<ItemOperation, 'changed' | 'execute'> {
	/** What its form has for its output. */
	readonly output?: RecordOutput;
	/** Fields that its items have in addition to those of the response. */
	readonly outputFields?: FieldTypes;
}

type KeysOf<Kinds> = Kinds extends unknown ? keyof Kinds : never;

/** One of several types, without the members of the others. */
type OneOf<Kinds, All = Kinds> = Kinds extends unknown
	? Kinds & Partial<Record<Exclude<KeysOf<All>, keyof Kinds>, undefined>>
	: never;

/** What an operation of a node does for each item. */
export type NodeOperation = OneOf<RequestOperation | UpsertOperation | OwnOperation>;

/** An entry of the drop-down 'Resource' with its operations, in alphabetical order. */
export interface NodeResource {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	readonly operations: readonly NodeOperation[];
}

/** @param operations those of one resource, in the alphabetical order of their names */
export function resourceOf(
	description: string,
	operations: readonly [NodeOperation, ...NodeOperation[]],
): NodeResource {
	const [value = ''] = operations[0].id.split('.');
	return { name: titleOf(value), value, description, operations };
}

/** What a workflow stores of `<resource>.<operation>`. */
export function operationValue(id: NodeOperationId): string {
	return id.slice(id.indexOf('.') + 1);
}
