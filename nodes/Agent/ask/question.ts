import type { IDataObject } from 'n8n-workflow';
import { requestNames } from '../../../src/api/assumedNames';
import { InputError } from '../../../src/api/errors';
import { limits } from '../../../src/api/limits';
import { type BodyForm, readBody } from '../../../src/forms/body';
import { isEmpty } from '../../../src/forms/value';
import type { ItemContext } from '../../../src/runtime/operation';

export const questionForm: BodyForm = {
	names: requestNames.message,
	fields: [
		{
			name: 'question',
			label: 'Question',
			type: 'string',
			required: true,
			rows: 3,
			placeholder: 'e.g. Which products sold best last week?',
			description: `What to ask the agent. A question in a new thread has at most ${limits.questionCharacters} characters.`,
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
	const question = body[requestNames.message.question];
	if (isEmpty(question)) throw InputError.empty('Question');
	// Characters as a person counts code points: never more than a service that counts otherwise finds.
	const isLimited = beginsThread && typeof question === 'string';
	if (isLimited && [...question].length > limits.questionCharacters) {
		throw InputError.of('question-too-long');
	}
	return body;
}
