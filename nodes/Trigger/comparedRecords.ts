/**
 * Users and user groups: the whole list is compared with a fingerprint of each record. A record that
 * is missing in the list is deleted only if the service doesn't find it by its ID either, because
 * pages shift while they are read, and a list may be cut off.
 */
import type { IDataObject } from 'n8n-workflow';
import { InputError, ServiceError } from '../../src/api/errors';
import { fingerprint } from '../../src/values/fingerprint';
import { pathsOf, without } from '../../src/values/jsonObject';
import { findNearest } from '../../src/values/nearest';
import { activeOrNot } from '../../src/api/activeFilter';
import { recordOf } from '../../src/api/fieldNames';
import { pathParametersOf } from '../../src/api/operations';
import { naturalKeys } from '../../src/forms/naturalKeys';
import { requestsAtOnce } from '../../src/http/limits/concurrencyLimit';
import { inParallel, type Poll, readWatched, watchedById } from '../../src/polling/poll';
import type { TriggerSettings } from './form';
import { maxRecords, type RecordEvent, tooMany, toItem } from './recordEvent';

/** The records, as the other nodes find them. */
const kinds = { user: naturalKeys.userId, userGroup: naturalKeys.groupId } as const;

export type RecordPoll = Poll<TriggerSettings & { readonly resource: keyof typeof kinds }>;

/** A list of more records that is suddenly empty is a mistake. */
const maxDeletedAtOnce = 10;

interface KnownRecord {
	/** Changes with the fields that count. Undefined if other fields counted when it was last listed. */
	readonly hash?: string;
	/** How many events of it were emitted that can happen again, so no event repeats one before. */
	readonly count?: number;
}

export interface RecordState {
	/** A fingerprint of the fields that did not count. */
	readonly readBy: string;
	/** By ID. */
	readonly records: Readonly<Record<string, KnownRecord>>;
	/** The counts of the last deleted records, which may be restored. */
	readonly deleted: Readonly<Record<string, number>>;
}

const maxDeleted = 1000;

/** What happened to a record. */
interface RecordChange {
	readonly event: RecordEvent;
	readonly id: string;
	/** Distinguishes the event from others of its type of the record. Empty if there is only one. */
	readonly repetition: ReadonlyArray<string | number>;
}

export async function findRecordEvents(poll: RecordPoll, state?: RecordState) {
	const { settings } = poll;
	const { ignoreFields } = settings;
	const listed = await listRecords(poll, state === undefined);
	const readBy = fingerprint(ignoreFields);
	const before = stateReadBy(readBy, state);
	const deleted = await findDeleted(poll, listed, Object.keys(before.records));
	const hashOf = (record: IDataObject) => fingerprint(ignoreFields.reduce(without, record));
	const hashes = new Map([...listed].map(([id, record]) => [id, hashOf(record)]));
	const { changes, ...compared } = compare(poll, before, hashes, deleted);
	const isBaseline = state === undefined && !poll.includesExisting;
	const items = changes
		.filter(({ event }) => !isBaseline && settings.triggerOn.includes(event))
		.map(({ event, id, repetition }) =>
			toItem(poll, event, { id, record: listed.get(id) }, ...repetition),
		);
	findUnknownFields(poll, listed).forEach(poll.warn);
	return { items, next: { readBy, ...compared } };
}

/** The state without fingerprints that were made with other fields to ignore. */
function stateReadBy(readBy: string, state?: RecordState): RecordState {
	const before = state ?? { readBy, records: {}, deleted: {} };
	if (before.readBy === readBy) return before;
	const records = Object.entries(before.records).map(([id, { count }]) => [id, { count }] as const);
	return { ...before, records: Object.fromEntries(records) };
}

/** @param hashes of the listed records, by ID */
function compare(
	{ memory, settings: { triggerOn } }: RecordPoll,
	state: RecordState,
	hashes: ReadonlyMap<string, string>,
	deleted: readonly string[],
) {
	const known = new Map(Object.entries(state.records));
	const wereDeleted = new Map(Object.entries(state.deleted));
	const countOf = (id: string) => known.get(id)?.count ?? 0;
	// n8n may store the state only with events, so nothing else counts.
	const countAfter = (event: RecordEvent, count: number) =>
		triggerOn.includes(event) ? count + 1 : count;
	const changes: RecordChange[] = [];
	for (const [id, hash] of hashes) {
		const before = known.get(id);
		if (!before) {
			const count = wereDeleted.get(id);
			const isFirst = count === undefined;
			changes.push({ event: 'created', id, repetition: isFirst ? [] : [count, memory] });
			known.set(id, { hash, count: isFirst ? undefined : countAfter('created', count) });
		} else if (before.hash === undefined) {
			known.set(id, { ...before, hash });
		} else if (before.hash !== hash) {
			const count = countOf(id);
			// After a restart a record may have changed once more, which is another event.
			changes.push({ event: 'changed', id, repetition: [hash, count, memory] });
			known.set(id, { hash, count: countAfter('changed', count) });
		}
		wereDeleted.delete(id);
	}
	for (const id of deleted) {
		const count = countOf(id);
		changes.push({ event: 'deleted', id, repetition: [count, memory] });
		known.delete(id);
		wereDeleted.set(id, countAfter('deleted', count));
	}
	const recent = [...wereDeleted].slice(-maxDeleted);
	return { changes, records: Object.fromEntries(known), deleted: Object.fromEntries(recent) };
}

