/** The event that may end an answer whose format has no final event: what came with its last text, or after it. */
import { endReasonsIn, leavesOf, wordsOf } from '../events/eventLeaves';
import { isStopReason, saysEnd, saysStop } from '../events/likelyWords';
import type { ReceivedEvent } from '../events/receivedEvent';
import { type IsShared, mayUndo, wordFor } from './unknownEvents';

/** So much is remembered, at most. A service may send new kinds without end. */
const maxKept = 500;

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
	private lastText = '';
	/** The event with it. */
	private textEvent: ReceivedEvent | undefined;
	/** Events before it differ only in their text. */
	private isRepeated = false;
	/** What came with texts before the last one, so it ends nothing. */
	private readonly reasonsBefore = new Set<string>();
	/** The events after the last text. */
	private after: ReceivedEvent[] = [];
	/** The kinds of events that came before a text, so they end nothing. */
	private readonly kindsBefore = new Set<string>();

	/** @param text of the event, if it has one */
	add(event: ReceivedEvent, text: string | undefined): void {
		if (text === undefined) {
			// The last one is the likeliest.
			if (this.after.length >= maxKept) this.after.pop();
			this.after.push(event);
			return;
		}
		for (const each of this.after) this.keep(this.kindsBefore, kindOf(each));
		const reasons = this.textEvent ? endReasonsIn(this.textEvent) : [];
		for (const reason of reasons) this.keep(this.reasonsBefore, reason);
		this.after = [];
		[this.textEvent, this.lastText, this.isRepeated] = [event, text, false];
	}

	/** Adds an event that differs from the last one only in its text. */
	repeat(text: string): void {
		[this.lastText, this.isRepeated] = [text, true];
	}

	private keep(kept: Set<string>, word: string): void {
		if (kept.size < maxKept) kept.add(word);
	}

	private readonly isNew = (event: ReceivedEvent) => !this.kindsBefore.has(kindOf(event));

	/** Whether the answer stopped, or the last event came before a text, too, so that it may end a part. */
	get isUnclear(): boolean {
		const last = this.after.at(-1);
		const isRepeated = last !== undefined && !this.isNew(last) && saysItEnds(last);
		return isRepeated || this.after.some(saysItStops);
	}

	/** @param textPath without conditions */
	word(textPath: string, isShared: IsShared): string | undefined {
		const { textEvent, lastText } = this;
		if (textEvent === undefined || this.isUnclear) return undefined;
		if (isEndMark(lastText)) return textPath === '' ? lastText : `${textPath}=${lastText}`;
		const after = this.after.filter(this.isNew);
		const end =
			after.findLast((each) => endReasonsIn(each).some(saysEnd)) ??
			after.findLast(saysItEnds) ??
			after.at(-1);
		if (end === undefined) return this.isRepeated ? undefined : this.newReasonOf(textEvent);
		const words = wordsOf(end);
		return mayUndo(words) ? undefined : wordFor(end, words, isShared);
	}

	/** A word for a text with a reason that no text before has. */
	private newReasonOf(event: ReceivedEvent): string | undefined {
		const isOld = (reason: string) => this.reasonsBefore.has(reason);
		return wordFor(event, endReasonsIn(event), isOld);
	}
}
