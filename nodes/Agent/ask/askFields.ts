import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../src/api/errors';
import { limits } from '../../../src/api/limits';
import { type BodyForm, readBody } from '../../../src/forms/body';
import {
	booleanParameter,
	choiceParameter,
	readText,
	requiredText,
	textParameter,
} from '../../../src/forms/parameters';
import { readStreamOptions, streamOptions } from '../../../src/forms/streamOptions';
import { readTextValues } from '../../../src/forms/value';
import type { FieldTypes, ItemContext } from '../../../src/runtime/operation';

/** The fields of an answer's item. */
export const answerFields: FieldTypes = {
	threadId: 'string',
	messageId: 'string',
	answer: 'string',
	eventCount: 'integer',
	complete: 'boolean',
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
	'Whether to stream the answer while it arrives. Needs a chat or webhook trigger with a streaming response. Ignored in AI tools.',
	true,
);

const answerEvents = textParameter(
	'answerEvents',
	'delta, answer_text',
	'Comma-separated list of event types that contain the answer. Leave empty to detect them.',
);

const finalEvent = textParameter(
	'finalEvent',
	'answer-finished',
	'Type of the event that ends an answer, or a word in its data. Leave empty to detect it.',
);

const textField = textParameter(
	'textField',
	'choices.0.delta.content',
	'Path of the text in the event data, with dots. Leave empty to detect it.',
);

export const answerOptions: readonly INodeProperties[] = [
	answerEvents,
	enableStreaming,
	finalEvent,
	...streamOptions('answer'),
	textField,
];

/**
 * @param beginsThread whether the length of the question is limited (spec 8)
 * @throws InputError if there is no question, or the question is too long
 */
export function readQuestion(item: ItemContext, beginsThread: boolean): IDataObject {
	const body = readBody(item, questionForm);
	if (beginsThread) checkLength(body.question);
	return body;
}

/** @throws InputError if a question is too long for a new thread (spec 8) */
export function checkLength(question: unknown): void {
	// Characters as a person counts code points: never more than a service that counts otherwise finds.
	const isTooLong =
		typeof question === 'string' && [...question].length > limits.questionCharacters;
	if (isTooLong) throw InputError.of('question-too-long');
}

/**
 * The options, completed by the 'Field Names' of the credential.
 *
 * @throws InputError if an option is an object
 */
export function readAnswerOptions(item: ItemContext) {
	const { fieldNames } = item.service;
	const options = item.parameter<IDataObject>('options', {});
	const typesIn = (value: unknown) => readTextValues(answerEvents.displayName, value);
	const types = typesIn(options.answerEvents);
	return {
		...readStreamOptions(item, 'answer'),
		answerEvents: types.length > 0 ? types : typesIn(fieldNames.entry('answer.events')),
		finalEvent: readText(item, finalEvent, 'options') ?? fieldNames.entry('answer.finalEvent'),
		identifierNames: {
			thread: fieldNames.entry('thread.threadId'),
			message: fieldNames.entry('message.messageId'),
		},
		textField: readText(item, textField, 'options') ?? fieldNames.entry('answer.text'),
		redact: (failure: unknown) => item.service.redact(failure),
	};
}

export type AnswerOptions = ReturnType<typeof readAnswerOptions>;
