import type { INodeProperties } from 'n8n-workflow';
import type { FieldTypes } from '../../../src/api/outputFields';
import { bodyProperties, otherFields } from '../../../src/forms/body';
import { streamOptions } from '../../../src/forms/streamOptions';
import { questionForm } from './question';

/** The fields of an answer's item. */
export const answerFields: FieldTypes = {
	threadId: 'string',
	messageId: 'string',
	answer: 'string',
	eventCount: 'integer',
	complete: 'boolean',
};

export const answerOutputs = ['answer', 'events', 'both'] as const;

const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Answer',
			value: 'answer',
			description: 'One item with the text of the answer',
		},
		{
			name: 'Both',
			value: 'both',
			description: 'One item per event, then one item with the text of the answer',
		},
		{
			name: 'Events',
			value: 'events',
			description: 'One item per event, as the service sent it',
		},
	],
	default: 'answer',
	description: "What to return. If the stream is cut off, 'complete' is false.",
};

export const questionFields: readonly INodeProperties[] = [
	...bodyProperties(questionForm),
	outputField,
];

export const answerOptions: readonly INodeProperties[] = [
	{
		displayName: 'Enable Streaming',
		name: 'enableStreaming',
		type: 'boolean',
		default: true,
		description:
			'Whether to stream the answer while it arrives. Needs a chat or webhook trigger with a streaming response. Ignored in AI tools.',
	},
	{
		displayName: 'Final Event',
		name: 'finalEvent',
		type: 'string',
		default: '',
		placeholder: 'e.g. answer-finished',
		description: 'Name of the event that ends an answer. Leave empty to detect it.',
	},
	{
		displayName: 'Include Raw Data',
		name: 'includeRaw',
		type: 'boolean',
		default: false,
		description: 'Whether to include the original event data, and where the node found the text',
	},
	otherFields,
	...streamOptions('answer'),
	{
		displayName: 'Text Field',
		name: 'textField',
		type: 'string',
		default: '',
		placeholder: 'e.g. choices.0.delta.content',
		description: 'Path of the text in the event data, with dots. Leave empty to detect it.',
	},
];
