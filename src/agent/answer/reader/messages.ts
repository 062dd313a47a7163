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

/** A text that grows. */
export class JoinedText {
	text = '';
	/** How many pieces it has. */
	count = 0;
	private last = '';
	/** How many pieces are longer than the one before, and begin with it. */
	private growths = 0;
	/** Each piece begins with the one before. */
	private growsOnly = true;

	append(piece: string): void {
		if (!piece.startsWith(this.last)) this.growsOnly = false;
		else if (this.count > 0 && piece !== this.last) this.growths++;
		this.last = piece;
		this.count++;
		this.text += piece;
	}

	/** Whether each piece has all of the text so far. */
	get isSnapshot(): boolean {
		return this.growsOnly && this.growths > 0 && this.last.length >= minimumSnapshot;
	}

	/** Whether at least half of the pieces have all of the text so far. */
	get mayBeSnapshots(): boolean {
		return this.growths > 0 && this.growths >= (this.count - 1) / 2;
	}

	/** Whether the pieces may join in two ways. */
	get isUnclear(): boolean {
		const isRepeated = this.growsOnly && this.count > 1;
		return !this.isSnapshot && (this.mayBeSnapshots || isRepeated);
	}

	/** Whether the text is always the same word, such as "success". */
	get isLabel(): boolean {
		return this.growsOnly && this.growths === 0 && !/\s/.test(this.last);
	}

	/** The text, if the pieces join in the likelier way. */
	get likelyText(): string {
		return this.isSnapshot ? this.last : this.text;
	}

	/** Whether a piece has all of the text so far, instead of following it. */
	isRepeatedBy(piece: string): boolean {
		const mayRepeat = this.count > 2 && this.text.length >= minimumCopy;
		return mayRepeat && piece.length >= this.text.length && piece.startsWith(this.text);
	}
}

export class AnswerMessages {
	private readonly messages = new Map<string, JoinedText>();
	private last = new JoinedText();
	/** The last copy of a text before, or the only text. */
	private copy = '';
	private isOpen = false;
	/** A text replaced or repeated one before, or two messages were written at the same time. */
	isReplaced = false;
	/** How many times the text changed. */
	changes = 0;

	get text(): string {
		const text = [...this.messages.values()].map((message) => message.text).join('');
		return text === '' ? this.copy : text;
	}

	/** Adds a text of an event; returns what to send live. */
	add({ text, mode, message: id }: Piece): string {
		if (mode === 'copy') return this.addCopy(text);
		const message = this.messageOf(id, mode === 'delta' ? undefined : text);
		this.isOpen = mode !== 'whole';
		if (mode !== 'delta') return this.replace(message, text);
		if (!message.isRepeatedBy(text)) {
			message.append(text);
			return this.changed(message, text, true);
		}
		this.isReplaced = true;
		return this.replace(message, text);
	}

	private addCopy(text: string): string {
		if (this.messages.size === 0 && this.copy !== text) this.changes++;
		this.copy = text;
		return '';
	}

	private replace(message: JoinedText, text: string): string {
		const { text: before } = message;
		const isAddition = text.startsWith(before);
		// A copy may have lost white space at its ends.
		if (text === before || (!isAddition && before.trim() === text.trim())) return '';
		message.text = text;
		return this.changed(message, text.slice(before.length), isAddition);
	}

	/** @returns what to send live */
	private changed(message: JoinedText, added: string, isAddition: boolean): string {
		this.changes++;
		this.isReplaced ||= !isAddition || message !== this.last;
		return this.isReplaced ? '' : added;
	}

	/** @param whole all of the text of the message, which may be a copy of the last one under another ID */
	private messageOf(id?: string, whole?: string): JoinedText {
		if (id === undefined && this.isOpen) return this.last;
		const key = id ?? `#${this.messages.size}`;
		const known = this.messages.get(key);
		if (known) return known;
		const isFirst = this.messages.size === 0;
		if (!isFirst && id !== undefined && this.last.text.trim() === whole?.trim()) {
			this.isReplaced = true;
			return this.last;
		}
		this.last = new JoinedText();
		this.messages.set(key, this.last);
		return this.last;
	}

	/** Whether the texts that were appended may be all of their message so far. */
	get mayBeSnapshots(): boolean {
		return [...this.messages.values()].some(({ mayBeSnapshots }) => mayBeSnapshots);
	}

	/** Whether the texts that were appended may join in two ways. */
	get isUnclear(): boolean {
		return [...this.messages.values()].some(({ isUnclear }) => isUnclear);
	}

	/** Whether the last copy has another text. It may be of one message, or of all. */
	get differsFromCopy(): boolean {
		const [text, copied] = [this.text.trim(), this.copy.trim()];
		return !text.includes(copied) && !copied.includes(text);
	}
}
