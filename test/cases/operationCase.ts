import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';
import type { Sandbox } from '../sandbox';

/** What a user fills in, what the service receives, and what the node returns. */
export interface Success {
	/** Besides resource and operation. */
	readonly parameters: INodeParameters;
	/** Values of the path's parameters. */
	readonly path?: Readonly<Record<string, string | number>>;
	/** None if left out. */
	readonly query?: Readonly<Record<string, string>>;
	/** None if left out. */
	readonly body?: unknown;
	/** The fields that each item must have, in the order of the items; called after the run. */
	items(): IDataObject[];
	/** Whether an item may have no other fields; what else it has is the service's. */
	readonly nothingElse?: true;
}

/** A case for each operation: a missing one fails type checking. It may prepare the sandbox. */
export type OperationCases = { readonly [Id in OperationId]: (sandbox: Sandbox) => Success };

/** What of the items a case speaks about, to be compared with its `items`. */
export function comparedItems(
	items: ReadonlyArray<Readonly<Record<string, unknown>>>,
	expected: Success,
): object[] {
	if (expected.nothingElse) return [...items];
	const names = expected.items().map((fields) => Object.keys(fields));
	return items.map((item, index) =>
		Object.fromEntries((names[index] ?? Object.keys(item)).map((name) => [name, item[name]])),
	);
}

/** The value of a picker in which an identifier was typed. */
export function picked(value: string | number) {
	return { __rl: true, mode: 'id', value } as const;
}

/**
 * A record that the sandbox must have.
 *
 * @param position 0 is the first one, -1 the last
 * @throws Error if there is none
 */
export function recordAt<T>(records: Iterable<T>, position: number): T {
	const record = [...records].at(position);
	if (record === undefined) throw new Error(`The sandbox has no record at ${position}`);
	return record;
}

/** A path to a record, and a form in which it is chosen by ID. */
export function chosen(
	path: Readonly<Record<string, string | number>>,
	form: INodeParameters = {},
): Pick<Success, 'path' | 'parameters'> {
	const pickers = Object.entries(path).map(([name, id]) => [name, picked(id)]);
	return { path, parameters: { ...Object.fromEntries(pickers), ...form } as INodeParameters };
}

/** An item that has no other fields. */
export const only = (item: IDataObject): Pick<Success, 'items' | 'nothingElse'> => ({
	items: () => [item],
	nothingElse: true,
});
