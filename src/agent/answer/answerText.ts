import type { EventReading } from './eventReading';
import { isText } from './receivedEvent';

/** Shorter texts may begin alike by chance. */
const minAlike = 8;

/** Marks of a cursor that moves along the end of a text. */
const cursor = /[\u2580-\u25ff]+$/;

/** The end of a text that the next snapshot may change: a cursor, closing Markdown. */
const movingEnd = /[^\p{L}\p{N}]{1,3}$/u;

/** Pieces are joined after so many characters, so many small ones don't fill the memory. */
const blockLength = 65_536;

class Message {
	private joined = '';
	private pieces: string[] = [];
	length = 0;
	/** Characters that went out live; undefined once the text no longer begins with them. */
	private sent: number | undefined = 0;

	get text(): string {
		if (this.pieces.length > 0) this.joined += this.pieces.splice(0).join('');
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

	replace(text: string): string {
		if (text.trim() === this.text.trim() && !text.startsWith(this.text)) return '';
		if (!text.startsWith(this.text.slice(0, this.sent))) this.sent = undefined;
		[this.joined, this.pieces, this.length] = [text, [], text.length];
		return this.send(text.replace(cursor, '').length);
	}

	send(end = this.length): string {
		if (this.sent === undefined || this.sent >= end) return '';
		const live = this.text.slice(this.sent, end);
		this.sent = end;
		return live;
	}
}

/**
 * Joins the texts of events, and returns what to send live. That can't be taken back, so the live
 * text of a message stops when another wording replaces the message.
 */
export class AnswerText {
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

	add(reading: EventReading): string {
		const { delta, snapshot, text, answer, fallback, message = this.last, end } = reading;
		if (reading.restarts) [this.before, this.messages] = ['', new Map()];
		let live = reading.startsMessage || end === 'continues' ? this.startMessage() : '';
		if (isText(fallback)) this.fallback = fallback;
		if (isText(answer)) live += this.replaceAll(answer);
		if (isText(delta)) live += this.get(message).append(delta);
		if (typeof snapshot === 'string') live += this.get(message).replace(snapshot);
		if (isText(text)) live += this.addText(text, this.get(message));
		return live;
	}

	/** Takes the end of the stream. */
	end(): string {
		const live = this.startMessage();
		return this.before === '' ? live + this.get(this.last).append(this.fallback) : live;
	}

	/** Whether another text repeats the message or the answer, by its beginning. */
	repeats(text: string): 'snapshot' | 'answer' | undefined {
		const message = this.get(this.last);
		if (2 * text.length >= message.length && isAlike(message.text, text)) return 'snapshot';
		return this.before !== '' && isAlike(this.whole, text) ? 'answer' : undefined;
	}

	private get(key: unknown): Message {
		let message = this.messages.get(key);
		if (!message) this.messages.set(key, (message = new Message()));
		this.last = key;
		return message;
	}

	private startMessage(): string {
		let live = this.decide();
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

	private addText(text: string, message: Message): string {
		if (this.second !== undefined) return this.decide(text) + this.addText(text, message);
		if (this.mode === 'snapshots' || message.length === 0) return message.replace(text);
		if (this.mode === 'undecided') {
			const before = message.text;
			if (text === before && text.length > 2 * minAlike) return '';
			const stem = before.replace(movingEnd, '');
			if ((stem.length >= minAlike || cursor.test(before)) && text.startsWith(stem)) {
				if (text !== before) this.mode = 'snapshots';
				return message.replace(text);
			}
			if (text.length > before.length && text.startsWith(before)) {
				this.second = text;
				return '';
			}
			this.mode = 'deltas';
		}
		// All of the message once more; a shorter one may be chance.
		const mayRepeat = message.length >= minAlike && text.length >= message.length;
		const repeats = mayRepeat && text.startsWith(message.text);
		return repeats ? message.replace(text) : message.append(text);
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

/** Whether a text continues or rewrites another: both begin alike. */
function isAlike(before: string, text: string): boolean {
	const beginning = before.trim().slice(0, minAlike);
	if (2 * text.length < before.length || beginning === '') return false;
	return text.trimStart().startsWith(beginning);
}
