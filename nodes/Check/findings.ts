/** Makes the findings: what the nodes expect of each field, and what the records show. */
import type { IDataObject } from 'n8n-workflow';
import { assumedNames, type NameKey, nameKeys } from '../../src/api/assumedNames';
import { InputError, ServiceError } from '../../src/api/errors';
import { type FieldNameEntries, fieldNamesLabel } from '../../src/api/fieldNames';
import { expectedNames, type FieldFinder } from './fieldFinder';
import { signOf } from './signs';

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
const areaNames: Readonly<Record<string, string>> = {
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

/** The area of a key, or of a record. */
export function areaOf(key: string): string {
	return areaNames[key.split('.')[0] ?? ''] ?? '';
}

const credentialField = `'${fieldNamesLabel}' in the credential`;

const addIf = (condition: string, key: string) =>
	`If ${condition}, add its name as "${key}" to ${credentialField}.`;

/** The verdict on what could not be read. Faults of our own are thrown. */
export function unread(error: unknown): Verdict {
	if (error instanceof InputError || error instanceof ServiceError) {
		return { verdict: 'notSeen', reason: error.message, remedy: error.description };
	}
	throw error;
}

/** The verdict if a name is needed that only the user can find. */
export function missing(key: string, reason: string, found?: string[]): Verdict {
	const remedy = addIf('the records have the field', key);
	return { verdict: 'missing', reason, remedy, ...(found && { found }) };
}

/** The verdict if one name is plausible, which the user is to paste. */
export function suggest(
	finder: FieldFinder,
	entries: FieldNameEntries,
	found: readonly string[],
): Verdict {
	Object.assign(finder.entries, entries);
	const remedy = `Add to ${credentialField}: ${JSON.stringify(entries)}`;
	return { verdict: 'different', found: [...found], remedy };
}

function verdictOn(finder: FieldFinder, key: NameKey, records: readonly IDataObject[]): Verdict {
	if (signOf(key) === undefined) {
		const reason = 'The field is only sent, and no list shows it.';
		return { verdict: 'notSeen', reason, remedy: addIf('the service rejects the field', key) };
	}
	if (records.length === 0) return { verdict: 'notSeen', reason: 'There is no record.' };
	const { isAssumed, paths } = finder.find(key, records);
	if (isAssumed) return { verdict: 'asAssumed' };
	const [path, ...others] = paths;
	const entry = finder.entries[key];
	if (path === undefined) {
		if (entry === undefined) return missing(key, 'No field of the records fits.');
		const reason = `The records don't have the field "${String(entry)}" of '${fieldNamesLabel}'.`;
		const remedy = `Correct or remove "${key}" in ${credentialField}.`;
		return { verdict: 'missing', reason, remedy };
	}
	if (others.length === 0) return suggest(finder, { [key]: path }, paths);
	const reason = `Several fields fit. Add the right one as "${key}" to ${credentialField}.`;
	return { verdict: 'different', found: [...paths], reason };
}

/**
 * The findings about all fields, except those of lists that could not be read.
 *
 * @param recordsOf the records that can have a field
 */
export function compareFields(
	finder: FieldFinder,
	recordsOf: (key: NameKey) => readonly IDataObject[] | undefined,
): ReadonlyMap<NameKey, Finding> {
	const findings = new Map<NameKey, Finding>();
	for (const key of nameKeys) {
		const records = recordsOf(key);
		if (records === undefined) continue;
		const assumed = String(finder.entries[key] ?? expectedNames(key).join(', '));
		const about = { area: areaOf(key), where: assumedNames[key].where, assumed };
		findings.set(key, { ...about, ...verdictOn(finder, key, records) });
	}
	return findings;
}
