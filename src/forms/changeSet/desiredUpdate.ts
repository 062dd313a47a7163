/**
 * The change mode of an update: single changes, or Desired State, from which the node works out the
 * changes. Each JSON field is read into a state, `diff.ts` compares both, and the item states the
 * changes.
 */
import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { receivedRecord } from '../../api/fieldNames';
import { isRecord } from '../../values/jsonObject';
import { isEmpty } from '../../values/scalars';
import { parseResponse } from '../../values/json';
import { words } from '../../values/words';
import { positionOf } from '../collectionEntries';
import { listOfField } from '../fields/listField';
import type { FormItem } from '../formItem';
import { desiredTitle, fieldCollection } from '../formProperties';
import { jsonObject } from '../jsonField';
import { choiceParameter, readChoice } from '../parameters';
import { changeSetProperty } from './changeSet';
import { compareStates } from './diff';
import {
	type AnyField,
	currentSource,
	desiredSource,
	fieldsAndLists,
	findName,
	getField,
	readState,
	type StateTable,
	unwrap,
} from './recordState';

const changeMode = choiceParameter(
	'changeMode',
	'changes',
	{
		changes: ['Changes', 'Add, change, or remove single entries'],
		desired: ['Desired State', 'Provide the target state. The node works out the changes.'],
	},
	'How to define the changes',
);

const docsUrl =
	'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service/blob/HEAD/docs/desired-state.md';

export const currentStateField: INodeProperties = {
	displayName: currentSource.title,
	name: currentSource.parameter,
	type: 'json',
	typeOptions: { rows: 6 },
	default: '{}',
};

/** The field for the target record, with an example that is refused when it is sent. */
export function desiredStateField(example: string): INodeProperties {
	return {
		displayName: desiredTitle,
		name: desiredSource.parameter,
		type: 'json',
		required: true,
		typeOptions: { rows: 10 },
		default: example,
		description: `The target state. <a href="${docsUrl}" target="_blank">Learn more</a>.`,
		hint: 'Fields you leave out keep their value. If you include a list, include every entry.',
	};
}

/** The choice of a change mode and the fields of each, below those of the node. */
export function changeModeFields(
	{ fields, changeSets, example }: StateTable,
	changes: INodeProperties[],
	desired: INodeProperties[],
): INodeProperties[] {
	const updateFields = fieldCollection(
		'updateFields',
		fields.filter(({ name }) => changes.every((own) => own.name !== name)),
	);
	const forms = {
		changes: [...changes, updateFields, ...changeSets.map(changeSetProperty)],
		desired: [...desired, desiredStateField(example)],
	};
	return [
		{ ...changeMode, noDataExpression: true },
		...Object.entries(forms).flatMap(([mode, form]) =>
			updateDisplayOptions({ show: { changeMode: [mode] } }, form),
		),
	];
}

export function isDesiredMode(item: FormItem): boolean {
	return readChoice(item, changeMode) === 'desired';
}

/** A record as JSON, and what an update may change of it. */
export interface ReadRecord {
	readonly record: IDataObject;
	readonly state: IDataObject;
}

/** The update that leads from the current state to the desired state. */
export interface DesiredUpdate {
	readonly current: IDataObject;
	/** Undefined if nothing changes. */
	readonly body?: IDataObject;
	/** One sentence for each change. */
	readonly summary: readonly string[];
}

/** The JSON of a state, under the names of the nodes. */
export function readStateJson(
	item: FormItem,
	{ title, parameter }: typeof currentSource,
	{ record = '' }: StateTable,
): IDataObject {
	const json = jsonObject(item, title, parameter, parseResponse);
	return item.fieldNames?.fromUser(record, json) ?? json;
}

/**
 * The record in one of the two JSON fields. Undefined if the field is empty.
 *
 * @throws InputError if it is another record than the one to update
 */
export function readWrittenRecord(
	item: FormItem,
	source: typeof currentSource,
	table: StateTable,
	identifier: number,
): IDataObject | undefined {
	const json = readStateJson(item, source, table);
	if (Object.keys(json).length === 0) return undefined;
	const record = unwrap(json, table);
	const owner = table.identifierNames.map((name) => record[name]).find((id) => !isEmpty(id));
	if (owner === undefined || String(owner).trim() === String(identifier)) return record;
	const { label } = table;
	throw new InputError(
		`'${source.title}' belongs to ${label} ${String(owner)}, but you're updating ${identifier}`,
		`Use the state of ${label} ${identifier}, or select ${label} ${String(owner)}. If the states come from merged items, check how the items were matched.`,
	);
}

