/** Makes the findings: what the nodes expect of each field, and what the records show. */
import type { IDataObject } from 'n8n-workflow';
import {
	assumedNames,
	fieldNamesLabel,
	type NameKey,
	nameKeys,
	type OptionKey,
	optionKeys,
	type RecordName,
} from '../../src/api/assumedNames';
import { InputError, ServiceError } from '../../src/api/errors';
import { entriesToPaste, type FieldNameEntries, recordOf } from '../../src/api/fieldNames';
import type { OperationId } from '../../src/api/operations';
import { titleOf } from '../../src/forms/parameters';
import { operationName } from '../../src/runtime/describe';
import { expectedNames, type FieldFinder } from './fieldFinder';
import type { Survey } from './survey';

export interface Verdict extends IDataObject {
	verdict: 'ok' | 'different' | 'missing' | 'notSeen';
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
const areaNames: Readonly<Record<Exclude<RecordName, ''> | 'answer', string>> = {
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

/** The node of a resource, if it isn't called as the resource. */
const nodeNames: Readonly<Record<string, string>> = {
	connectedTenant: 'User',
	report: 'User Group',
	assignment: 'Agent',
	run: 'Agent',
	thread: 'Agent',
	message: 'Agent',
	journal: 'Accounting',
};

/** What the nodes expect in place of an option. */
const expectedWords: Readonly<Record<string, string>> = {
	'answer.text': 'A public protocol, or a confirmed format',
	'run.finishedStatuses': 'COMPLETED, FAILED, and other common statuses',
	'run.succeededStatuses': 'COMPLETED, SUCCEEDED, and other common statuses',
} satisfies Partial<Record<OptionKey, string>>;

/** The area of a key, or of a record. */
const areaOf = (key: string) => areaNames[key.split('.')[0] as keyof typeof areaNames];

/** What a user puts in place of a name that only they can find. */
const blank = 'NAME';

const addIf = (condition: string, key: string) =>
	`If ${condition}, add its name in place of ${blank} to ${entriesToPaste({ [key]: blank })}`;

/** The verdict on what could not be read. Faults of our own are thrown. */
export function unread(error: unknown): Verdict {
	if (error instanceof InputError || error instanceof ServiceError) {
		return { verdict: 'notSeen', reason: error.message, remedy: error.description };
	}
	throw error;
}

/** The verdict if one name is plausible, which the user is to paste. */
export function suggest(
	finder: FieldFinder,
	entries: FieldNameEntries,
	found: readonly string[],
): Verdict {
	Object.assign(finder.entries, entries);
	return { verdict: 'different', found: [...found], remedy: `Add to ${entriesToPaste(entries)}` };
}

/** The verdict if several names are plausible, of which the user chooses. */
function letChoose(key: string, paths: readonly string[]): Verdict {
	const entries = paths.map((path) => JSON.stringify({ [key]: path }));
	const remedy = `Add the right one to '${fieldNamesLabel}' in the credential: ${entries.join(' or ')}`;
	return { verdict: 'different', found: [...paths], reason: 'Several fields fit.', remedy };
}

function verdictOn(survey: Survey, key: NameKey): Verdict {
	const { finder } = survey;
	if (unlistedKeys.includes(key)) {
		const remedy = addIf('the service rejects the field', key);
		return { verdict: 'notSeen', reason: 'No list shows the field.', remedy };
	}
	if (survey.recordsOf(key).length === 0) {
		return { verdict: 'notSeen', reason: 'There is no record.' };
	}
	const { isAssumed, paths } = finder.find(key);
	if (isAssumed) return { verdict: 'ok' };
	if (paths.length > 1) return letChoose(key, paths);
	const [path] = paths;
	if (path !== undefined) return suggest(finder, { [key]: path }, paths);
	const remedy = addIf('the records have the field', key);
	return { verdict: 'missing', reason: 'No field of the records fits.', remedy };
}

/** Node, resource, and operation, as on screen. */
function placeOf(operation: OperationId): string {
	const [resource = ''] = operation.split('.');
	const title = titleOf(resource);
	const node = nodeNames[resource] ?? title;
	return `Integration Service ${node} > ${title} > ${operationName(operation)}`;
}

const order: ReadonlyArray<Verdict['verdict']> = ['different', 'missing', 'notSeen', 'ok'];

/**
 * The findings, problems first: what could not be read, by the operation, and the fields, by the keys
 * of 'Field Names (JSON)'.
 *
 * @param others verdicts on keys that are no fields of records
 */
export function findingsOf(survey: Survey, others: Verdicts): Map<string, Finding> {
	const failures = [...survey.failures].map(([operation, error]): [string, Finding] => {
		const area = areaOf(recordOf(operation));
		const assumed = 'The credential can read it';
		return [operation, { area, where: placeOf(operation), assumed, ...unread(error) }];
	});
	const { entries } = survey.finder.fieldNames;
	const compared = nameKeys
		.filter((key) => !survey.isUnread(key))
		.map((key) => [key, verdictOn(survey, key)] as const);
	const verdicts = { ...Object.fromEntries(compared), ...others };
	const fields = Object.entries(verdicts).map(([key, verdict]): [string, Finding] => {
		const where =
			key in optionKeys ? optionKeys[key as OptionKey] : assumedNames[key as NameKey].where;
		const expected = entries[key] ?? expectedWords[key] ?? expectedNames(key as NameKey);
		const assumed = [expected].flat().join(', ');
		return [key, { area: areaOf(key), where, assumed, ...verdict }];
	});
	const rank = ([, { verdict }]: [string, Finding]) => order.indexOf(verdict);
	return new Map([...failures, ...fields.sort((a, b) => rank(a) - rank(b))]);
}
