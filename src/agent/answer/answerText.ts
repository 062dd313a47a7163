import { type EventReading, hasText } from './eventReading';
import { isText } from './receivedEvent';

/** Shorter texts may begin alike by chance. */
const minAlike = 8;

/** What the texts of a message were so far. */
type Mode = 'undecided' | 'deltas' | 'snapshots';

/** How a text relates to the message so far: it is longer and begins with it, it is the same, or it begins alike. */
type Relation = 'continues' | 'again' | 'alike' | 'other';

/** How a text is joined to its message: as the rest of it, in place of it, or as another message. */
interface Joining {
	readonly as: 'delta' | 'snapshot' | 'message';
	/** What it shows of the texts, as long as that is undecided. */
	readonly decides?: Mode;
	/** The text may be something else. */
	readonly isAmbiguous?: true;
}

type Joinings = Readonly<Record<Relation, Joining>>;

/** How a text that is a delta or a snapshot is joined to deltas, or to what may be one. */
const joiningsOfDeltas: Joinings = {
	continues: { as: 'snapshot', decides: 'snapshots' },
	again: { as: 'snapshot' },
	alike: { as: 'delta', decides: 'deltas', isAmbiguous: true },
	other: { as: 'delta', decides: 'deltas' },
};

const joiningsOfSnapshots: Joinings = {
	continues: { as: 'snapshot' },
	again: { as: 'snapshot' },
	alike: { as: 'snapshot', isAmbiguous: true },
	other: { as: 'message', isAmbiguous: true },
};

/** A text at another place begins with at least so many characters of the answer to repeat it. */
const minRepeated = 4;

/** Marks of a cursor that moves along the end of a text. */
const cursor = /(?<![\u2580-\u25ff])[\u2580-\u25ff]+$/;

/** Pieces are joined after so many characters, so many small ones don't fill the memory. */
const blockLength = 65_536;

class Message {
	private joined = '';
	private pieces: string[] = [];
	length = 0;
	/** Characters that were sent live; undefined once the text no longer begins with them. */
	private sent: number | undefined = 0;

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
		if (text === this.text) return '';
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
	private mode: Mode = 'undecided';
	/** The last delta of a text that may also have been a snapshot. */
	private piece = '';
	private fallback = '';
	private writer: unknown;
	/** The first text was a whole answer, which may be that to an earlier question. */
	private beganWhole = false;
	/** The answer may have a text twice, in other words, or texts of two writers. */
	isAmbiguous = false;

	get whole(): string {
		return [...this.messages.values()].reduce((text, message) => text + message.text, this.before);
	}

	/** The number of characters, to see whether an event changed the answer. */
	get length(): number {
		let { length } = this.before;
		for (const message of this.messages.values()) length += message.length;
		return length;
	}

	add(reading: EventReading): string {
		if (reading.restarts) this.restart();
		if (reading.writer !== undefined && hasText(reading)) this.addWriter(reading.writer);
		let live = reading.startsMessage ? this.startMessage() : '';
		live += this.addTexts(reading);
		return reading.endsMessage || reading.end === 'continues' ? live + this.startMessage() : live;
	}

	/** Takes the end of the stream. */
	end(): string {
		const live = this.startMessage();
		return this.before === '' ? live + this.get(this.last).append(this.fallback) : live;
	}

	/** Whether a text at another place has all of the message at its beginning. */
	repeats(text: string): boolean {
		const message = this.get(this.last);
		if (text.length < message.length) return false;
		return message.length < minRepeated ? text === message.text : text.startsWith(message.text);
	}

	private addTexts(reading: EventReading): string {
		const { delta, snapshot, text, answer, fallback, message = this.last } = reading;
		let live = '';
		if (isText(fallback)) this.fallback = fallback;
		this.isAmbiguous ||= this.beganWhole && (isText(delta) || isText(snapshot));
		if (isText(answer)) live += this.replaceAll(answer);
		if (isText(delta)) live += addDelta(delta, this.get(message));
		if (typeof snapshot === 'string') live += this.replaceMessage(snapshot, this.get(message));
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
	}

	private startMessage(): string {
		let live = '';
		for (const message of this.messages.values()) live += message.send();
		this.before = this.whole;
		this.messages = new Map();
		this.last = undefined;
		return live;
	}

	private replaceMessage(snapshot: string, message: Message): string {
		this.isAmbiguous ||= snapshot !== '' && !snapshot.startsWith(message.text.trimEnd());
		return message.replace(snapshot);
	}

	private replaceAll(answer: string): string {
		const { whole } = this;
		this.beganWhole ||= whole === '';
		if (answer.startsWith(whole)) return this.get(this.last).append(answer.slice(whole.length));
		// A filter often replaces what it withdraws.
		this.isAmbiguous = true;
		const message = new Message();
		message.append(whole);
		this.before = '';
		this.messages = new Map([[this.last, message]]);
		return message.replace(answer);
	}

	/** Adds a text that is a delta or a snapshot. */
	private addText(text: string, message: Message): string {
		if (message.length === 0) {
			this.piece = text;
			return message.replace(text);
		}
		const joinings = this.mode === 'snapshots' ? joiningsOfSnapshots : joiningsOfDeltas;
		const { as, decides, isAmbiguous = false } = joinings[this.relate(text, message)];
		this.isAmbiguous ||= isAmbiguous;
		if (this.mode === 'undecided') this.mode = decides ?? this.mode;
		if (as === 'delta') return this.appendPiece(text, message);
		if (as === 'message') return this.startMessage() + this.get(this.last).append(text);
		return message.replace(text);
	}

	private relate(text: string, message: Message): Relation {
		const { mode } = this;
		// To join a long text for each of its deltas would take long; a short repetition may be chance.
		if (mode === 'deltas' && text.length < Math.max(message.length, minAlike)) return 'other';
		const before = message.text;
		if (text === before) {
			// A short one may as well be a word that the answer has twice.
			return mode === 'snapshots' || text.length >= minAlike ? 'again' : 'alike';
		}
		if (text.startsWith(before.replace(cursor, ''))) return 'continues';
		return isAlike(before, text) ? 'alike' : 'other';
	}

	private appendPiece(text: string, message: Message): string {
		// A text that has all of the last piece is rather a snapshot.
		const isGrown = this.piece.length >= minAlike && text.length > this.piece.length;
		this.isAmbiguous ||= isGrown && text.startsWith(this.piece);
		// Two sentences without a space may be two texts.
		this.isAmbiguous ||= '.!?'.includes(this.piece.at(-1) ?? ' ') && /^\p{Lu}/u.test(text);
		this.piece = text;
		return message.append(text);
	}
}

/** Some services end with a delta that has all of the message once more. */
function addDelta(delta: string, message: Message): string {
	const isAgain = delta.length >= minAlike && delta.length === message.length;
	return isAgain && delta === message.text ? '' : message.append(delta);
}

/** Whether two texts begin alike. */
function isAlike(before: string, text: string): boolean {
	const beginning = before.trim().slice(0, minAlike);
	return beginning.length === minAlike && text.trimStart().startsWith(beginning);
}
