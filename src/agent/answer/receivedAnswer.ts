/**
 * An answer that arrives event by event. It is read by the format of the user or, without one, by the
 * first row of the table with a sign among the first events. Until then, and without a format, nothing is
 * live and nothing is complete.
 */
import type { ErrorDetails } from '../../api/errors';
import { AnswerIdentifiers, type IdentifierNames } from './events/identifiers';
import { onlyTextIn } from './events/eventLeaves';
import { doneMark, type ReceivedEvent } from './events/receivedEvent';
import { describeFailure, findFailure } from './events/reportedFailure';
import { KeptEvents } from './finder/keptEvents';
import { type Proposal, propose } from './finder/proposal';
import { formats } from './formats';
import type { OwnFormat } from './ownFormat';
import { FormatReader } from './reader/formatReader';
import { type Added, type IncompleteReason, KnownAnswer } from './reader/knownAnswer';
import { type Again, RepeatedEvent } from './reader/repeatedEvent';

export interface AnswerSettings {
	/** What the user entered about the answers of the service. */
	readonly own?: OwnFormat;
	/** What was asked, whose echo is no answer. */
	readonly question?: string;
	readonly threadId?: string;
	readonly identifierNames?: IdentifierNames;
	/** Redacts the secrets in a failure. */
	readonly redact?: (failure: unknown) => unknown;
}

/** A protocol shows itself by then. */
const maxEventsBefore = 100;

const rows = formats.map((format) => new FormatReader(format));

export class Answer {
	private known: KnownAnswer | undefined;
	/** What arrived while the format was unknown. */
	private before = new KeptEvents();
	private guessed: Proposal | undefined;
	private readonly identifiers: AnswerIdentifiers;
	private eventCount = 0;
	/** The last event, if it had nothing but a text. */
	private repeated: RepeatedEvent | undefined;
	/** The event arrived that closes a stream in many protocols. */
	isClosed = false;
	/** The stream ended within an event. */
	isCutOff = false;

	constructor(private readonly settings: AnswerSettings) {
		const { own, threadId, identifierNames } = settings;
		this.known = own?.format && new KnownAnswer(own.format, own.entries);
		this.identifiers = new AnswerIdentifiers(threadId, identifierNames);
	}

	/** The format by which the answer is read, if one is known. */
	get formatName(): string | undefined {
		return this.known?.format.name;
	}

	/** Whether nothing of the answer is missing, so the connection may end. */
	get isOver(): boolean {
		return this.isClosed || this.known?.hasEnded === true;
	}

	/** Takes the next event; returns the text to send live, and why the agent could not go on. */
	add(event: ReceivedEvent): { readonly text: string; readonly failure?: ErrorDetails } {
		this.eventCount++;
		const repeated = this.repeated?.add(event);
		if (repeated !== undefined) return { text: repeated };
		this.isClosed ||= event.isWord(doneMark);
		this.identifiers.add(event);
		const { text, failure, again } = this.known?.add(event) ?? this.addUnknown(event);
		this.repeated = again && RepeatedEvent.from(event, again);
		if (failure === undefined) return { text };
		return { text, failure: describeFailure(failure, this.settings.redact) };
	}

	private addUnknown(event: ReceivedEvent): Added {
		const mayFit = this.eventCount <= maxEventsBefore;
		const row = mayFit ? rows.find((each) => each.fits(event)) : undefined;
		const failure = row ? undefined : findFailure(event);
		// What failed has no text of the answer.
		if (failure !== undefined) return { text: '', failure };
		this.before.add(event);
		if (row) return this.adopt(row);
		return { text: '', again: mayFit ? undefined : this.againOf(event) };
	}

	/** Keeps further events that differ only in their text. */
	private againOf(event: ReceivedEvent): Again | undefined {
		const add = (text: string, like: RepeatedEvent) => {
			this.before.repeat(like, text);
			return '';
		};
		const text = onlyTextIn(event);
		return text === undefined ? undefined : { text, add };
	}

	/** Reads what arrived so far by a row of the table. */
	private adopt({ format }: FormatReader): Added {
		const { own } = this.settings;
		const known = new KnownAnswer(own?.extend(format) ?? format, own?.entries);
		this.known = known;
		let text = '';
		const { before } = this;
		this.before = new KeptEvents();
		for (const event of before) {
			const added = known.add(event);
			text += added.text;
			if (added.failure !== undefined) return { text, failure: added.failure };
		}
		return { text };
	}

	/** What the events of an unknown format show, once all arrived. */
	private get guess(): Proposal {
		return (this.guessed ??= propose(this.before, this.settings.question));
	}

	/** @param hasStreamEnded in order */
	result(hasStreamEnded: boolean) {
		const isInOrder = this.isClosed || (hasStreamEnded && !this.isCutOff);
		const incompleteReason: IncompleteReason | undefined = this.known
			? this.known.incompleteReason(isInOrder)
			: 'unconfirmedFormat';
		const fieldNames = this.known ? this.known.proposed : this.guess.entries;
		return {
			...this.received(),
			complete: incompleteReason === undefined,
			...(incompleteReason && { incompleteReason }),
			...(fieldNames && { fieldNames }),
		};
	}

	/** What there is of an answer that was interrupted. */
	part() {
		const fieldNames = this.known ? undefined : this.guess.entries;
		return { ...this.received(), ...(fieldNames && { fieldNames }) };
	}

	private received() {
		const { eventCount, identifiers } = this;
		const { text: output } = this.known ?? this.guess;
		return { ...identifiers.ids, output, eventCount, complete: false };
	}
}
