import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { namesOf } from './assumedNames';
import { findListName } from './lists';
import { fieldNamesLabel, receivedRecord, valueAt, without } from './fieldNames';
import { isRecord } from '../values/jsonObject';

/** A journal with its period's fields. A name that both have gets the prefix "period". */
function withPeriod(journal: IDataObject, period: IDataObject): IDataObject {
	const taken = { ...period, ...journal };
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(period)) {
		let free = name;
		while (Object.hasOwn(free === name ? journal : taken, free)) {
			free = `period${free.charAt(0).toUpperCase()}${free.slice(1)}`;
		}
		fields[free] = value;
	}
	return { ...fields, ...journal };
}

/** The journals of periods, each with its period's fields. */
export function journalsOf(periods: readonly IDataObject[], given: string): IDataObject[] {
	return periods.flatMap((record, index) => {
		const period = given === '' ? record : receivedRecord(record);
		const name = given || (findListName(period, namesOf('period.journals')) ?? '');
		const { [name]: journals, ...fields } = period;
		if (journals !== null && !Array.isArray(journals)) {
			throw ServiceError.invalidResponse(
				`Period ${index + 1} of the response has no list of journals${given && ` named "${given}"`}`,
				"Set 'Output' to 'Periods' to see the fields of a period, then set 'Journals Field' to its list of journals.",
			);
		}
		return ((journals ?? []) as unknown[]).map((journal) =>
			withPeriod(isRecord(journal) ? journal : { journal: journal as IDataObject[string] }, fields),
		);
	});
}

/**
 * The rows of journals, each with the other fields of its journal. A row's own field wins.
 *
 * @param path of the list of rows in a journal
 */
export function rowsOf(journals: readonly IDataObject[], path: string): IDataObject[] {
	return journals.map(receivedRecord).flatMap((journal, index) => {
		const rows = valueAt(journal, path);
		if (rows !== null && !Array.isArray(rows)) {
			throw ServiceError.invalidResponse(
				`Journal ${index + 1} of the response has no list of rows named "${path}"`,
				`Set 'Output' to 'Journals' to see the fields of a journal, then add "journal.rows" to '${fieldNamesLabel}' in the credential.`,
			);
		}
		const shared = without(journal, path);
		return ((rows ?? []) as unknown[]).map((row) => ({
			...shared,
			...(isRecord(row) ? row : { row: row as IDataObject[string] }),
		}));
	});
}
