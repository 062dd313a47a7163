/**
 * The change mode of an update: single changes, or Desired State, from which the node works out the
 * changes. Each JSON field is read into a state, `diff.ts` compares both, and the item states the
 * changes.
 */
import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { desiredTitle, entryProperty } from '../fields/field';
import type { FormItem } from '../formItem';
import { givenEntries } from '../modelValues';
import { choiceParameter, collectionParameter, notice, readChoice } from '../parameters';
import { changeSetProperty } from './changeSet';
import type { Differences } from './diff';
import {
	type NamedRecord,
	readDesired,
	readRecord,
	type RecordState,
	type StateTable,
} from './recordState';

const changeMode = choiceParameter('changeMode', 'changes', 'How to define the changes', {
	changes: ['Changes', 'Add, change, or remove single entries'],
	desired: ['Desired State', 'Provide the target state. The node works out the changes.'],
});

const docsUrl =
	'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service/blob/HEAD/docs/desired-state.md';

export const currentTitle = 'Current State';

export const currentStateField: INodeProperties = {
	displayName: currentTitle,
	name: 'currentState',
	type: 'json',
	typeOptions: { rows: 6 },
	default: '{}',
};

export const desiredStateField: INodeProperties = {
	displayName: desiredTitle,
	name: 'desiredState',
	type: 'json',
	typeOptions: { rows: 10 },
	default: '{}',
	description: `The target state. <a href="${docsUrl}" target="_blank">Learn more</a>.`,
	hint: 'Fields you leave out keep their value. If you include a list, include every entry.',
};

/** The choice of a change mode and the fields of each, below those of the node. */
export function changeModeFields(
	{ fields, changeSets, example }: StateTable,
	changes: INodeProperties[],
	desired: INodeProperties[],
): INodeProperties[] {
	const further = fields.filter(({ name }) => changes.every((own) => own.name !== name));
	const updateFields = further.map((field) => entryProperty(field));
	return [
		{ ...changeMode, noDataExpression: true },
		...updateDisplayOptions({ show: { changeMode: ['changes'] } }, [
			...changes,
			collectionParameter('updateFields', updateFields),
			...changeSets.map(changeSetProperty),
		]),
		...updateDisplayOptions({ show: { changeMode: ['desired'] } }, [
			...desired,
			notice('desiredNotice', `Example of '${desiredTitle}': ${example}`),
			{ ...desiredStateField, required: true },
		]),
	];
}

export function isDesiredMode(item: FormItem): boolean {
	return readChoice(item, changeMode) === 'desired';
}

/**
 * Desired State as it is written. As a tool, what is empty is not given, so an empty list removes nothing.
 *
 * @param parameter of the field
 * @param identifier of the record, if it exists
 */
export function readDesiredRecord(
	item: FormItem,
	parameter: string,
	table: StateTable,
	identifier?: number,
): NamedRecord {
	const desired = readRecord(item, desiredTitle, parameter, table, identifier);
	if (!item.isTool) return desired;
	const { title, record, named } = desired;
	return { title, record: givenEntries(record), named: givenEntries(named) };
}

/**
 * Desired State of a record that exists.
 *
 * @throws InputError if the field is empty, or has the state of another record, or a value is wrong
 */
export function readDesiredState(
	item: FormItem,
	table: StateTable,
	identifier: number,
): RecordState {
	const record = readDesiredRecord(item, desiredStateField.name, table, identifier);
	// The ID alone asks for no change.
	if (Object.keys(record.record).length === 0) throw InputError.empty(desiredTitle);
	return readDesired(record, table);
}

export function changesNothing({ body }: Pick<Differences, 'body'>): boolean {
	return Object.keys(body).length === 0;
}

/**
 * The fields of {@link changesOf} in an item.
 *
 * @internal
 */
export const changesOutput = { changes: 'object', summary: 'string' } as const;

/** What an item states about the changes of an update. */
export function changesOf({ body, summary }: Differences): IDataObject {
	return { changes: body, summary: summary.join(' ') || 'Nothing changes.' };
}

export function noteUnchanged(item: FormItem): void {
	item.hint('Nothing changes, so nothing was sent.');
}

/**
 * The item if nothing changes: the current record, which can be the next Current State.
 *
 * @param changes that the item states, if the node worked them out
 */
export function unchangedItem(item: FormItem, current?: IDataObject, changes?: IDataObject) {
	if (item.isPreview) return changes;
	noteUnchanged(item);
	return { ...current, changed: false };
}
