import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isErrorCode } from '../api/errorCodes';
import { type ErrorDetails, InputError, ServiceError } from '../api/errors';

/** Whether a node runs as a tool of a model. Not every n8n 2 has a function for it. */
export const isTool = (node: INode) => node.type.endsWith('Tool');

/** n8n uses the cause to decide how long a trigger backs off. */
function causeOf(details: ErrorDetails): NodeApiError['failure'] {
	const { errorCode, httpStatus, retryAfterSeconds } = details;
	const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
	if (errorCode === 'usage-limit-exceeded') return { cause: 'quota-exhausted' };
	if (isErrorCode(errorCode)) return { cause: 'configuration-invalid' };
	if (httpStatus === 429) return { cause: 'rate-limited', retryAfterMs };
	if (httpStatus === 401) return { cause: 'credential-invalid' };
	if (httpStatus === undefined || httpStatus >= 500) {
		return { cause: 'temporarily-unavailable', retryAfterMs };
	}
	return { cause: 'configuration-invalid' };
}

/**
 * An error of this package as the class that n8n shows.
 *
 * @param itemIndex position of the input item, from 0, if the error is about one
 * @param progress for the end of the message
 */
export function toNodeError(
	node: INode,
	error: InputError | ServiceError,
	itemIndex?: number,
	progress = '',
) {
	const message = messageOf(node, error, progress, itemIndex);
	const { description, errorCode, received } = error;
	const nodeError =
		error instanceof ServiceError
			? apiError(node, message, error)
			: new NodeOperationError(node, message, { description });
	// n8n rewrites any message that contains the name of a system error, even inside a word.
	nodeError.message = message;
	nodeError.description = description;
	nodeError.context.data = { ...received, errorCode };
	if (!isTool(node)) nodeError.context.itemIndex = itemIndex;
	return nodeError;
}

function apiError(node: INode, message: string, error: ServiceError): NodeApiError {
	const { description, details, errorCode } = error;
	const nodeError = new NodeApiError(node, { message, errorCode }, { message, description });
	// Without a status, n8n uses the error code as the status.
	nodeError.httpCode = details.httpStatus?.toString() ?? null;
	nodeError.failure = causeOf(details);
	return nodeError;
}

/** @throws NodeApiError or NodeOperationError for an error of this package */
export async function withNodeErrors<Result>(
	node: INode,
	work: () => Promise<Result>,
): Promise<Result> {
	return await work().catch((error: unknown) => {
		const isOwn = error instanceof InputError || error instanceof ServiceError;
		throw isOwn ? toNodeError(node, error) : error;
	});
}

function messageOf(
	node: INode,
	{ message: reason, description, errorCode }: InputError | ServiceError,
	progress: string,
	itemIndex?: number,
): string {
	const message = `${reason}${progress}`;
	// The editor recognizes this form and doesn't repeat the item.
	if (!isTool(node)) return itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;
	// A model receives only the message of an error.
	return `${inOneText(message, description)} Code: ${errorCode}`;
}

function inOneText(...texts: readonly string[]): string {
	const sentences = texts.filter((text) => text !== '');
	return sentences.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');
}

/**
 * An error for a form, in which n8n shows only the message. Instead of that of a NodeApiError, a
 * drop-down shows "[object Object]".
 */
export function formError(
	node: INode,
	{ message, description }: NodeApiError | NodeOperationError,
): NodeOperationError {
	const text = inOneText(message, description ?? '');
	const error = new NodeOperationError(node, text);
	// n8n rewrites it as in toNodeError.
	error.message = text;
	return error;
}
