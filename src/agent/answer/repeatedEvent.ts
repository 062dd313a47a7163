/**
 * Most events of a stream differ from the one before only in their text, and in what changes in each
 * event without a meaning for the answer. If all other characters of the data are the same, the text
 * is found without parsing the data and reading its fields again.
 */
import { parseIfJson } from '../../values/json';
import type { ReceivedEvent } from './receivedEvent';

/** The number and the time of an event, and what services add to hide the length of its text. */
const changing =
	/"(?:seq|sequence_?number|created_?(?:at)?|time(?:stamp)?)":"?[\d:.TZ+-]+"?|"(?:obfuscation|padding|pad|p)":"\w*"/gi;

const withoutChanging = (data: string) => data.replace(changing, '');

/** An event with a text, whose place in the data is known. */
export class RepeatedEvent {
	private constructor(
		private readonly event: string | undefined,
		private readonly hasChanging: boolean,
		/** The data up to the quote before the text, and from the quote after it. */
		private readonly before: string,
		private readonly after: string,
	) {}

	/** @returns undefined if the place of the text isn't certain */
	static from({ event, data: received }: ReceivedEvent, text: string): RepeatedEvent | undefined {
		const data = withoutChanging(received);
		const start = data.indexOf(text);
		const end = start + text.length;
		const isOnce = start > 0 && start === data.lastIndexOf(text);
		if (!isOnce || data[start - 1] !== '"' || data[end] !== '"') return undefined;
		const before = data.slice(0, start);
		const after = data.slice(end);
		// Another part with an escape may be the same text in another spelling.
		if (before.includes('\\') || after.includes('\\')) return undefined;
		return new RepeatedEvent(event, data !== received, before, after);
	}

	/** The text of an event that is the same in all else; undefined of another event. */
	textIn({ event, data: received }: ReceivedEvent): string | undefined {
		const { before, after } = this;
		if (event !== this.event) return undefined;
		const data = this.hasChanging ? withoutChanging(received) : received;
		if (!data.startsWith(before) || !data.endsWith(after)) return undefined;
		if (data.length <= before.length + after.length) return undefined;
		const text = data.slice(before.length, -after.length);
		if (!text.includes('"') && !text.includes('\\')) return text;
		const value = parseIfJson(`"${text}"`);
		return typeof value === 'string' ? value : undefined;
	}
}
