/**
 * Where an answer ends. An event can end it. If none does, it ends with its stream, unless the stream
 * may have been cut off there: within pieces, within a run, or where an event is expected.
 */
import { readTypes } from './eventTypes';
import { type AnswerProtocol, type EventReading, hasText } from './eventReading';
import { readKind } from './kinds';
import { isHeartbeat, isText, type ReceivedEvent } from './receivedEvent';

/** What an event changed in the answer. */
interface Change {
	readonly reading: EventReading;
	/** The event added to the text, and didn't replace or repeat it. */
	readonly isPiece: boolean;
	/** The protocol of the answer, if it is known. */
	readonly protocol?: AnswerProtocol;
}

export class AnswerEnd {
	/** How an event ended the answer so far. After 'closed', nothing more is to be waited for. */
	by: Exclude<EventReading['end'], 'continues' | 'open'>;
	private isTruncated = false;
	/** The agent goes on once the user has answered. */
	private isWaiting = false;
	/** If the stream ends here, the answer is whole. */
	private isOrderly = false;
	/** An event began a run, whose end is that of the answer. */
	private isInRun = false;

	/** @param needsEvent whether the user named the event that ends the answer */
	constructor(private readonly needsEvent: boolean) {}

	/** Whether the answer is whole. */
	isWhole(streamEnded: boolean): boolean {
		const isEnded = this.by !== undefined || (streamEnded && this.isOrderly);
		return isEnded && !this.isTruncated && !this.isWaiting;
	}

	/**
	 * Adds the end that the type of an event means.
	 *
	 * @param textCount how many texts the answer was read from
	 */
	readType(kind: string, reading: EventReading, textCount: number): EventReading {
		const { isEnd, isOfMessage, beginsRun } = readTypes(kind);
		this.isInRun ||= beginsRun;
		// Several texts of one type are pieces, though it may be called final.
		const isPiece = isText(reading.text) && textCount > 1;
		if (!isEnd || isPiece || (isOfMessage && this.isInRun)) return reading;
		return { ...reading, end: reading.end ?? 'complete' };
	}

	add(event: ReceivedEvent, change: Change): void {
		const { end } = change.reading;
		const goesOn = hasText(change.reading) || end === 'continues';
		if (goesOn) {
			this.by = undefined;
			this.isTruncated = false;
		}
		this.isWaiting = !goesOn && (this.isWaiting || readTypes(event.kind).waitsForUser);
		if (end === 'continues') return;
		if (end !== 'open') this.by = end ?? this.by;
		this.isTruncated ||= end === 'truncated';
		this.isOrderly = end !== 'open' && this.mayEndAfter(event, change);
	}

	private mayEndAfter(event: ReceivedEvent, { reading, isPiece, protocol }: Change): boolean {
		const needsEvent = protocol ? !protocol.endsWithStream : this.isInRun;
		if (this.needsEvent || needsEvent || event.unfinished) return false;
		if (isPiece && readKind(event.kind).types.length > 0) return false;
		if (isHeartbeat(event)) return this.isOrderly;
		// An unknown type may say that the answer was stopped.
		return protocol !== undefined || readTypes(event.kind).mayBeLast || hasText(reading);
	}
}
