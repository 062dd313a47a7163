import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { IdentifierNames } from '../../../src/agent/answer/identifiers';
import type { FieldNames } from '../../../src/api/fieldNames';
import type { FieldTypes } from '../../../src/api/outputFields';
import { bodyProperties, otherFields } from '../../../src/forms/body';
import type { Field } from '../../../src/forms/fields/field';
import {
	booleanParameter,
	choiceParameter,
	readText,
	textParameter,
} from '../../../src/forms/parameters';
import { readStreamOptions, streamOptions } from '../../../src/forms/streamOptions';
import { readValues } from '../../../src/forms/value';
import type { ItemContext } from '../../../src/runtime/operation';
import { questionForm } from './question';

/** The fields of an answer's item. */
export const answerFields: FieldTypes = {
	threadId: 'string',
	messageId: 'string',
	answer: 'string',
	eventCount: 'integer',
	complete: 'boolean',
};

export const answerOutput = choiceParameter(
	'output',
	'answer',
	{
		answer: ['Answer', 'One item with the text of the answer'],
		both: ['Both', 'One item per event, then one item with the text of the answer'],
		events: ['Events', 'One item per event, as the service sent it'],
	},
	"What to return. If the stream is interrupted, 'complete' is false.",
);

export const questionFields: readonly INodeProperties[] = [
	...bodyProperties(questionForm),
	answerOutput,
];

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

const answerEventsField: Field = {
	name: answerEvents.name,
	label: answerEvents.displayName,
	type: 'string',
	multiple: true,
};

const finalEvent = textParameter(
	'finalEvent',
	'answer-finished',
	'Name of the event that ends an answer. Leave empty to detect it.',
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
	otherFields,
	...streamOptions('answer'),
	textField,
];

/** What the service calls its identifiers, if 'Field Names' has them. */
function readIdentifierNames(fieldNames: FieldNames): IdentifierNames {
	const thread = fieldNames.nameOf('thread.threadId');
	const message = fieldNames.nameOf('message.messageId');
	return { ...(thread && { thread }), ...(message && { message }) };
}

/**
 * The options, completed by the 'Field Names' of the credential.
 *
 * @throws InputError if an option is an object
 */
export function readAnswerOptions(item: ItemContext) {
	const { fieldNames } = item.service;
	const options = item.parameter<IDataObject>('options', {});
	const typesIn = (value: unknown) => readValues(answerEventsField, value).map(String);
	const types = typesIn(options.answerEvents);
	return {
		...readStreamOptions(item, 'answer'),
		answerEvents: types.length > 0 ? types : typesIn(fieldNames.option('answer.events')),
		finalEvent: readText(item, finalEvent, 'options') ?? fieldNames.option('answer.finalEvent'),
		identifierNames: readIdentifierNames(fieldNames),
		textField: readText(item, textField, 'options') ?? fieldNames.option('answer.text'),
	};
}

export type AnswerOptions = ReturnType<typeof readAnswerOptions>;
