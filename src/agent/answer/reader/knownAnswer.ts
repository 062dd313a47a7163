/** An answer whose format is known, and whether it is complete. */
import { wordsOf } from '../events/eventLeaves';
import type { ReceivedEvent } from '../events/receivedEvent';
import type { AnswerFormat, ProposedEntries } from '../format';
import { type EventReading, FormatReader } from './formatReader';
import { AnswerMessages } from './messages';
import { maxKept, PossibleEnd } from './possibleEnd';
import type { Again } from './repeatedEvent';
import { addWords, UnknownEvents } from './unknownEvents';

/** Why an answer is not complete; the first that applies. */
export type IncompleteReason =
	('unconfirmedFormat' | 'noText' | 'cutOff') | ('stopped' | 'unknownEvents' | 'failedPart');

/** The text to send live, and why the agent could not go on. */
export interface Added {
	readonly text: string;
	readonly failure?: unknown;
	/** If the event has nothing but a text: reads another event that differs only in its text. */
	readonly again?: Again;
}

/** Marks in a text that is not the answer alone, such as those around thoughts. */
const foreignMark =
	/\0|[<◁]\/?(?:think|thinking|thought|reasoning|analysis|scratchpad)[>▷]|\[\/?THINK\]|<\|\w+\|>/i;

export class KnownAnswer {
	private readonly reader: FormatReader;
	private readonly messages = new AnswerMessages();
	hasEnded = false;
	/** Words by which the answer stopped. */
	private readonly stoppedBy = new Set<string>();
	/** Text followed an end, so it may end only a part of the answer. */
	private isResumed = false;
	/** Words by which the answer may have ended, unless text followed. */
	private readonly mayEnd = new Map<string, 'last' | 'between'>();
	private readonly possibleEnd = new PossibleEnd();
	private hasUnknown = false;
	private readonly unknown = new UnknownEvents();
	/** The words of known events with text, which name no others. */
	private readonly textWords = new Set<string>();
	private hasFailedPart = false;
	/** What is stated of the texts. Texts under two labels may be of two writers. */
	private readonly labels = new Map<string, string>();

	/** @param entries of the user */
	constructor(
		readonly format: AnswerFormat,
		private readonly entries: ProposedEntries = {},
	) {
		this.reader = new FormatReader(format);
	}

	add(event: ReceivedEvent): Added {
		const reading = this.reader.read(event);
		const { failure } = reading;
		const text = this.addPieces(reading);
		if (failure !== undefined) return { text, failure };
		this.addEnds(reading);
		if (this.format.endsWithStream === true && !reading.isSilent) {
			this.possibleEnd.add(event, reading.pieces.at(-1)?.text);
		}
		this.hasFailedPart ||= reading.hasFailedPart;
		this.noteDoubt(event, reading);
		return { text, again: this.againOf(reading) };
	}

	private againOf(reading: EventReading): Again | undefined {
		const [piece, ...more] = reading.pieces;
		const { ends, mayEnd, stops, hasFailedPart, doubt } = reading;
		const hasMore = [more, ends, mayEnd, stops].some((each) => each.length > 0);
		if (hasMore || hasFailedPart || doubt === 'unclear' || piece?.mode !== 'delta')
			return undefined;
		const add = (text: string) => {
			if (this.reader.isEnd(text)) return undefined;
			this.possibleEnd.repeat(text);
			return this.messages.add({ ...piece, text });
		};
		return { text: piece.text, add };
	}

	/** Text takes an end, or a stop, back. */
	private addPieces({ pieces }: EventReading): string {
		const { changes } = this.messages;
		const text = pieces.map((piece) => this.messages.add(piece)).join('');
		if (this.messages.changes === changes) return text;
		this.isResumed ||= this.hasEnded;
		this.hasEnded = false;
		this.stoppedBy.clear();
		for (const word of this.mayEnd.keys()) this.mayEnd.set(word, 'between');
		return text;
	}

