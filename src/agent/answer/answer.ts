import type { IDataObject } from 'n8n-workflow';
import type { ErrorDetails } from '../../api/errors';
import { getValue } from '../../values/jsonObject';
import { AnswerText } from './answerText';
import { describeFailure, readEnding } from './ending';
import { type AnswerProtocol, type EventReading, hasText } from './eventReading';
import { addTextPaths, GenericReader } from './genericReader';
import { Identifiers } from './identifiers';
import { protocols } from './protocols';
import { isHeartbeat, isText, isWord, readEvent, type ReceivedEvent } from './receivedEvent';

export interface AnswerSettings {
	/** Path of the text in the data of an event; if empty, it is found. */
	readonly textField?: string;
	/** Type, or whole data, of the event that ends an answer; if empty, it is found. */
	readonly finalEvent?: string;
	/** What was asked, to recognize its echo. */
	readonly question?: string;
	readonly threadId?: string;
	/** Cuts secrets out of a failure. */
	readonly redact?: (failure: unknown) => unknown;
	readonly protocols?: readonly AnswerProtocol[];
}

/** An answer that arrives event by event. Only its text is kept. */
export class Answer {
	private readonly text = new AnswerText();
	private readonly generic: GenericReader;
	private readonly identifiers: Identifiers;
	/** What the first text was read by; null if by no protocol. */
	private protocol: AnswerProtocol | null | undefined;
	/** Paths of texts in the events, as Text Field takes them. */
	readonly paths = new Set<string>();
	private eventCount = 0;
	/** How an event ended the answer so far. After 'closed', nothing more is to be waited for. */
	end: Exclude<EventReading['end'], 'continues'>;
	private endedBy: string | undefined;
	private isTruncated = false;
	private isOrderly = false;

	constructor(private readonly settings: AnswerSettings) {
		this.generic = new GenericReader(this.text, settings.question);
		this.identifiers = new Identifiers(settings.threadId);
	}

	/** Paths of texts that were left out and that the answer does not contain. */
	get leftOut(): readonly string[] {
		const { whole } = this.text;
		const missing = [...this.generic.leftOut].filter(([, text]) => !whole.includes(text.trim()));
		return missing.map(([path]) => path || 'data');
	}

	/** Takes the next event; returns the text to send live, and why the agent could not go on. */
	add(event: ReceivedEvent): { readonly text: string; readonly failure?: ErrorDetails } {
		this.eventCount++;
		if (this.protocol === undefined) addTextPaths(event.value, [], this.paths);
		const reading = this.end === 'closed' ? {} : this.read(event);
		this.identifiers.add(event);
		const failure = describeFailure(reading.failure, this.settings.redact);
		if (failure) return { text: this.text.end(), failure };
		this.addEnd(event, reading);
		return { text: this.text.add(reading) };
	}

	/** Takes a last event without data, which by the standard is none: it may end the answer or fail. */
	addTypeAlone(type: string): ErrorDetails | undefined {
		if (this.end === 'closed') return undefined;
		const event = readEvent({ event: type, data: '', unfinished: false });
		const { end, failure } = this.read(event);
		if (end === 'complete' || end === 'closed') this.addEnd(event, { end });
		return describeFailure(failure, this.settings.redact);
	}

	/** Takes the end of the stream; returns the text to send live that had waited for what follows. */
	finish(): string {
		return this.text.end();
	}

	result(streamEnded: boolean) {
		const { threadId, messageId } = this.identifiers;
		const answer = this.text.whole;
		const isWhole = this.end !== undefined || (streamEnded && this.isOrderly);
		return {
			...(threadId === undefined ? {} : { threadId }),
			...(messageId === undefined ? {} : { messageId }),
			answer,
			eventCount: this.eventCount,
			complete: answer !== '' && isWhole && !this.isTruncated,
		};
	}

	reading(): IDataObject {
		return {
			protocol: this.protocol?.name ?? 'none',
			textField: this.settings.textField || this.generic.field?.path,
			endedBy: this.endedBy ?? 'the end of the stream',
			leftOut: [...this.leftOut],
			paths: [...this.paths],
		};
	}

	private read(event: ReceivedEvent): EventReading {
		const { finalEvent } = this.settings;
		if (finalEvent && isWord(event, finalEvent)) return { end: 'closed' };
		const reading = this.readKnown(event) ?? this.readUnknown(event);
		return finalEvent ? { ...reading, end: undefined } : reading;
	}

	/** Asks the protocol that had the first text, or each of them before there is any. */
	private readKnown(event: ReceivedEvent): EventReading | undefined {
		if (this.settings.textField || this.protocol === null) return undefined;
		if (this.protocol) return this.protocol.read(event, event.record);
		for (const protocol of this.settings.protocols ?? protocols) {
			const reading = protocol.read(event, event.record);
			if (reading && hasText(reading)) this.protocol = protocol;
			if (reading) return reading;
		}
		return undefined;
	}

	private readUnknown(event: ReceivedEvent): EventReading {
		const { end, failure } = readEnding(event);
		if (failure !== undefined || end === 'closed' || this.protocol) return { end, failure };
		const { textField } = this.settings;
		const found = textField && getValue(event.value, textField);
		const text = typeof found === 'number' ? String(found) : found;
		const reading = textField ? { text } : this.generic.read(event);
		if (hasText(reading)) this.protocol = null;
		return end === undefined ? reading : { ...reading, end };
	}

	private addEnd(event: ReceivedEvent, reading: EventReading): void {
		const { end } = reading;
		if (hasText(reading) || end === 'continues') {
			this.end = undefined;
			this.isTruncated = false;
		}
		if (end !== undefined && end !== 'continues') {
			this.end = end;
			this.endedBy = event.type.names[0] ?? event.data.slice(0, 100);
		}
		this.isTruncated ||= end === 'truncated';
		// Right after a piece of a named type the stream may have been cut off, and within an event.
		const isPiece = (isText(reading.delta) || isText(reading.text)) && event.type.names.length > 0;
		const isCut = event.unfinished || isPiece || (isHeartbeat(event) && !this.isOrderly);
		const hasNoEnd = this.settings.finalEvent || (this.protocol && !this.protocol.endsWithStream);
		this.isOrderly = !isCut && !hasNoEnd;
	}
}
