/** Compares a service with what the nodes expect, and shows people what differs. */
import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel, returnedRecordOf } from '../../src/api/fieldNames';
import type { FieldTypes } from '../../src/api/outputFields';
import { titleOf } from '../../src/forms/fields/field';
import { readText, textParameter } from '../../src/forms/parameters';
import type { ItemContext, ItemOperation } from '../../src/runtime/operation';
import { compareAnswer } from './answer';
import { areaNames, Comparison, type Finding, unread } from './findings';
import { compareStatuses } from './runStatuses';
import { Survey } from './survey';

export const question = textParameter(
	'question',
	'What can you do?',
	'Question to ask the agent once, in a new thread. The result shows how the node reads the answer.',
);

/**
 * The fields of the item, of which the build makes the output schema.
 *
 * @public
 */
export const itemFields: FieldTypes = {
	summary: 'string',
	fieldNames: 'object',
	findings: 'object[]',
};

const listOf = (areas: readonly string[]) => [...new Set(areas)].join(', ').toLowerCase();

const fieldsAre = (count: number) => (count === 1 ? '1 field is' : `${count} fields are`);

/** In a few sentences what works and what doesn't. */
function summarize(findings: readonly Finding[], unrecognized: readonly string[]): string {
	const of = (verdict: Finding['verdict']) => findings.filter((each) => each.verdict === verdict);
	const [different, missing] = [of('different'), of('missing')];
	const seen = findings.flatMap(({ area, verdict }) => (verdict === 'notSeen' ? [] : area));
	const areas = findings.map(({ area }) => area);
	const notSeen = listOf(areas.filter((area) => !seen.includes(area)));
	return [
		`${fieldsAre(of('asAssumed').length)} as expected.`,
		different.length > 0 && `${fieldsAre(different.length)} under another name.`,
		different.length > 0 && `Paste 'fieldNames' into '${fieldNamesLabel}' of the credential.`,
		missing.length > 0 && `${fieldsAre(missing.length)} missing.`,
		unrecognized.length > 0 && `Pickers and triggers can't recognize ${listOf(unrecognized)}.`,
		notSeen !== '' && `Not seen: ${notSeen}.`,
	]
		.filter(Boolean)
		.join(' ');
}

/** What could not be read. */
function unreadFindings({ failures }: Survey): Finding[] {
	return [...failures].map(([operation, failure]) => ({
		area: areaNames[returnedRecordOf(operation)] ?? '',
		where: operation.replace('getAll', 'getMany').split('.').map(titleOf).join(' > '),
		assumed: 'The credential can read it',
		...unread(failure),
	}));
}

async function execute(item: ItemContext): Promise<IDataObject[]> {
	const { service } = item;
	const comparison = new Comparison(service.fieldNames.entries);
	const survey = new Survey(service, comparison.findPath);
	const asked = readText(item, question, 'options');
	const [answer] = await Promise.all([compareAnswer(item, asked, comparison), survey.read()]);
	const compared = comparison.compare(survey);
	const statuses = compareStatuses(comparison, survey);
	const findings = [...unreadFindings(survey), ...compared, ...statuses, answer];
	const summary = summarize(findings, comparison.unrecognized);
	return [{ summary, fieldNames: comparison.fieldNames as IDataObject, findings }];
}

export const check: ItemOperation = {
	operationOf: () => 'user.getAll',
	execute: async (item) => await execute(item as ItemContext),
};
