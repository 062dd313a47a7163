/**
 * The thread and the message of an answer, whose names the specification doesn't show (spec 4.5, 6). A
 * name such as `threadId` or `thread.id` outweighs that of a conversation.
 */
import { getValue, isIdentifier, isRecord } from '../../values/jsonObject';
import { memoizeByName } from '../../values/words';
import { hasOtherWord } from './likelyWords';
import type { ReceivedEvent } from './receivedEvent';

/** The names of the service, if Field Names has them: then only these are read. */
export type IdentifierNames = Readonly<Partial<Record<string, string>>>;

/** What a name such as `threadId` or `thread` identifies; `isId` for the former. */
const readName = memoizeByName((name) => {
	const [, subject, id] = /^(thread|message|conversation|chat)([_-]?id)?$/i.exec(name) ?? [];
	return { subject: subject?.toLowerCase(), isId: id !== undefined };
});

/** Further names in an event, and what is deeper inside, are not of the answer. */
const maxNames = 1000;
const maxDepth = 4;

/** Whether a record is a message of the user, or of a tool. */
const isOther = (record: object) =>
	'role' in record && typeof record.role === 'string' && hasOtherWord(record.role);

export class AnswerIdentifiers {
	private readonly found: Partial<Record<string, string>> = {};
	private namesLeft = 0;

	/** @param known the thread, if it is known already */
	constructor(
		private readonly known?: string,
		private readonly names: IdentifierNames = {},
	) {}

	/** As fields of the item. The last message is that of the answer. */
	get ids() {
		const { thread, conversation, chat, message } = this.found;
		const threadId = this.known ?? thread ?? conversation ?? chat;
		return { ...(threadId && { threadId }), ...(message && { messageId: message }) };
	}

	add({ value }: ReceivedEvent): void {
		this.namesLeft = maxNames;
		this.search(value, 0);
	}

	private search(value: unknown, depth: number): void {
		if (typeof value !== 'object' || value === null || depth > maxDepth || isOther(value)) return;
		for (const [subject, name] of Object.entries(this.names)) {
			if (name !== undefined) this.note(subject, getValue(value, name));
		}
		for (const [name, inner] of Object.entries(value)) {
			if (this.namesLeft-- <= 0) return;
			this.noteNamed(name, inner);
			if (!hasOtherWord(name)) this.search(inner, depth + 1);
		}
	}

	private noteNamed(name: string, value: unknown): void {
		const { subject, isId } = readName(name);
		const isOwn = this.names[subject === 'message' ? subject : 'thread'] !== undefined;
		if (subject === undefined || isOwn) return;
		this.note(subject, isRecord(value) ? value.id : isId && value);
	}

	private note(subject: string, id: unknown): void {
		if (!isIdentifier(id)) return;
		if (subject === 'message') this.found.message = String(id);
		else this.found[subject] ??= String(id);
	}
}
