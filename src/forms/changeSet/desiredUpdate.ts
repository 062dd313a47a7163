import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import { receivedRecord } from '../../api/fieldNames';
import { parseResponse } from '../../values/json';
import type { FormItem } from '../formItem';
import { desiredTitle } from '../formProperties';
import { jsonObject } from '../jsonField';
import { compareStates } from './diff';
import { assertKnownFields, outputNames } from './knownFields';
import {
	assertSameRecord,
	type currentSource,
	desiredSource,
	readState,
	type StateTable,
	unwrap,
} from './recordState';

/** A record as JSON, and what an update may change of it. */
export interface ReadRecord {
	readonly record: IDataObject;
	readonly state: IDataObject;
}

/** The update that leads from the current state to the desired state. */
export interface DesiredUpdate<Body extends object> {
	readonly current: IDataObject;
	/** Undefined if nothing changes. */
	readonly body?: Body;
	/** One sentence for each change. */
	readonly summary: readonly string[];
}

export function noteUnchanged(item: FormItem): void {
	item.hint('Nothing changes, so nothing was sent.');
}

/** The JSON of a state, under the names of the nodes. */
export function readStateJson(
	item: FormItem,
	{ title, parameter }: Pick<typeof currentSource, 'title' | 'parameter'>,
	{ record = '' }: StateTable,
): IDataObject {
	const json = jsonObject(item, title, parameter, parseResponse);
	return item.fieldNames?.fromUser(record, json) ?? json;
}

/** The record in one of the two JSON fields. Undefined if the field is empty. */
export function readWrittenRecord(
	item: FormItem,
	source: typeof currentSource,
	table: StateTable,
	identifier: number,
): IDataObject | undefined {
	const json = readStateJson(item, source, table);
	if (Object.keys(json).length === 0) return undefined;
	const record = unwrap(json, table);
	assertSameRecord(source, record, table, identifier);
	return record;
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

export function compareRecords<Body extends object>(
	table: StateTable,
	current: ReadRecord,
	desired: ReadRecord,
): DesiredUpdate<Body> {
	assertKnownFields(desired.record, current.record, table);
	const { body, summary } = compareStates(table, current.state, desired.state);
	const isUnchanged = Object.keys(body).length === 0;
	return { current: current.record, summary, ...(isUnchanged ? {} : { body: body as Body }) };
}

/** The fields of {@link changesOf} in an item. */
export const changesOutput = { changes: 'object', summary: 'string[]' } as const;

/** What an item states about the changes of an update. */
export function changesOf<Body extends object>({ body, summary }: DesiredUpdate<Body>) {
	return { changes: (body ?? {}) as IDataObject, summary: [...summary] };
}

/** The item if nothing changes: the current record, which can be the next Current State. */
export function unchangedItem<Body extends object>(
	item: FormItem,
	update: DesiredUpdate<Body>,
): IDataObject {
	if (item.isPreview) return { preview: true, ...changesOf(update) };
	noteUnchanged(item);
	const record = receivedRecord(update.current);
	for (const name of outputNames) delete record[name];
	return { ...record, changed: false };
}
