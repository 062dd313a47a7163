import { type EventReading, isText } from './eventReading';

/** Shorter texts may begin alike by chance. */
const minAlike = 8;

/** Marks of a cursor that moves along the end of a text. */
const cursor = /[\u2580-\u25ff]+$/;

/** The end of a text that the next snapshot may change: a cursor, closing Markdown. */
const movingEnd = /[^\p{L}\p{N}]{1,3}$/u;

/** Pieces are joined after so many characters, so that many small ones don't add up in memory. */
const blockLength = 65_536;

class Message {
	private joined = '';
	private pieces: string[] = [];
	length = 0;
	/** Characters that went out live; undefined once the text no longer begins with them. */
	private sent: number | undefined = 0;

	get text(): string {
		if (this.pieces.length > 0) this.joined += this.pieces.join('');
		this.pieces = [];
		return this.joined;
	}

	/** Each returns what to send live. */
	append(text: string): string {
		this.pieces.push(text);
		this.length += text.length;
		if (this.length - this.joined.length > blockLength) void this.text;
		if (this.sent === undefined || this.sent + text.length < this.length) return this.send();
		this.sent = this.length;
		return text;
	}

	replace(text: string, waitsForCursor = false): string {
		if (text.trim() === this.text.trim() && !text.startsWith(this.text)) return '';
		if (!text.startsWith(this.text.slice(0, this.sent))) this.sent = undefined;
		[this.joined, this.pieces, this.length] = [text, [], text.length];
		return this.send(waitsForCursor ? text.replace(cursor, '').length : text.length);
	}

	send(end = this.length): string {
		if (this.sent === undefined || this.sent >= end) return '';
		const live = this.text.slice(this.sent, end);
		this.sent = end;
		return live;
	}
}

/**
 * Joins the texts of events. It holds what the service sent last; what was sent live can't be taken
 * back, so the live text of a message stops when the message is replaced by another wording.
 */
export class AnswerText {
	/** The text of earlier messages. */
	private before = '';
	private messages = new Map<unknown, Message>();
	private last: unknown;
	private mode: 'undecided' | 'deltas' | 'snapshots' = 'undecided';
	/** A text that begins with a short first one: the third text decides what it is. */
	private second: string | undefined;
	private fallback = '';

	get whole(): string {
		return [...this.messages.values()].reduce((text, message) => text + message.text, this.before);
	}

	/** Takes what an event contributes, and returns what to send live. */
	add(reading: EventReading): string {
		const { delta, snapshot, text, answer, fallback, message = this.last, end } = reading;
		if (reading.restarts) [this.before, this.messages] = ['', new Map()];
		let live = reading.startsMessage || end === 'continues' ? this.startMessage() : '';
		if (isText(fallback)) this.fallback = fallback;
		if (isText(answer)) live += this.replaceAll(answer);
		if (isText(delta)) live += this.get(message).append(delta);
		if (typeof snapshot === 'string') live += this.get(message).replace(snapshot);
		if (isText(text)) live += this.addText(this.get(message), text);
		return live;
	}

	/** Takes the end of the stream, and returns what to send live. */
	end(): string {
		const live = this.startMessage();
		return this.before === '' ? live + this.get(this.last).append(this.fallback) : live;
	}

	/** What another text repeats, in whole or in other words: its beginning tells. */
	repeats(text: string): 'snapshot' | 'answer' | undefined {
		const message = this.get(this.last);
		if (2 * text.length >= message.length && isAlike(message.text, text)) return 'snapshot';
		return this.before !== '' && isAlike(this.whole, text) ? 'answer' : undefined;
	}

	private get(key: unknown): Message {
		const message = this.messages.get(key) ?? new Message();
		this.messages.set(key, message);
		this.last = key;
		return message;
	}

	private startMessage(): string {
		let live = this.settle();
		for (const message of this.messages.values()) live += message.send();
		[this.before, this.messages, this.last] = [this.whole, new Map(), undefined];
		return live;
	}

	private replaceAll(answer: string): string {
		const { whole } = this;
		if (answer.startsWith(whole)) return this.get(this.last).append(answer.slice(whole.length));
		const message = new Message();
		message.append(whole);
		[this.before, this.messages] = ['', new Map([[this.last, message]])];
		return message.replace(answer);
	}

	private addText(message: Message, text: string): string {
		if (this.second !== undefined) {
			const { second } = this;
			this.second = undefined;
			this.mode = text.startsWith(second) ? 'snapshots' : 'deltas';
			const live = this.mode === 'deltas' ? message.append(second) : '';
			return live + this.addText(message, text);
		}
		if (this.mode === 'snapshots' || message.length === 0) return message.replace(text, true);
		if (this.mode === 'undecided') {
			const before = message.text;
			const stem = before.replace(movingEnd, '');
			if ((stem.length >= minAlike || cursor.test(before)) && text.startsWith(stem)) {
				if (text !== before) this.mode = 'snapshots';
				return message.replace(text, true);
			}
			if (text.length > before.length && text.startsWith(before)) {
				this.second = text;
				return '';
			}
			this.mode = 'deltas';
		}
		// All of the message once more; a shorter one may be chance.
		const mayRepeat = message.length >= minAlike && text.length >= message.length;
		return mayRepeat && text.startsWith(message.text)
			? message.replace(text)
			: message.append(text);
	}

	/** Decides about a second text, as no third one follows. */
	private settle(): string {
		const { second } = this;
		if (second === undefined) return '';
		this.second = undefined;
		const message = this.get(this.last);
		const isRepetition = second.replaceAll(message.text, '') === '';
		return isRepetition ? message.append(second) : message.replace(second);
	}
}

/** Whether a text goes on from another, or is the other in other words. */
function isAlike(before: string, text: string): boolean {
	if (2 * text.length < before.length || before.trim() === '') return false;
	const [beginning, other] = [text.trimStart(), before.trim()];
	if (beginning.startsWith(other)) return true;
	return beginning.length >= minAlike && beginning.startsWith(other.slice(0, minAlike));
}
