import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../../shared/errors';
import {
	answerEventNames,
	type IdentifiedRecord,
	identifierNames,
} from '../../shared/service/assumedNames';
import { errorCodes, isErrorCode } from '../../shared/service/errorCodes';
import { identifierOf, isRecord } from '../../shared/service/record';
import { readErrorText } from '../../shared/transport/errorResponse';
import { AnswerText } from './answerText';
import type { ReceivedEvent } from './receivedEvent';

export interface AnswerNames {
	/** Path of the text in the data of an event; where empty, the usual names are tried. */
	readonly textField?: string;
	/** Kind, or whole data, of the event that ends an answer; where empty, the usual ones are. */
	readonly finalEvent?: string;
}

/** An answer as an item. */
export interface AnswerRecord extends IDataObject {
	threadId?: string;
	messageId?: string;
	answer: string;
	eventCount: number;
	complete: boolean;
}

/** A name that says by itself what it identifies, unlike `id`. */
function isSpecific(name: string): boolean {
	return name !== 'id';
}

function identifierIn(kind: IdentifiedRecord, event: ReceivedEvent): string | undefined {
	const { value } = event;
	if (!isRecord(value)) return undefined;
	const records = [value, ...Object.values(value).filter(isRecord)];
	for (const name of identifierNames[kind].filter(isSpecific)) {
		for (const record of records) {
			const identifier = record[name];
			if (typeof identifier === 'string' && identifier !== '') return identifier;
			if (typeof identifier === 'number') return String(identifier);
		}
	}
	const nested = value[kind];
	if (isRecord(nested)) return identifierOf(kind, nested);
	return event.event?.toLowerCase().startsWith(kind) ? identifierOf(kind, value) : undefined;
}

/** Why the agent could not go on, where an event tells. */
function failureIn({ kinds, value, data }: ReceivedEvent): Failure | undefined {
	const name = answerEventNames.failure;
	const reported = isRecord(value) ? value[name] : undefined;
	const hasReport = isRecord(reported) || (typeof reported === 'string' && reported !== '');
	if (!kinds.includes(name) && !hasReport && reported !== true) return undefined;
	const { code, said } = readErrorText(isRecord(reported) ? JSON.stringify(reported) : data);
	if (code !== undefined && isErrorCode(code)) return { ...errorCodes[code], errorCode: code };
	return {
		message: 'The agent broke off its answer',
		description: `${said === undefined ? 'The service does not say why.' : `The service says: "${said}".`} Ask again, in the same thread if you like.`,
		errorCode: code ?? 'answer-failed',
	};
}

/** An answer as it comes in, event by event; nothing but its text is kept. */
export class Answer {
	private readonly text: AnswerText;
	private readonly finalEvent: string;
	private eventCount = 0;
	private messageId: string | undefined;
	/** The last event that meant something ended the answer. */
	private ended = false;
	/** The stream names the kinds of its events, and stopped at a piece of text. */
	private stoppedAtPiece = false;
	private stoppedWithinEvent = false;

	/**
	 * @param names where things are, as far as the user says so
	 * @param threadId the thread, where it is known already
	 */
	constructor(
		names: AnswerNames,
		private threadId?: string,
	) {
		this.text = new AnswerText(names.textField);
		this.finalEvent = (names.finalEvent ?? '').toLowerCase();
	}

	/** Whether the answer is over, by its own words. */
	get isOver(): boolean {
		return this.ended;
	}

	/**
	 * Takes the next event.
	 *
	 * @param event the event
	 * @returns the text that it adds to the answer, empty where it adds none; and why the agent could
	 *   not go on, where the event tells
	 */
	add(event: ReceivedEvent): { readonly text: string; readonly failure?: Failure } {
		this.eventCount++;
		this.threadId ??= identifierIn('thread', event);
		this.messageId = identifierIn('message', event) ?? this.messageId;
		this.stoppedWithinEvent = event.unfinished;
		const failure = failureIn(event);
		if (failure) return { text: '', failure };

		const endsByKind = this.endsByKind(event);
		const isFinalData = this.isFinalData(event);
		const text = isFinalData ? '' : this.text.add(event, endsByKind);
		if (endsByKind || isFinalData || this.endsByFlag(event)) this.ended = true;
		else if (text !== '') this.ended = false;
		this.stoppedAtPiece = text !== '' && event.kinds.length > 0;
		return { text };
	}

	/** What there is of the answer; complete where the stream has ended in an orderly way. */
	result(streamEnded: boolean): AnswerRecord {
		return {
			...(this.threadId === undefined ? {} : { threadId: this.threadId }),
			...(this.messageId === undefined ? {} : { messageId: this.messageId }),
			answer: this.text.whole,
			eventCount: this.eventCount,
			complete: this.ended || (streamEnded && this.looksWhole()),
		};
	}

	/** What an orderly end without a final event says about the answer. */
	private looksWhole(): boolean {
		if (this.finalEvent !== '' || this.eventCount === 0) return false;
		return !this.stoppedWithinEvent && !this.stoppedAtPiece;
	}

	private endsByKind({ kinds }: ReceivedEvent): boolean {
		const final: readonly string[] = this.finalEvent ? [this.finalEvent] : answerEventNames.final;
		return kinds.some((kind) => final.includes(kind));
	}

	private isFinalData({ data }: ReceivedEvent): boolean {
		const final = this.finalEvent || answerEventNames.finalData.toLowerCase();
		return data.trim().toLowerCase() === final;
	}

	private endsByFlag({ value }: ReceivedEvent): boolean {
		if (this.finalEvent !== '' || !isRecord(value)) return false;
		return answerEventNames.finalFlags.some((name) => value[name] === true);
	}
}
