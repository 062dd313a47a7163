/**
 * Users and user groups: the whole list is compared with a fingerprint of each record. A record that
 * is missing in the list is deleted only if the service doesn't find it by its ID either, because
 * pages shift while they are read, and a list may be cut off.
 */
import type { IDataObject } from 'n8n-workflow';
import { onRejection, ServiceError } from '../../src/api/errors';
import { fingerprint } from '../../src/values/fingerprint';
import { activeOrNot } from '../../src/api/activeFilter';
import { receivedRecord } from '../../src/api/fieldNames';
import {
	forgetOldest,
	type Poll,
	type PollResult,
	readWatched,
	requireId,
} from '../../src/polling/poll';
import { type PollFailure, workWithin } from '../../src/polling/work';
import type { TriggerSettings } from './form';
import { maxRecords, type RecordEvent, tooMany, toItem } from './recordEvent';

/** What is different between users and user groups. */
const comparedResources = {
	user: { recordType: 'user', records: 'users' },
	userGroup: { recordType: 'group', records: 'user groups' },
} as const;

export type ComparedResource = keyof typeof comparedResources;

export type RecordPoll = Poll<TriggerSettings & { readonly resource: ComparedResource }>;

/** A list of more records that is suddenly empty is a mistake. */
const maxDeletedAtOnce = 10;

/** Deleted records that are remembered, as they may be created again. */
const maxDeleted = 1000;

/** The share of a poll's time after which no more missing records are looked for. */
const searchShare = 0.7;

/** The names are short, as there may be 20,000 records. */
interface KnownRecord {
	/** Changes with the fields that count. Undefined after the record was deleted. */
	readonly hash?: string;
	/** How many events it had, if any. */
	readonly events?: number;
}

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
	const listed = await listRecords(poll, state === undefined);
	const known = new Map(Object.entries(state?.records ?? {}));
	const { deleted, failures } = await findDeleted(poll, listed, known);
	const { ignoreFields } = poll.settings;
	const readBy = fingerprint([...ignoreFields].sort());
	const counted = countedEvents(poll.settings, readBy, state);
	const minCount = state?.minCount ?? 0;
	const items: IDataObject[] = [];
	const update = (id: string, record?: IDataObject) => {
		const { hash: before, events: count = minCount } = known.get(id) ?? {};
		const hash = record && hashOf(record, ignoreFields);
		const event = eventBetween(before, hash);
		const isEmitted = event !== undefined && counted.includes(event);
		known.set(id, { hash, events: (isEmitted ? count + 1 : count) || undefined });
		if (!isEmitted) return;
		// After a restart a record may have changed once more, which is another event.
		const content = event === 'changed' ? String(hash) : '';
		items.push(toItem(poll, event, { id, record }, count, content));
	};
	for (const [id, record] of listed) update(id, record);
	for (const id of deleted) update(id);
	const forgotten = forgetOldest(known, ({ hash }) => hash === undefined, maxDeleted);
	const counts = forgotten.map(({ events = 0 }) => events);
	const records = Object.fromEntries(known);
	return { items, failures, next: { readBy, minCount: Math.max(minCount, ...counts), records } };
}

/** The events of a poll that count. */
function countedEvents(
	{ startFrom, triggerOn }: TriggerSettings,
	readBy: string,
	state: RecordState | undefined,
): readonly RecordEvent[] {
	if (state === undefined) return startFrom === 'now' ? [] : triggerOn;
	// With other fields to ignore, the options changed, not the records.
	return state.readBy === readBy ? triggerOn : triggerOn.filter((event) => event !== 'changed');
}

function hashOf(record: IDataObject, ignoreFields: ReadonlySet<string>): string {
	const fields = Object.entries(receivedRecord(record));
	return fingerprint(Object.fromEntries(fields.filter(([name]) => !ignoreFields.has(name))));
}

function eventBetween(before?: string, after?: string): RecordEvent | undefined {
	if (after === undefined) return 'deleted';
	if (before === undefined) return 'created';
	return before === after ? undefined : 'changed';
}

async function listRecords(
	poll: RecordPoll,
	isFirst: boolean,
	limit = maxRecords + 1,
): Promise<Map<string, IDataObject>> {
	const { resource } = poll.settings;
	const { recordType, records: name } = comparedResources[resource];
	const request = { query: { active: activeOrNot }, limit };
	const records = await readWatched(poll, isFirst, `${resource}.getAll`, request);
	if (records.length > maxRecords) {
		throw tooMany(name, "Use a Schedule Trigger with 'Get Many' and 'Keywords' instead.");
	}
	return new Map(records.map((record) => [requireId(recordType, record), record]));
}

async function findDeleted(
	poll: RecordPoll,
	listed: ReadonlyMap<string, unknown>,
	known: ReadonlyMap<string, KnownRecord>,
): Promise<{ deleted: string[]; failures: PollFailure[] }> {
	const { service, settings } = poll;
	const { resource } = settings;
	const { records: name } = comparedResources[resource];
	const get = `${resource}.get` as const;
	const missing = [...known].flatMap(([id, { hash }]) => (hash && !listed.has(id) ? [id] : []));
	if (listed.size === 0 && missing.length > maxDeletedAtOnce) {
		throw ServiceError.invalidResponse(
			`The list of ${name} is suddenly empty. Until now there were ${missing.length}.`,
			'No event is emitted. Check that the client still has access to the tenant. If all records were really deleted, unpublish the workflow and replace the trigger node.',
		);
	}
	const existing: string[] = [];
	const isDeleted = async (id: string) => {
		// The list was cut off, or its pages shifted, so others may exist, too.
		if (existing.length > 0) return false;
		const path = { userId: id, groupId: id };
		const isMissing = await service.request(get, { path }).then(
			() => false,
			onRejection(['user-not-found', 'user-group-not-found'], () => true),
		);
		if (!isMissing) existing.push(id);
		return isMissing;
	};
	const describe = (id: string) => ({
		subject: id,
		retry: `checks again whether ${id} was deleted`,
	});
	const { results, failures } = await workWithin(poll, searchShare, missing, describe, isDeleted);
	return {
		deleted: missing.filter((id) => results.get(id)),
		failures: [
			...failures.values(),
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
