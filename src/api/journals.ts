import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { fieldNamesLabel, namesOf } from './assumedNames';
import { findListName } from './lists';
import { type FieldNames, valueAt } from './fieldNames';
import { isRecord, without } from '../values/jsonObject';

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

/**
 * The journals of periods, each alone and with its period's fields.
 *
 * @param given the field of a period that has them, from an option
 */
export function journalsOf(names: FieldNames, periods: readonly IDataObject[], given = '') {
	return periods.flatMap((period, index) => {
		const set = given || names.entry('period.journals');
		const path = set ?? findListName(period, namesOf('period.journals')) ?? '';
		const journals = valueAt(period, path);
		const fields = without(period, path);
		if (journals !== null && !Array.isArray(journals)) {
			throw ServiceError.invalidResponse(
				`Period ${index + 1} of the response has no list of journals${given && ` named "${given}"`}`,
				"Set 'Output' to 'Periods' to see the fields of a period, then set 'Journals Field' to its list of journals.",
			);
		}
		return ((journals ?? []) as unknown[]).map((each) => {
			const journal = isRecord(each) ? each : { journal: each as IDataObject[string] };
			return { journal, record: withPeriod(journal, fields) };
		});
	});
}

/**
 * The rows of journals, each with the other fields of its journal. A row's own field wins.
 *
 * @param path of the list of rows in a journal
 */
export function rowsOf(journals: readonly IDataObject[], path: string): IDataObject[] {
	return journals.flatMap((journal, index) => {
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
