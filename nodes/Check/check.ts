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

const fieldsAre = (count: number) => (count === 1 ? '1 field is' : `${count} fields are`);

/** In a few sentences what works and what doesn't. */
function summarize(findings: ReadonlyMap<string, Finding>, finder: FieldFinder): string {
	const { entries, fieldNames } = finder;
	const isNew = JSON.stringify(entries) !== JSON.stringify(fieldNames.entries);
	const keysOf = (...verdicts: Array<Finding['verdict']>) =>
		[...findings].flatMap(([key, { verdict }]) => (verdicts.includes(verdict) ? key : []));
	const areasOf = (keys: readonly string[]) => [
		...new Set(keys.map((key) => findings.get(key)?.area.toLowerCase())),
	];
	const isUnlisted = (key: string) => unlistedKeys.includes(key);
	const different = keysOf('different').filter((key) => key !== 'answer.text').length;
	const missing = keysOf('missing').length;
	const idKeys = keysOf('different', 'missing').filter((key) => /Id$|journals$/.test(key));
	const seen = areasOf(keysOf('ok', 'different', 'missing'));
	const unread = areasOf(keysOf('notSeen').filter((key) => !isUnlisted(key)));
	const notSeen = unread.filter((area) => !seen.includes(area));
	const partlySeen = unread.filter((area) => seen.includes(area));
	const unlisted = keysOf('notSeen').filter((key) => isUnlisted(key) && !(key in entries));
	const isProposed = findings.get('answer.text')?.verdict === 'different';
	const sentences = [
		`${fieldsAre(keysOf('ok').length)} as expected.`,
		different > 0 && `${fieldsAre(different)} under another name.`,
		isNew && `Paste 'fieldNames' into '${fieldNamesLabel}' of the credential.`,
		isProposed && 'Paste the answer.* entries only if the answer is whole.',
		missing > 0 && `${fieldsAre(missing)} missing.`,
		idKeys.length > 0 && `Pickers and triggers can't recognize ${areasOf(idKeys).join(', ')}.`,
		notSeen.length > 0 && `Not seen: ${notSeen.join(', ')}.`,
		partlySeen.length > 0 && `Only partly seen: ${partlySeen.join(', ')}.`,
		unlisted.length > 0 && `No list shows ${unlisted.join(', ')}. See 'remedy' in their items.`,
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
