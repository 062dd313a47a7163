import type { IDataObject } from 'n8n-workflow';
import { getValue, isIdentifier } from '../values/jsonObject';
import { type IdentifiedRecord, identifierNames } from './assumedNames';

export function identifierValueOf(
	recordType: IdentifiedRecord,
	record: IDataObject,
): string | number | undefined {
	return identifierNames[recordType].map((name) => record[name]).find(isIdentifier);
}

/** @param idField set by the user: a name, or a path with dots */
export function identifierOf(
	recordType: IdentifiedRecord,
	record: IDataObject,
	idField = '',
): string | undefined {
	const value = idField === '' ? identifierValueOf(recordType, record) : getValue(record, idField);
	return isIdentifier(value) ? String(value) : undefined;
}
