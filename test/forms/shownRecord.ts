import type { IDataObject } from 'n8n-workflow';
import { FieldNames } from '../../src/api/fieldNames';
import { nameRecord, readShown, type StateTable } from '../../src/forms/changeSet/recordState';

/**
 * A record of the service.
 *
 * @param names what to read; by default, what it shows
 */
export function readShownRecord(record: IDataObject, table: StateTable, names?: string[]) {
	const shown = nameRecord('Current State', record, table, new FieldNames());
	return readShown(shown, table, names ?? Object.keys(shown.named));
}
