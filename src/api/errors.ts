import { type INode, type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
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

/** Why it failed, in the words by which n8n decides how long a trigger backs off. */
function causeOf(details: ErrorDetails): NodeApiError['failure'] {
	const { errorCode, httpStatus, retryAfterSeconds } = details;
	const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
	if (errorCode === 'usage-limit-exceeded') return { cause: 'quota-exhausted' };
	if (httpStatus === 429) return { cause: 'rate-limited', retryAfterMs };
	if (httpStatus === 401) return { cause: 'credential-invalid' };
	if (httpStatus === undefined || httpStatus >= 500) {
		return { cause: 'temporarily-unavailable', retryAfterMs };
	}
	return { cause: 'configuration-invalid' };
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

/** A request that the service, the authorization server or the network did not fulfil. */
export class ServiceError extends NodeApiError {
	readonly errorCode: string;
	readonly httpStatus: number | null;

	/**
	 * @param node the node that asked
	 * @param details what happened; it must hold no secret
	 * @param received what had arrived before, for example part of an answer
	 */
	constructor(
		node: INode,
		readonly details: ErrorDetails,
		readonly received: IDataObject = {},
	) {
		const { message, errorCode, httpStatus } = details;
		const description = describe(details);
		super(node, { message, errorCode }, { message, description, httpCode: httpStatus?.toString() });
		// NodeApiError rewrites any message in which it reads a system error's name, even inside a word.
		this.message = message;
		this.description = description;
		this.errorCode = errorCode;
		this.httpStatus = httpStatus ?? null;
		this.context.data = { errorCode };
		this.failure = causeOf(details);
	}

	/**
	 * The same for one item. Several items may wait for one request, so an error is never changed.
	 *
	 * @param itemIndex position of the input item, from 0
	 */
	forItem(itemIndex: number): ServiceError {
		const details = { ...this.details, message: withItem(this.details.message, itemIndex) };
		const error = new ServiceError(this.node, details, this.received);
		error.context.itemIndex = itemIndex;
		return error;
	}

	/** The same for a model, which gets the message of an error and nothing else of it. */
	forTool(): ServiceError {
		const message = withRemedy(this);
		return new ServiceError(this.node, { ...this.details, message }, this.received);
	}
}

/** Input that was refused before any request. */
export class InputError extends NodeOperationError {
	readonly httpStatus = null;
	readonly received: IDataObject = {};

	/**
	 * @param node the node that was asked
	 * @param message what is wrong, naming the field
	 * @param description the way out
	 * @param errorCode the service's code for the same condition, where it has one
	 */
	constructor(
		node: INode,
		message: string,
		description: string,
		readonly errorCode = 'invalid-input',
	) {
		super(node, message, { description });
		// NodeOperationError rewrites messages as NodeApiError does.
		this.message = message;
		this.description = description;
	}

	/**
	 * What the service would refuse, in the words that its code has.
	 *
	 * @param node the node that was asked
	 * @param code the service's code (spec 7)
	 */
	static of(node: INode, code: ErrorCode): InputError {
		const { message, description } = errorCodes[code];
		return new InputError(node, message, description, code);
	}

	/**
	 * A value that a drop-down does not have, as an expression or a model may give it.
	 *
	 * @param node the node that was asked
	 * @param field its label
	 * @param value what was given
	 * @param choices the values that it has
	 */
	static notAChoice(
		node: INode,
		field: string,
		value: unknown,
		choices: readonly string[],
	): InputError {
		return new InputError(
			node,
			`${field} "${String(value)}" is not one of the choices`,
			`Use one of ${choices.join(', ')}.`,
		);
	}

	/**
	 * The same for one item.
	 *
	 * @param itemIndex position of the input item, from 0
	 */
	forItem(itemIndex: number): InputError {
		const message = withItem(this.message, itemIndex);
		const error = new InputError(this.node, message, this.description ?? '', this.errorCode);
		error.context.itemIndex = itemIndex;
		return error;
	}

	/** The same for a model, which gets the message of an error and nothing else of it. */
	forTool(): InputError {
		return new InputError(this.node, withRemedy(this), this.description ?? '', this.errorCode);
	}
}

/** Names the item in the form that the editor knows not to repeat. */
function withItem(message: string, itemIndex: number): string {
	return `${message} [item ${itemIndex}]`;
}

/** What happened, what to do about it and the code, in one text. */
function withRemedy({ message, description, errorCode }: ServiceError | InputError): string {
	const sentences = [message, description ?? ''].filter((text) => text !== '');
	const ended = sentences.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
	return [...ended, `Code: ${errorCode}`].join(' ');
}
