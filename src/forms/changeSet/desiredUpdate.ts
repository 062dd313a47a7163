/**
 * The change mode of an update: single changes, or Desired State, from which the node works out the
 * changes. Each JSON field is read into a state, `diff.ts` compares both, and the item states the
 * changes.
 */
import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { receivedRecord } from '../../api/fieldNames';
import { isRecord } from '../../values/jsonObject';
import { positionOf } from '../collectionEntries';
import { type AnyField, desiredTitle, entryProperty, isList } from '../fields/field';
import type { FormItem } from '../formItem';
import { choiceParameter, collectionParameter, readChoice } from '../parameters';
import { changeSetProperty } from './changeSet';
import { compareStates } from './diff';
import {
	currentSource,
	desiredSource,
	fieldsAndLists,
	findName,
	getField,
	outputNames,
	type ReadRecord,
	type StateTable,
} from './recordState';

const changeMode = choiceParameter('changeMode', 'changes', 'How to define the changes', {
	changes: ['Changes', 'Add, change, or remove single entries'],
	desired: ['Desired State', 'Provide the target state. The node works out the changes.'],
});

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
	const further = fields.filter(({ name }) => changes.every((own) => own.name !== name));
	const updateFields = further.map((field) => entryProperty(field));
	const forms = {
		changes: [
			...changes,
			collectionParameter('updateFields', updateFields),
			...changeSets.map(changeSetProperty),
		],
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

/** The update that leads from the current state to the desired state. */
export interface DesiredUpdate {
	readonly current: IDataObject;
	/** Undefined if nothing changes. */
	readonly body?: IDataObject;
	/** One sentence for each change. */
	readonly summary: readonly string[];
}

/** Refuses an empty field, and one that still has the example. */
export function readDesired(item: FormItem, table: StateTable, identifier: number): ReadRecord {
	if (item.parameter<unknown>(desiredSource.parameter, '') === table.example) {
		throw new InputError(
			`'${desiredTitle}' is still the example`,
			'Replace the example with the target state.',
		);
	}
	const record = desiredSource.readRecord(item, table, identifier);
	if (record) return desiredSource.read(record, table);
	throw InputError.empty(desiredTitle);
}

/**
 * Refuses names of a desired record that can't be updated (spec 2.1 and 2.5), also in its entries. A
 * name that the current records have too was copied from there, for example a counter.
 */
function assertKnownNames(
	desired: IDataObject,
	current: readonly IDataObject[],
	fields: readonly AnyField[],
	position: string,
): void {
	const known = fields.map((field) => findName(desired, field));
	const isCopied = (name: string) => current.some((record) => Object.hasOwn(record, name));
	for (const [name, value] of Object.entries(desired)) {
		if (value === undefined || value === null || known.includes(name)) continue;
		if (isCopied(name)) continue;
		const names = fields.map((field) => field.name).join(', ');
		throw new InputError(
			`${position}: "${name}" can't be updated`,
			`Remove "${name}", or use one of the fields you can update: ${names}.`,
		);
	}
	for (const list of fields.filter(isList).filter(({ modifiable }) => modifiable)) {
		const entriesOf = (record: IDataObject) => [getField(record, list)].flat();
		const currentEntries = current.flatMap(entriesOf).filter(isRecord);
		for (const [index, entry] of entriesOf(desired).entries()) {
			if (!isRecord(entry)) continue;
			const place = positionOf(`${position} > ${list.displayName}`, index);
			assertKnownNames(entry, currentEntries, list.fields, place);
		}
	}
}

export function updateOf(
	current: IDataObject,
	body: IDataObject,
	summary: readonly string[],
): DesiredUpdate {
	return { current, summary, ...(Object.keys(body).length > 0 && { body }) };
}

export function compareRecords(table: StateTable, current: ReadRecord, desired: ReadRecord) {
	const { identifierNames, readOnlyNames = [] } = table;
	const ignored = [...identifierNames, ...readOnlyNames, ...outputNames];
	const given = Object.entries(desired.record).filter(([name]) => !ignored.includes(name));
	const fields = fieldsAndLists(table);
	assertKnownNames(Object.fromEntries(given), [current.record], fields, desiredTitle);
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
export function unchangedItem(item: FormItem, current: IDataObject, changes: IDataObject) {
	if (item.isPreview) return { preview: true, ...changes };
	noteUnchanged(item);
	const record = receivedRecord(current);
	for (const name of outputNames) delete record[name];
	return { ...record, changed: false };
}
