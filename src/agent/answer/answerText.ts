import type { EventReading } from './eventReading';
import { isText } from './receivedEvent';

/** Shorter texts may begin alike by chance. */
const minAlike = 8;

/** A text at another place begins with at least so many characters of the answer to repeat it. */
const minRepeated = 4;

/** Marks of a cursor that moves along the end of a text. */
const cursor = /(?<![\u2580-\u25ff])[\u2580-\u25ff]+$/;

/** The end of a text that the next snapshot may change: a cursor, closing Markdown. */
const movingEnd = /[^\p{L}\p{N}]{1,3}$/u;

/** Pieces are joined after so many characters, so many small ones don't fill the memory. */
const blockLength = 65_536;

class Message {
	private joined = '';
	private pieces: string[] = [];
	length = 0;
	/** Characters that were sent live; undefined once the text no longer begins with them. */
	private sent: number | undefined = 0;
	/** Text at another place continued it. */
	isExtended = false;
	/** All of it came once more. */
	isRepeated = false;

	get text(): string {
		this.joinPieces();
		return this.joined;
	}

	/** Each returns what to send live. */
	append(text: string): string {
		this.pieces.push(text);
		this.length += text.length;
		if (this.length - this.joined.length > blockLength) this.joinPieces();
		if (this.sent === undefined || this.sent + text.length < this.length) return this.send();
		this.sent = this.length;
		return text;
	}

	replace(text: string): string {
		if (text.trim() === this.text.trim() && !text.startsWith(this.text)) return '';
		if (!text.startsWith(this.text.slice(0, this.sent))) this.sent = undefined;
		this.joined = text;
		this.pieces = [];
		this.length = text.length;
		return this.send(text.replace(cursor, '').length);
	}

	send(end = this.length): string {
		if (this.sent === undefined || this.sent >= end) return '';
		const live = this.text.slice(this.sent, end);
		this.sent = end;
		return live;
	}

	private joinPieces(): void {
		if (this.pieces.length === 0) return;
		this.joined += this.pieces.join('');
		this.pieces = [];
	}
}

/**
 * Joins the texts of events, and returns what to send live. That can't be taken back, so the live
 * text of a message stops when another wording replaces the message.
 */
export class AnswerText {
	/** The messages before the current ones. */
	private before = '';
	private messages = new Map<unknown, Message>();
	private last: unknown;
	private mode: 'undecided' | 'deltas' | 'snapshots' = 'undecided';
	/** A text that begins with a short first one: the third text decides what it is. */
	private second: string | undefined;
	/** The last delta of a text that may also have been a snapshot. */
	private piece = '';
	private fallback = '';
	private writer: unknown;
	/** Not all of the messages before were repeated. */
	private hasUnrepeated = false;
	/** The answer may have a text twice, in other words, or texts of two writers. */
	isAmbiguous = false;

	get whole(): string {
		return [...this.messages.values()].reduce((text, message) => text + message.text, this.before);
	}

	/** The number of characters, to see whether an event changed the answer. */
	get length(): number {
		let length = this.before.length + (this.second?.length ?? 0);
		for (const message of this.messages.values()) length += message.length;
		return length;
	}

	add(reading: EventReading): string {
		if (reading.restarts) this.restart();
		if (reading.writer !== undefined) this.addWriter(reading.writer);
		let live = reading.startsMessage ? this.startMessage() : '';
		live += this.addTexts(reading);
		const endsMessage = reading.endsMessage || reading.end === 'continues';
		return endsMessage ? live + this.startMessage() : live;
	}

	/** Takes the end of the stream. */
	end(): string {
		const live = this.startMessage();
		return this.before === '' ? live + this.get(this.last).append(this.fallback) : live;
	}

	/** Whether another text has the message or the answer from its beginning on. */
	repeats(text: string): 'snapshot' | 'answer' | undefined {
		const message = this.get(this.last);
		if (text.length >= message.length - 2 && beginsWith(text, message.text)) return 'snapshot';
		return this.before !== '' && beginsWith(text, this.whole) ? 'answer' : undefined;
	}

	/** If only the last message is repeated, those before it may be none of the answer. */
	private addRepetition(message: Message): void {
		this.isAmbiguous ||= this.hasUnrepeated;
		message.isRepeated = true;
	}

	private addTexts(reading: EventReading): string {
		const { delta, snapshot, text, answer, fallback, message = this.last } = reading;
		let live = '';
		if (isText(fallback)) this.fallback = fallback;
		if (isText(answer)) live += this.replaceAll(answer);
		if (isText(delta)) live += this.decide() + this.get(message).append(delta);
		if (typeof snapshot === 'string') live += this.replace(this.get(message), snapshot);
		if (isText(text)) live += this.addText(text, this.get(message));
		return live;
	}

