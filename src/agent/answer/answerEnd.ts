/**
 * Where an answer ends. An event can end it. If none does, it ends with its stream, unless the stream
 * may have been cut off there: within pieces, within a run, or where an event is expected.
 */
import { readTypes } from './eventTypes';
import { type AnswerProtocol, type EventReading, hasText, isStop } from './eventReading';
import { readKind } from './kinds';
import { isHeartbeat, isText, type ReceivedEvent } from './receivedEvent';

/** What an event changed in the answer. */
interface Change {
	readonly reading: EventReading;
	/** The answer has more text than before, or less. */
	readonly hasMore: boolean;
	/** The protocol of the answer, if it is known. */
	readonly protocol?: AnswerProtocol;
}

export class AnswerEnd {
	/** How an event ended the answer so far. After 'closed', nothing more is to be waited for. */
	by: Exclude<EventReading['end'], 'continues' | 'active' | 'open' | 'unclear'>;
	/** The answer was cut short, or a tool waits for the user: not whole unless more text follows. */
	private needsMore = false;
	/** The agent itself waits for somebody, so later text may only announce that. */
	private isWaiting = false;
	/** If the stream ends here, the answer is whole. */
	private isOrderly = false;
	/** A piece stated that it is not the last, so another must state that it is. */
	private isOpen = false;
	/** An event began a run, whose end is that of the answer. */
	private isInRun = false;

	/** @param needsEvent whether the user named the event that ends the answer */
	constructor(private readonly needsEvent: boolean) {}

	/** Whether the answer is whole. */
	isWhole(streamEnded: boolean): boolean {
		const isEnded = this.by !== undefined || (streamEnded && this.isOrderly);
		return isEnded && !this.isStopped;
	}

	/** Whether the answer stopped early, may have, or waits for somebody. */
	get isStopped(): boolean {
		return this.needsMore || this.isWaiting;
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
		const isOneOfSeveral = isText(reading.text) && textCount > 1;
		if (!isEnd || isOneOfSeveral || (isOfMessage && this.isInRun)) return reading;
		return { ...reading, end: reading.end ?? 'complete' };
	}

	add(event: ReceivedEvent, change: Change): void {
		const { hasMore, reading } = change;
		const end = reading.end === 'unclear' ? orDoubtful(hasMore) : reading.end;
		if (hasMore) this.needsMore = false;
		// The event that the user named ends the answer whatever was unknown before it.
		if (this.needsEvent ? end === 'truncated' : isStop(end)) this.needsMore = true;
		if (end !== 'closed') this.addStop(event, change);
		if (hasMore || end === 'continues') this.by = undefined;
		this.isOpen ||= hasMore && end === 'open';
		if (end === 'continues' || end === 'active' || end === 'open') {
			this.isOrderly = false;
		} else {
			this.by = end ?? this.by;
			this.isOrderly = this.mayEndAfter(event, change);
		}
	}

	private addStop({ kind }: ReceivedEvent, { reading, protocol }: Change): void {
		const { waits, stopsEarly } = readTypes(kind);
		// Before the first text, no protocol is known, and a tool delays the answer only.
		const needsText = protocol !== undefined && reading.needsMore === true;
		this.needsMore ||= waits || stopsEarly || needsText;
		const { isOther, isAsker } = readKind(kind);
		this.isWaiting ||= waits && (isAsker || !isOther);
	}

	private mayEndAfter(event: ReceivedEvent, change: Change): boolean {
		const { reading, protocol } = change;
		const needsEvent = protocol ? !protocol.endsWithStream : this.isInRun;
		if (this.needsEvent || this.isOpen || needsEvent || event.unfinished) return false;
		if (isPiece(change) && readKind(event.kind).types.length > 0) return false;
		if (isHeartbeat(event)) return this.isOrderly;
		// An unknown type may say that the answer was stopped.
		return protocol !== undefined || readTypes(event.kind).mayBeLast || hasText(reading);
	}
}

const isPiece = ({ hasMore, reading: { delta, text } }: Change) =>
	hasMore && (isText(delta) || isText(text));

/** What an unknown status is of: a piece of the answer, or its end. */
const orDoubtful = (hasMore: boolean) => (hasMore ? undefined : 'doubtful');
