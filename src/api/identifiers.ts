import type { IDataObject } from 'n8n-workflow';
import { isIdentifier } from '../values/jsonObject';
import { valueSetByUser } from './fieldNames';
import { identifierNamesOf, type RecordName } from './assumedNames';

export function identifierValueOf(
	recordName: RecordName,
	record: IDataObject,
): string | number | undefined {
	return identifierNamesOf(recordName)
		.map((name) => record[name])
		.find(isIdentifier);
}

/** @param idField set by the user: a name, or a path with dots */
export function identifierOf(
	recordName: RecordName,
	record: IDataObject,
	idField = '',
): string | undefined {
	const value =
		idField === '' ? identifierValueOf(recordName, record) : valueSetByUser(record, idField);
	return isIdentifier(value) ? String(value) : undefined;
}
