import type { INodeProperties } from 'n8n-workflow';
import { megabyte, type StreamLimits } from '../http/eventStream';
import type { FormItem } from './formItem';
import {
	milliseconds,
	minutesParameter,
	numberParameter,
	readMinutes,
	readNumber,
} from './parameters';

/** What a stream of events is to the user. */
type StreamSubject = 'answer' | 'stream';

/** How much of a stream is received at most. */
function limitsOf(subject: StreamSubject) {
	return {
		idleTimeout: milliseconds(
			'idleTimeout',
			60_000,
			`Longest pause between two parts of the ${subject}. 'Timeout' applies only until the first part.`,
		),
		maxBytes: {
			...numberParameter('maxBytes', 100, `Maximum size of the ${subject}, in megabytes`),
			displayName: 'Max Response Size (MB)',
		},
		maxEvents: numberParameter(
			'maxEvents',
			1_000_000,
			`Maximum number of events in the ${subject}`,
		),
	};
}

const maxDuration = minutesParameter('maxDuration', 15, 'Longest time for the whole answer');

/** Entries of the Options collection for what arrives as a stream of events. */
export function streamOptions(subject: StreamSubject): INodeProperties[] {
	const options = Object.values(limitsOf(subject));
	return subject === 'answer' ? [...options, maxDuration] : options;
}

const sources = {
	answer: {
		sender: 'agent',
		ifLost: 'The agent may have finished anyway. Check Message > Get Many.',
	},
	stream: { sender: 'service', ifLost: 'The service may have finished anyway.' },
} as const;

/** How a stream is read, and what to do if it can't be read to its end. Times are in milliseconds. */
export function readStreamOptions(item: FormItem, subject: StreamSubject): StreamLimits {
	const { idleTimeout, maxBytes, maxEvents } = limitsOf(subject);
	const { sender, ifLost } = sources[subject];
	const raise = (label: string) =>
		`To receive longer ${subject}s, raise '${label}' in the options.`;
	return {
		subject,
		ifLost,
		ifStalled: `If the ${sender} needs longer pauses, raise '${idleTimeout.displayName}' in the options.`,
		ifTooManyEvents: raise(maxEvents.displayName),
		ifTooManyBytes: raise(maxBytes.displayName),
		ifTooLong: `If the ${sender} needs longer, raise '${maxDuration.displayName}' in the options. ${ifLost}`,
		idleTimeout: readNumber(item, idleTimeout),
		maxBytes: readNumber(item, maxBytes) * megabyte,
		maxEvents: readNumber(item, maxEvents),
		// A stream without the option is unlimited.
		maxDuration: subject === 'answer' ? readMinutes(item, maxDuration) : Infinity,
	};
}
