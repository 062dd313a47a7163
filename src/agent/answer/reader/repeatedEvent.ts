/**
 * Most events of a stream differ from the one before only in their text. If all other characters of the
 * data are the same, the text is found without parsing the data and reading its fields again.
 */
import { parseIfJson } from '../../../values/json';
import { ReceivedEvent } from '../events/receivedEvent';

/** How to read another event that differs from one only in its text. */
export interface Again {
	readonly text: string;
	/** @returns what to send live; undefined if the event must be read as any other */
	readonly add: (text: string, like: RepeatedEvent) => string | undefined;
}

/**
 * Reads events one after another.
 *
 * @param read of an event that is no repetition
 */
export function readEach(
	events: Iterable<ReceivedEvent>,
	read: (event: ReceivedEvent) => Again | undefined,
): void {
	let repeated: RepeatedEvent | undefined;
	for (const event of events) {
		if (repeated?.add(event) !== undefined) continue;
		const again = read(event);
		repeated = again && RepeatedEvent.from(event, again);
	}
}

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
		// A text alone may be a mark, such as "[DONE]".
		const isOnce = start > 1 && start === data.lastIndexOf(text);
		if (!isOnce || data[start - 1] !== '"' || data[end] !== '"') return undefined;
		const [before, after] = [data.slice(0, start), data.slice(end)];
		// Another part with an escape may be the same text in another spelling.
		const isCertain = !before.includes('\\') && !after.includes('\\');
		return isCertain ? new RepeatedEvent(event, before, after, add) : undefined;
	}

	/** Adds an event that is the same in all but its text; undefined for another event. */
	add(event: ReceivedEvent): string | undefined {
		const text = this.textIn(event);
		return text === undefined ? undefined : this.addText(text, this);
	}

	/** The event with another text. */
	withText(text: string): ReceivedEvent {
		const data = `${this.before}${JSON.stringify(text).slice(1, -1)}${this.after}`;
		return new ReceivedEvent(data, this.event);
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
