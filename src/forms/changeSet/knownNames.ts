/**
 * Refuses what Desired State has and an update doesn't: names of other fields, unless they were copied from
 * the current record, and IDs that no current entry has.
 */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { comparisonKey } from '../../values/comparison';
import { isRecord } from '../../values/jsonObject';
import { findNearest } from '../../values/nearest';
import { formatValue } from '../../values/scalars';
import { comparableText } from '../../values/texts';
import { positionOf, wholeLists } from '../collectionEntries';
import { type AnyField, isList, type ListField } from '../fields/field';
import { changeTypes } from './changeSet';
import type { NamedRecord, RecordState } from './recordState';

/** What a message shows of a name, at most. */
const maxCharacters = 100;

/** A name in a record or an entry that an update doesn't have. */
interface OtherName {
	readonly name: string;
	readonly value: unknown;
	/** Through the lists that have it. */
	readonly path: string;
	/** The names that it isn't one of. */
	readonly fields: readonly AnyField[];
	/** Of its record or entry in messages. */
	readonly position: string;
}

const isChange = (name: string) => changeTypes.some((type) => type === name);

/** Lists of changes can be refused before the current record is known. */
export function assertNoChanges({ named, title }: NamedRecord, fields: readonly AnyField[]): void {
	const name = changeTypes.find((type) => typeof (named[type] ?? '') === 'object');
	if (!name) return;
	throw unknownName({ name, fields, position: title });
}

/** @throws InputError if a name is not one of the update, nor the same in the current record */
export function assertKnown(
	desired: NamedRecord,
	current: NamedRecord,
	fields: readonly AnyField[],
): void {
	// A record from 'Get' may still have a field under the name of the service.
	const keyOf = ({ path, value }: OtherName) => JSON.stringify([path, comparisonKey(value)]);
	const known = new Set(
		[current.named, current.record].flatMap((record) => [...otherNames(record, fields)].map(keyOf)),
	);
	for (const other of otherNames(desired.named, fields, desired.title)) {
		if ((other.value ?? null) === null || known.has(keyOf(other))) continue;
		throw unknownName(other);
	}
}

function* otherNames(
	record: IDataObject,
	fields: readonly AnyField[],
	position = '',
	path = '',
): Generator<OtherName> {
	for (const [name, value] of Object.entries(record)) {
		const field = fields.find((each) => each.name === name);
		if (!field) yield { name, value, path: path + name, fields, position };
		else if (isList(field)) {
			yield* namesInEntries(field, value, `${position} > ${field.displayName}`, `${path}${name}.`);
		}
	}
}

function* namesInEntries(list: ListField, value: unknown, title: string, path: string) {
	for (const [index, entry] of [value].flat().entries()) {
		if (!isRecord(entry)) continue;
		// An entry that only refers to a record may show more of it, but no changes.
		for (const other of otherNames(entry, list.fields, positionOf(title, index), path)) {
			if (list.modifiable || isChange(other.name)) yield other;
		}
	}
}

/**
 * Refuses an ID that is not in the current list, or stands alone: alone, it is the key of an entry, which
 * would be added, and the one with the ID removed.
 */
export function assertIdentifiers(
	desired: RecordState,
	current: RecordState,
	lists: readonly ListField[],
): void {
	for (const list of lists) {
		const { name, displayName, identifier } = list;
		if (!identifier) continue;
		const [key = ''] = list.key;
		const shown = (current.state[name] ?? []) as IDataObject[];
		const textsOf = (field: string) => new Set(shown.map((entry) => textOf(entry[field])));
		const [ids, keys] = [textsOf(identifier.name), textsOf(key)];
		const title = `${desired.title} > ${displayName}`;
		const entries: unknown[] = [desired.named[name] ?? []].flat();
		const given = entries.map((entry) => textOf(isRecord(entry) ? entry[identifier.name] : entry));
		const unknown = given.find((id, at) => isRecord(entries[at]) && id !== '' && !ids.has(id));
		if (unknown !== undefined) {
			throw new InputError(
				`${title}: ${identifier.displayName} ${unknown} is not in '${current.title}'`,
				`Correct "${identifier.name}", or leave it out to add the entry.`,
			);
		}
		const alone = given.findIndex(
			(id, at) => !isRecord(entries[at]) && ids.has(id) && !keys.has(id),
		);
		if (alone === -1) continue;
		throw new InputError(
			`${positionOf(title, alone)}: ${given[alone]} is the ${identifier.displayName} of a current entry`,
			`Enter { "${identifier.name}": ${given[alone]} } to keep that entry, or { "${key}": "${given[alone]}" } to add a new one.`,
		);
	}
}

const textOf = (value: unknown) => comparableText(formatValue(value ?? ''));

function unknownName({
	name,
	fields,
	position,
}: Pick<OtherName, 'name' | 'fields' | 'position'>): InputError {
	const given = name.slice(0, maxCharacters);
	const names = fields.map((field) => field.name);
	const nearest = findNearest(given, names, given.length / 2);
	const remedy = nearest === '' ? 'Remove' : `Use "${nearest}" instead, or remove`;
	return new InputError(
		`${position}: "${given}" can't be updated`,
		isChange(name)
			? `Remove "${given}", and enter each list with every entry it should have. ${wholeLists}`
			: `${remedy} "${given}". Fields you can update: ${names.join(', ')}.`,
	);
}
