/**
 * An answer that arrives event by event. It is read by the format of the user or, without one, by the
 * first row of the table with a sign among the first events. Until then, and without a format, nothing is
 * live and nothing is complete.
 */
import type { ErrorDetails } from '../../api/errors';
import { AnswerIdentifiers, type IdentifierNames } from './events/identifiers';
import { doneMark, type ReceivedEvent } from './events/receivedEvent';
import { describeFailure } from './events/reportedFailure';
import { Proposal } from './finder/proposal';
import type { ProposedEntries } from './format';
import { formats } from './formats';
import type { OwnFormat } from './ownFormat';
import { FormatReader } from './reader/formatReader';
import { type Added, type Again, type IncompleteReason, KnownAnswer } from './reader/knownAnswer';
import { RepeatedEvent } from './reader/repeatedEvent';

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

/** Adds a repeated event to two readings. */
function joinRepeats(one?: Again, other?: Again): Again | undefined {
	if (!one || !other) return undefined;
	const add = (text: string) => {
		const live = one.add(text);
		if (live !== undefined) other.add(text);
		return live;
	};
	return { text: one.text, add };
}

export class Answer {
	private known: KnownAnswer | undefined;
	private readonly proposal: Proposal;
	/** What arrived while the format was unknown. */
	private readonly before: ReceivedEvent[] = [];
	private readonly identifiers: AnswerIdentifiers;
	private eventCount = 0;
	/** The last event, if it had nothing but a text. */
	private repeated: RepeatedEvent | undefined;
	/** The event arrived that closes a stream in many protocols. */
	isClosed = false;
	/** The stream ended within an event. */
	isCutOff = false;

	constructor(private readonly settings: AnswerSettings) {
		const { own, question, threadId, identifierNames } = settings;
		this.known = own?.format && new KnownAnswer(own.format, own.entries);
		this.proposal = new Proposal(question);
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
		const again = this.repeated?.add(event);
		if (again !== undefined) return { text: again };
		this.isClosed ||= event.isWord(doneMark);
		this.identifiers.add(event);
		const { text, failure, again: repeat } = this.known?.add(event) ?? this.addUnknown(event);
		const both = this.lacksEnd ? joinRepeats(repeat, this.proposal.add(event).again) : repeat;
		this.repeated = both && RepeatedEvent.from(event, both);
		if (failure === undefined) return { text };
		return { text, failure: describeFailure(failure, this.settings.redact) };
	}

	/** Whether the user wrote a format without a final event, so that one can be proposed. */
	private get lacksEnd(): boolean {
		return this.known !== undefined && this.settings.own?.format?.endsWithStream === true;
	}

	/** What the user can paste; undefined if nothing is open. */
	private get proposed(): ProposedEntries | undefined {
		const { known, proposal, settings } = this;
		const entries = settings.own?.entries ?? {};
		const open = this.reading.proposed;
		if (!known || !open || !this.lacksEnd) return open;
		return proposal.proposedFor(entries, known.text) ?? (known.isStopped ? undefined : open);
	}

	private get reading(): KnownAnswer | Proposal {
		return this.known ?? this.proposal;
	}

	private addUnknown(event: ReceivedEvent): Added {
		if (this.before.length < maxEventsBefore) {
			this.before.push(event);
			const row = rows.find((each) => each.fits(event));
			if (row) return this.adopt(row);
		}
		const { again, ...added } = this.proposal.add(event);
		// A row of the table may still read what arrived before.
		return this.before.length < maxEventsBefore ? added : { ...added, again };
	}

	/** Reads what arrived so far by a row of the table. */
	private adopt({ format }: FormatReader): Added {
		const { own } = this.settings;
		const known = new KnownAnswer(own?.extend(format) ?? format, own?.entries);
		this.known = known;
		let text = '';
		for (const event of this.before.splice(0)) {
			const added = known.add(event);
			text += added.text;
			if (added.failure !== undefined) return { text, failure: added.failure };
		}
		return { text };
	}

	/** @param hasStreamEnded in order */
	result(hasStreamEnded: boolean) {
		const isInOrder = this.isClosed || (hasStreamEnded && !this.isCutOff);
		const incompleteReason: IncompleteReason | undefined = this.known
			? this.known.incompleteReason(isInOrder)
			: 'unconfirmedFormat';
		const { proposed: fieldNames } = this;
		return {
			...this.received(),
			complete: incompleteReason === undefined,
			...(incompleteReason && { incompleteReason }),
			...(fieldNames && { fieldNames }),
		};
	}

	/** What there is of an answer that was interrupted. */
	part() {
		const fieldNames = this.known ? undefined : this.proposal.proposed;
		return { ...this.received(), ...(fieldNames && { fieldNames }) };
	}

	private received() {
		const { eventCount, identifiers, reading } = this;
		return { ...identifiers.ids, output: reading.text, eventCount, complete: false };
	}
}
