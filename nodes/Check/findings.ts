/** Compares what a survey saw with what the nodes read and send. */
import type { IDataObject } from 'n8n-workflow';
import { assumedNames, type NameKey, nameKeys, namesOf } from '../../src/api/assumedNames';
import { type FieldNameEntries, fieldNamesLabel } from '../../src/api/fieldNames';
import { findCandidates, fits, isReadable, isShown, valuesAt } from './candidates';
import type { Failure } from './failure';
import type { SeenRecords, Survey } from './survey';

export interface Verdict extends IDataObject {
	verdict: 'asAssumed' | 'different' | 'missing' | 'notSeen';
	found?: string[];
	reason?: string;
	/** One step for the user. */
	remedy?: string;
}

export interface Finding extends Verdict {
	area: string;
	/** Node, operation, and label, as on screen. */
	where: string;
	assumed: string;
}

/** What users call the records that a key begins with. */
export const areaNames: Readonly<Record<string, string>> = {
	user: 'Users',
	availability: 'Users',
	tenant: 'Connected tenants',
	group: 'User groups',
	report: 'Reports',
	assignment: 'Assignments',
	run: 'Runs',
	thread: 'Threads',
	message: 'Messages',
	log: 'Run logs',
	journal: 'Journals',
	period: 'Accounting periods',
	answer: 'Answers',
};

const credentialField = `'${fieldNamesLabel}' in the credential`;

export function unread({ message, description }: Failure): Verdict {
	return { verdict: 'notSeen', reason: message, remedy: description };
}

/** The verdict if a name is needed that only the user can find. */
export function unknown(key: string, reason: string, found?: string[]): Verdict {
	const remedy = `If the records have the field, add its name as "${key}" to ${credentialField}.`;
	return { verdict: 'missing', reason, remedy, ...(found && { found }) };
}

/** Where a field is, or where it may be. */
interface Match {
	readonly path?: string;
	readonly candidates: readonly string[];
}

/** Compares fields one by one, and notes the names that are found on the way. */
export class Comparison {
	/** What the user is to paste. */
	readonly fieldNames: Record<string, string | readonly string[]>;
	/** The values of the IDs that were found. */
	private readonly known = new Map<NameKey, ReadonlySet<string>>();
	/** What was found before all IDs were known, which counts for the findings, too. */
	private readonly matches = new Map<NameKey, Match>();

	/** The areas whose records the nodes can't recognize. */
	readonly unrecognized: string[] = [];

	constructor(private readonly entries: FieldNameEntries) {
		this.fieldNames = { ...entries };
	}

	/** Where a field of these records is, if one place is plausible. */
	readonly findPath = (key: NameKey, records: readonly IDataObject[]): string | undefined => {
		if (records.length === 0) return undefined;
		const match = this.matches.get(key) ?? this.match(key, records);
		this.matches.set(key, match);
		const { path, candidates } = match;
		const found = path ?? (candidates.length === 1 ? candidates[0] : undefined);
		if (found !== undefined) {
			this.known.set(key, new Set(valuesAt(records, found).flat().map(String)));
		}
		return found;
	};

	/** The findings about all fields, except those of lists that could not be read. */
	compare(survey: Survey): Finding[] {
		return nameKeys.flatMap((key) => {
			const [record = ''] = key.split('.');
			const seen = survey.seen(record);
			if (seen === undefined) return [];
			const { where, isSent } = assumedNames[key];
			const assumed = this.entries[key] ?? (isSent ? [namesOf(key)[0]] : namesOf(key)).join(', ');
			const about = { area: areaNames[record] ?? '', where, assumed: String(assumed) };
			const finding = { ...about, ...this.verdictOn(key, seen) };
			const isFound = finding.verdict === 'asAssumed' || finding.verdict === 'notSeen';
			if (!isFound && /Id$|journals$/.test(key)) this.unrecognized.push(about.area);
			return [finding];
		});
	}

	/** The verdict if one name is plausible. */
	suggest(entries: FieldNameEntries, found: readonly string[]): Verdict {
		Object.assign(this.fieldNames, entries);
		const remedy = `Add to ${credentialField}: ${JSON.stringify(entries)}`;
		return { verdict: 'different', found: [...found], remedy };
	}

	private verdictOn(key: NameKey, { listed, single }: SeenRecords): Verdict {
		if (!isReadable(key)) {
			const remedy = `If the service rejects the field, add its name as "${key}" to ${credentialField}.`;
			return {
				verdict: 'notSeen',
				reason: 'The field is only sent, and no list shows it.',
				remedy,
			};
		}
		// An ID differs from record to record only in a list.
		const records = key.endsWith('Id') ? listed : [...single, ...listed];
		if (records.length === 0) return { verdict: 'notSeen', reason: 'There is no record.' };
		const { path, candidates } = this.matches.get(key) ?? this.match(key, records);
		if (path !== undefined) return { verdict: 'asAssumed' };
		const [only] = candidates;
		if (only === undefined) return this.missing(key);
		if (candidates.length === 1) return this.suggest({ [key]: only }, candidates);
		const reason = `Several fields fit. Add the right one as "${key}" to ${credentialField}.`;
		return { verdict: 'different', found: [...candidates], reason };
	}

	private missing(key: NameKey): Verdict {
		const entry = this.entries[key];
		if (entry === undefined) return unknown(key, 'No field of the records fits.');
		const reason = `The records don't have the field "${String(entry)}" of '${fieldNamesLabel}'.`;
		const remedy = `Correct or remove "${key}" in ${credentialField}.`;
		return { verdict: 'missing', reason, remedy };
	}

	private match(key: NameKey, records: readonly IDataObject[]): Match {
		const entry = this.entries[key];
		const [own, ...others] = namesOf(key);
		const isThere = (name: string) => isShown(records, name);
		const isFitting = (name: string) => fits(key, records, name, this.known);
		const found = () => findCandidates(key, records, this.takenBeside(key), this.known);
		if (typeof entry !== 'string') {
			const alternatives = assumedNames[key].isSent ? [] : others;
			const path = isThere(own) ? own : alternatives.find(isFitting);
			return path === undefined ? { candidates: found() } : { path, candidates: [] };
		}
		if (isFitting(entry)) return { path: entry, candidates: [] };
		// A value of an unusual kind is wrong only if another field fits.
		const candidates = own !== entry && isThere(own) ? [own] : found();
		return isThere(entry) && candidates.length !== 1
			? { path: entry, candidates: [] }
			: { candidates };
	}

	/** The names of the other fields of a record. */
	private takenBeside(key: NameKey): ReadonlySet<string> {
		const [record] = key.split('.');
		const others = nameKeys.filter((other) => other !== key && other.startsWith(`${record}.`));
		return new Set(others.flatMap((other) => this.fieldNames[other] ?? namesOf(other)[0]));
	}
}
