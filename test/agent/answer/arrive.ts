import { ReceivedEvent } from '../../../src/agent/answer/receivedEvent';

/**
 * An event as it is read on arrival.
 *
 * @param data sent as JSON; a text is sent as it is
 * @param kind of the event, if it has one
 * @param unfinished whether the stream broke off within it
 */
export function arrive(data: unknown, kind?: string, unfinished = false): ReceivedEvent {
	const text = typeof data === 'string' ? data : JSON.stringify(data);
	return new ReceivedEvent(text, kind, unfinished);
}
