import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../src/api/errors';
import { readBody } from '../../../src/forms/body';
import { messageBody } from '../../../src/forms/fields/bodyFields';
import type { ItemContext } from '../../../src/runtime/operation';
import { requestNames } from '../../../src/api/assumedNames';
import { limits } from '../../../src/api/limits';

/**
 * The question of an item as it is sent.
 *
 * @param beginsThread whether it begins a thread, as the length of no other is limited (spec 8)
 * @throws InputError where there is no question, or it is longer than the service takes
 */
export function readQuestion(item: ItemContext, beginsThread: boolean): IDataObject {
	const { body, ownNames } = readBody(item, requestNames.message, messageBody);
	const question = body[requestNames.message.question];
	const isMissing = question === undefined || question === null;
	if (question === '' || (isMissing && !ownNames)) {
		throw new InputError(
			'Question is empty',
			'Write what to ask the agent. If it comes from an expression, check this item.',
		);
	}
	// Characters as a person counts code points: never more than a service that counts otherwise finds.
	const isLimited = beginsThread && typeof question === 'string';
	if (isLimited && [...question].length > limits.questionCharacters) {
		throw InputError.of('question-too-long');
	}
	return body;
}
