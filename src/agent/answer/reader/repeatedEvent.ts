/**
 * Most events of a stream differ from the one before only in their text. If all other characters of the
 * data are the same, the text is found without parsing the data and reading its fields again.
 */
import { parseIfJson } from '../../../values/json';
import type { ReceivedEvent } from '../events/receivedEvent';
import type { Again } from './knownAnswer';

/** An event with a text, whose place in the data is known. */
export class RepeatedEvent {
	private constructor(
		private readonly event: string | undefined,
		/** The data up to the quote before the text, and from the quote after it. */
		private readonly before: string,
		private readonly after: string,
		private readonly addText: Again['add'],
	) {}

	/** @returns undefined if the place of the text isn't certain */
	static from({ event, data }: ReceivedEvent, { text, add }: Again): RepeatedEvent | undefined {
		const start = data.indexOf(text);
		const end = start + text.length;
		const isOnce = start > 0 && start === data.lastIndexOf(text);
		if (!isOnce || data[start - 1] !== '"' || data[end] !== '"') return undefined;
		const [before, after] = [data.slice(0, start), data.slice(end)];
		// Another part with an escape may be the same text in another spelling.
		const isCertain = !before.includes('\\') && !after.includes('\\');
		return isCertain ? new RepeatedEvent(event, before, after, add) : undefined;
	}

	/** Adds an event that is the same in all but its text; undefined for another event. */
	add(event: ReceivedEvent): string | undefined {
		const text = this.textIn(event);
		return text === undefined ? undefined : this.addText(text);
	}

	private textIn({ event, data }: ReceivedEvent): string | undefined {
		const { before, after } = this;
		const isOther = event !== this.event || data.length <= before.length + after.length;
		if (isOther || !data.startsWith(before) || !data.endsWith(after)) return undefined;
		const text = data.slice(before.length, -after.length);
		if (!text.includes('"') && !text.includes('\\')) return text;
		const value = parseIfJson(`"${text}"`);
		return typeof value === 'string' ? value : undefined;
	}
}
