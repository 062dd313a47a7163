import type { INodeProperties } from 'n8n-workflow';
import { answerOptions } from '../../../src/agent/ask/answerOptions';
import { limits } from '../../../src/api/limits';
import { type BodyForm, readBody } from '../../../src/forms/body';
import { booleanParameter, choiceParameter, requiredText } from '../../../src/forms/parameters';
import type { FieldTypes, ItemContext } from '../../../src/runtime/operation';

/** The fields of an answer's item. */
export const answerFields: FieldTypes = {
	threadId: 'string',
	messageId: 'string',
	output: 'string',
	eventCount: 'integer',
	complete: 'boolean',
	incompleteReason: 'string',
	fieldNames: 'object',
};

export const questionForm: BodyForm = {
	fields: [
		{
			...requiredText(
				'question',
				'Which products sold best last week?',
				`What to ask the agent. A question in a new thread has at most ${limits.questionCharacters} characters.`,
			),
			typeOptions: { rows: 3 },
		},
	],
	collection: 'options',
};

export const answerOutput = choiceParameter(
	'output',
	'answer',
	"What to return. If the stream is interrupted, 'complete' is false.",
	{
		answer: ['Answer', 'One item with the text of the answer'],
		both: ['Both', 'One item per event, then one item with the text of the answer'],
		events: ['Events', 'One item per event, as the service sent it'],
	},
);

export const enableStreaming = booleanParameter(
	'enableStreaming',
	'Whether to stream the answer while it arrives, if its format is known. Needs a chat or webhook trigger with a streaming response. Ignored in AI tools.',
	true,
);

export const askOptions: readonly INodeProperties[] = [...answerOptions, enableStreaming];

/**
 * The question of an item, and the body that has it.
 *
 * @throws InputError if there is no question
 */
export function readQuestion(item: ItemContext) {
	const body = readBody(item, questionForm);
	return { body, question: String(body[item.fieldNames.sentName('message', 'question')]) };
}
