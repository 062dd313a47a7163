/** The event that may end an answer whose format has no final event: what came with its last text, or after it. */
import { endReasonsIn, leavesOf, wordsOf } from '../events/eventLeaves';
import { isStopReason, saysEnd, saysStop } from '../events/likelyWords';
import type { ReceivedEvent } from '../events/receivedEvent';
import { type IsShared, mayUndo, wordFor } from './unknownEvents';

/** So much of each sort is remembered, at most. A service may send new kinds and names without end. */
export const maxKept = 500;

/** What distinguishes an event without text from others. */
function kindOf(event: ReceivedEvent): string {
	const { types } = event;
	return (types.length > 0 ? [...types, ...endReasonsIn(event)] : wordsOf(event)).join('\n');
}

/** Whether a text is no text, but ends the answer: "[DONE]", "<END>", "<|im_end|>". */
export const isEndMark = (text: string) => /^[[<][\w| -]{1,40}[\]>]$/.test(text) && saysEnd(text);

/** Whether an event after the text says that the answer stopped. */
const saysItStops = (event: ReceivedEvent) =>
	event.types.some((type) => saysStop(type) && !saysEnd(type)) ||
	leavesOf(event).some(({ name, value }) => isStopReason(name, value, true));

const saysItEnds = (event: ReceivedEvent) => wordsOf(event).some(saysEnd);

export class PossibleEnd {
	/** The last text, and its event. If the events before differ only in their text, it shows no end. */
	private last: { event: ReceivedEvent; text: string; isRepeated: boolean } | undefined;
	/** The events after it, by their kind. */
	private readonly after = new Map<string, ReceivedEvent>();
	/** The kinds of events that came before a text, and the reasons beside one, so they end nothing. */
	private readonly before = new Set<string>();

	/** @param text of the event, if it has one */
	add(event: ReceivedEvent, text: string | undefined): void {
		if (text === undefined) {
			const kind = kindOf(event);
			// The last one is the likeliest.
			this.after.delete(kind);
			if (this.after.size < maxKept) this.after.set(kind, event);
			return;
		}
		const reasons = this.last ? endReasonsIn(this.last.event) : [];
		for (const word of [...this.after.keys(), ...reasons]) {
			if (this.before.size < maxKept) this.before.add(word);
		}
		this.after.clear();
		this.last = { event, text, isRepeated: false };
	}

	/** Adds an event that differs from the last one only in its text. */
	repeat(text: string): void {
		if (this.last) Object.assign(this.last, { text, isRepeated: true });
	}

	/** Whether the answer stopped, or the last event came before a text, too, so that it may end a part. */
	get isUnclear(): boolean {
		const after = [...this.after];
		const [kind = '', last] = after.at(-1) ?? [];
		const isRepeated = last !== undefined && this.before.has(kind) && saysItEnds(last);
		return isRepeated || after.some(([, event]) => saysItStops(event));
	}

	/** @param textPath without conditions */
	word(textPath: string, isShared: IsShared): string | undefined {
		if (this.last === undefined || this.isUnclear) return undefined;
		const { event, text, isRepeated } = this.last;
		if (isEndMark(text)) return textPath === '' ? text : `${textPath}=${text}`;
		const isNew = ([kind]: readonly [string, ReceivedEvent]) => !this.before.has(kind);
		const after = [...this.after].filter(isNew).map(([, each]) => each);
		const end = after.findLast(saysItEnds) ?? after.at(-1);
		if (end === undefined) return isRepeated ? undefined : this.newReasonOf(event);
		const words = wordsOf(end);
		return mayUndo(words) ? undefined : wordFor(end, words, isShared);
	}

	/** A word for a text with a reason that no text before has. */
	private newReasonOf(event: ReceivedEvent): string | undefined {
		return wordFor(event, endReasonsIn(event), (reason) => this.before.has(reason));
	}
}
