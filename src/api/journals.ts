import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { fieldNamesLabel, namesOf } from './assumedNames';
import { findListName } from './lists';
import { type FieldNames, valueAt } from './fieldNames';
import { isRecord, without } from '../values/jsonObject';

/** A name with the prefix "period" that a record doesn't have. */
function prefixed(name: string, record: IDataObject): string {
	const longer = `period${name.charAt(0).toUpperCase()}${name.slice(1)}`;
	return Object.hasOwn(record, longer) ? prefixed(longer, record) : longer;
}

/** A journal with its period's fields. A name that both have gets the prefix "period". */
function withPeriod(journal: IDataObject, period: IDataObject): IDataObject {
	const all = { ...period, ...journal };
	const fields = Object.entries(period).map(([name, value]) => [
		Object.hasOwn(journal, name) ? prefixed(name, all) : name,
		value,
	]);
	return { ...(Object.fromEntries(fields) as IDataObject), ...journal };
}

/** The list at a path, which joins the lists on its way. Undefined if the record doesn't show it. */
function listAt(record: IDataObject, path: string): unknown {
	const value = valueAt(record, path);
	if (!Array.isArray(value)) return value;
	const entries: unknown[] = value.flat(Infinity);
	const shown = entries.filter((each) => each !== undefined);
	return shown.length === 0 && entries.length > 0
		? undefined
		: shown.filter((each) => each !== null);
}

/**
 * The entries of the lists at a path, each with the other fields of its record. A record may leave out
 * its empty list if others show theirs.
 *
 * @param name of the field for an entry that is no record
 * @param noList the error if a record has no list, by its position from 1
 */
function entriesAt(
	records: readonly IDataObject[],
	path: string,
	name: string,
	noList: (position: number) => ServiceError,
) {
	const lists = records.map((record) => listAt(record, path));
	const isShown = lists.some((list) => list === null || Array.isArray(list));
	return records.flatMap((record, index) => {
		const list = lists[index] ?? (isShown ? [] : undefined);
		if (!Array.isArray(list)) throw noList(index + 1);
		const others = without(record, path);
		return list.map((entry: unknown) => ({
			entry: isRecord(entry) ? entry : { [name]: entry as IDataObject[string] },
			others,
		}));
	});
}

/** The field with the journals, which is the same in all periods; undefined if it isn't known. */
function journalsNameOf(periods: readonly IDataObject[]): string | undefined {
	const likely = namesOf('period.journals');
	const names = new Set(periods.flatMap((period) => findListName(period, likely) ?? []));
	const [only] = names.size === 1 ? names : [];
	return likely.find((name) => names.has(name)) ?? only;
}

/**
 * The journals of periods, each alone and with its period's fields.
 *
 * @param given the field of a period that has them, from an option
 */
export function journalsOf(names: FieldNames, periods: readonly IDataObject[], given = '') {
	const path = given || (names.entry('period.journals') ?? journalsNameOf(periods) ?? '');
	const journals = entriesAt(periods, path, 'journal', (position) =>
		ServiceError.invalidResponse(
			`Period ${position} of the response has no list of journals${given && ` named "${given}"`}`,
			`Add the field with the list of journals as "period.journals" to '${fieldNamesLabel}' in the credential. In the Integration Service Accounting node, you can set 'Journals Field' instead. To see the fields of a period, use its Journal > Get Many with 'Output' set to 'Periods'.`,
		),
	);
	return journals.map(({ entry: journal, others }) => ({
		journal,
		record: withPeriod(journal, others),
	}));
}

/** The rows of journals, each with the other fields of its journal. A row's own field wins. */
export function rowsOf(names: FieldNames, journals: readonly IDataObject[]): IDataObject[] {
	const path = names.entry('journal.rows') ?? namesOf('journal.rows')[0];
	const rows = entriesAt(journals, path, 'row', (position) =>
		ServiceError.invalidResponse(
			`Journal ${position} of the response has no list of rows named "${path}"`,
			`Set 'Output' to 'Journals' to see the fields of a journal, then add "journal.rows" to '${fieldNamesLabel}' in the credential.`,
		),
	);
	return rows.map(({ entry, others }) => ({ ...others, ...entry }));
}
