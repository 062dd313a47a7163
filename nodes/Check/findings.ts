/** Makes the findings: what the nodes expect of each field, and what the records show. */
import type { IDataObject } from 'n8n-workflow';
import { readRunState, readRunStateOptions } from '../../src/agent/runs/runState';
import {
	assumedNames,
	type NameKey,
	nameKeys,
	type OptionKey,
	optionKeys,
} from '../../src/api/assumedNames';
import { InputError, ServiceError } from '../../src/api/errors';
import {
	type FieldNameEntries,
	fieldNamesLabel,
	recordOf,
	valueAt,
} from '../../src/api/fieldNames';
import { titleOf } from '../../src/forms/parameters';
import { operationName } from '../../src/runtime/describe';
import { isPast } from '../../src/values/timestamps';
import { expectedNames, type FieldFinder } from './fieldFinder';
import type { Survey } from './survey';

export interface Verdict extends IDataObject {
	verdict: 'asAssumed' | 'different' | 'missing' | 'notSeen';
	found?: string[];
	reason?: string;
	/** One step for the user. */
	remedy?: string;
}

/** By the keys of 'Field Names (JSON)'. */
export type Verdicts = Partial<Record<NameKey | OptionKey, Verdict>>;

export interface Finding extends Verdict {
	area: string;
	/** Node, operation, and label, as on screen. */
	where: string;
	assumed: string;
}

/** Keys whose names no list shows. */
export const unlistedKeys: readonly string[] = [
	'availability.emailAddress',
	'message.question',
	'answer.text',
] satisfies Array<NameKey | OptionKey>;

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

/** What the nodes expect in place of an option. */
const expectedWords: Readonly<Record<string, string>> = {
	'answer.text': 'A public protocol, or a confirmed format',
	'run.finishedStatuses': 'COMPLETED, FAILED, and the like',
} satisfies Partial<Record<OptionKey, string>>;

/** The area of a key, or of a record. */
const areaOf = (key: string) => areaNames[key.split('.')[0] ?? ''] ?? '';

const credentialField = `'${fieldNamesLabel}' in the credential`;

export const addIf = (condition: string, key: string) =>
	`If ${condition}, add its name as "${key}" to ${credentialField}.`;

export const correct = (key: string) => `Correct or remove "${key}" in ${credentialField}.`;

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

function verdictOn(finder: FieldFinder, key: NameKey, isEmpty: boolean): Verdict {
	if (unlistedKeys.includes(key)) {
		const remedy = addIf('the service rejects the field', key);
		return { verdict: 'notSeen', reason: 'No list shows the field.', remedy };
	}
	if (isEmpty) return { verdict: 'notSeen', reason: 'There is no record.' };
	const { isAssumed, paths } = finder.find(key);
	if (isAssumed) return { verdict: 'asAssumed' };
	const [path, ...others] = paths;
	const entry = finder.entries[key];
	if (path === undefined) {
		if (entry === undefined) return missing(key, 'No field of the records fits.');
		const reason = `The records don't have the field "${String(entry)}" of '${fieldNamesLabel}'.`;
		return { verdict: 'missing', reason, remedy: correct(key) };
	}
	if (others.length === 0) return suggest(finder, { [key]: path }, paths);
	const reason = `Several fields fit. Add the right one as "${key}" to ${credentialField}.`;
	return { verdict: 'different', found: [...paths], reason };
}

/** The verdicts on all fields, except those of lists that could not be read. */
function compareFields({ finder, recordsOf }: Survey): Verdicts {
	const verdicts: Verdicts = {};
	for (const key of nameKeys) {
		const records = recordsOf(key);
		if (records) verdicts[key] = verdictOn(finder, key, records.length === 0);
	}
	return verdicts;
}

/** The verdict on the words that mean the end of a run, if the runs have a status. */
function compareStatuses({ finder, recordsOf }: Survey): Verdicts {
	const key = 'run.finishedStatuses';
	const statusPath = finder.pathOf('run.status');
	if (statusPath === undefined) return {};
	const endPath = finder.pathOf('run.endedAt') ?? '';
	const ended = new Set<string>();
	const active = new Set<string>();
	for (const run of recordsOf('run.status') ?? []) {
		const word = valueAt(run, statusPath);
		const words = isPast(String(valueAt(run, endPath))) ? ended : active;
		if (typeof word === 'string') words.add(word.trim());
	}
	const all = [...ended, ...active];
	// Without an end time, or with one word for both, the runs don't show what a word means.
	const isCertain = ended.size > 0 && [...ended].every((word) => !active.has(word));
	const options = readRunStateOptions({ statusField: 'status' }, finder.fieldNames);
	const isUnderstood = all.every((word) => {
		const state = readRunState({ status: word }, options);
		return isCertain ? (state === 'finished') === ended.has(word) : state !== 'unknown';
	});
	if (isUnderstood) return { [key]: { verdict: 'asAssumed', found: all } };
	if (isCertain) return { [key]: suggest(finder, { [key]: [...ended] }, all) };
	return { [key]: missing(key, 'The runs do not show which of these words mean the end.', all) };
}

/**
 * The findings about what could not be read, by the operation, and about the fields, by the keys of
 * 'Field Names (JSON)'.
 */
export function findingsOf(survey: Survey, answer: Verdicts): Map<string, Finding> {
	const findings = new Map<string, Finding>();
	for (const [operation, error] of survey.failures) {
		const where = `${titleOf(operation.split('.')[0] ?? '')} > ${operationName(operation)}`;
		const area = areaOf(recordOf(operation));
		const assumed = 'The credential can read it';
		findings.set(operation, { area, where, assumed, ...unread(error) });
	}
	const { entries } = survey.finder.fieldNames;
	const verdicts = { ...compareFields(survey), ...compareStatuses(survey), ...answer };
	for (const [key, verdict] of Object.entries(verdicts)) {
		const where =
			key in optionKeys ? optionKeys[key as OptionKey] : assumedNames[key as NameKey].where;
		const expected = entries[key] ?? expectedWords[key] ?? expectedNames(key as NameKey);
		const assumed = [expected].flat().join(', ');
		findings.set(key, { area: areaOf(key), where, assumed, ...verdict });
	}
	return findings;
}
