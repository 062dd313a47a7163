import type { INodeProperties } from 'n8n-workflow';
import type { FieldTypes } from '../../../src/api/outputFields';
import { bodyProperties, otherFields } from '../../../src/forms/body';
import { booleanParameter, choiceParameter, textParameter } from '../../../src/forms/parameters';
import { includeRawOption, streamOptions } from '../../../src/forms/streamOptions';
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
	"What to return. If the stream is cut off, 'complete' is false.",
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

export const finalEvent = textParameter(
	'finalEvent',
	'answer-finished',
	'Name of the event that ends an answer. Leave empty to detect it.',
);

export const includeRaw = includeRawOption(
	'Whether to include the original event data, and where the node found the text',
);

export const textField = textParameter(
	'textField',
	'choices.0.delta.content',
	'Path of the text in the event data, with dots. Leave empty to detect it.',
);

export const answerOptions: readonly INodeProperties[] = [
	enableStreaming,
	finalEvent,
	includeRaw,
	otherFields,
	...streamOptions('answer'),
	textField,
];
