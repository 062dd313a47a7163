/** The messages of an answer, whose texts follow each other. */
import type { Piece } from './reading';

/** A shorter text may be repeated by chance, as "ha" is. */
const minimumCopy = 12;

interface Message {
	text: string;
	pieces: number;
}

export class AnswerMessages {
	private readonly messages: Message[] = [];
	private readonly byId = new Map<string, Message>();
	/** The text if no other event has any. */
	private fallback = '';
	private isOpen = false;
	/** A text is not what the service showed before, or two messages were written at the same time. */
	isReplaced = false;
	/** How many times the text changed. */
	changes = 0;

	/** The text of the answer. */
	get text(): string {
		const text = this.messages.map((message) => message.text).join('');
		return text === '' ? this.fallback : text;
	}

	/** Adds a text of an event; returns what to send live. */
	add(piece: Piece): string {
		if (piece.mode === 'last') {
			this.fallback = piece.text;
			return '';
		}
		const message = this.messageOf(piece);
		if (message === undefined) return '';
		const { text: before } = message;
		message.pieces++;
		this.isOpen = piece.mode !== 'whole';
		if (!isPiece(piece, message)) return this.replace(message, piece.text);
		// To compare a long text with a piece of it would take time with each piece.
		message.text = before + piece.text;
		return this.changed(message, piece.text, true);
	}

	private replace(message: Message, text: string): string {
		const { text: before } = message;
		if (isSame(before, text)) return '';
		message.text = text;
		return this.changed(message, text.slice(before.length), text.startsWith(before));
	}

	/** @returns what to send live */
	private changed(message: Message, added: string, isAddition: boolean): string {
		this.changes++;
		this.isReplaced ||= !isAddition || message !== this.messages.at(-1);
		return this.isReplaced ? '' : added;
	}

	/** The message that a text belongs to; undefined for a copy of the last one under another ID. */
	private messageOf({ text, mode, message: id }: Piece): Message | undefined {
		const last = this.messages.at(-1);
		const known = id === undefined ? undefined : this.byId.get(id);
		if (known) return known;
		if (id === undefined && this.isOpen) return last;
		if (id !== undefined && mode !== 'delta' && isSame(last?.text, text)) return undefined;
		const message = { text: '', pieces: 0 };
		this.messages.push(message);
		if (id !== undefined) this.byId.set(id, message);
		return message;
	}
}

const isSame = (before: string | undefined, text: string) => before?.trim() === text.trim();

/** Whether a text follows those before, and is no copy of all of them. */
function isPiece({ text, mode }: Piece, { text: before, pieces }: Message): boolean {
	if (mode !== 'delta') return false;
	const mayRepeat = pieces > 2 && text.length >= before.length && before.length >= minimumCopy;
	return !mayRepeat || !text.startsWith(before);
}
