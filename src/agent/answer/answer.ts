import type { IDataObject } from 'n8n-workflow';
import type { ErrorDetails } from '../../api/errors';
import type { FieldTypes } from '../../api/outputFields';
import { AnswerText } from './answerText';
import { Ending } from './ending';
import { failureIn } from './failure';
import { Identifiers } from './identifiers';
import { readEvent, type ReceivedEvent } from './receivedEvent';

/** What is known before the answer comes. */
export interface AnswerNames {
	/** Path of the text in the data of an event; where empty, it is found. */
	readonly textField?: string;
	/** Kind, or whole data, of the event that ends an answer; where empty, the usual ones are. */
	readonly finalEvent?: string;
	/** What was asked, to know its echo. */
	readonly question?: string;
	/** Cuts out of a failure what must not be shown. */
	readonly cleaned?: (failure: unknown) => unknown;
}

/** An answer as an item. */
export interface AnswerRecord extends IDataObject {
	threadId?: string;
	messageId?: string;
	answer: string;
	eventCount: number;
	complete: boolean;
}

/** The fields of an answer as an item. */
export const answerFields: FieldTypes = {
	threadId: 'string',
	messageId: 'string',
	answer: 'string',
	eventCount: 'integer',
	complete: 'boolean',
};

/** An answer as it comes in, event by event; nothing but its text is kept. */
export class Answer {
	private readonly text: AnswerText;
	private readonly ending: Ending;
	private readonly identifiers: Identifiers;
	private eventCount = 0;

	/**
	 * @param names where things are, as far as the user says so
	 * @param threadId the thread, where it is known already
	 */
	constructor(
		private readonly names: AnswerNames,
		threadId?: string,
	) {
		this.text = new AnswerText(names.textField, names.question);
		this.ending = new Ending(names.finalEvent);
		this.identifiers = new Identifiers(threadId);
	}

	/** Whether nothing more of the answer is to be waited for. */
	get isOver(): boolean {
		return this.ending.isOver;
	}

	/** Whether an event said that the answer ends, so that its connection may. */
	get isDone(): boolean {
		return this.ending.isOver || this.ending.isTold;
	}

	/** Paths of texts in the events, as Text Field takes them. */
	get paths(): readonly string[] {
		return [...this.text.paths];
	}

	/**
	 * Takes the next event.
	 *
	 * @param event the event
	 * @returns the text that it adds to the answer, empty where it adds none; and why the agent could
	 *   not go on, where the event tells
	 */
	add(event: ReceivedEvent): { readonly text: string; readonly failure?: ErrorDetails } {
		this.eventCount++;
		this.identifiers.add(event);
		if (this.isOver) return { text: '' };
		const failure = failureIn(event, this.names.cleaned);
		if (failure) return { text: this.text.end(), failure };
		const isLastWord = this.ending.isLastWord(event);
		const text = isLastWord ? this.text.end() : this.text.add(event, this.ending.ends(event));
		this.ending.add(event, !isLastWord && this.text.tookText && (text !== '' || this.text.waits));
		return { text };
	}

	/**
	 * Takes a last event that has a kind and no data, which by the standard is no event: it counts
	 * where it ends the answer or fails, else its data may have been cut.
	 *
	 * @param kind its kind
	 * @returns why the agent could not go on, where the kind tells
	 */
	addKindAlone(kind: string): ErrorDetails | undefined {
		const event = readEvent({ event: kind, data: '', unfinished: false });
		if (this.isOver) return undefined;
		if (this.ending.ends(event)) this.ending.add(event, false);
		return failureIn(event, this.names.cleaned);
	}

	/**
	 * Takes the end of the stream.
	 *
	 * @returns the text that had waited for what follows
	 */
	end(): string {
		return this.text.end();
	}

	/** What there is of the answer; complete where the stream has ended in an orderly way. */
	result(streamEnded: boolean): AnswerRecord {
		const { threadId, messageId } = this.identifiers;
		const answer = this.text.whole;
		const isWhole = this.ending.isTold || (streamEnded && this.ending.looksWhole());
		return {
			...(threadId === undefined ? {} : { threadId }),
			...(messageId === undefined ? {} : { messageId }),
			answer,
			eventCount: this.eventCount,
			complete: answer !== '' && isWhole && !this.text.isRevised,
		};
	}

	/** What was decided about the events, and by what. */
	reading(): IDataObject {
		return {
			textFrom: this.text.found,
			endedBy: this.ending.told ?? 'the end of the stream',
			paths: [...this.text.paths],
		};
	}
}
