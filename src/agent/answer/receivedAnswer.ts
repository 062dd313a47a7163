/**
 * An answer that arrives event by event. It is read by the format of the user or, without one, by the
 * first row of the table with a sign among the first events. Until then, and without a format, nothing is
 * live and nothing is complete.
 */
import type { IDataObject } from 'n8n-workflow';
import type { ErrorDetails } from '../../api/errors';
import { formats } from './formats';
import { AnswerIdentifiers, type IdentifierNames } from './identifiers';
import { AnswerMessages } from './messages';
import { signsOf, wordFor } from './namedEvents';
import type { OwnFormat } from './ownFormat';
import { Proposal, type ProposedEntries } from './proposal';
import { type EventReading, findFailure, FormatReader, type Piece } from './reading';
import { doneMark, type ReceivedEvent } from './receivedEvent';
import { RepeatedEvent } from './repeatedEvent';
import { describeFailure } from './reportedFailure';

/** Why an answer is not complete; the first that applies. */
export type IncompleteReason =
	('unconfirmedFormat' | 'noText' | 'cutOff') | ('stopped' | 'unknownEvents' | 'failedPart');

export interface AnswerSettings {
	/** What the user entered about the answers of the service. */
	readonly own?: OwnFormat;
	/** What was asked, whose echo is no answer. */
	readonly question?: string;
	readonly threadId?: string;
	readonly identifierNames?: IdentifierNames;
	/** Cuts secrets out of a failure. */
	readonly redact?: (failure: unknown) => unknown;
}

/** A protocol shows itself by then. */
const maxEventsBefore = 100;

/** Names of unknown events that are told. */
const maxUnknown = 200;

/** Marks around thoughts in a text, which no path can leave out. */
const thoughtMark =
	/[<◁]\/?(?:think|thinking|thought|reasoning|analysis|scratchpad)[>▷]|<\|\w+\|>/i;

/** The piece of an event that means nothing else. */
function onlyPiece({ pieces, isKnown, isUnclear, ...others }: EventReading): Piece | undefined {
	const [piece, ...more] = pieces;
	const { begins, failsPart, ends, stops, resumes } = others;
	const saysMore = begins || failsPart || isUnclear || !isKnown;
	const hasWords = ends.length + stops.length + resumes.length + more.length > 0;
	return saysMore || hasWords || piece?.mode !== 'delta' ? undefined : piece;
}

const readers = formats.map((format) => new FormatReader(format));

export class Answer {
	private reader: FormatReader | undefined;
	/** What arrived while the format was unknown. */
	private before: ReceivedEvent[] = [];
	private proposal: Proposal | undefined;
	private readonly messages = new AnswerMessages();
	private readonly identifiers: AnswerIdentifiers;
	private eventCount = 0;
	private hasEnded = false;
	/** Words of the format by which the answer stopped. */
	private readonly stoppedBy = new Set<string>();
	private readonly unknown = new Map<string, 'events' | 'otherEvents'>();
	private hasUnknown = false;
	private hasFailedPart = false;
	private writer: string | undefined;
	/** The last event if it had nothing but a text, and that text. */
	private repeated: RepeatedEvent | undefined;
	private piece: Piece | undefined;
	/** The event arrived that closes a stream in many protocols. */
	isClosed = false;
	/** The stream ended within an event. */
	private isCutOff = false;

	constructor(private readonly settings: AnswerSettings) {
		const { own, question, threadId, identifierNames } = settings;
		this.reader = own?.format && new FormatReader(own.format);
		if (this.reader === undefined) this.proposal = new Proposal(question);
		this.identifiers = new AnswerIdentifiers(threadId, identifierNames);
	}

	/** The format by which the answer is read, if one is known. */
	get formatName(): string | undefined {
		return this.reader?.format.name;
	}

	/** Whether nothing of the answer is missing, so the connection may end. */
	get isOver(): boolean {
		return this.isClosed || this.hasEnded;
	}

	/** Takes the next event; returns the text to send live, and why the agent could not go on. */
	add(event: ReceivedEvent): { readonly text: string; readonly failure?: ErrorDetails } {
		this.eventCount++;
		const again = this.readAgain(event);
		if (again !== undefined) return { text: again };
		this.repeated = undefined;
		this.isClosed ||= event.isWord(doneMark);
		this.identifiers.add(event);
		const known = this.reader;
		if (known) return this.read(event, known);
		const reader =
			this.before.length < maxEventsBefore ? readers.find((each) => each.fits(event)) : undefined;
		return reader ? this.adopt(reader, event) : this.guess(event);
	}

	/** Reads an event that differs from the one before only in its text; undefined for another. */
	private readAgain(event: ReceivedEvent): string | undefined {
		const text = this.repeated?.textIn(event);
		if (text === undefined || this.reader?.isMark(text)) return undefined;
		if (this.piece) return this.messages.add({ ...this.piece, text });
		this.proposal?.addAgain(text);
		return '';
	}

	/** Notes that the stream ended within an event. */
	cutOff(): void {
		this.isCutOff = true;
	}

