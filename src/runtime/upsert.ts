/** Create or Update: one record for each key, also if several executions run at once. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ErrorCode } from '../api/errorCodes';
import { InputError, onRejection, ServiceError, withPartialResult } from '../api/errors';
import { receivedRecord } from '../api/fieldNames';
import type { PathOf } from '../api/operations';
import { identifierValueOf } from '../api/identifiers';
import {
	changesOutput,
	type DesiredUpdate,
	noteUnchanged,
	updateOf,
} from '../forms/changeSet/desiredUpdate';
import { describeField } from '../forms/changeSet/diff';
import { type KeyedPicker, type NaturalKey, naturalKeys } from '../forms/naturalKeys';
import { isOn } from '../forms/parameters';
import { parseResponse, writeJson } from '../values/json';
import { checkPath } from '../http/path';
import { compareValues } from './compareValues';
import { keyedRecords } from './keySearch';
import type { ItemContext } from './operation';
import { withDetails } from './preview';
import {
	type SentChange,
	verifiedFields,
	verifyChange,
	verifyOption,
	verifyOutput,
} from './verify';

/** The requests, and the codes that they fail with if another execution was faster. */
const upsertRequests = {
	userId: {
		get: 'user.get',
		update: 'user.update',
		taken: ['user-already-in-tenant'],
		races: [],
	},
	groupId: {
		get: 'userGroup.get',
		update: 'userGroup.update',
		taken: ['group-name-is-unavailable'],
		races: [
			'group-name-is-unavailable',
			'group-already-have-access-to-report',
			'group-already-have-access-to-role',
		],
	},
} as const;

/** Updates of a record while other executions change it. */
const maxUpdates = 3;

/** A list that an update adds to. The service rejects an entry that the record has already. */
interface AddOnlyList {
	readonly name: string;
	readonly taken: ErrorCode;
	/** The sentence of the summary for an entry. */
	describe(entry: unknown): string;
}

/** What an update changed. */
interface SentUpdate {
	readonly body: IDataObject;
	readonly summary: readonly string[];
}

export type UpsertItem = ItemContext<'user.create' | 'userGroup.create'>;
type UpdatePath = PathOf<'user.update' | 'userGroup.update'>;

/** What one item asks for. */
export interface Upsert {
	readonly key: NaturalKey<KeyedPicker>;
	/** Creates the record. */
	readonly body: IDataObject;
	/** Whether a new record is updated, too. */
	readonly updatesNew?: boolean;
	readonly addOnly?: AddOnlyList;
	/**
	 * @param record undefined if it doesn't exist yet
	 * @throws InputError if the target state can't be reached
	 */
	compare(record?: IDataObject): DesiredUpdate;
	/** How the record is compared with an update after it was sent. */
	change(body: IDataObject): Omit<SentChange, 'path'>;
}

const verify = verifyOption(true);

export const upsertOptions: INodeProperties[] = [verify];

/** Fields that every item has in addition to its record. */
export const upsertOutput = {
	action: 'string',
	...changesOutput,
	...verifyOutput,
} as const;

/** @throws InputError or ServiceError, with the ID if the record was created */
export async function runUpsert(item: UpsertItem, upsert: Upsert): Promise<IDataObject> {
	const { key, body } = upsert;
	const { record, label } = naturalKeys[key.picker];
	const records = keyedRecords(item.service, key);
	const found = await records.find(key);
	if (found !== undefined) return await updateRecord(item, upsert, found);
	const summary = [...upsert.compare().summary];
	const updateTaken = async ({ details }: ServiceError) => {
		const taken = await records.findTaken(key);
		if (taken !== undefined) return await updateRecord(item, upsert, taken);
		const description = `Check the ${label}, or ask your administrator for access. No ${record.toLowerCase()} that the node can read has the ${label} "${key.text}".`;
		throw new ServiceError({ ...details, description });
	};
	const details = { changes: plain(body), summary, action: 'created' };
	return await withDetails(item.request({ body }), details).then(
		async (response) => await created(item, upsert, response, summary),
		onRejection(upsertRequests[key.picker].taken, updateTaken),
	);
}

/** The item of a record that the service created, or added from another tenant. */
async function created(
	item: UpsertItem,
	upsert: Upsert,
	{ statusCode, record }: { statusCode: number; record: IDataObject },
	summary: string[],
): Promise<IDataObject> {
	const { key, body, updatesNew } = upsert;
	const records = keyedRecords(item.service, key);
	const received = identifierValueOf(naturalKeys[key.picker].recordType, record);
	// The record stays created, also if it can't be found.
	const id = received ?? (await records.findTaken(key).catch(() => undefined));
	if (id !== undefined) records.note(key, id);
	const action = statusCode === 200 ? 'added' : 'created';
	const result = { action, [key.picker]: id };
	// Somebody who exists in another tenant is added with the fields that they have there.
	if (!updatesNew && action === 'created') {
		return { ...receivedRecord(record), ...result, changes: plain(body), summary };
	}
	try {
		const updated = await updateRecord(item, upsert, id ?? (await records.require(key)));
		if (action === 'added') return { ...updated, action };
		const changes = { ...plain(body), ...(updated.changes as IDataObject | undefined) };
		return { ...updated, action, changes, summary };
	} catch (error) {
		throw notUpdated(error, key.text, result);
	}
}

