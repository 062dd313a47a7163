import type { IDataObject } from 'n8n-workflow';
import type { OAuthErrorCode } from './authorizationServer';
import {
	type ErrorCode,
	errorCodes,
	type OwnErrorCode,
	type UnlistedErrorCode,
} from './errorCodes';

type AnyErrorCode = ErrorCode | OwnErrorCode | OAuthErrorCode | UnlistedErrorCode;

export interface ErrorDetails {
	/** What happened to which field or item, in one sentence. */
	readonly message: string;
	/** An instruction that starts with a verb. */
	readonly description: string;
	/** The service's code if it sent one, else one of ours. */
	readonly errorCode: AnyErrorCode;
	readonly httpStatus?: number;
	/** From the header Retry-After. */
	readonly retryAfterSeconds?: number;
	/** No part of the request was sent, so the service can't have processed it. */
	readonly notSent?: boolean;
}

/** One text, without the sentences that are undefined or empty. */
export function joinSentences(...sentences: ReadonlyArray<string | undefined>): string {
	return sentences.filter(Boolean).join(' ');
}

function describe({ description, retryAfterSeconds = 0 }: ErrorDetails): string {
	if (retryAfterSeconds === 0) return description;
	return `${description} Wait ${formatDuration(retryAfterSeconds)} before the next request.`;
}

function formatDuration(seconds: number): string {
	if (seconds <= 1) return '1 second';
	if (seconds < 120) return `${Math.ceil(seconds)} seconds`;
	return seconds < 7200
		? `${Math.ceil(seconds / 60)} minutes`
		: `${Math.ceil(seconds / 3600)} hours`;
}

/** A request that the service, the authorization server or the network did not fulfill. */
export class ServiceError extends Error {
	readonly errorCode: AnyErrorCode;
	readonly httpStatus: number | null;
	readonly description: string;

	/** @param details without secrets; `received` is what arrived before the failure */
	constructor(
		readonly details: ErrorDetails,
		readonly received: IDataObject = {},
	) {
		super(details.message);
		this.description = describe(details);
		this.errorCode = details.errorCode;
		this.httpStatus = details.httpStatus ?? null;
	}

	/** The same error with one more sentence of what to do, if there is one. */
	adding(sentence?: string): ServiceError {
		const description = joinSentences(this.details.description, sentence);
		return new ServiceError({ ...this.details, description }, this.received);
	}

	/** A response that can't be used as it is. */
	static invalidResponse(
		message: string,
		description: string,
		received?: IDataObject,
		httpStatus?: number,
	): ServiceError {
		const errorCode = 'invalid-response';
		return new ServiceError({ message, description, errorCode, httpStatus }, received);
	}
}

/** Input that the node itself rejects, before the item changes anything. */
export class InputError extends Error {
	readonly httpStatus = null;
	readonly received: IDataObject = {};

	constructor(
		message: string,
		readonly description: string,
		readonly errorCode: AnyErrorCode = 'invalid-input',
	) {
		super(message);
	}

	/** Input that the service would reject with a code of spec 7. */
	static of(code: ErrorCode): InputError {
		const { message, description } = errorCodes[code];
		return new InputError(message, description, code);
	}

	static empty(label: string): InputError {
		return new InputError(
			`'${label}' is empty`,
			`Enter '${label}'. If the value comes from an expression, check this item.`,
		);
	}
}

/** Adds what arrived before a failure to its item. Other errors are returned unchanged. */
export function withPartialResult(error: unknown, received: IDataObject): unknown {
	if (!(error instanceof ServiceError)) return error;
	return new ServiceError(error.details, { ...error.received, ...received });
}

/** Handles a failed request that the service rejected with one of the codes. Other errors are thrown. */
export function onRejection<Result>(
	codes: readonly ErrorCode[],
	handle: (rejection: ServiceError) => Result,
): (error: unknown) => Result {
	return (error) => {
		const isExpected =
			error instanceof ServiceError && codes.some((code) => code === error.errorCode);
		if (isExpected) return handle(error);
		throw error;
	};
}
