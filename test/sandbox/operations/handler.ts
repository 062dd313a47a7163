import type { IDataObject } from 'n8n-workflow';
import type { ErrorCode } from '../../../src/api/errorCodes';
import type { OperationId, operations } from '../../../src/api/operations';
import { ServiceError } from '../errorAnswers';
import type { StreamScript } from '../eventStreams';
import type { SandboxState } from '../state';

/** The error codes that the catalogue lists for an operation; any code where it lists none. */
export type CodeOf<Id extends OperationId> =
	(typeof operations)[Id]['errorCodes'] extends readonly []
		? ErrorCode
		: (typeof operations)[Id]['errorCodes'][number];

/** Who calls: an API client, or a person who signed in. */
export interface Caller {
	kind: 'client' | 'user';
	/** The client id, or the user's id. */
	id: string;
}

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a handler gets; path, query and body have been checked against their types and schemas. */
export interface Call<Id extends OperationId = OperationId> {
	state: SandboxState;
	caller: Caller;
	path: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string | undefined>>;
	body: unknown;
	/** How runs that are started now behave. */
	runDurationMs: number;
	/** Milliseconds between the events of an answer. */
	streamDelayMs: number;
	/** The error for one of the operation's codes. */
	error(code: CodeOf<Id>, text?: string): ServiceError;
}

/** What a handler answers: a JSON body, a status where the row has several, or a stream. */
export interface Outcome {
	body?: unknown;
	status?: number;
	stream?: StreamScript;
	/** Called once the whole stream went out. */
	streamed?: () => void;
}

export interface Handler<Id extends OperationId = OperationId> {
	/** Query parameters; where there is none, a query is refused. */
	query?: Schema;
	/** Body; where there is none, a body is refused. */
	body?: Schema;
	/** Does what was asked; throws a `ServiceError` to refuse it. */
	handle(call: Call<Id>): Outcome;
}

/** One handler for each operation: a missing one fails type checking. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** The HTTP statuses of error codes; the spec does not show them, so the believable ones. */
export type ErrorStatuses = Readonly<Partial<Record<ErrorCode, number>>>;

/** A refusal of what was sent, where the spec has no code for it. */
export function malformed(text: string): ServiceError {
	return new ServiceError(400, 'malformed-request', text);
}

/** A refusal because something does not exist, where the spec has no code for it. */
export function notFound(text: string): ServiceError {
	return new ServiceError(404, 'not-found', text);
}

/** The fields of a body that are not among the known names; they are kept and given back. */
export function otherFields(body: IDataObject, known: Iterable<string>): IDataObject {
	const names = new Set(known);
	return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}
