import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { getStartTime, getStatus } from '../../agent/runs/runState';
import { active } from '../../forms/fields/field';
import { parseBoolean } from '../../forms/value';
import { type IdentifiedRecord, labelNames, requestNames } from '../../api/assumedNames';
import { identifierValueOf } from '../../api/jsonObject';

/** What the entries of a picker or drop-down can be. */
export type LabelledRecord = (IdentifiedRecord & keyof typeof labelNames) | 'run';

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

/** A run has no name: when it started and how far it is tells it from others. */
function runLabel(run: IDataObject): string {
	return [getStartTime(run), getStatus(run)].filter((part) => part !== undefined).join(', ');
}

function labelOf(kind: LabelledRecord, record: IDataObject): string {
	if (kind === 'run') return runLabel(record);
	return kind === 'user' ? personLabel(record) : textAt(record, labelNames[kind]);
}

/** Whether a record says that it is not active; one that says nothing counts as active. */
function isInactive(record: IDataObject): boolean {
	return parseBoolean(record[active.name], active.words) === false;
}

/**
 * Records as entries of a list: what a person calls them, and their identifier. Entries with the
 * same name carry their identifier too, and inactive ones say so.
 *
 * @param records as the service returned them; those without an identifier are left out
 */
export function asEntries(
	kind: LabelledRecord,
	records: readonly IDataObject[],
): INodePropertyOptions[] {
	const labels = records.map((record) => labelOf(kind, record));
	return records.flatMap((record, index) => {
		const identifier = identifierValueOf(kind, record);
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
