import type { ErrorDetails } from '../../api/errors';
import { defaultType } from '../../http/eventRecord';
import { AnswerEnd } from './answerEnd';
import { AnswerText } from './answerText';
import { describeFailure, readEnding } from './ending';
import { readTypes } from './eventTypes';
import { type AnswerProtocol, type EventReading, hasText, isStop } from './eventReading';
import { maxPaths, type TextSource } from './eventTexts';
import { GenericReader } from './genericReader';
import { AnswerIdentifiers, type IdentifierNames } from './identifiers';
import { readKind } from './kinds';
import { containsOther, isEndMark, isJson, isNotice } from './notices';
import { protocols } from './protocols';
import { hasType, isWord, ReceivedEvent, statesAny } from './receivedEvent';
import { RepeatableEvent } from './repeatableEvent';
import { findTextPaths, TextField } from './textField';

/** A switch such as `"start_to_think": true`. Of texts near it, nothing shows which are thoughts. */
const thoughtSwitch = /"(?=\w{0,20}think)\w{0,20}(?:start|begin|end)\w{0,20}": ?true/i;

/** Types that are remembered, as a stream may have any number of them. */
const maxTypes = 200;

export interface AnswerSettings {
	/** Path of the text in the data of an event; if empty, it is found. */
	readonly textField?: string;
	/** Kinds of events whose text counts; if there are none, they are found. */
	readonly answerEvents?: readonly string[];
	/** Type, or whole data, of the event that ends an answer; if empty, it is found. */
	readonly finalEvent?: string;
	/** What was asked, to recognize its echo. */
	readonly question?: string;
	readonly threadId?: string;
	readonly identifierNames?: IdentifierNames;
	/** Cuts secrets out of a failure. */
	readonly redact?: (failure: unknown) => unknown;
	readonly protocols?: readonly AnswerProtocol[];
}

/** An answer that arrives event by event. Only its text is kept. */
export class Answer {
	private readonly text = new AnswerText();
	private readonly generic: GenericReader;
	private readonly identifiers: AnswerIdentifiers;
	/** The protocol that had the first text. */
	private protocol: AnswerProtocol | undefined;
	/** Where the events have text, until an answer is found: paths as Text Field takes them. */
	readonly paths = new Set<string>();
	/** The types of these events. */
	readonly types = new Set<string>();
	/** The type of the last event, if no event before had it. */
	lastType: string | undefined;
	/** The last event that was read as a whole, if others may differ from it only in their text. */
	private last: RepeatableEvent | undefined;
	private readonly seenTypes = new Set<string>();
	/** Why a part of the agent could not go on. It fails the answer, unless text follows. */
	failure: ErrorDetails | undefined;
	private eventCount = 0;
	/** The text of an event was JSON or a notice, or may have been a thought. */
	private hasOther = false;
	/** Whether the last event changed the text. */
	private hadMore = false;
	/** Final Event, in lower case. */
	private readonly finalWords: ReadonlySet<string>;
	/** How the answer ended so far. */
	readonly ending: AnswerEnd;

	constructor(private readonly settings: AnswerSettings) {
		const { answerEvents: named = [], textField: path } = settings;
		const question = settings.question?.trim() ?? '';
		const answerEvents = new Set(named.map((event) => event.trim().toLowerCase()));
		const textField = path ? new TextField(path, answerEvents) : undefined;
		this.generic = new GenericReader(this.text, { question, answerEvents, textField });
		this.identifiers = new AnswerIdentifiers(settings.threadId, settings.identifierNames);
		this.finalWords = new Set([settings.finalEvent?.toLowerCase() ?? '']);
		this.ending = new AnswerEnd(Boolean(settings.finalEvent), answerEvents);
	}

	/** Where the answer was read, if it was found by its name. */
	get source(): TextSource | undefined {
		return this.generic.source;
	}

	/** Where texts are that may belong to the answer, and its own place if it may be cut off. */
	get doubts(): readonly TextSource[] {
		return this.generic.findDoubts(this.ending.by === undefined && this.ending.isWhole(true));
	}

