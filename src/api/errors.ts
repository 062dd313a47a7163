import type { IDataObject } from 'n8n-workflow';
import { type ErrorCode, errorCodes } from './errorCodes';

/** What went wrong and what to do, in the form that becomes an error or an error item. */
export interface ErrorDetails {
	/** What happened, in one sentence. */
	readonly message: string;
	/** What to do about it. */
	readonly description: string;
	/** The service's code where it gave one, else one of our own. */
	readonly errorCode: string;
	readonly httpStatus?: number;
	/** Seconds after which the service wants to be asked again. */
	readonly retryAfterSeconds?: number;
	/** The request was not tried again although it could have been, as too many requests fail. */
	readonly retriesUsedUp?: boolean;
}

/** The way out, with what is known about when to try again. */
function describe({ description, retryAfterSeconds, retriesUsedUp }: ErrorDetails): string {
	const sentences = [description];
	if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) {
		sentences.push(
			`The service asks to wait ${inWords(retryAfterSeconds)} before the next request.`,
		);
	}
	if (retriesUsedUp) {
		sentences.push(
			'It was not tried again, as too many requests to this service fail at the moment.',
		);
	}
	return sentences.join(' ');
}

function inWords(seconds: number): string {
	if (seconds <= 1) return '1 second';
	if (seconds < 120) return `${Math.ceil(seconds)} seconds`;
	return seconds < 7200
		? `${Math.ceil(seconds / 60)} minutes`
		: `${Math.ceil(seconds / 3600)} hours`;
}

/** A request that the service, the authorization server or the network did not fulfill. */
export class ServiceError extends Error {
	readonly errorCode: string;
	readonly httpStatus: number | null;
	/** What to do about it, with what is known about when to try again. */
	readonly description: string;

	/**
	 * @param details what happened, without any secret
	 * @param received what had arrived before, for example part of an answer
	 */
	constructor(
		readonly details: ErrorDetails,
		readonly received: IDataObject = {},
	) {
		super(details.message);
		this.description = describe(details);
		this.errorCode = details.errorCode;
		this.httpStatus = details.httpStatus ?? null;
	}
}

/** Input that was refused before any request. */
export class InputError extends Error {
	readonly httpStatus = null;
	readonly received: IDataObject = {};

	/**
	 * @param message what is wrong, naming the field
	 * @param description what to do about it
	 * @param errorCode the service's code for the same condition, if it has one
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly errorCode = 'invalid-input',
	) {
		super(message);
	}

	/** What the service would refuse with a code of spec 7, in the words of that code. */
	static of(code: ErrorCode): InputError {
		const { message, description } = errorCodes[code];
		return new InputError(message, description, code);
	}

	/** A value that a drop-down does not have, as an expression or a model may send it. */
	static notAChoice(field: string, value: unknown, choices: readonly string[]): InputError {
		return new InputError(
			`${field} "${String(value)}" is not one of the choices`,
			`Use one of ${choices.join(', ')}.`,
		);
	}
}

/**
 * A failure with what had been received before it, so that its item keeps it.
 *
 * @returns the error to throw; one that isn't of the service stays as it is
 */
export function withPartialResult(error: unknown, received: IDataObject): unknown {
	if (!(error instanceof ServiceError)) return error;
	return new ServiceError(error.details, { ...error.received, ...received });
}
