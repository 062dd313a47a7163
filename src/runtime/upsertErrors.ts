/** Errors after a record was created, or added from another tenant. */
import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel } from '../api/assumedNames';
import { InputError, ServiceError } from '../api/errors';
import type { Id } from './keySearch';

/** The service returned the ID of another record, which may not be changed instead. */
export function foreignId(
	{ field, label, noun }: Readonly<Record<'field' | 'label' | 'noun', string>>,
	id: Id,
	key: string,
): ServiceError {
	return ServiceError.invalidResponse(
		`The ${noun} ${id} that the service returned for "${key}" has another ${label}`,
		`Wait until 'Get Many' lists the ${noun} "${key}". If it already does, set "${field}" in '${fieldNamesLabel}' of the credential to the field with the ${label}.`,
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
