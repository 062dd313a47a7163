import type { INodeProperties } from 'n8n-workflow';
import type { StreamSubject } from '../http/eventStream';
import type { FormItem } from './formItem';
import { wholeNumber } from './value';

/** How much of a stream is received at most, in milliseconds and bytes. */
const defaults = { idleTimeout: 60_000, maxBytes: 104_857_600, maxEvents: 1_000_000 };

type StreamOptions = Readonly<typeof defaults>;

const labels = { idleTimeout: 'Idle Timeout', maxBytes: 'Max Bytes', maxEvents: 'Max Events' };

function streamOption(name: keyof StreamOptions, description: string): INodeProperties {
	return {
		displayName: labels[name],
		name,
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: defaults[name],
		description,
	};
}

/** Entries of the Options collection for what arrives as a stream of events. */
export function streamOptions(subject: StreamSubject): INodeProperties[] {
	return [
		{
			...streamOption(
				'idleTimeout',
				`Longest pause between two parts of the ${subject}. 'Timeout' applies only until the first part.`,
			),
			hint: 'In milliseconds',
		},
		streamOption('maxBytes', `Maximum size of the ${subject}, in bytes`),
		streamOption('maxEvents', `Maximum number of events in the ${subject}`),
	];
}

export function readStreamOptions(item: FormItem): StreamOptions {
	const options = { ...defaults, ...item.parameter<Partial<StreamOptions>>('options', {}) };
	const number = (name: keyof StreamOptions) => wholeNumber(labels[name], options[name], 1);
	return {
		idleTimeout: number('idleTimeout'),
		maxBytes: number('maxBytes'),
		maxEvents: number('maxEvents'),
	};
}
