import type { IDataObject } from 'n8n-workflow';
import { fieldsAndLists, isShown, type StateTable } from '../../src/forms/changeSet/recordState';

/** The names of the fields and lists that a record shows. */
export function shownNames(record: IDataObject, table: StateTable): string[] {
	const shown = fieldsAndLists(table).filter((field) => isShown(record, field));
	return shown.map(({ name }) => name);
}
