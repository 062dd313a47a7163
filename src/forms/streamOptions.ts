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
	const article = subject === 'answer' ? 'an' : 'a';
	return [
		{
			displayName: labels.idleTimeout,
			name: 'idleTimeout',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: idleTimeout,
			hint: 'In milliseconds',
			description: `How long to wait for the next part of the ${subject}. Timeout only limits the wait for its beginning.`,
		},
		{
			displayName: labels.maxBytes,
			name: 'maxBytes',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: maxBytes,
			description: `How large ${article} ${subject} may be as it arrives, in bytes`,
		},
		{
			displayName: labels.maxEvents,
			name: 'maxEvents',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: maxEvents,
			description: `How many events ${article} ${subject} may have`,
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