	/** Where the answer is, and other texts that may belong to it. */
	get places(): readonly TextSource[] {
		return [...new Set([this.source ?? [], this.doubts].flat())];
	}

	/** Whether the answer may contain text twice, text that was withdrawn, reasoning, JSON, or a notice. */
	get isAmbiguous(): boolean {
		const { isAmbiguous, whole } = this.text;
		if (isAmbiguous || this.settings.textField) return isAmbiguous;
		return this.hasOther || containsOther(whole);
	}

	/** Whether the text is that of the answer, and nothing else. */
	get isCertain(): boolean {
		return this.doubts.length === 0 && !this.isAmbiguous;
	}

	/** Takes the next event; returns the text to send live, and why the agent could not go on. */
	add(event: ReceivedEvent): { readonly text: string; readonly failure?: ErrorDetails } {
		this.eventCount++;
		// Of an event like the one before, the type is not new.
		this.lastType = undefined;
		const { like, reading } = this.readAgain(event) ?? this.readNew(event);
		const failure = describeFailure(reading.failure, this.settings.redact);
		if (failure) return this.fail(event, failure);
		const { length } = this.text;
		const piece = String(reading.delta ?? reading.text);
		this.hasOther ||= isJson(piece) || isNotice(piece);
		const text = this.text.add(reading);
		const hasMore = this.text.length !== length;
		if (hasMore) this.failure = undefined;
		// An event like the one before, which did the same to the text, means nothing new for the end.
		const isRepeated = like !== event && hasMore === this.hadMore;
		if (!isRepeated) this.ending.add(like, { reading, hasMore, protocol: this.protocol });
		this.hadMore = hasMore;
		return { text };
	}

	private fail({ kind }: ReceivedEvent, failure: ErrorDetails) {
		if (this.protocol || readTypes(kind).failsAnswer) return { text: this.text.end(), failure };
		this.failure = failure;
		this.ending.addFailure(kind);
		return { text: '' };
	}

	/** Takes the end of the stream; returns the text to send live that had waited for what follows. */
	finish(): string {
		return this.text.end();
	}

	result(streamEnded: boolean) {
		const { threadId, messageId } = this.identifiers;
		const answer = this.text.whole;
		return {
			...(threadId === undefined ? {} : { threadId }),
			...(messageId === undefined ? {} : { messageId }),
			answer,
			eventCount: this.eventCount,
			complete: answer !== '' && this.ending.isWhole(streamEnded) && this.isCertain,
		};
	}

	/** What there is of an answer that was interrupted. */
	part() {
		return { ...this.result(false), complete: false };
	}

	/** How the answer was read. */
	reading() {
		const { protocol, source } = this;
		const textField = this.settings.textField ?? source?.path;
		return { protocol: protocol?.name ?? 'none', textField };
	}

	/** Reads an event that differs from the one before only in its text. */
	private readAgain(event: ReceivedEvent) {
		const { last } = this;
		const text = last?.textIn(event);
		// A mark of the end means more than its text.
		if (!last || text === undefined || isEndMark(text)) return undefined;
		const reading = this.protocol ? last.readingOf(text) : this.generic.readAgain(text);
		return { like: last.event, reading };
	}

	private readNew(event: ReceivedEvent) {
		this.noteType(event);
		if (this.protocol === undefined && this.text.length === 0) this.addPlaces(event);
		const reading: EventReading = this.ending.by === 'closed' ? {} : this.read(event);
		this.identifiers.add(event);
		const isRepeatable = this.protocol !== undefined || this.generic.canReadAgain;
		this.last = isRepeatable ? RepeatableEvent.from(event, reading) : undefined;
		return { like: event, reading };
	}

	private noteType({ kind }: ReceivedEvent): void {
		const type = readKind(kind).types.at(-1);
		if (type === undefined || this.seenTypes.has(type)) return;
		this.lastType = type;
		if (this.seenTypes.size < maxTypes) this.seenTypes.add(type);
	}

