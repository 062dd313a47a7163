/**
 * Journals: a cursor of days. Each poll asks for the journals created from the day before the last
 * one seen, and leaves out those that are known, so a journal counts also if it is entered late or
 * around midnight, and none counts twice.
 */
import type { IDataObject } from 'n8n-workflow';
import { onRejection } from '../../src/api/errors';
import { hashText } from '../../src/values/fingerprint';
import { addDays, addMonths, toDay } from '../../src/values/dates';
import { isIdentifier } from '../../src/values/jsonObject';
import { parseTimestamp } from '../../src/values/timestamps';
import type { FieldNames } from '../../src/api/fieldNames';
import { namesOf } from '../../src/api/assumedNames';
import { limits } from '../../src/api/limits';
import { journalsOf } from '../../src/api/journals';
import { type Poll, readWatched, watchedById } from '../../src/polling/poll';
import type { TriggerSettings } from './form';
import { maxRecords, tooMany, toItem } from './recordEvent';

export interface JournalState {
	/** The last day, `YYYY-MM-DD`, on which a journal was created. Empty if there was none. */
	readonly lastDay: string;
	/** The journals that the next poll may list again: by their key, the day they were first seen. */
	readonly known: Readonly<Record<string, string>>;
}

const latest = (...days: readonly string[]) => [...days].sort().at(-1) ?? '';

export async function findJournalEvents(poll: Poll<TriggerSettings>, state?: JournalState) {
	const today = toDay(Date.now());
	const isFirst = state === undefined;
	const isBaseline = isFirst && !poll.includesExisting;
	const before = state ?? { lastDay: isBaseline ? today : '', known: {} };
	const start = before.lastDay;
	const journalDate = start ? addDays(start, -2) : longestAgo();
	const journals = await listJournals(poll, isFirst, journalDate);
	const known = new Map(Object.entries(before.known));
	const created = journals.filter(({ key }) => !known.has(key));
	for (const { key, day } of created) known.set(key, latest(today, day));
	if (known.size > maxRecords) {
		// A trigger that has a state doesn't start again.
		const remedy = isFirst
			? "Set 'Start From' to Now, and read older ones with 'Get Many'."
			: `Add another trigger with 'Start From' set to Now, and delete this one. Read the journals since ${start} with 'Get Many'.`;
		throw tooMany('journals', remedy);
	}
	// No day may be in the future, as all journals before it would be left out. A journal without a day
	// was created until today.
	const days = journals.map(({ day }) => (day === '' || day > today ? today : day));
	const lastDay = latest(start, ...days);
	// The service may compare the time of a journal with the midnight of another time zone.
	const recent = [...known].filter(([, day]) => addDays(day, 3) >= lastDay);
	return {
		items: (isBaseline ? [] : created).map((each) => toItem(poll, 'created', each)),
		next: { lastDay, known: Object.fromEntries(recent) },
	};
}

/** The day before all journals that one response can have. */
function longestAgo(): string {
	return addMonths(toDay(Date.now()), -limits.journalRangeMonths);
}

/** The last journal of the last months, if there is one. */
export async function findTestJournal(poll: Poll<TriggerSettings>) {
	const journals = await listJournals(poll, false, longestAgo());
	const newest = journals.at(-1);
	return newest && toItem(poll, 'created', newest);
}

/**
 * Reads the journals created after a day. If their periods span too many months, only those of periods
 * since last year.
 */
async function listJournals(poll: Poll, isFirst: boolean, journalDate: string) {
	const read = async (periodDateFrom?: string) => {
		const query = { journalDate, periodDateFrom };
		const periods = await readWatched(poll, isFirst, 'journal.getAll', { query });
		return readJournals(poll.service.fieldNames, periods);
	};
	const from = `${new Date(Date.now()).getUTCFullYear() - 1}-01-01`;
	return await read().catch(
		onRejection(['date-range-too-large'], async () => {
			poll.warn(
				`Journals of periods before ${from} aren't included. The service returns at most ${limits.journalRangeMonths} months`,
			);
			return await read(from);
		}),
	);
}

/**
 * The journals of periods, each with its `record`, which has the fields of the period, and the `day` of
 * its creation, which is empty if the record doesn't have it.
 *
 * @throws ServiceError as {@link watchedById}. Other fields may change, such as a total of the period.
 */
function readJournals(names: FieldNames, periods: readonly IDataObject[]) {
	// The ID and the date of the journal, not those of its period.
	const byId = watchedById(names, 'journal', journalsOf(names, periods), ({ journal }) => journal);
	return [...byId].map(([id, { journal, record }]) => ({
		id,
		key: hashText(id),
		day: readDay(names.toNodes('journal', journal)),
		record,
	}));
}

function readDay(journal: IDataObject): string {
	// Under one of the names may be who created the journal.
	const time = namesOf('journal.createdAt')
		.map((name) => journal[name])
		.filter(isIdentifier)
		.map(parseTimestamp)
		.find((value) => !Number.isNaN(value));
	return time === undefined ? '' : toDay(time);
}
