/** The messages of an answer, whose texts follow each other. */
import type { TextMode } from '../format';

/** A text of an event. */
export interface Piece {
	readonly text: string;
	readonly mode: TextMode;
	readonly message?: string;
}

/** Shorter texts may be repeated by chance, as "ha" is. */
const minimumCopy = 12;
const minimumSnapshot = 8;

/** Pieces are joined by so many: one by one, each would take memory besides its text. */
const maxPieces = 100;

/** A text that grows. */
export class JoinedText {
	private joined = '';
	private pieces: string[] = [];
	length = 0;
	/** How many pieces it has. */
	count = 0;
	last = '';
	/** How many pieces are longer than the one before, and begin with it. */
	growths = 0;
	/** Each piece begins with the one before. */
	growsOnly = true;

	append(piece: string): void {
		if (this.count > 0 && piece !== this.last) this.compareWithLast(piece);
		this.last = piece;
		this.count++;
		this.length += piece.length;
		this.pieces.push(piece);
		if (this.pieces.length >= maxPieces) this.joined = this.text;
	}

	private compareWithLast(piece: string): void {
		if (piece.startsWith(this.last)) this.growths++;
		else this.growsOnly = false;
	}

	get text(): string {
		this.joined += this.pieces.join('');
		this.pieces = [];
		return this.joined;
	}

	/** Whether each piece has all of the text so far. */
	get isSnapshot(): boolean {
		return this.growsOnly && this.growths > 0 && this.last.length >= minimumSnapshot;
	}

	/** Whether most pieces have all of the text so far. A short text may have two such pieces by chance. */
	get mayBeSnapshots(): boolean {
		const others = this.count - 1 - this.growths;
		const isMost = this.length >= minimumCopy ? this.growths >= others : this.growths > others;
		return this.isSnapshot || (this.growths > 0 && isMost);
	}

	/** Whether a text repeats all of it, so it replaces the text instead of following it. */
	isRepeatedBy(text: string): boolean {
		const mayRepeat = this.count > 2 && this.length >= minimumCopy && text.length >= this.length;
		return mayRepeat && text.startsWith(this.text);
	}

	replace(text: string): void {
		this.count++;
		this.length = text.length;
		this.joined = text;
		this.pieces = [];
	}
}

export class AnswerMessages {
	private readonly messages: JoinedText[] = [];
	private readonly byId = new Map<string, JoinedText>();
	/** The last copy of a text before, or the only text. */
	private copy = '';
	private isOpen = false;
	/** A text replaced or repeated one before, or two messages were written at the same time. */
	isReplaced = false;
	/** How many times the text changed. */
	changes = 0;

	get text(): string {
		const [first, ...others] = this.messages;
		const text = (first?.text ?? '') + others.map((message) => message.text).join('');
		return text === '' ? this.copy : text;
	}

	/** Adds a text of an event; returns what to send live. */
	add(piece: Piece): string {
		if (piece.mode === 'copy') {
			this.addCopy(piece.text);
			return '';
		}
		const message = this.messageOf(piece);
		if (message === undefined) return '';
		this.isOpen = piece.mode !== 'whole';
		const isCopy = piece.mode === 'delta' && message.isRepeatedBy(piece.text);
		this.isReplaced ||= isCopy;
		if (isCopy || piece.mode !== 'delta') return this.replace(message, piece.text);
		message.append(piece.text);
		return this.changed(message, piece.text, true);
	}

	private addCopy(text: string): void {
		if (this.messages.length === 0 && this.copy !== text) this.changes++;
		this.copy = text;
	}

	/** Whether each text that was appended may be all of its message so far. */
	get mayBeSnapshots(): boolean {
		return this.messages.some(({ mayBeSnapshots }) => mayBeSnapshots);
	}

	/** Whether the last copy has another text. It may be of one message, or of all. */
	get differsFromCopy(): boolean {
		const [text, copied] = [this.text.trim(), this.copy.trim()];
		return !text.includes(copied) && !copied.includes(text);
	}

	private replace(message: JoinedText, text: string): string {
		const { text: before } = message;
		const isAddition = text.startsWith(before);
		// A copy may have lost white space at its ends.
		if (text === before || (!isAddition && isSame(before, text))) return '';
		message.replace(text);
		return this.changed(message, text.slice(before.length), isAddition);
	}

	/** @returns what to send live */
	private changed(message: JoinedText, added: string, isAddition: boolean): string {
		this.changes++;
		this.isReplaced ||= !isAddition || message !== this.messages.at(-1);
		return this.isReplaced ? '' : added;
	}

	/** The message that a text belongs to; undefined for a copy of the last one under another ID. */
	private messageOf({ text, mode, message: id }: Piece): JoinedText | undefined {
		const last = this.messages.at(-1);
		const known = id === undefined ? undefined : this.byId.get(id);
		if (known) return known;
		if (id === undefined && this.isOpen) return last;
		if (id !== undefined && mode !== 'delta' && isSame(last?.text, text)) {
			this.isReplaced = true;
			return undefined;
		}
		const message = new JoinedText();
		this.messages.push(message);
		if (id !== undefined) this.byId.set(id, message);
		return message;
	}
}

const isSame = (before: string | undefined, text: string) => before?.trim() === text.trim();
