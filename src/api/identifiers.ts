import type { IDataObject } from 'n8n-workflow';
import { isIdentifier } from '../values/jsonObject';
import { valueSetByUser } from './fieldNames';
import { type IdentifiedRecord, identifierNamesOf } from './assumedNames';

export function identifierValueOf(
	recordType: IdentifiedRecord,
	record: IDataObject,
): string | number | undefined {
	return identifierNamesOf(recordType)
		.map((name) => record[name])
		.find(isIdentifier);
}

/** @param idField set by the user: a name, or a path with dots */
export function identifierOf(
	recordType: IdentifiedRecord,
	record: IDataObject,
	idField = '',
): string | undefined {
	const value =
		idField === '' ? identifierValueOf(recordType, record) : valueSetByUser(record, idField);
	return isIdentifier(value) ? String(value) : undefined;
}
