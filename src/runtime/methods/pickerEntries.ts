import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { active } from '../../forms/fields/field';
import { parseBoolean } from '../../values/scalars';
import { type IdentifiedRecord, labelNames, requestNames } from '../../api/assumedNames';
import { identifierValueOf } from '../../api/identifiers';

export type LabelledRecord = IdentifiedRecord & keyof typeof labelNames;

function textAt(record: IDataObject, names: readonly string[]): string {
	for (const name of names) {
		const value = record[name];
		if (typeof value === 'string' && value.trim() !== '') return value.trim();
	}
	return '';
}

function personLabel(user: IDataObject): string {
	const label = textAt(user, labelNames.user);
	const { firstName, lastName } = requestNames.user;
	const person = [textAt(user, [firstName]), textAt(user, [lastName])].join(' ').trim();
	return person && label ? `${person} (${label})` : person || label;
}

/** What a person calls a record. */
export function labelOf(recordType: LabelledRecord): (record: IDataObject) => string {
	return recordType === 'user' ? personLabel : (record) => textAt(record, labelNames[recordType]);
}

/** A record without the field counts as active. */
function isInactive(record: IDataObject): boolean {
	return parseBoolean(record[active.name], active.words) === false;
}

/**
 * Records as entries of a list. If several have the same name, the name contains the identifier.
 * Records without an identifier are omitted.
 */
export function asEntries(
	recordType: IdentifiedRecord,
	records: readonly IDataObject[],
	readLabel: (record: IDataObject) => string,
): INodePropertyOptions[] {
	const labels = records.map(readLabel);
	return records.flatMap((record, index) => {
		const identifier = identifierValueOf(recordType, record);
		if (identifier === undefined) return [];
		const label = labels[index] ?? '';
		const isUnique = label !== '' && labels.indexOf(label) === labels.lastIndexOf(label);
		const name = isUnique ? label : `${label} ${identifier}`.trim();
		return {
			name: isInactive(record) ? `${name} (inactive)` : name,
			value: identifier,
		};
	});
}
