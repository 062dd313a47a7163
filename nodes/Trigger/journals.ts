/**
 * Journals: a cursor of days. Each poll asks for the journals created from the day before the last
 * one seen, and leaves out those that are known, so a journal counts also if it is entered late or
 * around midnight, and none counts twice.
 */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint, hashText } from '../../src/values/fingerprint';
import { parseTimestamp } from '../../src/values/timestamps';
import { namesOf } from '../../src/api/assumedNames';
import { identifierOf } from '../../src/api/identifiers';
import { limits } from '../../src/api/limits';
import { journalsOf } from '../../src/api/journals';
import type { ServiceClient } from '../../src/http/client';
import { readList } from '../../src/http/pagination';
import { onRejection } from '../../src/http/rejection';
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

const wholeRange = { months: -limits.journalRangeMonths };

const latest = (...days: readonly string[]) => [...days].sort().at(-1) ?? '';

export async function findJournalEvents(
	poll: Poll<TriggerSettings>,
	state?: JournalState,
): Promise<PollResult<JournalState>> {
	const today = toDay(Date.now());
	const isFirst = state === undefined;
	const isExisting = isFirst && poll.settings.startFrom === 'existing';
	const { lastDay: start = isExisting ? '' : today, known: groups = {} } = state ?? {};
	const journalDate = isExisting ? addTo(today, wholeRange) : addTo(start, { days: -2 });
	const { journals, failures } = await listJournals(poll.service, isFirst, { journalDate });
	const known = new Set(Object.values(groups).flat());
	const unknown = new Map(journals.map((journal) => [journal.key, journal]));
	for (const key of known) unknown.delete(key);
	if (known.size + unknown.size > maxRecords) {
		throw tooMany('journals', "Set 'Start From' to Now, and read older ones with 'Get Many'.");
	}
	// No day may be in the future, as all journals before it would be left out.
	const days = journals.map(({ day = '' }) => (day > today ? today : day));
	const lastDay = latest(start, ...days) || today;
	const recent = Object.entries(groups).filter(([day]) => addTo(day, { days: 2 }) >= lastDay);
	const next = Object.fromEntries(recent);
	for (const { key, day = '' } of unknown.values()) {
		const seenOn = latest(today, day);
		next[seenOn] = [...(next[seenOn] ?? []), key];
	}
	const created = isFirst && !isExisting ? [] : [...unknown.values()];
	const items = created.map((journal) => toItem(poll, 'created', journal, journal.key));
	return { items, failures, next: { lastDay, known: next } };
}

/** The last journal of the last months, if there is one. */
export async function findTestJournal(
	poll: Poll<TriggerSettings>,
): Promise<IDataObject | undefined> {
	const query = { journalDate: addTo(toDay(Date.now()), wholeRange) };
	const { journals } = await listJournals(poll.service, false, query);
	const newest = journals.at(-1);
	return newest && toItem(poll, 'created', newest, newest.key);
}

/**
 * Reads the journals created after a day. If their periods span too many months, only those in the
 * latest periods that the service returns.
 *
 * @param months of the periods to read
 */
async function listJournals(
	service: ServiceClient,
	isFirst: boolean,
	query: { readonly journalDate: string; readonly periodDateFrom?: string },
	months: number = limits.journalRangeMonths,
): Promise<{ journals: Journal[]; failures: PollFailure[] }> {
	const read = async () => await readList(service, 'journal.getAll', { query });
	const journalsOf = (periods: readonly IDataObject[]) => {
		const message = `Journals of periods before ${query.periodDateFrom} aren't included. The service returns at most ${limits.journalRangeMonths} months`;
		const failures = query.periodDateFrom ? [{ subject: 'range', message }] : [];
		return { journals: periods.flatMap(readJournals), failures };
	};
	// A period may last a year, or be in the future, so the range starts later until it fits.
	const listFewer = async () => {
		const periodDateFrom = addTo(`${toDay(Date.now()).slice(0, 7)}-01`, { months: 1 - months });
		const journalDate = latest(query.journalDate, addTo(periodDateFrom, { days: -1 }));
		return await listJournals(service, isFirst, { journalDate, periodDateFrom }, months - 1);
	};
	return await retryIfEmpty(isFirst, read).then(
		journalsOf,
		onRejection(months > 1 ? ['date-range-too-large'] : [], listFewer),
	);
}

function readJournals(period: IDataObject): Journal[] {
	const isList = (value: unknown) => Array.isArray(value) || value === null;
	// The ID and the date of a journal, not those of its period.
	const bare = Object.fromEntries(Object.entries(period).filter(([, value]) => isList(value)));
	const own = journalsOf([bare], '');
	return journalsOf([period], '').map((record, index) => {
		const journal = own[index] ?? record;
		const id = identifierOf('journal', journal);
		const time = namesOf('journal.createdAt')
			.map((name) => journal[name])
			.filter((value) => typeof value === 'string' || typeof value === 'number')
			.map(parseTimestamp)
			.find((value) => !Number.isNaN(value));
		const key = id === undefined ? `${fingerprint(journal)}${fingerprint(record)}` : `id ${id}`;
		const day = time === undefined ? undefined : toDay(time);
		return { id, key: hashText(key, keyLength), day, record };
	});
}
