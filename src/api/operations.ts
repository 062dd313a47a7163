/** The operations of the catalogue as the code uses them: by ID, and with their types. */
import { operations } from './catalogue';
import type { IdentifierType } from './identifierTypes';
import type { OperationRow } from './operationRow';

export { operations };

/** `<resource>.<operation>`, for example `user.getAll`. */
export type OperationId = keyof typeof operations;

/** Operations of our nodes that send requests of several operations, the one that creates first. */
const composedOperations = {
	'user.upsert': ['user.create', 'user.getAll', 'user.get', 'user.update'],
	'userGroup.upsert': ['userGroup.create', 'userGroup.getAll', 'userGroup.get', 'userGroup.update'],
} as const satisfies Record<string, readonly OperationId[]>;

/** An operation of our nodes. */
export type NodeOperationId = OperationId | keyof typeof composedOperations;

/** What an operation of our nodes sends. */
export function requestsOf(id: NodeOperationId): readonly [OperationId, ...OperationId[]] {
	return id === 'user.upsert' || id === 'userGroup.upsert' ? composedOperations[id] : [id];
}

/** An operation of the catalogue, or one that a user describes. */
export type Operation = OperationId | OperationRow;

export function operationRow(operation: Operation): OperationRow {
	return typeof operation === 'string' ? operations[operation] : operation;
}

/** Whether an operation only reads, so it can be retried and run in parallel. */
export function onlyReads(row: OperationRow): boolean {
	return row.method === 'GET' || row.reads === true;
}

/** The field that confirms an operation whose response has no body. */
export function confirmationOf(row: OperationRow): 'deleted' | 'success' | undefined {
	if (row.method === 'DELETE') return 'deleted';
	return row.bodiless && 'success';
}

/** The path parameters of all operations, with their types from the spec. */
export const pathParameters = {
	assignmentId: { displayName: 'Assignment', type: 'string' },
	draftId: { displayName: 'Draft ID', type: 'uuid' },
	groupId: { displayName: 'User Group', type: 'int32' },
	pageId: { displayName: 'Page ID', type: 'uuid' },
	propertyKeyId: { displayName: 'Property Key ID', type: 'integer' },
	runId: { displayName: 'Run', type: 'string' },
	threadId: { displayName: 'Thread', type: 'string' },
	ticketId: { displayName: 'Ticket ID', type: 'uuid' },
	userId: { displayName: 'User', type: 'uuid' },
} as const satisfies Record<string, { displayName: string; type: IdentifierType }>;

export type PathParameterName = keyof typeof pathParameters;

/** The path parameters of a record: whole numbers as numbers, all others as texts. */
export type PathValues = Readonly<Partial<Record<PathParameterName, string | number>>>;

/** The operation that reads the record with these path parameters; undefined if the service has none. */
export function readerOf(values: PathValues): OperationId | undefined {
	const end = `/{${Object.keys(values).at(-1)}}`;
	return (Object.keys(operations) as OperationId[]).find(
		(id) => operations[id].method === 'GET' && operations[id].path.endsWith(end),
	);
}

/** The names of an operation's path parameters, in the order of its path. */
export function pathParametersOf(operation: Operation): PathParameterName[] {
	return [...operationRow(operation).path.matchAll(/\{(\w+)\}/g)].map(
		([, name]) => name as PathParameterName,
	);
}
