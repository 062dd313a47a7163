import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { StreamSubject } from '../http/eventStream';
import type { FormItem } from './formItem';
import { booleanParameter, milliseconds, numberParameter, readNumber } from './parameters';

/** How much of a stream is received at most. */
function limitsOf(subject: StreamSubject) {
	return {
		idleTimeout: milliseconds(
			'idleTimeout',
			60_000,
			`Longest pause between two parts of the ${subject}. 'Timeout' applies only until the first part.`,
		),
		maxBytes: numberParameter('maxBytes', 104_857_600, `Maximum size of the ${subject}, in bytes`),
		maxEvents: numberParameter(
			'maxEvents',
			1_000_000,
			`Maximum number of events in the ${subject}`,
		),
	};
}

/** Entries of the Options collection for what arrives as a stream of events. */
export function streamOptions(subject: StreamSubject): INodeProperties[] {
	return Object.values(limitsOf(subject));
}

/** The idle timeout is in milliseconds. */
export function readStreamOptions(item: FormItem) {
	const options = item.parameter<IDataObject>('options', {});
	const { idleTimeout, maxBytes, maxEvents } = limitsOf('stream');
	return {
		idleTimeout: readNumber(options, idleTimeout),
		maxBytes: readNumber(options, maxBytes),
		maxEvents: readNumber(options, maxEvents),
	};
}

export function includeRawOption(description: string): INodeProperties {
	return { ...booleanParameter('includeRaw', description), displayName: 'Include Raw Data' };
}