	private addEnds({ ends, mayEnd, stops, pieces }: EventReading): void {
		// An end beside each text, as in the first version of Gemini, ends nothing.
		for (const word of pieces.length > 0 ? [...mayEnd, ...ends] : mayEnd) {
			if (!this.mayEnd.has(word)) this.mayEnd.set(word, 'last');
		}
		this.hasEnded ||= ends.some((word) => this.mayEnd.get(word) !== 'between');
		// Until its value is that of the end, a field has others.
		for (const word of ends) this.stoppedBy.delete(word);
		for (const word of stops) this.stoppedBy.add(word);
	}

	private noteDoubt(event: ReceivedEvent, reading: EventReading): void {
		const { pieces, doubt } = reading;
		const hasText = pieces.length > 0;
		this.hasUnknown ||= doubt !== undefined;
		if (doubt === 'unknown' || doubt === 'other')
			this.unknown.add(event, hasText && doubt !== 'other');
		else if (doubt === undefined && hasText) this.noteText(event, reading);
	}

	private noteText(event: ReceivedEvent, { labels }: EventReading): void {
		// While its end is unknown, an answer may be read by what is proposed for it.
		const isNew = this.textWords.size === 0 || this.format.endsWithStream === true;
		for (const word of isNew ? wordsOf(event) : []) {
			if (this.textWords.size < maxKept) this.textWords.add(word);
		}
		for (const [field, value] of labels) {
			this.hasUnknown ||= (this.labels.get(field) ?? value) !== value;
			if (this.labels.size < maxKept) this.labels.set(field, value);
		}
	}

	get text(): string {
		return this.messages.text;
	}

	/** @param hasStreamEnded in order, and not within an event */
	incompleteReason(hasStreamEnded: boolean): IncompleteReason | undefined {
		if (this.text.trim() === '') return 'noText';
		if (this.isStopped) return 'stopped';
		if (!this.isEnded(hasStreamEnded))
			return hasStreamEnded && this.proposedEnd ? 'unconfirmedFormat' : 'cutOff';
		if (this.mayBeSnapshots) return 'unconfirmedFormat';
		if (this.isDoubtful) return 'unknownEvents';
		return this.hasFailedPart ? 'failedPart' : undefined;
	}

	private get isStopped(): boolean {
		return this.stoppedBy.size > 0;
	}

	private isEnded(hasStreamEnded: boolean): boolean {
		return this.hasEnded || (hasStreamEnded && this.format.endsWithStream === true);
	}

	/** Whether a user who saw a single text confirmed as a piece what may be all of the text so far. */
	private get mayBeSnapshots(): boolean {
		return 'answer.text' in this.entries && this.messages.mayBeSnapshots;
	}

	/** Whether the text may be another one. */
	private get isDoubtful(): boolean {
		const { isReplaced, differsFromCopy, text } = this.messages;
		return this.hasUnknown || isReplaced || differsFromCopy || foreignMark.test(text);
	}

	/** Whether the events leave open how the texts join, or whether the end is that of a part. */
	get isUnclear(): boolean {
		return this.messages.isUnclear || this.possibleEnd.isUnclear || this.isResumed;
	}

	/** Whether a word names events with text, or others that the format names. */
	private readonly isShared = (word: string) =>
		this.reader.hasType(word) || this.textWords.has(word);

	/** What may end the answer, and came after all of its text, or with its end. */
	private get proposedEnd(): string | undefined {
		if (this.hasEnded || this.isStopped) return undefined;
		if (this.format.endsWithStream !== true)
			return [...this.mayEnd].findLast(([, place]) => place === 'last')?.[0];
		return this.possibleEnd.word(this.reader.textName, this.isShared);
	}

	/**
	 * What the user can paste to confirm the end, or to name unknown events. Without a text, these may have
	 * it, so nothing is proposed.
	 */
	get proposed(): ProposedEntries | undefined {
		if (this.text.trim() === '' || this.isStopped) return undefined;
		const end = this.proposedEnd;
		const { events = [], otherEvents = [] } = this.unknown.words(this.isShared);
		const others = otherEvents.filter((word) => word !== end);
		const words = { events, otherEvents: others, finalEvent: [end ?? []].flat() };
		const mode = this.mayBeSnapshots ? { 'answer.mode': 'snapshot' } : undefined;
		const isNew = mode !== undefined || Object.values(words).some((each) => each.length > 0);
		return isNew ? addWords({ ...this.entries, ...mode }, words) : undefined;
	}
}
