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
import { readWatched, requireId } from '../../src/polling/poll';
import { type Poll, type PollFailure, workWithin } from '../../src/polling/work';
import type { TriggerSettings } from './form';
import { maxRecords, type RecordEvent, tooMany, toItem } from './recordEvent';

/** What the user calls the records. */
const plurals = { user: 'users', userGroup: 'user groups' } as const;

export type RecordPoll = Poll<TriggerSettings & { readonly resource: keyof typeof plurals }>;

/** A list of more records that is suddenly empty is a mistake. */
const maxDeletedAtOnce = 10;

/** The share of a poll's time after which no more missing records are looked for. */
const searchShare = 0.7;

interface KnownRecord {
	/** Changes with the fields that count. */
	readonly hash: string;
	/** How many polls had emitted something when it appeared, which tells it from one before it. */
	readonly since?: number;
}

export interface RecordState {
	/** A fingerprint of the fields that did not count. */
	readonly readBy: string;
	/** By ID. */
	readonly records: Readonly<Record<string, KnownRecord>>;
}

export async function findRecordEvents(poll: RecordPoll, state?: RecordState) {
	const { emitCount, settings } = poll;
	const { ignoreFields } = settings;
	const listed = await listRecords(poll, state === undefined);
	const known = readKnown(state);
	const { deleted, failures } = await findDeleted(poll, listed, known);
	const readBy = fingerprint([...ignoreFields].sort());
	const counted = countedEvents(settings, readBy, state);
	const next = new Map(known);
	const items: IDataObject[] = [];
	const emit = (event: RecordEvent, id: string, ...occurrence: Array<string | number>) => {
		if (!counted.includes(event)) return;
		items.push(toItem(poll, event, { id, record: listed.get(id) }, ...occurrence));
	};
	for (const [id, record] of listed) {
		const hash = hashOf(record, ignoreFields);
		const before = known.get(id);
		const { since = 0 } = before ?? { since: emitCount };
		next.set(id, { hash, since: since || undefined });
		if (!before) emit('created', id, since);
		// After a restart a record may have changed once more, which is another event.
		else if (before.hash !== hash) emit('changed', id, hash, emitCount);
	}
	for (const id of deleted) {
		next.delete(id);
		emit('deleted', id, known.get(id)?.since ?? 0);
	}
	return { items, failures, next: { readBy, records: Object.fromEntries(next) } };
}

const readKnown = ({ records = {} }: Partial<RecordState> = {}) => new Map(Object.entries(records));

/** The events of a poll that count. */
function countedEvents(
	{ includesExisting, triggerOn }: TriggerSettings,
	readBy: string,
	state: RecordState | undefined,
): readonly RecordEvent[] {
	if (state === undefined) return includesExisting ? triggerOn : [];
	// With other fields to ignore, the options changed, not the records.
	return state.readBy === readBy ? triggerOn : triggerOn.filter((event) => event !== 'changed');
}

function hashOf(record: IDataObject, ignoreFields: ReadonlySet<string>): string {
	const fields = Object.entries(receivedRecord(record));
	return fingerprint(Object.fromEntries(fields.filter(([name]) => !ignoreFields.has(name))));
}

async function listRecords(poll: RecordPoll, isFirst: boolean, limit = maxRecords + 1) {
	const { resource } = poll.settings;
	const operation = `${resource}.getAll` as const;
	const request = { query: { active: activeOrNot }, limit };
	const records = await readWatched(poll, isFirst, operation, request);
	if (records.length > maxRecords) {
		throw tooMany(
			plurals[resource],
			"Use a Schedule Trigger with 'Get Many' and 'Keywords' instead.",
		);
	}
	return new Map(records.map((record) => [requireId(operation, record), record]));
}

async function findDeleted(
	poll: RecordPoll,
	listed: ReadonlyMap<string, unknown>,
	known: ReadonlyMap<string, KnownRecord>,
): Promise<{ deleted: string[]; failures: PollFailure[] }> {
	const { service, settings } = poll;
	const { resource } = settings;
	const name = plurals[resource];
	const get = `${resource}.get` as const;
	const missing = [...known.keys()].filter((id) => !listed.has(id));
	if (listed.size === 0 && missing.length > maxDeletedAtOnce) {
		throw ServiceError.invalidResponse(
			`The list of ${name} is suddenly empty. Until now there were ${missing.length}.`,
			'No event is emitted. Check that the client still has access to the tenant. If all records were really deleted, unpublish the workflow and replace the trigger node.',
		);
	}
	const existing: PollFailure[] = [];
	const isDeleted = async (id: string) => {
		// The list was cut off, or its pages shifted, so others may exist, too.
		if (existing.length > 0) return false;
		const isMissing = await service.request(get, { path: { userId: id, groupId: id } }).then(
			() => false,
			onRejection(['user-not-found', 'user-group-not-found'], () => true),
		);
		const message = `${id} is missing in the list of ${name}, but exists. The next poll checks again.`;
		if (!isMissing) existing.push({ subject: id, message });
		return isMissing;
	};
	const describe = (id: string) => ({
		subject: id,
		retry: `checks again whether ${id} was deleted`,
	});
	const { results, failures } = await workWithin(poll, searchShare, missing, describe, isDeleted);
	return {
		deleted: missing.filter((id) => results.get(id)),
		failures: [...failures, ...existing],
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
