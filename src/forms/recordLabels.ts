/** The labels of records in lists. The name in a label can be read back. */
import type { IDataObject } from 'n8n-workflow';
import { type NameKey, namesOf, type RecordName } from '../api/assumedNames';
import { isText } from '../values/jsonObject';
import { parseBoolean } from '../values/scalars';

/** What follows the name of a record in a label. */
const suffix = /(?:^| )\((?:active|inactive|ID [^()]+|ID [^()]+, inactive)\)$/;

/** How an expression of n8n begins, behind the apostrophes that labels have before it. */
const expression = /^'*=/;

/** An email address at the end of a name, alone or in parentheses. */
const address = /(?:^|\()([^\s()]+@[^\s()@]+)\)?$/;

function textAt(record: IDataObject, names: readonly string[]): string {
	const text = names.map((name) => record[name]).find(isText);
	return text?.trim() ?? '';
}

/** The text by which a record is found, in the first of the names that the record has, also if it is null. */
function keyAt(record: IDataObject, key: NameKey): string {
	const name = namesOf(key).find((each) => Object.hasOwn(record, each));
	return name === undefined ? '' : textAt(record, [name]);
}

function personName(user: IDataObject): string {
	const label = keyAt(user, 'user.emailAddress');
	const person = [textAt(user, ['firstName']), textAt(user, ['lastName'])].join(' ').trim();
	return person && label ? `${person} (${label})` : person || label;
}

/** The field with the name of a record. */
const nameFields: Partial<Record<RecordName, NameKey>> = {
	assignment: 'assignment.name',
	report: 'report.reportName',
	tenant: 'tenant.tenantName',
	thread: 'thread.name',
};

/** What a person calls a record that has the nodes' names. Empty if it has no name. */
export function nameOf(recordName: RecordName, record: IDataObject): string {
	if (recordName === 'user') return personName(record);
	if (recordName === 'group') return keyAt(record, 'group.groupName');
	const field = nameFields[recordName];
	return field === undefined ? '' : textAt(record, namesOf(field));
}

/**
 * The label of a record. A name that looks like a label gets a suffix too, so that every label has
 * one reading. n8n would evaluate a label that begins with "=", so an apostrophe is before it.
 *
 * @param identifier if the name doesn't identify the record
 */
export function writeLabel(record: IDataObject, name: string, identifier?: string | number) {
	const parts = identifier === undefined ? [] : [`ID ${identifier}`];
	// A record without the field counts as active.
	if (parseBoolean(record.active) === false) parts.push('inactive');
	else if (parts.length === 0 && suffix.test(name)) parts.push('active');
	const label = parts.length === 0 ? name : `${name} (${parts.join(', ')})`.trim();
	return expression.test(label) ? `'${label}` : label;
}

/** The name of the record with this label. */
export function readLabel(label: string): string {
	return (expression.test(label) ? label.replace("'", '') : label).replace(suffix, '');
}

/** The email address in the name of a user; undefined if there is none. */
export function addressIn(name: string): string | undefined {
	return address.exec(name)?.[1];
}