	/** @param hasStreamEnded in order */
	result(hasStreamEnded: boolean) {
		const incompleteReason = this.reasonFor(hasStreamEnded);
		const fieldNames = this.entriesToPaste();
		return {
			...this.received(),
			complete: incompleteReason === undefined,
			...(incompleteReason && { incompleteReason }),
			...(fieldNames && { fieldNames: fieldNames as IDataObject }),
		};
	}

	/** What there is of an answer that was interrupted. */
	part() {
		return { ...this.received(), complete: false };
	}

	private received() {
		const { threadId, messageId } = this.identifiers;
		return {
			...(threadId === undefined ? {} : { threadId }),
			...(messageId === undefined ? {} : { messageId }),
			output: this.output,
			eventCount: this.eventCount,
		};
	}

	private get output(): string {
		return this.reader ? this.messages.text : (this.proposal?.text ?? '');
	}

	/** Reads what arrived so far by a row of the table. */
	private adopt(row: FormatReader, event: ReceivedEvent) {
		const { own } = this.settings;
		const reader = own ? new FormatReader(own.extend(row.format)) : row;
		this.reader = reader;
		this.proposal = undefined;
		const events = [...this.before, event];
		this.before = [];
		const texts: string[] = [];
		for (const each of events) {
			const { text, failure } = this.read(each, reader);
			texts.push(text);
			if (failure) return { text: texts.join(''), failure };
		}
		return { text: texts.join('') };
	}

	private guess(event: ReceivedEvent) {
		const text = this.proposal?.add(event);
		if (this.before.length < maxEventsBefore) this.before.push(event);
		else if (text !== undefined) this.repeated = RepeatedEvent.from(event, text);
		const failure = findFailure(event);
		if (failure === undefined) return { text: '' };
		return { text: '', failure: describeFailure(failure, this.settings.redact) };
	}

	private read(event: ReceivedEvent, reader: FormatReader) {
		const reading = reader.read(event);
		if (reading.failure !== undefined) {
			return { text: '', failure: describeFailure(reading.failure, this.settings.redact) };
		}
		if (reading.begins) this.hasEnded = false;
		const text = this.addPieces(reading);
		this.addEnds(reading);
		this.hasFailedPart ||= reading.failsPart;
		this.hasUnknown ||= reading.isUnclear || !reading.isKnown;
		if (!reading.isKnown && !reading.isUnclear) this.noteUnknown(event, reading, reader);
		this.piece = onlyPiece(reading);
		if (this.piece) this.repeated = RepeatedEvent.from(event, this.piece.text);
		return { text };
	}

	private addEnds({ ends, resumes, stops }: EventReading): void {
		for (const word of [...ends, ...resumes]) this.stoppedBy.delete(word);
		this.hasEnded ||= ends.length > 0;
		for (const word of stops) this.stoppedBy.add(word);
	}

	private addPieces({ pieces, writer }: EventReading): string {
		if (pieces.length === 0) return '';
		const { changes } = this.messages;
		const text = pieces.map((piece) => this.messages.add(piece)).join('');
		if (this.messages.changes === changes) return text;
		this.hasEnded = false;
		this.stoppedBy.clear();
		this.writer ??= writer;
		if (this.writer !== writer) this.hasUnknown = true;
		return text;
	}

	private noteUnknown(event: ReceivedEvent, { pieces }: EventReading, reader: FormatReader): void {
		const name = wordFor(signsOf(event), (each) => reader.hasType(each));
		if (name === undefined || this.unknown.size >= maxUnknown) return;
		const isText = pieces.length > 0 || this.unknown.get(name) === 'events';
		this.unknown.set(name, isText ? 'events' : 'otherEvents');
	}

	private reasonFor(hasStreamEnded: boolean): IncompleteReason | undefined {
		const { reader, messages } = this;
		if (reader === undefined) return 'unconfirmedFormat';
		const { text } = messages;
		if (text === '') return 'noText';
		const isStopped = this.stoppedBy.size > 0;
		if (!isStopped && !this.isWhole(reader, hasStreamEnded)) return 'cutOff';
		if (isStopped) return 'stopped';
		if (this.hasUnknown || messages.isReplaced || thoughtMark.test(text)) return 'unknownEvents';
		return this.hasFailedPart ? 'failedPart' : undefined;
	}

	private isWhole({ format }: FormatReader, hasStreamEnded: boolean): boolean {
		if (this.hasEnded) return true;
		const needsEvent = (format.ends ?? '').length > 0;
		return !needsEvent && (this.isClosed || (hasStreamEnded && !this.isCutOff));
	}

	/** What the user can paste to confirm the format, or to name unknown events. */
	private entriesToPaste(): ProposedEntries | undefined {
		if (this.reader === undefined) return this.proposal?.entries;
		if (this.unknown.size === 0) return undefined;
		const entries: ProposedEntries = { ...(this.settings.own?.entries as ProposedEntries) };
		for (const key of ['events', 'otherEvents'] as const) {
			const names = [...this.unknown].filter(([, kind]) => kind === key).map(([name]) => name);
			const own = [entries[`answer.${key}`] ?? []].flat();
			if (names.length > 0) entries[`answer.${key}`] = [...new Set([...own, ...names])];
		}
		return entries;
	}
}
