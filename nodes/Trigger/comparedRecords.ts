/**
 * Users and user groups: the whole list is compared with a fingerprint of each record. A record that
 * is missing in the list is deleted only if the service doesn't find it by its ID either, because
 * pages shift while they are read, and a list may be cut off.
 */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint } from '../../src/values/fingerprint';
import { activeOrNot } from '../../src/api/activeFilter';
import { receivedRecord } from '../../src/api/fieldNames';
import { identifierOf } from '../../src/api/identifiers';
import { readList } from '../../src/http/pagination';
import { onRejection } from '../../src/http/rejection';
import { workWithin } from '../../src/polling/budget';
import { invalidResponse, type PollFailure, retryLater } from '../../src/polling/failures';
import type { Poll, PollResult } from '../../src/polling/poll';
import { retryIfEmpty } from '../../src/polling/state';
import type { TriggerSettings } from './form';
import { maxRecords, type RecordEvent, tooMany, toItem } from './recordEvent';

/** What is different between users and user groups. */
const resources = {
	user: { list: 'user.getAll', get: 'user.get', recordType: 'user', records: 'users' },
	userGroup: {
		list: 'userGroup.getAll',
		get: 'userGroup.get',
		recordType: 'group',
		records: 'user groups',
	},
} as const;

export type ComparedResource = keyof typeof resources;

export type RecordPoll = Poll<TriggerSettings & { readonly resource: ComparedResource }>;

/** A list of more records that is suddenly empty is a mistake. */
const maxDeletedAtOnce = 10;

/** Deleted records that are remembered, as they may be created again. */
const maxDeleted = 1000;

/** The share of a poll's time after which no more missing records are looked for. */
const searchShare = 0.7;

/** The fingerprint is empty after the record was deleted. */
type KnownRecord = readonly [fingerprint: string, eventCount: number];

export interface RecordState {
	/** A fingerprint of the fields that did not count. */
	readonly readBy: string;
	/** How many events a record may have had that is not remembered. */
	readonly minCount: number;
	/** By ID. */
	readonly records: Readonly<Record<string, KnownRecord>>;
}

export async function findRecordEvents(
	poll: RecordPoll,
	state?: RecordState,
): Promise<PollResult<RecordState>> {
	const { startFrom, triggerOn, ignoreFields } = poll.settings;
	const listed = await listRecords(poll, state === undefined);
	const { minCount = 0, records = {} } = state ?? {};
	const known = new Map(Object.entries(records));
	const { deleted, failures } = await findDeleted(poll, listed, known);
	const readBy = fingerprint([...ignoreFields].sort());
	const next = new Map(known);
	const items: IDataObject[] = [];
	const update = (id: string, print: string, event?: RecordEvent, record?: IDataObject) => {
		const [, eventCount = minCount] = known.get(id) ?? [];
		const isEmitted = event !== undefined && triggerOn.includes(event);
		next.set(id, [print, eventCount + (isEmitted ? 1 : 0)]);
		if (!isEmitted) return;
		// After a restart a record may have changed once more, which is another event.
		const content = event === 'changed' ? print : '';
		items.push(toItem(poll, event, { id, record }, eventCount, content));
	};
	for (const [id, record] of listed) {
		const [before = ''] = known.get(id) ?? [];
		const counted = Object.entries(receivedRecord(record)).filter(
			([name]) => !ignoreFields.has(name),
		);
		const after = fingerprint(Object.fromEntries(counted));
		const isNew = before === '' && (state !== undefined || startFrom === 'existing');
		// With other fields to ignore, the options changed, not the record.
		const hasChanged = before !== '' && before !== after && state?.readBy === readBy;
		update(id, after, isNew ? 'created' : hasChanged ? 'changed' : undefined, record);
	}
	for (const id of deleted) update(id, '', 'deleted');
	const allDeleted = [...next].filter(([, [print]]) => print === '');
	const forgotten = allDeleted.slice(0, -maxDeleted);
	for (const [id] of forgotten) next.delete(id);
	const counts = forgotten.map(([, [, eventCount]]) => eventCount);
	const nextMinCount = Math.max(minCount, ...counts);
	const nextState = { readBy, minCount: nextMinCount, records: Object.fromEntries(next) };
	return { items, failures, next: nextState };
}

async function listRecords(
	{ service, settings }: RecordPoll,
	isFirst: boolean,
	limit = maxRecords + 1,
): Promise<Map<string, IDataObject>> {
	const { list, recordType, records: name } = resources[settings.resource];
	const request = { query: { active: activeOrNot }, limit };
	const read = async () => await readList(service, list, request);
	const records = await retryIfEmpty(isFirst, read);
	if (records.length > maxRecords) {
		throw tooMany(name, "Use a Schedule Trigger with 'Get Many' and 'Keywords' instead.");
	}
	const byId = records.map((record) => {
		const id = identifierOf(recordType, record);
		if (id !== undefined) return [id, record] as const;
		throw invalidResponse(
			`The service lists ${name} without an ID`,
			'The trigger needs IDs to recognize records. To see the response, use the Integration Service Request node.',
		);
	});
	return new Map(byId);
}

async function findDeleted(
	poll: RecordPoll,
	listed: ReadonlyMap<string, unknown>,
	known: ReadonlyMap<string, KnownRecord>,
): Promise<{ deleted: string[]; failures: PollFailure[] }> {
	const { service, settings } = poll;
	const { records: name, get } = resources[settings.resource];
	const missing = [...known].flatMap(([id, [print]]) => (print && !listed.has(id) ? [id] : []));
	if (listed.size === 0 && missing.length > maxDeletedAtOnce) {
		throw invalidResponse(
			`The list of ${name} is suddenly empty. Until now there were ${missing.length}.`,
			'No event is emitted. Check that the client still has access to the tenant. If all records were really deleted, unpublish the workflow and replace the trigger node.',
		);
	}
	const existing: string[] = [];
	const isDeleted = async (id: string) => {
		// The list was cut off, or its pages shifted, so others may exist, too.
		if (existing.length > 0) return false;
		const path = service.path(get, { userId: id, groupId: id });
		const isMissing = await service.request(get, { path }).then(
			() => false,
			onRejection(['user-not-found', 'user-group-not-found'], () => true),
		);
		if (!isMissing) existing.push(id);
		return isMissing;
	};
	const { results, failures } = await workWithin(poll, searchShare, missing, String, isDeleted);
	return {
		deleted: missing.filter((id) => results.get(id)),
		failures: [
			...retryLater(failures, (id) => [id, `checks again whether ${id} was deleted`]),
			...existing.map((subject) => ({
				subject,
				message: `${subject} is missing in the list of ${name}, but exists. The next poll checks again.`,
			})),
		],
	};
}

/** The first record of the list as an event; undefined if there is none. */
export async function findTestRecord(poll: RecordPoll): Promise<IDataObject | undefined> {
	const [found] = await listRecords(poll, false, 1);
	if (!found) return undefined;
	const [id, record] = found;
	const [event = 'created'] = poll.settings.triggerOn;
	return toItem(poll, event, { id, record }, 'test');
}
