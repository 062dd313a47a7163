import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../src/api/errors';
import { limits } from '../../../src/api/limits';
import { type BodyForm, readBody } from '../../../src/forms/body';
import { stringField } from '../../../src/forms/fields/field';
import { isEmpty } from '../../../src/values/scalars';
import type { ItemContext } from '../../../src/runtime/operation';

export const questionForm: BodyForm = {
	hasAssumedNames: true,
	fields: [
		{
			...stringField(
				'question',
				'Which products sold best last week?',
				`What to ask the agent. A question in a new thread has at most ${limits.questionCharacters} characters.`,
			),
			required: true,
			rows: 3,
		},
	],
	collection: 'options',
	optional: [],
};

/**
 * @param beginsThread whether the length of the question is limited (spec 8)
 * @throws InputError if there is no question, or the question is too long
 */
export function readQuestion(item: ItemContext, beginsThread: boolean): IDataObject {
	const body = readBody(item, questionForm);
	const question = body.question;
	if (isEmpty(question)) throw InputError.empty('Question');
	// Characters as a person counts code points: never more than a service that counts otherwise finds.
	const isLimited = beginsThread && typeof question === 'string';
	if (isLimited && [...question].length > limits.questionCharacters) {
		throw InputError.of('question-too-long');
	}
	return body;
}