/** Refuses an empty field, and one that still has the example. */
export function readDesired(item: FormItem, table: StateTable, identifier: number): ReadRecord {
	if (item.parameter<unknown>(desiredSource.parameter, '') === table.example) {
		throw new InputError(
			`'${desiredTitle}' is still the example`,
			'Replace the example with the target state.',
		);
	}
	const record = readWrittenRecord(item, desiredSource, table, identifier);
	if (record) return { record, state: readState(desiredSource, record, table) };
	throw new InputError(
		`'${desiredTitle}' is empty`,
		'Enter the target state. If it comes from an expression, check this item.',
	);
}

/** What this package adds to the record in the item of an update. */
const outputNames: readonly string[] = words(
	'changed changes success summary verified notVerified',
);

/**
 * Refuses names of a desired record or entry that can't be updated (spec 2.1 and 2.5). A name that the
 * current record has too was copied from there, for example a counter.
 */
function assertKnownNames(
	desired: IDataObject,
	current: readonly unknown[],
	known: readonly AnyField[],
	position: string,
	separator = ', ',
): void {
	const currentRecords = current.filter(isRecord);
	const names = known.map((field) => findName(desired, field) ?? field.name);
	const unknown = Object.entries(desired).find(
		([name, value]) =>
			value !== undefined &&
			value !== null &&
			!names.includes(name) &&
			!currentRecords.some((record) => Object.hasOwn(record, name)),
	);
	if (unknown) throw unknownName(unknown[0], known, position);
	for (const field of known) {
		const list = listOfField(field);
		if (!list?.modifiable) continue;
		const currentEntries = currentRecords.map((record) => getField(record, list)).flat();
		for (const [index, entry] of [getField(desired, list)].flat().entries()) {
			const entryPosition = positionOf(`${position}${separator}${list.label}`, index);
			if (isRecord(entry)) assertKnownNames(entry, currentEntries, list.fields, entryPosition);
		}
	}
}

function unknownName(unknown: string, known: readonly AnyField[], position: string): InputError {
	const names = known.map(({ name }) => name);
	const begins = (text: string, start: string) =>
		text.toLowerCase().startsWith(start.toLowerCase());
	const similar = names.find((name) => begins(name, unknown) || begins(unknown, name));
	return new InputError(
		`${position}: "${unknown}" can't be updated`,
		`${similar === undefined ? 'Remove' : `Use "${similar}" instead, or remove`} "${unknown}". Fields you can update: ${names.join(', ')}.`,
	);
}

export function updateOf(
	current: IDataObject,
	body: IDataObject,
	summary: readonly string[],
): DesiredUpdate {
	return { current, summary, ...(Object.keys(body).length > 0 && { body }) };
}

export function compareRecords(
	table: StateTable,
	current: ReadRecord,
	desired: ReadRecord,
): DesiredUpdate {
	const ignored = [...table.identifierNames, ...(table.readOnlyNames ?? []), ...outputNames];
	const given = Object.entries(desired.record).filter(([name]) => !ignored.includes(name));
	const known = fieldsAndLists(table);
	assertKnownNames(Object.fromEntries(given), [current.record], known, desiredTitle, ' > ');
	const { body, summary } = compareStates(table, current.state, desired.state);
	return updateOf(current.record, body, summary);
}

/** The fields of {@link changesOf} in an item. */
export const changesOutput = { changes: 'object', summary: 'string[]' } as const;

/** What an item states about the changes of an update. */
export function changesOf({ body = {}, summary }: DesiredUpdate): IDataObject {
	return { changes: body as IDataObject, summary: [...summary] };
}

export function noteUnchanged(item: FormItem): void {
	item.hint('Nothing changes, so nothing was sent.');
}

/**
 * The item if nothing changes: the current record, which can be the next Current State.
 *
 * @param changes that the item states, if the node worked them out
 */
export function unchangedItem(
	item: FormItem,
	current: IDataObject,
	changes: IDataObject,
): IDataObject {
	if (item.isPreview) return { preview: true, ...changes };
	noteUnchanged(item);
	const record = receivedRecord(current);
	for (const name of outputNames) delete record[name];
	return { ...record, changed: false };
}
