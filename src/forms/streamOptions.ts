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

const idleTimeout = milliseconds(
	'idleTimeout',
	60_000,
	"Longest pause between two parts of the response. 'Timeout' applies only until the first part.",
);

const maxBytes = {
	...numberParameter('maxBytes', 100, 'Maximum size of the response, in megabytes'),
	displayName: 'Max Response Size (MB)',
};

const maxDuration = minutesParameter('maxDuration', 15, 'Longest time for the whole answer');

const maxEvents = numberParameter('maxEvents', 1_000_000, 'Maximum number of events');

/** Entries of the Options collection for what arrives as a stream of events. */
export const streamOptions: readonly INodeProperties[] = [idleTimeout, maxBytes, maxEvents];

export const answerStreamOptions: readonly INodeProperties[] = [...streamOptions, maxDuration];

const labels = { idleTimeout, maxBytes, maxDuration, maxEvents };

const ifLost = {
	answer: 'The agent may have finished anyway. Check Message > Get Many.',
	stream: 'The service may have finished anyway.',
} as const;

/** How a stream is read, and what to do if it can't be read to its end. Times are in milliseconds. */
export function readStreamOptions(item: FormItem, subject: keyof typeof ifLost): StreamLimits {
	return {
		subject,
		ifLost: ifLost[subject],
		ifExceeded: (limit) => `To receive more, raise '${labels[limit].displayName}' in the options.`,
		idleTimeout: readNumber(item, idleTimeout),
		maxBytes: readNumber(item, maxBytes) * megabyte,
		maxEvents: readNumber(item, maxEvents),
		// A stream without the option is unlimited.
		maxDuration: subject === 'answer' ? readMinutes(item, maxDuration) : Infinity,
	};
}
