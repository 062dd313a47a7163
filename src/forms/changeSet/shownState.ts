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
import { identityOf } from '../collectionEntries';
import { type AnyField, type Field, isList, type ListField } from '../fields/field';
import type { FormItem } from '../formItem';
import { readValue } from '../value';
import {
	checkOwner,
	fieldsAndLists,
	possibleNames,
	type ReadRecord,
	readState,
	StateReader,
	type StateTable,
} from './recordState';

/** Whether a record shows a field, also as null. */
export function isShown(record: IDataObject, field: AnyField): boolean {
	return possibleNames(field).some((name) => record[name] !== undefined);
}

/** The service may repeat an entry. Spaces around texts stay, as it identifies entries by them. */
export class ShownState extends StateReader {
	/**
	 * @param names what to read. Lists must be there, as an update from an empty list would add every entry
	 *   again and remove none.
	 * @throws InputError if a list is missing, or a value can't be read
	 */
	read(record: IDataObject, table: StateTable, names: ReadonlySet<string>): ReadRecord {
		const fields = fieldsAndLists(table).filter(({ name }) => names.has(name));
		const missing = fields.find((field) => isList(field) && !isShown(record, field));
		if (missing) {
			throw new InputError(
				`${this.title} > ${missing.displayName} is missing`,
				`Enter "${missing.name}" with the IDs of its entries, from the service's last response. If there are none, enter "${missing.name}": [].`,
			);
		}
		return { record, state: this.readFields(record, fields, this.title) };
	}

	protected override getField(record: IDataObject, field: AnyField): unknown {
		const value = super.getField(record, field);
		return value === undefined && isList(field) && isShown(record, field) ? [] : value;
	}

	protected readField(field: Field, value: unknown, position: string): unknown {
		const isText = field.type === 'string' && typeof value === 'string';
		return isText ? value : readValue(field, value, position);
	}

	protected checkList({ name }: ListField, title: string, entries?: unknown[]): void {
		if (entries) return;
		throw new InputError(`${title} is not a list`, `Enter "${name}" as a list in square brackets.`);
	}

	protected neededNames(list: ListField): readonly string[] {
		return identityOf(list);
	}
}

export const currentTitle = 'Current State';

export const currentReader = new ShownState(currentTitle);

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
