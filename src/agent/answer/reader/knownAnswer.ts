/** An answer whose format is known, and whether it is complete. */
import { signsOf } from '../events/eventSigns';
import type { ReceivedEvent } from '../events/receivedEvent';
import { TextLabels } from '../events/textLabels';
import type { AnswerFormat, ProposedEntries } from '../format';
import { type EventReading, FormatReader } from './formatReader';
import { AnswerMessages } from './messages';
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

export interface Again {
	readonly text: string;
	/** @returns what to send live; undefined if the event must be read as any other */
	readonly add: (text: string) => string | undefined;
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
	/** Words by which the answer may have ended, unless text followed. */
	private readonly mayEnd = new Map<string, 'last' | 'between'>();
	private hasUnknown = false;
	private readonly unknown = new UnknownEvents();
	/** A known event with text. Its words don't name others. */
	private textEvent: ReceivedEvent | undefined;
	private hasFailedPart = false;
	private readonly labels = new TextLabels();

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
		this.hasFailedPart ||= reading.hasFailedPart;
		this.noteUnknown(event, reading);
		return { text, again: this.againOf(reading) };
	}

	private againOf(reading: EventReading): Again | undefined {
		const [piece, ...more] = reading.pieces;
		const { ends, mayEnd, stops, hasFailedPart, isUnclear } = reading;
		const hasMore = [more, ends, mayEnd, stops].some((each) => each.length > 0);
		if (hasMore || hasFailedPart || isUnclear || piece?.mode !== 'delta') return undefined;
		const add = (text: string) =>
			this.reader.isEnd(text) ? undefined : this.messages.add({ ...piece, text });
		return { text: piece.text, add };
	}

	private addPieces({ pieces }: EventReading): string {
		if (pieces.length === 0) return '';
		const { changes } = this.messages;
		const text = pieces.map((piece) => this.messages.add(piece)).join('');
		if (this.messages.changes === changes) return text;
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

	private noteUnknown(event: ReceivedEvent, reading: EventReading): void {
		const { pieces, labels, isUnclear, isUnknown } = reading;
		const isOther = labels.some((label) => label.isOther);
		this.hasUnknown ||= isUnclear || isUnknown || isOther;
		if (isUnclear) return;
		if (isUnknown || isOther) {
			this.unknown.add(event, pieces.length > 0 && !isOther);
		} else if (pieces.length > 0) {
			this.labels.add(labels);
			this.textEvent ??= event;
		}
	}

	get text(): string {
		return this.messages.text;
	}

	/** @param hasStreamEnded in order, and not within an event */
	incompleteReason(hasStreamEnded: boolean): IncompleteReason | undefined {
		if (this.text.trim() === '') return 'noText';
		if (this.isStopped) return 'stopped';
		const isEnded = this.isEnded(hasStreamEnded);
		if (!isEnded && !(hasStreamEnded && this.proposedEnd)) return 'cutOff';
		if (!isEnded || this.mayBeSnapshots) return 'unconfirmedFormat';
		if (this.isDoubtful) return 'unknownEvents';
		return this.hasFailedPart ? 'failedPart' : undefined;
	}

	get isStopped(): boolean {
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
		const isSnapshot = this.entries['answer.mode'] === 'snapshot';
		const mayHaveOthers = this.hasUnknown || this.labels.areSeveral(isSnapshot);
		return mayHaveOthers || isReplaced || differsFromCopy || foreignMark.test(text);
	}

	/** What may end the answer, and came after all of its text. */
	private get proposedEnd(): string | undefined {
		if (this.hasEnded || this.isStopped) return undefined;
		return [...this.mayEnd].findLast(([, place]) => place === 'last')?.[0];
	}

	/**
	 * What the user can paste to confirm the end, or to name unknown events. Without a text, these may have
	 * it, so nothing is proposed.
	 */
	get proposed(): ProposedEntries | undefined {
		if (this.text.trim() === '') return undefined;
		const ofTexts = new Set(this.textEvent && signsOf(this.textEvent).words);
		const isShared = (word: string) => this.reader.hasType(word) || ofTexts.has(word);
		const finalEvent = [this.proposedEnd ?? []].flat();
		const words = { ...this.unknown.words(isShared), finalEvent };
		const mode = this.mayBeSnapshots ? { 'answer.mode': 'snapshot' } : undefined;
		const isNew = mode !== undefined || Object.values(words).some((each) => each.length > 0);
		return isNew ? addWords({ ...this.entries, ...mode }, words) : undefined;
	}
}
