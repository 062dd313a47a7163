import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { isRecord } from '../../values/jsonObject';
import { words } from '../../values/words';
import { type ListField, translationList } from '../fields/changeSetFields';
import { positionOf } from '../collectionEntries';
import { entryFieldsOf } from './changeSet';
import { desiredTitle } from '../formProperties';
import { findName, getList, type StateTable } from './recordState';

/** What this package adds to the record in the item of an update. */
export const outputNames: readonly string[] = words(
	'changed changes success summary verified notVerified',
);

/** A name that the current record has too was copied from there, for example a counter. */
function assertNames(
	position: string,
	record: IDataObject,
	known: readonly string[],
	current: readonly IDataObject[],
): void {
	const isAllowed = (name: string) =>
		known.includes(name) || current.some((entry) => Object.hasOwn(entry, name));
	const unknown = Object.keys(record).find(
		(name) => record[name] !== undefined && record[name] !== null && !isAllowed(name),
	);
	if (unknown === undefined) return;
	const begins = (text: string, start: string) =>
		text.toLowerCase().startsWith(start.toLowerCase());
	const similar = known.find((name) => begins(name, unknown) || begins(unknown, name));
	throw new InputError(
		`${position}: "${unknown}" can't be updated`,
		`${similar === undefined ? 'Remove' : `Use "${similar}" instead, or remove`} "${unknown}". Fields you can update: ${known.join(', ')}.`,
	);
}

function assertEntryNames(
	title: string,
	list: ListField,
	desired: unknown,
	current: readonly unknown[],
): void {
	const fields = entryFieldsOf(list);
	const names = fields.map(({ name }) => name);
	const currentEntries = current.flat().filter(isRecord);
	for (const [index, entry] of [desired].flat().entries()) {
		if (!isRecord(entry)) continue;
		const position = positionOf(title, index);
		assertNames(position, entry, names, currentEntries);
		for (const field of fields.filter(({ type }) => type === 'translations')) {
			assertEntryNames(
				`${position}, ${field.label}`,
				translationList(field),
				entry[field.name],
				currentEntries.map((each) => each[field.name]),
			);
		}
	}
}

/** Refuses a Desired State with fields that can't be updated (spec 2.1 and 2.5). */
export function assertKnownFields(
	desired: IDataObject,
	current: IDataObject,
	{ fields, changeSets, identifierNames, readOnlyNames }: StateTable,
): void {
	const known = [...fields, ...changeSets];
	const ignored = [...identifierNames, ...readOnlyNames, ...outputNames].concat(
		known.flatMap((field) => findName(desired, field) ?? []),
	);
	const rest = Object.entries(desired).filter(([name]) => !ignored.includes(name));
	const names = known.map(({ name }) => name);
	assertNames(desiredTitle, Object.fromEntries(rest), names, [current]);
	for (const list of changeSets.filter(({ modifiable }) => modifiable)) {
		const title = `${desiredTitle} > ${list.label}`;
		assertEntryNames(title, list, getList(desired, list), [getList(current, list)]);
	}
}
