import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { IdentifiedRecord } from '../../api/assumedNames';
import { identifierValueOf } from '../../api/identifiers';
import { writeLabel } from '../../forms/recordLabels';

/**
 * Records as entries of a list. If several have the same name, the label contains the identifier.
 * Records without an identifier are omitted.
 */
export function asEntries(
	recordType: IdentifiedRecord,
	records: readonly IDataObject[],
	readName: (record: IDataObject) => string,
): INodePropertyOptions[] {
	const names = records.map(readName);
	return records.flatMap((record, index) => {
		const value = identifierValueOf(recordType, record);
		if (value === undefined) return [];
		const name = names[index] ?? '';
		const isUnique = name !== '' && names.indexOf(name) === names.lastIndexOf(name);
		return { name: writeLabel(record, name, isUnique ? undefined : value), value };
	});
}