	private addPlaces({ event = defaultType, kind, value }: ReceivedEvent): void {
		const { size } = this.paths;
		for (const path of findTextPaths(value)) if (this.paths.size < maxPaths) this.paths.add(path);
		if (this.paths.size > size) this.types.add(readKind(kind).types.at(-1) ?? event);
	}

	private read(event: ReceivedEvent): EventReading {
		const { finalEvent } = this.settings;
		if (!finalEvent) return this.readAny(event);
		if (isWord(event, finalEvent)) return { end: 'closed' };
		const isFinal = hasType(event, finalEvent);
		const isBare = isFinal && this.text.length > 0;
		const reading = isBare ? readEnding(event) : this.readAny(event);
		const isLast = isBare || (isFinal && hasText(reading));
		const end = isLast ? 'closed' : this.endIfStated(event);
		return { ...reading, end: reading.end === 'truncated' ? 'truncated' : end };
	}

	/** A word in the data may also be in an event before the last text, so more may follow. */
	private endIfStated({ value }: ReceivedEvent): EventReading['end'] {
		const textPath = (this.settings.textField || this.source?.path) ?? '';
		return statesAny(value, this.finalWords, textPath.split('.')) ? 'complete' : undefined;
	}

	private readAny(event: ReceivedEvent): EventReading {
		return this.readKnown(event) ?? this.readUnknown(event);
	}

	/** Asks the protocol that had the first text, or each of them. */
	private readKnown(event: ReceivedEvent): EventReading | undefined {
		if (this.settings.textField || this.settings.answerEvents?.length) return undefined;
		const reading = this.protocol
			? this.protocol.read(event, event.record)
			: this.askProtocols(event);
		return reading && addMissedStop(event, addWriter(event, reading));
	}

	private askProtocols(event: ReceivedEvent): EventReading | undefined {
		// The first event of this kind was of no protocol, and to ask each of them takes long.
		if (event.kind !== '' && event.kind === this.generic.source?.kind) return undefined;
		for (const protocol of this.settings.protocols ?? protocols) {
			const reading = protocol.read(event, event.record);
			if (reading && hasText(reading)) return this.adopt(protocol, event, reading);
			// After a text of no protocol, an event that looks like one of a protocol is none.
			if (reading && this.generic.source === undefined) return reading;
		}
		return undefined;
	}

	private adopt(protocol: AnswerProtocol, event: ReceivedEvent, reading: EventReading) {
		this.protocol = protocol;
		this.generic.giveWayTo(event, reading.delta ?? reading.text ?? reading.snapshot);
		// What was read by names before is none of this protocol.
		return this.text.length > 0 ? { ...reading, restarts: true } : reading;
	}

	private readUnknown(event: ReceivedEvent): EventReading {
		const { kind } = event;
		const { end, failure } = readEnding(event);
		if (failure !== undefined || end === 'closed') return { end, failure };
		this.hasOther ||= thoughtSwitch.test(event.data);
		const reading = this.protocol ? this.generic.readBeside(event) : this.generic.read(event);
		const isWithdrawn = readKind(kind).withdraws && reading.answer === undefined;
		if (isWithdrawn && this.text.length > 0) this.text.isAmbiguous = true;
		const ended = end === undefined ? reading : { ...reading, end };
		return this.ending.readType(kind, ended, this.generic.textCount);
	}
}

/** Adds who wrote the text of an event by what that states, such as the name of an agent. */
function addWriter({ kind }: ReceivedEvent, reading: EventReading): EventReading {
	if (reading.answer !== undefined) return reading;
	return { ...reading, writer: `${String(reading.writer)} ${readKind(kind).besideType}` };
}

/** Adds a reason to stop that the protocol of the event doesn't read. */
function addMissedStop(event: ReceivedEvent, reading: EventReading): EventReading {
	const { reportsFailure, isAboutOther } = readTypes(event.kind);
	if (reportsFailure && !isAboutOther) return { ...reading, needsMore: true };
	if (hasText(reading) || readKind(event.kind).isOther) return reading;
	return isStop(readEnding(event).end) ? { ...reading, needsMore: true } : reading;
}