/** A body with its numbers as an item shows them. */
function plain(body: IDataObject): IDataObject {
	return parseResponse(writeJson(body)) as IDataObject;
}

/** An error after the record was created. */
function notUpdated(error: unknown, name: string, result: IDataObject): unknown {
	if (!(error instanceof InputError || error instanceof ServiceError)) return error;
	const { message, errorCode, received } = error;
	const description = `'${name}' was created, but not updated. ${error.description} Then run this item again.`;
	const httpStatus = error.httpStatus ?? undefined;
	return new ServiceError(
		{ message, description, errorCode, httpStatus },
		{ ...received, ...result },
	);
}

/** @param attempt another execution may change the record meanwhile, so it is read and updated again */
async function updateRecord(
	item: UpsertItem,
	upsert: Upsert,
	id: unknown,
	attempt = 1,
): Promise<IDataObject> {
	const { service } = item;
	const { get, update: change, races } = upsertRequests[upsert.key.picker];
	const path: UpdatePath = checkPath(change, { userId: id, groupId: id });
	const { record } = await service.request(get, { path });
	const { current, body, summary } = upsert.compare(record);
	const details = { changes: plain(body ?? {}), summary: [...summary], ...path };
	if (!body && item.isPreview) return { preview: true, ...details, action: 'unchanged' };
	const sending = body
		? sendUpdate(item, upsert, path, { body, summary })
		: Promise.resolve(undefined);
	return await withDetails(sending, { ...details, action: 'updated' }).then(
		async (changes) => {
			if (changes) return await updated(item, upsert, path, changes);
			noteUnchanged(item);
			return { ...receivedRecord(current), action: 'unchanged', ...path };
		},
		onRejection(
			attempt < maxUpdates ? races : [],
			async () => await updateRecord(item, upsert, id, attempt + 1),
		),
	);
}

/**
 * Sends an update. If the service rejects an entry of a list that the record has already, its parts are
 * sent one by one, as a record may not show its list.
 *
 * @returns what was changed; undefined if the record had it already
 */
async function sendUpdate(
	{ service }: UpsertItem,
	{ addOnly, key }: Upsert,
	path: UpdatePath,
	{ body, summary }: SentUpdate,
): Promise<SentUpdate | undefined> {
	const accepts = async (part: IDataObject) => {
		const request = service.request(upsertRequests[key.picker].update, { path, body: part });
		return await request.then(
			() => true,
			onRejection(addOnly ? [addOnly.taken] : [], () => false),
		);
	};
	if (await accepts(body)) return { body, summary };
	const { name, describe } = addOnly as AddOnlyList;
	const { [name]: list, ...others } = body;
	const entries = list as IDataObject[];
	const parts: IDataObject[] = entries.map((entry) => ({ [name]: [entry] }));
	if (Object.keys(others).length > 0) parts.unshift(others);
	const changed: IDataObject = {};
	const added: IDataObject[] = [];
	try {
		// The only part has been rejected.
		for (const part of parts.length === 1 ? [] : parts) {
			if (!(await accepts(part))) continue;
			if (part !== others) added.push(...(part[name] as IDataObject[]));
			Object.assign(changed, part === others ? others : { [name]: added });
		}
	} catch (error) {
		throw withPartialResult(error, { changes: plain(changed) });
	}
	if (Object.keys(changed).length === 0) return undefined;
	const known = entries.filter((entry) => !added.includes(entry)).map(describe);
	return { body: changed, summary: summary.filter((sentence) => !known.includes(sentence)) };
}

/** The item of a record that was changed. It shows the record only if it was read afterwards. */
async function updated(
	item: UpsertItem,
	upsert: Upsert,
	path: UpdatePath,
	{ body, summary }: SentUpdate,
): Promise<IDataObject> {
	const result = { action: 'updated', ...path, changes: plain(body), summary: [...summary] };
	if (!isOn(item, verify, 'options')) return result;
	const verification = await verifyChange(item as ItemContext, { ...upsert.change(body), path });
	const read = receivedRecord(verification.record ?? {});
	return { ...read, ...result, ...verifiedFields(verification) };
}

/** Adds the fields of a body that a record doesn't have to its update. */
export function addDifferences(
	{ current, body, summary }: DesiredUpdate,
	desired: IDataObject,
	labels: Readonly<Record<string, string>> = {},
): DesiredUpdate {
	const wanted = plain(desired);
	// A field that isn't shown may have any value, but it is no change to ask for none.
	const names = Object.keys(desired).filter(
		(name) =>
			wanted[name] !== (current[name] ?? null) &&
			compareValues(wanted[name], current[name]) !== 'equal',
	);
	const changes = Object.fromEntries(names.map((name) => [name, desired[name]]));
	const sentences = names.map((name) =>
		typeof desired[name] === 'object'
			? `${name} becomes ${writeJson(desired[name])}.`
			: `${describeField({ name, label: labels[name] ?? name }, current, desired)}.`,
	);
	return updateOf(current, { ...body, ...changes }, [...summary, ...sentences]);
}
