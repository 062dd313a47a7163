import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../../src/api/operations';
import type { Reading } from '../reading';
import type { AnswerEvent } from '../reading/answers';
import { ServiceError } from '../responses';
import type { SandboxState } from '../seed';

/** Who calls: an API client, or a person who signed in. */
export interface Caller {
	kind: 'client' | 'user';
	/** The client id, or the user's id. */
	id: string;
}

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** The query parameters of all operations. */
export interface Query {
	page?: number;
	pageSize?: number;
	limit?: number;
	active?: string;
	keywords?: string;
	searchAfterId?: string;
	journalDate?: string;
	periodDateFrom?: string;
	periodDateTo?: string;
}

/** What a handler gets; path, query and body have been checked. */
export interface Call {
	state: SandboxState;
	/** What the service does where the spec leaves it open. */
	reading: Reading;
	caller: Caller;
	path: Readonly<Record<string, string>>;
	query: Readonly<Query>;
	body: IDataObject;
	/** How runs that are started now behave. */
	runDurationMs: number;
}

/** What a handler answers: a JSON body, a status if the row has several, or events. */
export interface Outcome {
	body?: unknown;
	status?: number;
	/** The events of a streamed answer. */
	events?: AnswerEvent[];
	/** Called once the whole stream went out. */
	streamed?: () => void;
}

export interface Handler {
	/** What the body needs besides what specification/openapi.yaml describes. */
	body?: Schema;
	/** Does what was asked; throws a `ServiceError` to refuse it. */
	handle(call: Call): Outcome;
}

/** One handler for each operation: a missing one fails type checking. */
export type Handlers = Record<OperationId, Handler>;

/** A refusal of what was sent, if the spec has no code for it. */
export function malformed(text: string): ServiceError {
	return new ServiceError(400, 'malformed-request', text);
}

/** A record but for some of its fields. */
export function without(record: object, ...names: string[]): IDataObject {
	return Object.fromEntries(
		Object.entries(record as IDataObject).filter(([name]) => !names.includes(name)),
	);
}
