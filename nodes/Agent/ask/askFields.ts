import type { INodeProperties } from 'n8n-workflow';
import { bodyFields } from '../../../src/forms/body';
import {
	defaultStreamOptions,
	type StreamOptions,
	streamOptions,
} from '../../../src/forms/streamOptions';
import { limits } from '../../../src/api/limits';

/** Options of an answer, with the defaults that hold where the user sets none. */
export interface AnswerOptions extends StreamOptions {
	readonly enableStreaming: boolean;
	readonly finalEvent: string;
	readonly includeRaw: boolean;
	readonly textField: string;
}

export const defaultAnswerOptions: AnswerOptions = {
	...defaultStreamOptions,
	enableStreaming: true,
	finalEvent: '',
	includeRaw: false,
	textField: '',
};

/** What can come out of an answer. */
export const answerOutputs = ['answer', 'events', 'both'] as const;

const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Answer',
			value: 'answer',
			description: 'One item with the whole text of the answer',
		},
		{
			name: 'Both',
			value: 'both',
			description: 'One item for each event, and after them one with the whole text',
		},
		{
			name: 'Events',
			value: 'events',
			description: 'One item for each event of the stream, as the service sent it',
		},
	],
	default: 'answer',
	description:
		'What to return. In the answer, "complete" is true where the stream said that the answer is over, or ended in an orderly way and not right after a piece of text.',
};

/** The question, and what to return of its answer. */
export const questionFields: readonly INodeProperties[] = [
	...bodyFields([
		{
			displayName: 'Question',
			name: 'question',
			type: 'string',
			typeOptions: { rows: 3 },
			required: true,
			default: '',
			placeholder: 'e.g. Which products sold best last week?',
			description: `What to ask the agent, in plain language. A new thread takes at most ${limits.questionCharacters} characters. That the field is called "question" is assumed: Additional Body corrects it.`,
		},
	]),
	outputField,
];

const { finalEvent, textField } = defaultAnswerOptions;

/** How an answer is received. */
export const answerOptions: readonly INodeProperties[] = [
	{
		displayName: 'Enable Streaming',
		name: 'enableStreaming',
		type: 'boolean',
		default: true,
		description:
			'Whether to pass the text on as it comes in, where the workflow began with a chat or webhook that streams its response. A tool of an AI agent never does.',
	},
	{
		displayName: 'Final Event',
		name: 'finalEvent',
		type: 'string',
		default: finalEvent,
		placeholder: 'e.g. answer-finished',
		description:
			'The kind of event that ends an answer, if your service does not use one of the usual names. An answer without it then counts as incomplete.',
	},
	{
		displayName: 'Include Raw Data',
		name: 'includeRaw',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the data of each event as it arrived, and to the answer where its text and its end were found',
	},
	...streamOptions('answer'),
	{
		displayName: 'Text Field',
		name: 'textField',
		type: 'string',
		default: textField,
		placeholder: 'e.g. choices.0.delta.content',
		description:
			'Where the data of an event holds its text, as a path with dots. When empty, it is found by the usual names, such as delta, text, content and answer.',
	},
];
