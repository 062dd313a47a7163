/**
 * Reads a record as the service shows it: from a response, or from 'Current State', which is an
 * earlier response.
 *
 * Its shape isn't specified. So a field may have another name, an empty list may be null, and an entry
 * may be bare, such as 101 or "READ", or have its reference in a nested record, such as
 * `{ "report": { "id": 101 } }`. Other names are left out of the state.
 */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { isList } from '../fields/field';
import type { FormItem } from '../formItem';
import {
	checkOwner,
	fieldsAndLists,
	isShown,
	type ReadRecord,
	readState,
	StateReader,
	type StateTable,
} from './recordState';

const reader = new StateReader(false);

/**
 * @param title of the record in messages
 * @param names what to read. Lists must be there, as an update from an empty list would add every entry
 *   again and remove none.
 * @throws InputError if a list is missing, or a value can't be read
 */
export function readShownState(
	title: string,
	record: IDataObject,
	table: StateTable,
	names: ReadonlySet<string>,
): ReadRecord {
	const fields = fieldsAndLists(table).filter(({ name }) => names.has(name));
	const missing = fields.find((field) => isList(field) && !isShown(record, field));
	if (missing) {
		throw new InputError(
			`${title} > ${missing.displayName} is missing`,
			`Enter "${missing.name}" as the service's last response shows it. If it has no entries, enter "${missing.name}": [].`,
		);
	}
	return { record, state: reader.readFields(record, fields, title) };
}

export const currentTitle = 'Current State';

/**
 * 'Current State' of the form. Undefined if the field is empty.
 *
 * @param parameter of the field
 * @throws InputError if it is another record than the one to update
 */
export function readCurrentState(
	item: FormItem,
	parameter: string,
	table: StateTable,
	identifier: number,
): IDataObject | undefined {
	const record = readState(item, currentTitle, parameter, table);
	if (Object.keys(record).length === 0) return undefined;
	checkOwner(currentTitle, record, table, identifier);
	return record;
}
