import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import { readBody } from '../../shared/form/body';
import { messageBody } from '../../shared/form/fields/bodies';
import type { ItemContext } from '../../shared/node/operation';
import { requestNames } from '../../shared/service/assumedNames';
import { limits } from '../../shared/service/limits';

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
			item.node,
			'Question is empty',
			'Write what to ask the agent. If it comes from an expression, check this item.',
		);
	}
	// Characters as a person counts code points: never more than a service that counts otherwise finds.
	const isLimited = beginsThread && typeof question === 'string';
	if (isLimited && [...question].length > limits.questionCharacters) {
		throw InputError.of(item.node, 'question-too-long');
	}
	return body;
}