	private addWriter(writer: unknown): void {
		this.writer ??= writer;
		this.isAmbiguous ||= writer !== this.writer;
	}

	private get(key: unknown): Message {
		let message = this.messages.get(key);
		if (!message) this.messages.set(key, (message = new Message()));
		this.last = key;
		return message;
	}

	private restart(): void {
		this.before = '';
		this.messages = new Map();
		this.mode = 'undecided';
		this.second = undefined;
	}

	private startMessage(): string {
		let live = this.decide();
		for (const message of this.messages.values()) {
			live += message.send();
			this.hasUnrepeated ||= message.length > 0 && !message.isRepeated;
		}
		this.before = this.whole;
		this.messages = new Map();
		this.last = undefined;
		return live;
	}

	private replace(message: Message, snapshot: string): string {
		const live = this.decide(snapshot);
		message.isExtended = message.length > 0 && snapshot.trim().length > message.length;
		return live + message.replace(snapshot);
	}

	private replaceAll(answer: string): string {
		const live = this.decide(answer);
		const { whole } = this;
		if (answer.startsWith(whole)) {
			return live + this.get(this.last).append(answer.slice(whole.length));
		}
		const message = new Message();
		message.append(whole);
		this.before = '';
		this.messages = new Map([[this.last, message]]);
		return live + message.replace(answer);
	}

	/** Adds a text that is a delta or a snapshot. */
	private addText(text: string, message: Message): string {
		const live = this.decide(text);
		if (message.length === 0) return live + message.replace(text);
		// The text at the other place may have been something else, such as a title.
		this.isAmbiguous ||= message.isExtended;
		if (this.mode === 'undecided') return live + this.addSecond(text, message);
		if (this.mode === 'snapshots') return live + this.addSnapshot(text, message);
		// All of the message once more; a shorter one may be chance.
		const mayRepeat = message.length >= minAlike && text.length >= message.length;
		if (mayRepeat && text.startsWith(message.text)) {
			this.addRepetition(message);
			return live + message.replace(text);
		}
		this.isAmbiguous ||= mayRepeat && isAlike(message.text, text);
		return live + this.appendPiece(text, message);
	}

	private addSecond(text: string, message: Message): string {
		const before = message.text;
		if (text === before && text.length > 2 * minAlike) return '';
		if (continues(text, before)) {
			if (text !== before) this.mode = 'snapshots';
			return message.replace(text);
		}
		if (text.length > before.length && text.startsWith(before)) {
			this.second = text;
			return '';
		}
		this.mode = 'deltas';
		const isAgain = text === before && text.trim().length >= minRepeated;
		this.isAmbiguous ||= isAgain || isAlike(before, text);
		return this.appendPiece(text, message);
	}

	private appendPiece(text: string, message: Message): string {
		// A text that has all of the last piece is rather a snapshot.
		const isGrown = this.piece.length >= minAlike && text.length > this.piece.length;
		this.isAmbiguous ||= isGrown && text.startsWith(this.piece);
		this.piece = text;
		return message.append(text);
	}

	private addSnapshot(text: string, message: Message): string {
		const before = message.text;
		if (text.startsWith(before) || continues(text, before)) return message.replace(text);
		// The message in other words, or a message, or a piece, of which nothing tells that it begins.
		this.isAmbiguous = true;
		if (isAlike(before, text)) return message.replace(text);
		return this.startMessage() + this.get(this.last).append(text);
	}

	/** Decides about a second text by the third, or by itself if no third one follows. */
	private decide(third?: string): string {
		const { second } = this;
		if (second === undefined) return '';
		this.second = undefined;
		const message = this.get(this.last);
		if (third !== undefined) this.mode = third.startsWith(second) ? 'snapshots' : 'deltas';
		if (this.mode === 'snapshots') return '';
		const isDelta = this.mode === 'deltas' || second.replaceAll(message.text, '') === '';
		return isDelta ? message.append(second) : message.replace(second);
	}
}

/** Whether a snapshot continues another, apart from the end of it that may have moved. */
function continues(text: string, before: string): boolean {
	const stem = before.replace(movingEnd, '');
	return (stem.length >= minAlike || cursor.test(before)) && text.startsWith(stem);
}

/** Whether a text has all of another at its beginning, apart from spaces around it. */
function beginsWith(text: string, before: string): boolean {
	const [own, other] = [text.trim(), before.trim()];
	return own === other || (other.length >= minRepeated && own.startsWith(other));
}

/** Whether two texts begin alike. */
function isAlike(before: string, text: string): boolean {
	const beginning = before.trim().slice(0, minAlike);
	return beginning.length === minAlike && text.trimStart().startsWith(beginning);
}
