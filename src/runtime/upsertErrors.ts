/** Errors after a record was created, or added from another tenant. */
import type { IDataObject } from 'n8n-workflow';
import { InputError, ServiceError } from '../api/errors';
import type { Id } from './keySearch';

/** The response to a new record has the ID of another one, which may not be changed instead. */
export function foreignId(noun: string, id: Id): ServiceError {
	return ServiceError.invalidResponse(
		`The response to the new ${noun} has the ID ${id}, which another ${noun} has`,
		"Wait until 'Get Many' lists it.",
	);
}

/**
 * An error with what became of the record before.
 *
 * @param name of the record
 * @param result as the item would have it, with the `action`
 */
export function notUpdated(error: unknown, name: string, result: IDataObject): unknown {
	if (!(error instanceof InputError || error instanceof ServiceError)) return error;
	const { message, errorCode, received } = error;
	const description = `'${name}' was ${String(result.action)}, but not updated. ${error.description} Then run this item again.`;
	const httpStatus = error.httpStatus ?? undefined;
	return new ServiceError(
		{ message, description, errorCode, httpStatus },
		{ ...received, ...result },
	);
}
