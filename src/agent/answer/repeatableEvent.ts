/**
 * Most events of a stream differ from the one before only in their text, and in what changes in each
 * event without a meaning for the answer. If all other characters of the data are the same, the text
 * is found without parsing the data and reading its fields again.
 */
import type { StreamEvent } from '../../http/eventStream';
import { parseIfJson } from '../../values/json';
import { oneOf } from '../../values/words';
import type { EventReading } from './eventReading';
import { isText, type ReceivedEvent } from './receivedEvent';

/** The number and the time of an event, and what services add to hide the length of its text. */
const changing =
	/"(?:seq|sequence_?number|created_?(?:at)?|time(?:stamp)?)":"?[\d:.TZ+-]+"?|"(?:obfuscation|padding|pad|p)":"\w*"/gi;

const withoutChanging = (data: string) => data.replace(changing, '');

/** An event with nothing but a text, whose place in the data is known. */
export class RepeatableEvent {
	private constructor(
		readonly event: ReceivedEvent,
		private readonly reading: EventReading,
		private readonly hasChanging: boolean,
		/** The data up to the quote before the text, and from the quote after it. */
		private readonly before: string,
		private readonly after: string,
	) {}

	/** @returns undefined if the event has more than a text, or the place of the text isn't certain */
	static from(event: ReceivedEvent, reading: EventReading): RepeatableEvent | undefined {
		const text = onlyText(reading);
		if (text === undefined) return undefined;
		const data = withoutChanging(event.data);
		const start = data.indexOf(text);
		const end = start + text.length;
		const isOnce = start > 0 && start === data.lastIndexOf(text);
		if (!isOnce || data[start - 1] !== '"' || data[end] !== '"') return undefined;
		const before = data.slice(0, start);
		const after = data.slice(end);
		// Another part with an escape may be the same text in another spelling.
		if (before.includes('\\') || after.includes('\\')) return undefined;
		return new RepeatableEvent(event, reading, data !== event.data, before, after);
	}

	/** The text of an event that is the same in all else; undefined of another event. */
	textIn({ event, data: received, unfinished }: StreamEvent): string | undefined {
		const { before, after } = this;
		if (unfinished || event !== this.event.event) return undefined;
		const data = this.hasChanging ? withoutChanging(received) : received;
		if (!data.startsWith(before) || !data.endsWith(after)) return undefined;
		const text = data.slice(before.length, -after.length);
		const isPlain = !text.includes('"') && !text.includes('\\');
		const value = isPlain ? text : parseIfJson(`"${text}"`);
		return isText(value) ? value : undefined;
	}

	/** How such an event is read. */
	readingOf(text: string): EventReading {
		const { delta, message } = this.reading;
		return delta === undefined ? { text, message } : { delta: text, message };
	}
}

const isOfText = oneOf(['delta', 'text', 'message', 'writer']);

/** The text of a reading that tells nothing else. */
function onlyText(reading: EventReading): string | undefined {
	const { delta, text = delta } = reading;
	const isOnly = Object.entries(reading).every(([name, told]) => isOfText(name) || !told);
	return isOnly && isText(text) ? text : undefined;
}
