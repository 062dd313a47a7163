/**
 * Reads Desired State, which a person writes. A list is the whole list: whatever it doesn't have is
 * removed, so nothing is taken for a list that could mean something else. A name that an update doesn't
 * have is refused, unless it was copied from the current record.
 */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { comparisonKey } from '../../values/comparison';
import { isRecord, without } from '../../values/jsonObject';
import { findNearest } from '../../values/nearest';
import { formatValue } from '../../values/scalars';
import { comparableText } from '../../values/texts';
import { positionOf, type PositionedEntry } from '../collectionEntries';
import { type AnyField, desiredTitle, isList, type ListField } from '../fields/field';
import type { FormItem } from '../formItem';
import { givenEntries } from '../modelValues';
import { changeTypes } from './changeSet';
import {
	fieldsAndLists,
	findName,
	outputNames,
	type ReadRecord,
	readState,
	StateReader,
	type StateTable,
	wholeLists,
} from './recordState';

/** What a message shows of a name, at most. */
const maxCharacters = 100;

const reader = new StateReader(true);

/**
 * Desired State as it is written. As a tool, what is empty is not given, so an empty list removes nothing.
 *
 * @param parameter of the field
 */
export function readDesiredRecord(
	item: FormItem,
	parameter: string,
	table: StateTable,
): IDataObject {
	const record = readState(item, desiredTitle, parameter, table);
	return item.isTool ? givenEntries(record) : record;
}

/** @throws InputError if a value can't be read, or a list is not the whole list */
export function readDesiredState(record: IDataObject, table: StateTable): ReadRecord {
	const fields = fieldsAndLists(table);
	const changes = changeTypes.find((type) => typeof (record[type] ?? '') === 'object');
	if (changes) throw unknownName([changes, record[changes]], fields, desiredTitle);
	const names = Object.keys(record);
	if (names.length > 0 && names.every((name) => outputNames.includes(name))) {
		throw new InputError(
			`${desiredTitle} has no field that can be updated`,
			`Enter the fields the ${table.label} should have: ${listNames(fields)}.`,
		);
	}
	return { record, state: reader.readFields(record, fields, desiredTitle) };
}

/**
 * @param current the record as the service shows it
 * @throws InputError if a name, also in an entry, is not one of the update, nor copied from there
 */
export function assertKnownNames(
	{ record }: ReadRecord,
	current: IDataObject,
	table: StateTable,
): void {
	const entry = outputNames.reduce(without, record);
	assertKnown([{ entry, position: desiredTitle }], [current], fieldsAndLists(table));
}

/**
 * @param isWhole whether the update sets all that an entry has. Other entries only refer to a record, so
 *   they may show more of it, but no changes.
 */
function assertKnown(
	desired: readonly PositionedEntry[],
	current: readonly IDataObject[],
	fields: readonly AnyField[],
	isWhole = true,
): void {
	if (desired.length === 0) return;
	const keyOf = ([name, value]: [name: string, value: unknown]) =>
		JSON.stringify([name, comparisonKey(value)]);
	const shown = new Set(current.flatMap((record) => Object.entries(record)).map(keyOf));
	const isRefused = (name: string, value: unknown) =>
		(isWhole || isChange(name)) && (value ?? null) !== null && !shown.has(keyOf([name, value]));
	for (const { entry, position } of desired) {
		const known = fields.map((field) => findName(entry, field));
		const unknown = Object.keys(entry).find(
			(name) => !known.includes(name) && isRefused(name, entry[name]),
		);
		if (unknown === undefined) continue;
		const isTypo = !current.some((record) => Object.hasOwn(record, unknown));
		throw unknownName([unknown, entry[unknown]], fields, position, isTypo);
	}
	for (const list of fields.filter(isList)) {
		const listOf = (record: IDataObject): unknown[] =>
			[record[findName(record, list) ?? list.name]].flat();
		const entries = desired.flatMap(({ entry, position }) =>
			listOf(entry).map((each, index) => ({
				entry: each,
				position: positionOf(`${position} > ${list.displayName}`, index),
			})),
		);
		const currentEntries = current.flatMap(listOf).filter(isRecord);
		assertNoBareIds(entries, currentEntries, list);
		const records = entries.filter((each): each is PositionedEntry => isRecord(each.entry));
		assertKnown(records, currentEntries, list.fields, list.modifiable === true);
	}
}

/** A bare entry is a key. Meant as an ID, it would add a new entry and remove the one with the ID. */
function assertNoBareIds(
	desired: ReadonlyArray<{ readonly entry: unknown; readonly position: string }>,
	current: readonly IDataObject[],
	{ identifier, key: [key = ''] }: ListField,
): void {
	if (!identifier) return;
	const textOf = (value: unknown) => comparableText(formatValue(value ?? ''));
	const textsOf = (name: string) => new Set(current.map((entry) => textOf(entry[name])));
	const ids = textsOf(identifier.name);
	const keys = textsOf(key);
	const isId = (text: string) => ids.has(text) && !keys.has(text);
	for (const { entry, position } of desired) {
		const text = textOf(entry);
		if (text === '' || !isId(text)) continue;
		throw new InputError(
			`${position}: ${text} is the ${identifier.displayName} of a current entry`,
			`Enter { "${identifier.name}": ${text} } to keep that entry, or { "${key}": "${text}" } to add a new one.`,
		);
	}
}

const isChange = (name: string) => changeTypes.some((type) => type === name);

const listNames = (fields: readonly AnyField[]) => fields.map(({ name }) => name).join(', ');

/** @param isTypo whether the current record doesn't have the name */
function unknownName(
	[name, value]: [name: string, value: unknown],
	fields: readonly AnyField[],
	position: string,
	isTypo = true,
): InputError {
	const given = name.slice(0, maxCharacters);
	const names = fields.map((field) => field.name);
	const isWrapper = isRecord(value) && names.some((each) => Object.hasOwn(value, each));
	const nearest = isTypo ? `Use "${findNearest(given, names)}" instead, or remove` : 'Remove';
	const remedy = isWrapper
		? `Move the fields of "${given}" out of the object.`
		: `${nearest} "${given}".`;
	return new InputError(
		`${position}: "${given}" can't be updated`,
		isChange(name)
			? `Remove "${given}", and enter each list with every entry it should have. ${wholeLists}`
			: `${remedy} Fields you can update: ${listNames(fields)}.`,
	);
}
