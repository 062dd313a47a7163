/**
 * Journals: a cursor of days. Each poll asks for the journals created from the day before the last
 * one seen, and leaves out those that are known, so a journal counts also if it is entered late or
 * around midnight, and none counts twice.
 */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint, hashText } from '../../src/api/fingerprint';
import { parseTimestamp } from '../../src/api/timestamps';
import { journalDateNames } from '../../src/api/assumedNames';
import { ServiceError } from '../../src/api/errors';
import { identifierOf } from '../../src/api/jsonObject';
import { limits } from '../../src/api/limits';
import { journalsOf } from '../../src/forms/journals';
import type { ServiceClient } from '../../src/http/client';
import { readList } from '../../src/http/pagination';
import { responseOrRejection } from '../../src/http/rejection';
import type { PollFailure } from '../../src/polling/failures';
import type { Poll, PollResult } from '../../src/polling/poll';
import { retryIfEmpty } from '../../src/polling/state';
import type { TriggerSettings } from './form';
import { maxRecords, tooMany, toItem } from './recordEvent';

export interface JournalState {
	/** The last day, `YYYY-MM-DD`, on which a journal was created. */
	readonly lastDay: string;
	/** Keys of the journals that the next poll may list again, by the day they were first seen. */
	readonly known: Readonly<Record<string, readonly string[]>>;
}

interface Journal {
	readonly id?: string;
	readonly key: string;
	/** The day of its creation, if the record has it. */
	readonly day?: string;
	/** With the fields of its period. */
	readonly record: IDataObject;
}

const keyLength = 12;

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

function addTo(day: string, add: { readonly days?: number; readonly months?: number }): string {
	const date = new Date(day);
	const { days = 0, months = 0 } = add;
	return toDay(date.setUTCMonth(date.getUTCMonth() + months, date.getUTCDate() + days));
}

const latest = (...days: readonly string[]) => [...days].sort().at(-1) ?? '';

export async function findJournalEvents(
	poll: Poll<TriggerSettings>,
	state?: JournalState,
): Promise<PollResult<JournalState>> {
	const today = toDay(Date.now());
	const { lastDay: start = today, known: groups = {} } = state ?? {};
	const isExisting = state === undefined && poll.settings.startFrom === 'existing';
	const after = isExisting
		? addTo(today, { months: -limits.journalRangeMonths })
		: addTo(start, { days: -2 });
	const { journals, failures } = await listJournals(poll.service, after, state === undefined);
	const known = new Set(Object.values(groups).flat());
	const unknown = new Map(journals.map((journal) => [journal.key, journal]));
	for (const key of known) unknown.delete(key);
	if (known.size + unknown.size > maxRecords) {
		throw tooMany('journals', "Set 'Start From' to Now, and read older ones with 'Get Many'.");
	}
	// No day may be in the future, as all journals before it would be left out.
	const days = journals.map(({ day = '' }) => (day > today ? today : day));
	const lastDay = isExisting && latest(...days) !== '' ? latest(...days) : latest(start, ...days);
	const next: Record<string, readonly string[]> = {};
	for (const [day, keys] of Object.entries(groups)) {
		if (addTo(day, { days: 2 }) >= lastDay) next[day] = keys;
	}
	for (const { key, day = '' } of unknown.values()) {
		const seenOn = latest(today, day);
		next[seenOn] = [...(next[seenOn] ?? []), key];
	}
	const isBaseline = state === undefined && !isExisting;
	const items = isBaseline ? [] : [...unknown.values()].map((journal) => itemOf(poll, journal));
	return { items, failures, next: { lastDay, known: next } };
}

/** The last journal of the last months, if there is one. */
export async function findTestJournal(
	poll: Poll<TriggerSettings>,
): Promise<IDataObject | undefined> {
	const after = addTo(toDay(Date.now()), { months: -limits.journalRangeMonths });
	const { journals } = await listJournals(poll.service, after, false);
	const newest = journals.at(-1);
	return newest && itemOf(poll, newest);
}

function itemOf(poll: Poll<TriggerSettings>, { id, key, record }: Journal): IDataObject {
	return toItem(poll, { event: 'created', id, record, occurrence: [key] });
}

/**
 * Reads the journals created after a day. If their periods span too many months, only those in the
 * latest periods that the service returns.
 */
async function listJournals(
	service: ServiceClient,
	after: string,
	isFirst: boolean,
): Promise<{ journals: Journal[]; failures: PollFailure[] }> {
	const read = async (query: { journalDate: string; periodDateFrom?: string }) =>
		await retryIfEmpty(
			isFirst,
			async () =>
				await responseOrRejection(readList(service, 'journal.getAll', { query }), [
					'date-range-too-large',
				]),
		);
	let periods = await read({ journalDate: after });
	const failures: PollFailure[] = [];
	const thisMonth = `${toDay(Date.now()).slice(0, 7)}-01`;
	// A period may last a year, or be in the future, so the range starts later until it fits.
	for (let months = limits.journalRangeMonths - 1; months > 0; months--) {
		if (!(periods instanceof ServiceError)) break;
		const periodDateFrom = addTo(thisMonth, { months: -months });
		const journalDate = latest(after, addTo(periodDateFrom, { days: -1 }));
		periods = await read({ journalDate, periodDateFrom });
		const message = `Journals of periods before ${periodDateFrom} aren't included. The service returns at most ${limits.journalRangeMonths} months`;
		failures.splice(0, 1, { subject: 'range', message });
	}
	if (periods instanceof ServiceError) throw periods;
	return { journals: periods.flatMap(readJournals), failures };
}

function readJournals(period: IDataObject): Journal[] {
	const isList = (value: unknown) => Array.isArray(value) || value === null;
	// The ID and the date of a journal, not those of its period.
	const bare = Object.fromEntries(Object.entries(period).filter(([, value]) => isList(value)));
	const own = journalsOf([bare], '');
	return journalsOf([period], '').map((record, index) => {
		const journal = own[index] ?? record;
		const id = identifierOf('journal', journal);
		const time = journalDateNames
			.map((name) => journal[name])
			.filter((value) => typeof value === 'string' || typeof value === 'number')
			.map(parseTimestamp)
			.find((value) => !Number.isNaN(value));
		const key = id === undefined ? `${fingerprint(journal)}${fingerprint(record)}` : `id ${id}`;
		const day = time === undefined ? undefined : toDay(time);
		return { id, key: hashText(key, keyLength), day, record };
	});
}
