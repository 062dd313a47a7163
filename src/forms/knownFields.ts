import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { isRecord } from '../api/jsonObject';
import { entryFieldsOf } from './changeSet/changeSet';
import { translationFields } from './fields/changeSetFields';
import type { Field } from './fields/field';
import {
	desiredSource,
	desiredTitle,
	nameIn,
	positionOf,
	rawList,
	type StateTable,
} from './changeSet/recordState';

/** What this package adds to the record of an update's item. */
export const outputNames = ['changed', 'success'] as const;

/** The records among the entries of a list. */
function recordsIn(list: unknown): IDataObject[] {
	return [list].flat().filter(isRecord);
}

/** Refuses a name that an update cannot carry, unless it came with the record as it is. */
function assertNames(
	position: string,
	record: IDataObject,
	known: readonly string[],
	current: readonly IDataObject[],
): void {
	for (const [name, value] of Object.entries(record)) {
		const isIgnored =
			value === undefined || value === null || current.some((each) => Object.hasOwn(each, name));
		if (known.includes(name) || isIgnored) continue;
		const written = name.toLowerCase();
		const meant = known.find((each) => {
			const likely = each.toLowerCase();
			return likely.startsWith(written) || written.startsWith(likely);
		});
		throw new InputError(
			`${position}: "${name}" is not a field that the update takes`,
			`${meant === undefined ? 'Leave it out.' : `Is it "${meant}"? Else leave it out.`} The update takes ${known.join(', ')}.`,
		);
	}
}

/** What is no list, or no record in it, is refused where it is read. */
function assertEntries(
	list: unknown,
	fields: readonly Field[],
	current: readonly IDataObject[],
	position: (index: number) => string,
): void {
	if (!Array.isArray(list)) return;
	const known = fields.map(({ name }) => name);
	for (const [index, entry] of list.entries()) {
		if (!isRecord(entry)) continue;
		assertNames(position(index), entry, known, current);
		for (const { name, label, type } of fields) {
			if (type !== 'translations') continue;
			assertEntries(
				entry[name],
				translationFields,
				current.flatMap((each) => recordsIn(each[name])),
				(inner) => `${position(index)}, ${label}, entry ${inner + 1}`,
			);
		}
	}
}

/**
 * Refuses a Desired State with fields that no update carries (spec 2.1 and 2.5). Those that the
 * record as it is has too came with it: counters and times change by themselves and are left alone.
 *
 * @param desired the record as it should be
 * @param current the record as it is
 * @param table what can be changed
 * @throws InputError naming the field, and the one that may be meant
 */
export function assertKnownFields(
	desired: IDataObject,
	current: IDataObject,
	table: StateTable,
): void {
	const taken = [...table.fields, ...table.changeSets];
	const read = taken.map((field) => nameIn(desired, field));
	const ignored = [...table.identifierNames, ...table.shownNames, ...outputNames, ...read];
	const given = Object.fromEntries(
		Object.entries(desired).filter(([name]) => !ignored.includes(name)),
	);
	const names = taken.map(({ name }) => name);
	assertNames(desiredTitle, given, names, [current]);
	for (const field of table.changeSets.filter(({ modifiable }) => modifiable)) {
		assertEntries(
			rawList(desired, field),
			entryFieldsOf(field),
			recordsIn(rawList(current, field)),
			positionOf(desiredSource, field),
		);
	}
}
