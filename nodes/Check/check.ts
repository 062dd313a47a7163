/**
 * Compares a service with what the nodes expect, and shows people what differs, in three steps:
 *
 * 1. The survey reads one page of each list, and some of the records. Meanwhile the agent answers
 *    the question, if there is one.
 * 2. The finder looks for each field that the specification doesn't show. The field has a name that
 *    the nodes assume, or it is recognized by its signs: words of its name, and its values.
 * 3. Each field makes a finding, and so do lists that could not be read, the words of a run's
 *    status, and the answer. A name that is certain becomes an entry for the credential.
 */
import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel } from '../../src/api/fieldNames';
import type { FieldTypes } from '../../src/api/outputFields';
import { readText, textParameter } from '../../src/forms/parameters';
import type { ItemContext, ItemOperation } from '../../src/runtime/operation';
import { compareAnswer } from './answer';
import { FieldFinder } from './fieldFinder';
import { compareFields, type Finding } from './findings';
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
	const count = (verdict: Finding['verdict']) =>
		findings.filter((each) => each.verdict === verdict).length;
	const [different, missing] = [count('different'), count('missing')];
	const seen = findings.flatMap(({ area, verdict }) => (verdict === 'notSeen' ? [] : area));
	const notSeen = findings.flatMap(({ area }) => (seen.includes(area) ? [] : area));
	const sentences = [
		`${fieldsAre(count('asAssumed'))} as expected.`,
		different > 0 && `${fieldsAre(different)} under another name.`,
		different > 0 && `Paste 'fieldNames' into '${fieldNamesLabel}' of the credential.`,
		missing > 0 && `${fieldsAre(missing)} missing.`,
		unrecognized.length > 0 && `Pickers and triggers can't recognize ${listOf(unrecognized)}.`,
		notSeen.length > 0 && `Not seen: ${listOf(notSeen)}.`,
	];
	return sentences.filter(Boolean).join(' ');
}

/** The areas whose records the nodes can't recognize. */
function unrecognizedAreas(fields: ReadonlyMap<string, Finding>): string[] {
	return [...fields].flatMap(([key, { area, verdict }]) =>
		/Id$|journals$/.test(key) && (verdict === 'different' || verdict === 'missing') ? area : [],
	);
}

async function execute(item: ItemContext): Promise<IDataObject[]> {
	const { service } = item;
	const finder = new FieldFinder(service.fieldNames);
	const survey = new Survey(service, finder);
	const asked = readText(item, question, 'options');
	const [answer] = await Promise.all([compareAnswer(item, asked, finder), survey.read()]);
	const fields = compareFields(finder, (key) => survey.recordsOf(key));
	const statuses = compareStatuses(finder, survey.recordsOf('run.status') ?? []);
	const findings = [...survey.failures.values(), ...fields.values(), ...statuses, answer];
	const summary = summarize(findings, unrecognizedAreas(fields));
	return [{ summary, fieldNames: finder.entries as IDataObject, findings }];
}

export const check: ItemOperation = { operationOf: () => 'user.getAll', execute };
