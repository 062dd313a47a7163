/**
 * Where an answer ends. An event can end it. If none does, it ends with its stream, unless the stream
 * may have been cut off there: within pieces, within a run, or where an event is expected.
 */
import { readTypes } from './eventTypes';
import { type AnswerProtocol, type EventReading, hasText, isStop } from './eventReading';
import type { AnswerEvents } from './eventTexts';
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
	by: Exclude<EventReading['end'], 'unclear' | 'continues' | 'active' | 'open'>;
	/** The type of the event by which the answer may have stopped. */
	stopType: string | undefined;
	/** The type of an event after the text, if it is unknown what it means. */
	unknownType: string | undefined;
	/** The answer was cut short, or a tool waits for the user: not whole unless more text follows. */
	private needsMore = false;
	/** The agent itself waits for somebody, or failed: later text may only announce that. */
	private isInterrupted = false;
	/** If the stream ends here, the answer is whole. */
	private isOrderly = false;
	/** A piece stated that it is not the last, so an event must state that it is. */
	private isOpen = false;
	/** An event began a run, whose end is that of the answer. */
	private isInRun = false;

	/**
	 * @param needsEvent whether the user named the event that ends the answer
	 * @param answerEvents types that the user named: they stop nothing
	 */
	constructor(
		private readonly needsEvent: boolean,
		private readonly answerEvents: AnswerEvents,
	) {}

	/** Whether the answer stopped early, may have, or waits for somebody. */
	get isStopped(): boolean {
		return this.needsMore || this.isInterrupted || this.unknownType !== undefined;
	}

	/** Whether the answer is whole. */
	isWhole(streamEnded: boolean): boolean {
		const isEnded = this.by !== undefined || (streamEnded && this.isOrderly);
		return isEnded && !this.isStopped;
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
		const end = endIn(change);
		if (change.hasMore) this.addText(end);
		if (end !== 'closed') this.addStop(event.kind, end, change);
		if (end === 'continues') this.by = undefined;
		if (end === 'continues' || end === 'active' || end === 'open') {
			this.isOrderly = false;
		} else {
			this.by = end ?? this.by;
			this.isOrderly = this.mayEndAfter(event, change);
		}
	}

	/** Adds a failure after which the agent may go on. */
	addFailure(kind: string): void {
		this.isInterrupted ||= this.mayStopAt(kind);
	}

	private addText(end: EventReading['end']): void {
		this.needsMore = false;
		this.unknownType = undefined;
		if (!this.isInterrupted) this.stopType = undefined;
		this.by = undefined;
		this.isOpen ||= end === 'open';
	}

	private addStop(kind: string, end: EventReading['end'], change: Change): void {
		const { reading, protocol, hasMore } = change;
		// The event that the user named ends the answer whatever was unknown before it.
		const stopsEarly = this.needsEvent ? end === 'truncated' : isStop(end);
		this.isInterrupted ||= end === 'truncated' && readTypes(kind).isOfGuard;
		// Before the first text, no protocol is known, and a tool delays the answer only.
		this.needsMore ||= stopsEarly || (protocol !== undefined && reading.needsMore === true);
		if (this.isUnexplained(kind, change)) this.unknownType = readKind(kind).types.at(-1);
		this.addKind(kind, hasMore);
	}

	private addKind(kind: string, hasMore: boolean): void {
		const { waits, namesWait, stops, failsInPart } = readTypes(kind);
		const { isAsker, isOther } = readKind(kind);
		const isWait = waits || (namesWait && !hasMore);
		const stopsByKind = stops ? this.mayStopAt(kind) : isWait || failsInPart;
		this.needsMore ||= stopsByKind;
		this.isInterrupted ||= stopsByKind && isWait && (isAsker || !isOther);
	}

	/** Whether it is unknown what an event after the text means. A user who names events knows the stream. */
	private isUnexplained(kind: string, { reading, protocol }: Change): boolean {
		const isNamed = this.needsEvent || this.answerEvents.size > 0;
		if (protocol !== undefined || this.by !== undefined || isNamed) return false;
		return !hasText(reading) && reading.end !== 'complete' && !readTypes(kind).mayFollow;
	}

	/** Whether an event whose type seems to stop the answer may do so: not if the user named the type. */
	private mayStopAt(kind: string): boolean {
		const { types, typeNames } = readKind(kind);
		if (typeNames.some((name) => this.answerEvents.has(name))) return false;
		this.stopType = types.at(-1);
		return true;
	}

	private mayEndAfter(event: ReceivedEvent, change: Change): boolean {
		if (!change.hasMore && isHeartbeat(event)) return this.isOrderly;
		if (event.unfinished || this.needsEvent || this.isOpen) return false;
		if (change.protocol ? !change.protocol.endsWithStream : this.isInRun) return false;
		return !isPiece(change) || readKind(event.kind).types.length === 0;
	}
}

const isPiece = ({ hasMore, reading: { delta, text } }: Change) =>
	hasMore && (isText(delta) || isText(text));

/** The end that an event means. An unknown status of a piece is not about the end. */
function endIn({ hasMore, reading: { end } }: Change) {
	if (end !== 'unclear') return end;
	return hasMore ? undefined : 'doubtful';
}
