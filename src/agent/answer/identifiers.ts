/**
 * The thread and the message of an answer, whose names the specification doesn't show (spec 4.5, 6). A
 * name such as `threadId` or `thread.id` outweighs that of a conversation.
 */
import type { IDataObject } from 'n8n-workflow';
import { getValue, isIdentifier, isRecord } from '../../values/jsonObject';
import { memoizeByName, splitWords } from '../../values/words';
import type { ReceivedEvent } from './receivedEvent';
import { hasOtherWord } from './statements';

type Subject = 'thread' | 'message' | 'conversation';

/** The names of the service, if Field Names has them: then only these are read. */
export type IdentifierNames = Readonly<Partial<Record<Subject, string>>>;

const subjects = new Map<string, Subject>([
	['thread', 'thread'],
	['message', 'message'],
	['conversation', 'conversation'],
	['chat', 'conversation'],
]);

/** What a name such as `threadId` or `thread` identifies; `isId` for the former. */
const readName = memoizeByName((name) => {
	const [first = '', id = 'id', ...others] = splitWords(name);
	const isName = id === 'id' && others.length === 0;
	return { subject: isName ? subjects.get(first) : undefined, isId: splitWords(name).length > 1 };
});

/** Further names in an event, and what is deeper inside, are not of the answer. */
const maxNames = 1000;
const maxDepth = 4;

/** Whether a record is a message of the user, or of a tool. */
function isOther(record: object): boolean {
	const { role } = record as IDataObject;
	return typeof role === 'string' && hasOtherWord(role);
}

export class AnswerIdentifiers {
	private conversation: string | undefined;
	/** The last message, which is that of the answer. */
	messageId: string | undefined;
	private namesLeft = 0;

	/** @param named the thread, if it is known already */
	constructor(
		private named?: string,
		private readonly names: IdentifierNames = {},
	) {}

	get threadId(): string | undefined {
		return this.named ?? this.conversation;
	}

	add({ value }: ReceivedEvent): void {
		this.namesLeft = maxNames;
		this.search(value, 0);
	}

	private search(value: unknown, depth: number): void {
		if (typeof value !== 'object' || value === null || depth > maxDepth || isOther(value)) return;
		const { thread, message } = this.names;
		if (thread !== undefined) this.note('thread', getValue(value, thread));
		if (message !== undefined) this.note('message', getValue(value, message));
		for (const [name, inner] of Object.entries(value) as Array<[string, unknown]>) {
			if (this.namesLeft-- <= 0) return;
			this.noteNamed(name, inner);
			if (!hasOtherWord(name)) this.search(inner, depth + 1);
		}
	}

	private noteNamed(name: string, value: unknown): void {
		const { subject, isId } = readName(name);
		if (subject === undefined) return;
		if (this.names[subject === 'conversation' ? 'thread' : subject] !== undefined) return;
		const id = isId ? value : undefined;
		this.note(subject, isRecord(value) ? value.id : id);
	}

	private note(subject: Subject, id: unknown): void {
		if (!isIdentifier(id)) return;
		if (subject === 'thread') this.named ??= String(id);
		else if (subject === 'conversation') this.conversation ??= String(id);
		else this.messageId = String(id);
	}
}