async function listRecords(poll: RecordPoll, isFirst: boolean, limit?: number) {
	const { list, noun } = kinds[poll.settings.resource];
	const request = { query: { active: activeOrNot }, limit, enough: maxRecords + 1 };
	const records = await readWatched(poll, isFirst, list, request);
	if (records.length > maxRecords) {
		throw tooMany(`${noun}s`, "Use a Schedule Trigger with 'Get Many' and 'Keywords' instead.");
	}
	return watchedById(poll.service.fieldNames, recordOf(list), records, (record) => record);
}

async function findDeleted(
	poll: RecordPoll,
	listed: ReadonlyMap<string, unknown>,
	known: readonly string[],
): Promise<string[]> {
	const { get, noun, notFound } = kinds[poll.settings.resource];
	const [idName = ''] = pathParametersOf(get);
	const missing = known.filter((id) => !listed.has(id));
	if (listed.size === 0 && missing.length > maxDeletedAtOnce) {
		throw ServiceError.invalidResponse(
			`The list of ${noun}s is suddenly empty. Until now there were ${missing.length}.`,
			'No event is emitted. Check that the client still has access to the tenant. If all records were really deleted, unpublish the workflow and replace the trigger by one with another name.',
		);
	}
	const find = async (id: string) => await poll.service.request(get, { path: { [idName]: id } });
	let otherFound: Promise<unknown> | undefined;
	const isNotFound = async (error: unknown) => {
		const { errorCode, httpStatus } = error as Partial<ServiceError>;
		if (errorCode === notFound) return true;
		const [other] = listed.keys();
		if (httpStatus !== 404 || other === undefined) throw error;
		// Another 404 may come from a proxy, but not if another record is found this way.
		await (otherFound ??= find(other));
		return true;
	};
	let isUnsure = false;
	const wait = (reason: string) => {
		isUnsure = true;
		poll.warn(`The next poll checks again which ${noun}s were deleted: ${reason}`);
		return false;
	};
	const isDeleted = async (id: string) => {
		// The list was cut off, or its pages shifted, so others may exist, too.
		if (isUnsure) return false;
		return await find(id)
			.then(() => wait('The list leaves out some that exist'), isNotFound)
			.catch((error: unknown) => wait((error as Error).message));
	};
	const areDeleted = await inParallel(missing, requestsAtOnce.maximum, isDeleted);
	return missing.filter((_id, index) => areDeleted[index]);
}

/** The names in 'Ignore Fields' that no record has. They can be paths, also through lists. */
function findUnknownFields(
	{ settings: { ignoreFields, resource } }: RecordPoll,
	listed: ReadonlyMap<string, IDataObject>,
): string[] {
	if (ignoreFields.length === 0 || listed.size === 0) return [];
	const known = new Set(pathsOf([...listed.values()]));
	const unknown = ignoreFields.filter((path) => !known.has(path));
	return unknown.map(
		(path) =>
			`'Ignore Fields' contains "${path}", but none of the ${kinds[resource].noun}s has this field. The most similar field is "${findNearest(path, [...known])}".`,
	);
}

/**
 * The first record of the list as an event; undefined if there is none.
 *
 * @throws InputError if no record has a field in 'Ignore Fields'
 */
export async function findTestRecord(poll: RecordPoll): Promise<IDataObject | undefined> {
	const isWhole = poll.settings.ignoreFields.length > 0;
	const listed = await listRecords(poll, false, isWhole ? undefined : 1);
	const [unknown] = findUnknownFields(poll, listed);
	if (unknown) {
		throw new InputError(
			unknown,
			'Correct \'Ignore Fields\' in the options. Use a dot for a field inside of another, for example "status.checkedAt".',
		);
	}
	const [found] = listed;
	if (!found) return undefined;
	const [id, record] = found;
	const [event = 'created'] = poll.settings.triggerOn;
	return toItem(poll, event, { id, record }, 'test');
}
