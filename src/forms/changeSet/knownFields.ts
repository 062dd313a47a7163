import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { isRecord } from '../../api/jsonObject';
import { type ListField, translationList } from '../fields/changeSetFields';
import { entryFieldsOf } from './changeSet';
import { desiredTitle, findName, getList, type StateTable } from './recordState';

/** What this package adds to the record in the item of an update. */
export const outputNames: readonly string[] = ['changed', 'success'];

/** A name that the current record has too was copied from there, for example a counter. */
function assertNames(
	position: string,
	record: IDataObject,
	known: readonly string[],
	current: readonly IDataObject[],
): void {
	for (const [name, value] of Object.entries(record)) {
		const isCopied = current.some((entry) => Object.hasOwn(entry, name));
		if (value === undefined || value === null || isCopied || known.includes(name)) continue;
		const lowerCase = name.toLowerCase();
		const similar = known.find(
			(other) =>
				other.toLowerCase().startsWith(lowerCase) || lowerCase.startsWith(other.toLowerCase()),
		);
		throw new InputError(
			`${position}: "${name}" can't be updated`,
			`${similar === undefined ? 'Remove' : `Use "${similar}" instead, or remove`} "${name}". Fields you can update: ${known.join(', ')}.`,
		);
	}
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
		const position = `${title}, entry ${index + 1}`;
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

/**
 * Refuses a Desired State with fields that no update carries (spec 2.1 and 2.5).
 *
 * @throws InputError naming the field, and a similar one if there is one
 */
export function assertKnownFields(
	desired: IDataObject,
	current: IDataObject,
	table: StateTable,
): void {
	const fields = [...table.fields, ...table.changeSets];
	const ignored = new Set([
		...table.identifierNames,
		...table.readOnlyNames,
		...outputNames,
		...fields.map((field) => findName(desired, field)),
	]);
	const rest = Object.fromEntries(Object.entries(desired).filter(([name]) => !ignored.has(name)));
	assertNames(
		desiredTitle,
		rest,
		fields.map(({ name }) => name),
		[current],
	);
	for (const list of table.changeSets.filter(({ modifiable }) => modifiable)) {
		assertEntryNames(`${desiredTitle} > ${list.label}`, list, getList(desired, list), [
			getList(current, list),
		]);
	}
}
