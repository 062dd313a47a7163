import type { IDataObject } from 'n8n-workflow';
import { firstValue, getValue, isIdentifier } from '../values/jsonObject';
import type { FieldNames } from './fieldNames';
import { identifierNamesOf, type RecordName } from './assumedNames';

export function identifierValueOf(
	names: FieldNames,
	recordName: RecordName,
	record: IDataObject,
): string | number | undefined {
	return firstValue(names.toNodes(recordName, record), identifierNamesOf(recordName));
}

/** @param idField set by the user: a name, or a path with dots */
export function identifierOf(
	names: FieldNames,
	recordName: RecordName,
	record: IDataObject,
	idField = '',
): string | undefined {
	const value =
		idField === '' ? identifierValueOf(names, recordName, record) : getValue(record, idField);
	return isIdentifier(value) ? String(value) : undefined;
}
