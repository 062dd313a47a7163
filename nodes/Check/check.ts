/**
 * Compares a service with what the nodes expect, and shows people what differs, in three steps:
 *
 * 1. The survey reads one page of each list, and some of the records. Meanwhile the agent answers
 *    the question, if there is one.
 * 2. The finder looks for each field that the specification doesn't show. The field has a name that
 *    the nodes assume, or it is recognized by its signs: words of its name, and its values.
 * 3. Each field makes a finding, and so do lists that could not be read, the words of a run's
 *    status, and the answer. A name that is certain becomes an entry for the credential.
 *
 * The first item has a summary and the entries, and each finding is an item of its own.
 */
import type { IDataObject } from 'n8n-workflow';
import { checkLength } from '../../src/agent/ask/answerOptions';
import { fieldNamesLabel } from '../../src/api/assumedNames';
import { readText, textParameter } from '../../src/forms/parameters';
import type { FieldTypes, ItemContext, ItemOperation } from '../../src/runtime/operation';
import { compareAnswer } from './answer';
import type { FieldFinder } from './fieldFinder';
import { type Finding, findingsOf, unlistedKeys } from './findings';
import { compareStatuses } from './statuses';
import { Survey } from './survey';

export const question = textParameter(
	'question',
	'What can you do?',
	'Question to ask the agent once, in a new thread. The result shows how the node reads the answer.',
);

/**
 * The fields of the items, of which the build makes the output schema. The first item has the first two.
 *
 * @public
 */
export const itemFields: FieldTypes = {
	summary: 'string',
	fieldNames: 'object',
	area: 'string',
	where: 'string',
	assumed: 'string',
	verdict: 'string',
	found: 'string[]',
	reason: 'string',
	remedy: 'string',
};

/** In a few sentences what works and what doesn't. */
function summarize(findings: ReadonlyMap<string, Finding>, { entries, fieldNames }: FieldFinder) {
	const ofVerdict = (...verdicts: Array<Finding['verdict']>) =>
		[...findings].filter(([, { verdict }]) => verdicts.includes(verdict));
	const areasOf = (some: ReadonlyArray<[string, Finding]>) =>
		[...new Set(some.map(([, { area }]) => area.toLowerCase()))].join(', ');
	const count = (verdict: Finding['verdict'], what: string) => {
		const { length } = ofVerdict(verdict);
		return length > 0 && `${length === 1 ? '1 field is' : `${length} fields are`} ${what}.`;
	};
	const unrecognized = ofVerdict('different', 'missing').filter(([key]) =>
		/Id$|journals$/.test(key),
	);
	// What no list can show has an item with its remedy.
	const notSeen = ofVerdict('notSeen').filter(([key]) => !unlistedKeys.includes(key));
	const isNew = JSON.stringify(entries) !== JSON.stringify(fieldNames.entries);
	const isProposed = findings.get('answer.text')?.verdict === 'different';
	const sentences = [
		count('ok', 'as expected'),
		count('different', 'different'),
		count('missing', 'missing'),
		unrecognized.length > 0 && `Pickers and triggers can't recognize ${areasOf(unrecognized)}.`,
		notSeen.length > 0 && `Not fully seen: ${areasOf(notSeen)}.`,
		isNew && `Paste 'fieldNames' into '${fieldNamesLabel}' of the credential.`,
		isProposed && 'Paste the answer.* entries only if the answer is whole.',
	];
	return sentences.filter(Boolean).join(' ');
}

async function execute(item: ItemContext): Promise<IDataObject[]> {
	const survey = new Survey(item.service);
	const { finder } = survey;
	const asked = readText(item, question, 'options');
	checkLength(asked);
	const [answer] = await Promise.all([compareAnswer(item, asked, finder), survey.read()]);
	const isAnswered = Object.values(answer).some(({ verdict }) => verdict !== 'notSeen');
	if (!isAnswered) survey.assertRead();
	const findings = findingsOf(survey, { ...compareStatuses(survey), ...answer });
	const fieldNames = finder.entries as IDataObject;
	// The answer of the agent may repeat a secret in parts.
	return item.service.redact([
		{ summary: summarize(findings, finder), fieldNames },
		...findings.values(),
	]);
}

export const check: ItemOperation = { operationOf: () => 'user.getAll', execute };
