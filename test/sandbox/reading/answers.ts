import type { IDataObject } from 'n8n-workflow';
import { eventText } from '../eventStreams';
import { nameOf, type Reading } from './index';
import type { FieldKey } from './fieldNames';
import { underNames } from './translation';

/** An event of an answer: its beginning, a part of its text, or its end. */
export interface AnswerEvent {
	type: 'thread' | 'delta' | 'done';
	/** The text of a `delta`, or the IDs of the thread and the message. */
	data: IDataObject;
}

const keys: Readonly<Record<string, FieldKey>> = {
	delta: 'answer.text',
	threadId: 'thread.threadId',
	messageId: 'message.messageId',
};

/** The events of an answer as the service of a reading sends them. */
export function writeAnswer(reading: Reading, events: readonly AnswerEvent[]): string[] {
	const types = {
		thread: 'thread',
		delta: nameOf(reading, 'answer.events'),
		done: nameOf(reading, 'answer.finalEvent'),
	};
	return events.map(({ type, data }, index) => {
		const record = underNames(reading, data, (name) => keys[name]);
		return eventText(types[type], record, String(index + 1));
	});
}
