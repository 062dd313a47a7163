import type { INodeProperties } from 'n8n-workflow';
import type { StreamSubject } from '../http/eventStream';
import type { FormItem } from './formItem';
import { wholeNumber } from './value';

/** How much of a stream is received at the most. */
export interface StreamOptions {
	/** Milliseconds. */
	readonly idleTimeout: number;
	/** Bytes. */
	readonly maxBytes: number;
	readonly maxEvents: number;
}

export const defaultStreamOptions: StreamOptions = {
	idleTimeout: 60_000,
	maxBytes: 104_857_600,
	maxEvents: 1_000_000,
};

const { idleTimeout, maxBytes, maxEvents } = defaultStreamOptions;

const labels = { idleTimeout: 'Idle Timeout', maxBytes: 'Max Bytes', maxEvents: 'Max Events' };

/**
 * Entries of the Options collection for what comes as a stream of events.
 *
 * @param subject what the stream is to the user
 */
export function streamOptions(subject: StreamSubject): INodeProperties[] {
	return [
		{
			displayName: labels.idleTimeout,
			name: 'idleTimeout',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: idleTimeout,
			hint: 'In milliseconds',
			description: `Longest pause between two parts of the ${subject}. 'Timeout' applies only until the first part.`,
		},
		{
			displayName: labels.maxBytes,
			name: 'maxBytes',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: maxBytes,
			description: `Maximum size of the ${subject}, in bytes`,
		},
		{
			displayName: labels.maxEvents,
			name: 'maxEvents',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: maxEvents,
			description: `Maximum number of events in the ${subject}`,
		},
	];
}

/**
 * The limits of a stream, from the Options collection.
 *
 * @throws InputError where one is no whole number of at least 1
 */
export function readStreamOptions(item: FormItem): StreamOptions {
	const given = item.parameter<Partial<StreamOptions>>('options', {});
	const options = { ...defaultStreamOptions, ...given };
	const number = (name: keyof StreamOptions) => wholeNumber(labels[name], options[name], 1);
	return {
		idleTimeout: number('idleTimeout'),
		maxBytes: number('maxBytes'),
		maxEvents: number('maxEvents'),
	};
}
