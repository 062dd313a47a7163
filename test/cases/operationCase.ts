import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OperationId, operations } from '../../src/api/operations';
import type { Sandbox } from '../sandbox';
import type { Input } from '../sandbox/client';

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

type ListedCode<Id extends OperationId> = (typeof operations)[Id]['errorCodes'][number];

/** One operation: how it succeeds, and how the service is brought to refuse it with each code. */
export interface OperationCase<Id extends OperationId> {
	/** May put the sandbox in the state that the request needs. */
	success(sandbox: Sandbox): Success;
	/** For each error code of the operation a request that raises it; it may prepare the sandbox. */
	readonly refusals: { readonly [Code in ListedCode<Id>]: (sandbox: Sandbox) => Input };
}

/** One case for each operation: a missing one fails type checking. */
export type OperationCases = { readonly [Id in OperationId]: OperationCase<Id> };

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

/** An identifier that no record has. */
export const unknownUuid = '11111111-2222-4333-8444-555555555555';

/** An identifier that no record has. */
export const unknownNumber = 999_999;
