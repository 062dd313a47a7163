import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { changeSummary } from './summary';
import { type RecordState, smallestUpdate } from './diff';
import type { ChangeSetFieldOf } from '../fields/changeSetFields';
import type { FormItem } from '../formItem';
import { outputNames } from '../knownFields';
import type { StateTable } from './recordState';
import { isOn } from '../value';

/** What leads from the record as it is to the record as it should be. */
export interface DesiredUpdate<Body extends object> {
	/** The record as it is. */
	readonly current: IDataObject;
	/** What is to be sent; undefined where nothing changes. */
	readonly body?: Body;
	/** One sentence for each change. */
	readonly summary: readonly string[];
}

/** Tells the user that there is nothing to change. */
export function noteUnchanged(item: FormItem): void {
	item.note('Nothing has to change, so that nothing is sent.');
}

/** The option of both Desired States that sends nothing. */
export const previewOption: INodeProperties = {
	displayName: 'Preview Only',
	name: 'previewOnly',
	type: 'boolean',
	displayOptions: { show: { '/changeMode': ['desired'] } },
	default: false,
	description:
		'Whether to return what would change, as the body to send and as one sentence for each change, and send nothing',
};

/**
 * The smallest changes between two states, as a body and in words.
 *
 * @param table what can be changed
 * @param changeSets the change-sets of the table, with the body's types
 * @param current the record as it is
 * @param desired the record as it should be; what it lacks stays as it is
 */
export function changesBetween<Body extends object>(
	table: StateTable,
	changeSets: readonly ChangeSetFieldOf<Body>[],
	current: RecordState,
	desired: RecordState,
): { update: Partial<Body>; summary: string[] } {
	return {
		update: smallestUpdate(changeSets, current, desired),
		summary: changeSummary(table, current, desired),
	};
}

/**
 * The item of an update for which nothing is sent: a preview, or the record that is already as it
 * should be, so that it can be the Current State of a step that follows.
 *
 * @param update what would be sent
 * @returns undefined where the update is to be sent
 * @throws InputError where Preview Only is neither on nor off
 */
export function unsentItem<Body extends object>(
	item: FormItem,
	{ current, body, summary }: DesiredUpdate<Body>,
): IDataObject | undefined {
	if (isOn(item, 'Preview Only', 'options.previewOnly')) {
		return { preview: true, changes: (body ?? {}) as IDataObject, summary: [...summary] };
	}
	if (body !== undefined) return undefined;
	noteUnchanged(item);
	const record = Object.entries(current).filter(
		([name]) => !outputNames.some((own) => own === name),
	);
	return { ...Object.fromEntries(record), changed: false };
}
